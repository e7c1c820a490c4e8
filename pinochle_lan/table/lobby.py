"""A table before its first hand, as one laptop sees it: what founder and joiner have in common.

Pure: frames, clicks and the time in, effects out. The founder's side is ``door.Founding``, the other
``guest.Joining``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace

from pinochle_lan.codec import CodecError
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import pack, unpack
from pinochle_lan.log.genesis import SeatPlan
from pinochle_lan.log.signing import Identity
from pinochle_lan.shown import unique
from pinochle_lan.table import notes
from pinochle_lan.table.draft import Draft
from pinochle_lan.table.effects import Happened, LobbyEffect, Send
from pinochle_lan.table.snapshot import Laptop, Person, Snapshot


class Lobby(ABC):
    """One laptop at a table that is being set up. After Begun or Closed it does nothing more."""

    def __init__(
        self, identity: Identity, name: str, *, code: str = "", bots: Mapping[str, str] | None = None
    ) -> None:
        """``bots``: opponent id to shown name."""
        self.identity = identity
        self.name = name
        self.code = code
        self._bots = dict(bots or {})
        self._links: dict[bytes, int] = {}
        self._notice = ""
        self.ended = False
        """The game began, or this laptop is not at the table any more."""

    # --- both sides

    @property
    @abstractmethod
    def draft(self) -> Draft | None:
        """The draft as it is known here; None before the first came."""

    @property
    @abstractmethod
    def me(self) -> int | None:
        """This laptop's member number, once it was let in."""

    def start(self, now_ms: int) -> list[LobbyEffect]:
        """The first effects."""
        return []

    def link_up(self, peer: bytes, now_ms: int) -> list[LobbyEffect]:
        """A link with this key stands."""
        self._links[peer] = now_ms
        return []

    @abstractmethod
    def link_down(self, peer: bytes, now_ms: int) -> list[LobbyEffect]:
        """The link with this key is gone."""

    def receive(self, peer: bytes, frame: bytes, now_ms: int) -> list[LobbyEffect]:
        """A frame of the linked peer with this key. Never raises for what is in it."""
        if self.ended:
            return []
        try:
            note = notes.read(unpack(frame))
        except (CodecError, Malformed) as error:
            data = (("peer", peer.hex()), ("kind", "lobby"), ("why", str(error)), ("hard", True))
            return [Happened("refused", data)]
        return [] if note is None else self._hear(peer, note, now_ms)

    @abstractmethod
    def _hear(self, peer: bytes, note: notes.Note, now_ms: int) -> list[LobbyEffect]:
        """A note that can be read."""

    @abstractmethod
    def sit(self, seat: int, now_ms: int) -> list[LobbyEffect]:
        """The person takes a free chair."""

    @abstractmethod
    def ready(self, now_ms: int, yes: bool = True) -> list[LobbyEffect]:
        """The person's click on "ready", or taken back."""

    @abstractmethod
    def leave(self, now_ms: int) -> list[LobbyEffect]:
        """The person leaves; the founder's laptop closes the table."""

    def tick(self, now_ms: int) -> list[LobbyEffect]:
        """Time passed."""
        return []

    @property
    def wake_at_ms(self) -> int | None:
        """When ``tick`` is due next; None if nothing is planned."""
        return None

    # --- looking

    @property
    def requests(self) -> tuple[tuple[bytes, str], ...]:
        """(key, name) of laptops that wait for the founder's yes; empty on every other laptop."""
        return ()

    @property
    @abstractmethod
    def secret(self) -> bytes:
        """Of the table code, as far as it is known here; empty = there is none, or it was not needed."""

    @property
    def door(self) -> bytes:
        """Key of the laptop that keeps the door; empty = this one."""
        return b""

    @property
    @abstractmethod
    def founder(self) -> bool:
        """Whether this laptop founded the table."""

    def snapshot(self, now_ms: int) -> Snapshot:
        """The table at this moment."""
        draft = self.draft
        empty = Snapshot(
            stage="setup",
            name="",
            table_id=b"",
            code=self.code,
            founder=self.founder,
            seat=None,
            people=(),
            laptops=(),
            variant="",
            options=(),
            notice=self._notice,
        )
        if draft is None:
            return empty
        members = draft.terms.members
        names = dict(zip((m.number for m in members), unique(m.name for m in members), strict=True))
        me = self.me
        return replace(
            empty,
            name=draft.title,
            table_id=draft.terms.table,
            seat=None if me is None else draft.seat_of(me),
            people=tuple(self._person(draft, seat, plan, names) for seat, plan in enumerate(draft.chairs)),
            laptops=tuple(
                Laptop(m.number, names[m.number], m.number == me or m.key in self._links, m.number == me)
                for m in members
            ),
            variant=draft.terms.variant,
            options=draft.terms.options,
            requests=self.requests,
            you_ready=me in draft.ready,
            shares=draft.shares,
        )

    def _person(self, draft: Draft, seat: int, plan: SeatPlan | None, names: Mapping[int, str]) -> Person:
        if plan is None:
            return Person(seat, "")
        if plan.bot:
            return Person(
                seat, self._bots.get(plan.bot, plan.bot.capitalize()), plan.bot, plan.host, ready=True
            )
        you = plan.holder == self.me
        return Person(seat, names[plan.holder], "", plan.host, you, ready=plan.holder in draft.ready)


def send(to: bytes | None, note: notes.Note) -> Send:
    """The effect that sends a note."""
    return Send(to, pack(note.wire()))
