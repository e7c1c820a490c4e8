"""The heart of one table on one laptop: its log, the states it shows and settles, and what it tells of them.

Turns what the ledger gives into effects and lines. Who is here, who knocks and what is written when is for
the classes on top of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from pinochle_lan.cards import Card
from pinochle_lan.log import effects as logged
from pinochle_lan.log.frames import pack
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.machine import Content, Place, Sort
from pinochle_lan.log.records import Record
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.step import quorum
from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.game import Game
from pinochle_lan.sealed.group import SUITE1, Group
from pinochle_lan.table import comings, notes
from pinochle_lan.table.chat import Chat
from pinochle_lan.table.diary import Diary, let_stand
from pinochle_lan.table.effects import DropSecret, Effect, Happened, Said, Send
from pinochle_lan.table.gate import Gate
from pinochle_lan.table.inquest import Finding, Inquest
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.owed import Owed
from pinochle_lan.table.own import Own
from pinochle_lan.table.petitions import Petitions
from pinochle_lan.table.presence import Presence
from pinochle_lan.table.snapshot import Line
from pinochle_lan.table.terms import Terms
from pinochle_lan.table.writer import Writer


class Core(ABC):
    """Log, state and stories of a table."""

    def __init__(
        self,
        identity: Identity,
        genesis: Genesis,
        game: Game,
        *,
        entropy: Callable[[int], bytes],
        bots: Mapping[str, str] | None = None,
        records: Sequence[Record] = (),
        secrets: Mapping[str, bytes] | None = None,
        title: str = "",
        code: str = "",
        group: Group = SUITE1,
        now_ms: int = 0,
        files: Mapping[str, str] | None = None,
        rebuild: Callable[[], Game] | None = None,
        secret: bytes = b"",
        knock: notes.Hello | None = None,
        door: bytes = b"",
    ) -> None:
        """A new table, or one read from its file. Raises TermsError if genesis and game do not fit.

        ``bots``: opponent id to shown name. ``records``: what ``read_records`` found. ``secrets``: by name,
        as SaveSecret gave them. ``entropy(n)`` gives n unpredictable bytes. ``files`` and ``rebuild``: as
        in Terms. ``secret``: of the table's code, if it is known here. ``knock``: with what a laptop that is
        no member asks to be let in, ``door``: at whose laptop.
        """
        terms = Terms(genesis, game, group, dict(bots or {}), dict(files or {}), rebuild)
        self._identity = identity
        self._entropy = entropy
        self._secrets = dict(secrets or {})
        self.title = title
        self.code = code
        self._writer: Writer | None = None
        """None at a spectator's."""
        self._records = tuple(records)
        machine = TableMachine.begin(terms)
        self.ledger = Ledger(genesis, genesis.number(identity.key), identity, machine, now_ms=now_ms)
        self._settled = machine
        self._shown = machine
        self.gate = Gate(genesis, secret)
        self.petitions = Petitions()
        self._knock = knock
        self._door = door
        """Key of the laptop that let this one in, while it is linked or about to be."""
        self._again_ms: int | None = None
        """When to knock once more: it was let in, and is no member yet."""
        self._knocked = b""
        """Key of the laptop at whose door this one stands."""
        self._shut: dict[bytes, None] = {}
        """Linked laptops that only watch themselves and let nobody in."""
        self.diary = Diary()
        self._links: dict[bytes, int] = {}
        self.presence = Presence(genesis.table, self.me, tuple(terms.keys), now_ms)
        self.chat = Chat(genesis.table, self.me)
        self.inquest = Inquest(terms)
        self.ledger.may_vote = self._may_vote
        self.owed = Owed()
        self.bots_for: dict[int, int] = {}
        """Members whose choices this laptop's person gave to a bot, and the open step when that was."""
        self._more_at_ms: int | None = None
        """When the next piece of a long work is due: what is made already leaves first."""
        self._parting: dict[int, None] = {}
        """Members that took their leave: what they still owe needs no waiting."""
        self.patience = True
        """This laptop's person is asked before a missing person's choice is put to the vote."""
        self._now_ms = now_ms
        self._since_ms = now_ms
        self._quiet = False
        self._told_finding: Finding | None = None
        self._left = False
        """The person took its leave, so this laptop does not ask to be back."""
        self._met = list(terms.keys)
        """Members that were met as such."""
        self.idle = False
        """The turn clock ran out on the person; it is back when it does something."""
        self._meet_members(now_ms)

    @property
    def me(self) -> int | None:
        """This laptop's member number; None while it only watches and is not welcomed yet."""
        return self.ledger.me

    @property
    def terms(self) -> Terms:
        """What the table agreed on, as it stands in the shown state."""
        return self._shown.terms

    @property
    def watching(self) -> bool:
        """Whether this laptop has no part in the game: no chair belongs to it."""
        return self.me not in self.terms.roster

    @property
    def machine(self) -> TableMachine:
        """The shown state."""
        return self._shown

    @property
    def step(self) -> int:
        """Number of the step whose choice is asked for on screen."""
        return self.ledger.open_step + (1 if self.ledger.complete else 0)

    @property
    def links(self) -> Mapping[bytes, int]:
        """Keys of linked peers, and since when (ms)."""
        return self._links

    @property
    def over(self) -> bool:
        """The game is over or the table stopped, and its last step settled."""
        return self.ledger.over

    def seat(self) -> int | None:
        """This laptop's person's seat."""
        return None if self._writer is None else self._writer.seat(self._shown)

    @property
    def asked(self) -> bool:
        """Whether a choice of this laptop's person is due: not while a stand-in plays."""
        end = f" {self.seat()}"
        choices = (place for place in self._shown.places if place.sort is Sort.CHOICE)
        return any(place.author == self.me and place.kind.endswith(end) for place in choices)

    @property
    def by_itself(self) -> Choice | None:
        """The choice due from this laptop's person where there is nothing to choose: the program makes it."""
        seat = self.seat()
        if seat is None or not self.asked:
            return None
        return self.terms.game.by_itself(self._shown.state, seat, self.mine(seat))

    def mine(self, seat: int) -> dict[int, Card]:
        """The faces of an own seat in the shown state; empty for any other, or if its seed is lost."""
        return {} if self._writer is None else self._writer.faces(self._shown, seat)

    def _take(self, effects: Sequence[logged.Effect], out: list[Effect], now_ms: int) -> None:
        for effect in effects:
            match effect:
                case logged.Save():
                    out.append(effect)
                case logged.Send(None, frame):
                    out += self._to_all(frame)
                case logged.Send(to, frame):
                    out.append(Send(self.terms.keys[to] if isinstance(to, int) else to, frame))
                case logged.StepShown(step, contents, machine=machine):
                    self.inquest.shown(step, self._settled, contents)
                    self._on_shown(contents, cast(TableMachine, machine), out, now_ms)
                case logged.StepSettled(step):
                    self._on_settled(step, out, now_ms)
                case _:
                    self._on_news(effect, out)
        # The ledger may have folded anew (a repair), so its word stands in the end.
        self._settled = cast(TableMachine, self.ledger.settled)
        self._shown = cast(TableMachine, self.ledger.shown)
        self._look_into(out)

    def _on_shown(
        self,
        contents: Sequence[tuple[Place, Content]],
        machine: TableMachine,
        out: list[Effect],
        now_ms: int,
    ) -> None:
        before, self._shown = self._settled, machine
        self._since_ms = now_ms
        for line in self.diary.step(self.terms, before, self._shown, contents):
            self._say(out, line)
        for text in comings.told(before, self._shown):
            self._say(out, Line(text))
        for event, data in self.diary.news(before, self._shown):
            self._tell(out, event, **data)

    def _on_settled(self, step: int, out: list[Effect], now_ms: int) -> None:
        asked = any(place.kind == "ready" for place in self._settled.places)
        self._settled = self._shown
        self._meet_members(now_ms)
        writer = self._writer
        if writer is not None and asked and all(place.kind != "ready" for place in self._settled.places):
            writer.ready = False  # a click counts for one hand
        self._since_ms = now_ms
        if writer is None:
            return
        writer.chooser.settled(step)
        out += [DropSecret(name) for name in writer.own.outlived(self._settled)]

    def _look_into(self, out: list[Effect]) -> None:
        """Says what came of an inquest, once."""
        found = self.inquest.finding
        if found is None or found == self._told_finding:
            return
        self._told_finding = found
        data = {"step": found.step, "plugin": found.plugin, "member": found.member, "line": found.line}
        self._say(out, Line(self.inquest.sentence()))
        self._tell(out, "culprit", **data, why=self.inquest.sentence())

    @property
    def halted(self) -> bool:
        """The open step can never settle: too many laptops fold it to other states."""
        if not self.ledger.complete or self.inquest.finding is None:
            return False
        roster, differing = self._settled.roster, self.ledger.differs()
        others = [m for m in roster if differing.get(m) == self.ledger.open_step]
        return len(roster) - len(others) < quorum(roster)

    def _on_news(self, effect: logged.Event, out: list[Effect]) -> None:
        if isinstance(effect, logged.Differs) and effect.rules:
            witness = self.inquest.differs(effect.member, effect.step, self._now_ms)
            if witness is not None:
                out += self._to_all(pack(witness.wire(self.terms.genesis.table)))
        if isinstance(effect, logged.RosterChanged):
            for member in (*effect.gone, *effect.back):
                self._parting.pop(member, None)
            self.idle = self.me in effect.gone and self._ran_out
        lie = self.ledger.lie
        if lie is not None and effect == lie and self._writer is not None:
            self._writer.lost = let_stand(self.terms, lie)
            self._tell(out, "lost", why=self._writer.lost)
        for event, data, line in self.diary.log_event(self.terms, effect, self.hears):
            self._tell(out, event, **data)
            if line is not None:
                self._say(out, line)

    @property
    def _ran_out(self) -> bool:
        """Whether the turn clock ran out on this laptop's person while it heard the others."""
        limit = 1000 * self._settled.attendance.clock
        roster = [self._settled.members[member] for member in self._settled.roster]
        since = [at for key, at in self._links.items() if key in roster]
        return self.patience and 0 < limit <= self._now_ms - min(since, default=self._now_ms)

    def _say(self, out: list[Effect], line: Line) -> None:
        self.diary.keep(line)
        if not self._quiet:
            out.append(Said(line))

    def _tell(self, out: list[Effect], event: str, **data: object) -> None:
        if not self._quiet:
            out.append(Happened(event, tuple(data.items())))

    def _refuse(self, out: list[Effect], peer: bytes, kind: str, why: str, *, hard: bool = False) -> None:
        """Says that something a laptop sent is not taken, with its person's name where it is a member."""
        number = self.terms.number(peer)
        who = peer.hex() if number is None else self.terms.member_names[number]
        self._tell(out, "refused", peer=who, author=None, step=None, kind=kind, why=why, hard=hard)

    def _to_all(self, data: bytes) -> list[Send]:
        """To everybody at the table; whoever is linked and was not let in hears nothing."""
        known = [key for key in self._links if self._member(key) is not None or self.gate.holds(key)]
        return [Send(None, data)] if len(known) == len(self._links) else [Send(key, data) for key in known]

    def _peer(self, key: bytes) -> int | bytes:
        member = self._settled.terms.number(key)
        return key if member is None else member

    def _member(self, key: bytes) -> int | None:
        """The member of a key; None for a stranger, and for whoever was asked to leave and went."""
        member, here = self._settled.terms.number(key), self._settled.attendance
        return None if member in here.kicked and member in here.away else member

    def _carried(self, effects: Sequence[logged.Effect], now_ms: int) -> list[Effect]:
        out: list[Effect] = []
        self._take(effects, out, now_ms)
        return out

    def _meet_members(self, now_ms: int) -> None:
        """Whoever the settled state knows as a member is treated as one: this laptop too."""
        terms = self._settled.terms
        if self.me is not None and self._writer is None and self.me in terms.keys:
            self._writer = Writer(Own(terms, self.me, self._entropy, self._secrets), self.me)
            self.chat.know(self.me)
        if len(self._met) < len(terms.members):
            self.presence.know(self.me, tuple(terms.keys), now_ms)

    @abstractmethod
    def tick(self, now_ms: int) -> list[Effect]:
        """Time passed."""

    @abstractmethod
    def hears(self, member: int) -> bool:
        """Whether a member's laptop is heard, directly or by way of another."""

    @abstractmethod
    def _may_vote(self, place: Place) -> bool:
        """Whether a missing contribution may be put to the vote."""
