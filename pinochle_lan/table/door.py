"""The founder's side of a table that is being set up: the door, the chairs, the draft that everybody signs.

Law: only this laptop changes the draft; every change raises its counter and asks for new clicks (docs/log.md
2).
Knows links by key and members by number; no sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.genesis import Genesis, Member
from pinochle_lan.log.signing import Identity
from pinochle_lan.table import notes
from pinochle_lan.table.draft import Draft
from pinochle_lan.table.effects import Addresses, Begun, Closed, Happened, LobbyEffect
from pinochle_lan.table.handing import Files
from pinochle_lan.table.hosts import bot_plan
from pinochle_lan.table.lobby import Lobby, send
from pinochle_lan.table.lock import Lock
from pinochle_lan.table.names import player
from pinochle_lan.table.terms import MOST_LAPTOPS

MOST_REQUESTS: Final = 8


class Founding(Lobby):
    """The founder's laptop."""

    def __init__(
        self,
        identity: Identity,
        name: str,
        *,
        terms: Genesis,
        title: str,
        chairs: int,
        seat: int | None = 0,
        bots: Sequence[tuple[int, str]] = (),
        secret: bytes = b"",
        code: str = "",
        bot_names: Mapping[str, str] | None = None,
        addresses: Sequence[str] = (),
        source: Callable[[str, bytes], bytes | None] | None = None,
        places: Mapping[bytes, int] | None = None,
    ) -> None:
        """``terms``: table id, versions, suite, variant, options and plugins; members and seats are ignored.

        ``secret``: of the table code; empty = everybody is let in by hand. ``seat``: the founder's chair,
        None = it only hosts. ``bots``: (chair, opponent id). ``source``: the file of a plugin with that
        fingerprint, for laptops that lack it; None = the table hands out none. ``places``: chairs that
        wait for laptops, by key.
        """
        super().__init__(identity, player(name), code=code, bots=bot_names)
        me = Member(0, identity.key, self.name)
        blank = replace(terms, members=(me,), seats=(), signatures=())
        draft = Draft(blank, player(title, "Table"), (None,) * chairs, shares=source is not None)
        self._draft = draft if seat is None else draft.seated(0, seat)
        for chair, bot in bots:
            self._draft = self._draft.with_plan(chair, bot_plan(bot, 0, 0))
        self.lock = Lock(secret)
        self._signatures: dict[int, bytes] = {}
        self._numbers = 1
        self._requests: dict[bytes, notes.Hello] = {}
        self._guests: dict[bytes, notes.Hello] = {}
        """Laptops that the door is open to and that have not said yet that their plugins agree."""
        self._files = Files(source)
        self._places = dict(places or {})
        self._addresses: dict[bytes, tuple[str, ...]] = {identity.key: tuple(addresses)}

    @property
    def draft(self) -> Draft:
        """The draft as it is."""
        return self._draft

    @property
    def me(self) -> int | None:
        """The founder is member 0."""
        return 0

    @property
    def secret(self) -> bytes:
        """Of the table code."""
        return self.lock.secret

    @property
    def founder(self) -> bool:
        """It is."""
        return True

    @property
    def requests(self) -> tuple[tuple[bytes, str], ...]:
        """(key, name) of laptops that wait for the founder's yes."""
        return tuple((key, player(hello.name)) for key, hello in self._requests.items())

    # --- links and notes

    def link_down(self, peer: bytes, now_ms: int) -> list[LobbyEffect]:
        """A laptop that goes before the game begins gives its chair back."""
        self._links.pop(peer, None)
        self._forget(peer)
        return self._lost(peer)

    def _forget(self, peer: bytes) -> None:
        self._requests.pop(peer, None)
        self._guests.pop(peer, None)

    def _hear(self, peer: bytes, note: notes.Note, now_ms: int) -> list[LobbyEffect]:
        match note:
            case notes.Hello():
                return self._knock(peer, note, now_ms)
            case notes.Bye():
                self._forget(peer)
                return self._lost(peer)
        member = self._draft.terms.number(peer)
        if isinstance(note, notes.Want) and (member is not None or peer in self._guests):
            return [send(peer, self._files.answer(peer, note, self._draft, now_ms))]
        if member is None:
            return []
        match note:
            case notes.Sit(seat):
                return self._seat(member, peer, seat)
            case notes.Consent(counter, signature):
                return self._consent(member, counter, signature)
        return []

    def _knock(self, peer: bytes, hello: notes.Hello, now_ms: int) -> list[LobbyEffect]:
        if self._draft.terms.number(peer) is not None:
            return [send(peer, self._draft)]
        if peer in self._guests:
            return self._welcome(peer, hello)
        no = self._versions(hello) or self._code_refused(peer, hello.secret, now_ms)
        if no is None and len(self._draft.terms.members) >= MOST_LAPTOPS:
            no = notes.Refused("full", self._who())
        if no is None and not hello.secret:
            return self._ask(peer, hello)
        return self._welcome(peer, hello) if no is None else [send(peer, no)]

    def _welcome(self, peer: bytes, hello: notes.Hello) -> list[LobbyEffect]:
        """The door is open: the draft is shown, and who agrees with its plugins gets a chair (F28)."""
        if not self._draft.free or len(self._draft.terms.members) >= MOST_LAPTOPS:
            self._guests.pop(peer, None)
            return [send(peer, notes.Refused("full", self._who()))]
        if hello.agrees == self._draft.agreement:
            return self._let_in(peer, hello)
        if peer not in self._guests and len(self._guests) >= MOST_REQUESTS:
            return [send(peer, notes.Refused("crowded", self._who()))]
        self._guests[peer] = hello
        return [send(peer, self._draft)]

    def _who(self) -> tuple[tuple[str, str], ...]:
        return (("who", self.name),)

    def _versions(self, hello: notes.Hello) -> notes.Refused | None:
        terms = self._draft.terms
        theirs, ours = (hello.protocol, hello.engine), (terms.protocol, terms.engine)
        if theirs == ours:
            return None
        code = "older" if theirs < ours else "newer"
        shown = (("mine", notes.version(theirs)), ("theirs", notes.version(ours)))
        return notes.Refused(code, (*shown, *self._who()))

    def _code_refused(self, peer: bytes, secret: bytes, now_ms: int) -> notes.Refused | None:
        """None if the code opens the table or none was tried."""
        code = self.lock.refuses(peer, secret, now_ms)
        return notes.Refused(code, self._who()) if code else None

    def _ask(self, peer: bytes, hello: notes.Hello) -> list[LobbyEffect]:
        if peer not in self._requests and len(self._requests) >= MOST_REQUESTS:
            return [send(peer, notes.Refused("crowded", self._who()))]
        self._requests[peer] = hello
        knocks = Happened("knock", (("name", player(hello.name)), ("key", peer.hex())))
        return [send(peer, notes.Refused("asked", self._who())), knocks]

    def _let_in(self, peer: bytes, hello: notes.Hello) -> list[LobbyEffect]:
        self._forget(peer)
        member = Member(self._numbers, peer, player(hello.name))
        self._numbers += 1
        self._addresses[peer] = hello.addresses
        after = self._draft.with_member(member)
        free = after.free
        if free:
            kept = [chair for key, chair in self._places.items() if key != peer]
            others = [chair for chair in free if chair not in kept] or free
            wishes = (self._places.get(peer), hello.seat, others[0])
            wanted = next(chair for chair in wishes if chair is not None and chair in free)
            after = after.seated(member.number, wanted)
        joined = Happened("joined", (("member", member.number), ("name", member.name)))
        peers = tuple(sorted(self._addresses.items()))
        return [joined, *self._set(after), send(None, notes.Peers(peers)), Addresses(peers)]

    def _lost(self, peer: bytes) -> list[LobbyEffect]:
        member = self._draft.terms.number(peer)
        if member is None or self.ended:
            return []
        self._addresses.pop(peer, None)
        gone = Happened("absent", (("member", member),))
        return [gone, *self._set(self._draft.without_member(member))]

    # --- chairs

    def _seat(self, member: int, peer: bytes, seat: int) -> list[LobbyEffect]:
        if seat not in self._draft.free:
            return [] if self._draft.seat_of(member) == seat else [send(peer, notes.Refused("seat_taken"))]
        return self._set(self._draft.seated(member, seat))

    def sit(self, seat: int, now_ms: int) -> list[LobbyEffect]:
        """The founder takes a free chair."""
        if seat not in self._draft.free:
            self._notice = "" if self._draft.seat_of(0) == seat else notes.sentence("seat_taken", {})
            return []
        return self._set(self._draft.seated(0, seat))

    def seat_bot(self, seat: int, bot: str, now_ms: int) -> list[LobbyEffect]:
        """Puts a bot on a chair that no other person has, or frees it (empty id)."""
        if not 0 <= seat < len(self._draft.chairs):
            return []
        plan = self._draft.chairs[seat]
        if plan is not None and not plan.bot and plan.holder != 0:
            self._notice = notes.sentence("seat_taken", {})
            return []
        return self._set(self._draft.with_plan(seat, bot_plan(bot, 0, 0) if bot else None))

    def change(
        self,
        variant: str,
        options: tuple[tuple[str, int | bool | str], ...],
        plugins: tuple[tuple[str, bytes], ...],
        chairs: int,
        now_ms: int,
    ) -> list[LobbyEffect]:
        """Another game, or other options."""
        return self._set(self._draft.with_game(variant, options, plugins, chairs))

    def relock(self, secret: bytes, code: str) -> list[LobbyEffect]:
        """Another code from now on, or none: an old one opens nothing any more. Clicks stay."""
        self.lock = Lock(secret)
        self.code = code
        return []

    def admit(self, key: bytes, yes: bool, now_ms: int) -> list[LobbyEffect]:
        """The founder's yes or no to a laptop that knocks."""
        hello = self._requests.pop(key, None)
        if hello is None:
            return []
        if not yes:
            return [send(key, notes.Refused("no", self._who()))]
        return self._welcome(key, hello)

    def _set(self, draft: Draft) -> list[LobbyEffect]:
        """A changed draft: all clicks are void, everybody is told."""
        self._draft = draft
        self._signatures = {}
        self._notice = ""
        return self._tell()

    def _tell(self) -> list[LobbyEffect]:
        members = [member.key for member in self._draft.terms.members if member.number != 0]
        return [send(key, self._draft) for key in (*members, *self._guests)]

    # --- ready

    def ready(self, now_ms: int, yes: bool = True) -> list[LobbyEffect]:
        """The founder's click."""
        genesis = self._draft.genesis
        if genesis is None:
            self._notice = notes.sentence("not_full", {})
            return []
        return self._consent(0, self._draft.counter, genesis.sign(self.identity) if yes else b"")

    def _consent(self, member: int, counter: int, signature: bytes) -> list[LobbyEffect]:
        genesis = self._draft.genesis
        if counter != self._draft.counter or genesis is None:
            return []
        if signature:
            try:
                genesis.with_signature(member, signature)
            except Malformed as error:
                return [Happened("refused", (("member", member), ("kind", "ready"), ("why", str(error))))]
            self._signatures[member] = signature
        else:
            self._signatures.pop(member, None)
        self._draft = self._draft.with_ready(sorted(self._signatures))
        if any(m.number not in self._signatures for m in genesis.members):
            return self._tell()
        for m in genesis.members:
            genesis = genesis.with_signature(m.number, self._signatures[m.number])
        self.ended = True
        out: list[LobbyEffect] = []
        for m in self._draft.terms.members:
            if m.number != 0:
                known = genesis.number(m.key) is not None
                out.append(send(m.key, notes.Started(genesis) if known else notes.Refused("no_chair")))
        out += [send(key, notes.Refused("no_chair")) for key in self._guests]
        return [*out, Begun(genesis)]

    def leave(self, now_ms: int) -> list[LobbyEffect]:
        """Closes the table: before genesis it stands and falls with the founder (docs/log.md 2)."""
        self.ended = True
        note = notes.Refused("gone", self._who())
        told = [member.key for member in self._draft.terms.members if member.number != 0]
        told += [*self._requests, *self._guests]
        return [*(send(key, note) for key in told), Closed("You closed the table.")]
