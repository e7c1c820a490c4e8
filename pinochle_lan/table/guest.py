"""A joiner's side of a table that is being set up: knocks, takes a chair, signs the draft it sees.

Sits down at and signs only a draft whose plugins are byte for byte its own (field fault F28); what it lacks
it asks the founder's laptop for, and waits for a person's yes. Whatever ends it is one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.signing import Identity
from pinochle_lan.pluginhost.naming import parse
from pinochle_lan.table import notes
from pinochle_lan.table.draft import Draft
from pinochle_lan.table.effects import Addresses, Begun, Closed, Happened, LobbyEffect
from pinochle_lan.table.handing import Lacks
from pinochle_lan.table.lobby import Lobby, send
from pinochle_lan.table.names import player
from pinochle_lan.table.snapshot import Snapshot

GOES_ON = ("asked", "seat_taken", "not_full")
"""Refusals that do not end the visit."""


class Joining(Lobby):
    """The laptop of somebody who wants to play at another's table."""

    def __init__(
        self,
        identity: Identity,
        name: str,
        *,
        founder: bytes,
        protocol: int,
        engine: int,
        here: Callable[[str], tuple[str, bytes] | None],
        secret: bytes = b"",
        seat: int | None = None,
        code: str = "",
        bot_names: Mapping[str, str] | None = None,
        addresses: Sequence[str] = (),
        table: bytes = b"",
    ) -> None:
        """``founder``: key of the door's laptop. ``here``: (version, fingerprint) of a plugin of this
        laptop, None = there is none.

        ``table``: the table id that is expected, if it is known. The caller made sure that this laptop has no
        file of that table: a laptop that signed and missed the beginning is let in by its own signature.
        """
        super().__init__(identity, player(name), code=code, bots=bot_names)
        self._founder = founder
        self._hello = notes.Hello(protocol, engine, self.name, seat, secret, tuple(addresses))
        self._lacks = Lacks(here)
        self._table = table
        self._draft: Draft | None = None
        self._signed: list[bytes] = []
        """Digests of drafts that this laptop signed: only one of them can become its table."""

    @property
    def draft(self) -> Draft | None:
        """The newest draft that came."""
        return self._draft

    @property
    def me(self) -> int | None:
        """This laptop's member number, once it was let in."""
        return None if self._draft is None else self._draft.terms.number(self.identity.key)

    @property
    def secret(self) -> bytes:
        """What opened the door."""
        return self._hello.secret

    @property
    def door(self) -> bytes:
        """Where this laptop knocked."""
        return self._founder

    @property
    def founder(self) -> bool:
        """It is not."""
        return False

    @property
    def _who(self) -> str:
        founder = None if self._draft is None else self._draft.member(0)
        return "the founder" if founder is None else founder.name

    def link_up(self, peer: bytes, now_ms: int) -> list[LobbyEffect]:
        """Knocks as soon as the founder's laptop is linked, and again after every new link."""
        super().link_up(peer, now_ms)
        return [send(peer, self._hello)] if peer == self._founder and not self.ended else []

    def link_down(self, peer: bytes, now_ms: int) -> list[LobbyEffect]:
        """Without the founder's laptop there is no table before its first hand."""
        self._links.pop(peer, None)
        if peer != self._founder or self.ended:
            return []
        return self._end(
            f"The link to {self._who}'s laptop is gone, so the table is too. Look for it in the list again."
        )

    def _hear(self, peer: bytes, note: notes.Note, now_ms: int) -> list[LobbyEffect]:
        if peer != self._founder:
            return []
        match note:
            case Draft():
                return self._take(note)
            case notes.Started(genesis):
                return self._begin(genesis)
            case notes.Refused(code, values):
                text = notes.sentence(code, {"who": self._who, **dict(values)})
                if code not in GOES_ON:
                    return self._end(text)
                self._notice = text
            case notes.Peers(peers):
                return [Addresses(peers)]
            case notes.File(plugin):
                if not self._lacks.take(note, {"who": self._who}):
                    why = (("peer", peer.hex()), ("kind", "plugin"), ("why", f"nobody asked for {plugin}"))
                    return [Happened("refused", why)]
            case notes.Bye():
                return self._end(notes.sentence("gone", {"who": self._who}))
        return []

    def _take(self, draft: Draft) -> list[LobbyEffect]:
        known = self._draft
        if known is not None and draft.counter < known.counter:
            return []  # an older one that was overtaken on the way
        if self._table and draft.terms.table != self._table:
            return self._end(
                "The laptop at that address keeps another table. Look for the table in the list again."
            )
        self._draft = draft
        self._notice = ""
        return self._agree(draft)

    def _agree(self, draft: Draft) -> list[LobbyEffect]:
        """Asks for the files it lacks; once there is none, says so and is given a chair."""
        wants = self._lacks.compare(draft)
        if self._lacks.all or self.me is not None:
            return [send(self._founder, want) for want in wants]
        self._hello = replace(self._hello, agrees=draft.agreement)
        return [send(self._founder, self._hello)]

    def plugins_changed(self, now_ms: int) -> list[LobbyEffect]:
        """Plugins were read anew on this laptop."""
        return [] if self._draft is None or self.ended else self._agree(self._draft)

    def snapshot(self, now_ms: int) -> Snapshot:
        """The table at this moment, with what keeps this laptop from it."""
        return replace(super().snapshot(now_ms), lacks=self._lacks.all, keeper=self._who)

    def sit(self, seat: int, now_ms: int) -> list[LobbyEffect]:
        """Asks for a chair."""
        return [send(self._founder, notes.Sit(seat))] if self.me is not None and not self.ended else []

    def ready(self, now_ms: int, yes: bool = True) -> list[LobbyEffect]:
        """Signs the draft as it stands here, or takes the click back."""
        draft = self._draft
        genesis = None if draft is None else draft.genesis
        if draft is None or self.me is None or self.ended or self._lacks.all:
            return []
        if genesis is None:
            self._notice = notes.sentence("not_full", {})
            return []
        if yes:
            self._signed.append(genesis.digest)
        return [
            send(self._founder, notes.Consent(draft.counter, genesis.sign(self.identity) if yes else b""))
        ]

    def _begin(self, genesis: Genesis) -> list[LobbyEffect]:
        if self._under_way(genesis):
            return self._watch(genesis)
        mine = genesis.number(self.identity.key) is not None
        agreed = genesis.digest in self._signed or (bool(self._table) and genesis.table == self._table)
        if genesis.unsigned or not mine or not agreed:
            # A table that somebody did not agree to, this laptop perhaps, or an old one: never its table.
            why = (
                ("peer", self._founder.hex()),
                ("kind", "genesis"),
                ("why", "it is not what this laptop signed"),
            )
            return [Happened("refused", why)]
        self.ended = True
        return [Begun(genesis)]

    def _under_way(self, genesis: Genesis) -> bool:
        """Whether this is a table that began before this laptop came: it may watch, and signed nothing."""
        known = self._draft is None and genesis.number(self.identity.key) is None and not self._signed
        wanted = not self._table or genesis.table == self._table
        return known and wanted and not genesis.unsigned

    def _watch(self, genesis: Genesis) -> list[LobbyEffect]:
        """Let in under way: every plugin of the game must be here as it is."""
        for plugin, theirs in genesis.plugins:
            mine = self._lacks.here(plugin)
            if mine is None or mine[1] != theirs:
                values = {"plugin": parse(plugin).plain, "who": self._who}
                return [
                    send(self._founder, notes.Bye()),
                    *self._end(notes.sentence("plugin_late", values)),
                ]
        self.ended = True
        return [Begun(genesis)]

    def leave(self, now_ms: int) -> list[LobbyEffect]:
        """The person leaves the table."""
        if self.ended:
            return []
        return [send(self._founder, notes.Bye()), *self._end("You left the table.")]

    def _end(self, why: str) -> list[LobbyEffect]:
        self.ended = True
        self._notice = why
        return [Closed(why)]
