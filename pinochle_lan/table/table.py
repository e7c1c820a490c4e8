"""One table on one laptop: the junction of rules, sealed deal and log. Frames, choices, time in; effects out.

Laws:
1. What the laptop owes by itself is written as soon as the ledger lets it; what a person or a bot decides,
never
   before they did, and once only.
2. A seed is saved before the entry that rests on it, an entry before it is sent: effects are done in their
order.
3. Whatever a peer sends can change the log or be refused by name; it never raises.

Synchronous: no sockets, threads, clock or disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from pinochle_lan.cards import Card
from pinochle_lan.codec import CodecError
from pinochle_lan.log import effects as logged
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, FrameType, pack, unpack
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.ledger import Ledger, LedgerError
from pinochle_lan.log.machine import Content, Place, Sort
from pinochle_lan.log.records import Record, RecordType, pack_record
from pinochle_lan.log.rider import LEAVE, Rider
from pinochle_lan.log.signing import Identity
from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.sealed.group import SUITE1, Group
from pinochle_lan.table import looking, notes, refusals
from pinochle_lan.table.chooser import Queued
from pinochle_lan.table.diary import Diary
from pinochle_lan.table.effects import DropSecret, Effect, Happened, Said, Send
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.own import Own
from pinochle_lan.table.presence import Presence
from pinochle_lan.table.snapshot import Line, Snapshot
from pinochle_lan.table.terms import Terms
from pinochle_lan.table.writer import Writer


class Table:
    """A table that is under way. Begin with ``start``; afterwards call ``tick`` at ``wake_at_ms``."""

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
    ) -> None:
        """A new table, or one read from its file. Raises TermsError if genesis and game do not fit.

        ``bots``: opponent id to shown name. ``records``: what ``read_records`` found. ``secrets``: by name,
        as SaveSecret gave them. ``entropy(n)`` gives n unpredictable bytes.
        """
        self.terms = Terms(genesis, game, group, dict(bots or {}))
        self.me = genesis.number(identity.key)
        self.title = title
        self.code = code
        self._writer: Writer | None = None
        """None at a spectator's."""
        if self.me is not None:
            self._writer = Writer(Own(self.terms, self.me, entropy, secrets or {}), self.me)
        self._records = tuple(records)
        machine = TableMachine.begin(self.terms)
        self.ledger = Ledger(genesis, self.me, identity, machine, now_ms=now_ms)
        self._settled = machine
        self._shown = machine
        self.diary = Diary()
        self._links: dict[bytes, int] = {}
        members = [member.number for member in genesis.members]
        self.presence = Presence(genesis.table, self.me, members, now_ms)
        self.ledger.may_vote = self._may_vote
        self.bots_for: dict[int, int] = {}
        """Members whose choices this laptop's person gave to a bot, and the open step when that was."""
        self._parting: dict[int, None] = {}
        """Members that took their leave: what they still owe needs no waiting."""
        self.patience = True
        """This laptop's person is asked before a missing person's choice is put to the vote."""
        self._now_ms = now_ms
        self._since_ms = now_ms
        self._quiet = False
        self._left = False
        """The person took its leave, so this laptop does not ask to be back."""

    # --- what there is

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

    def mine(self, seat: int) -> dict[int, Card]:
        """The faces of an own seat in the shown state; empty for any other, or if its seed is lost."""
        return {} if self._writer is None else self._writer.faces(self._shown, seat)

    # --- coming in

    def start(self, now_ms: int) -> list[Effect]:
        """The first effects. A table from a file folds it and sends its own things again."""
        out: list[Effect] = []
        if all(record.type != RecordType.GENESIS for record in self._records):
            out.append(logged.Save(pack_record(RecordType.GENESIS, self.terms.genesis.payload())))
        if self._records:
            # Old news is not told again; the log panel still gets its lines.
            self._quiet = True
            self._take(self.ledger.restore(self._records, now_ms), out, now_ms)
            self._quiet = False
            self._records = ()
        self._drive(out, now_ms)
        return out

    def receive(self, peer: bytes, frame: bytes, now_ms: int) -> list[Effect]:
        """A frame of the linked peer with this key. Never raises for what is in it."""
        out: list[Effect] = []
        self._now_ms = now_ms
        try:
            parts = unpack(frame)
        except CodecError as error:
            data = {"peer": peer.hex(), "author": None, "step": None, "kind": "frame", "why": str(error)}
            self._tell(out, "refused", **data, hard=True)
            return out
        member = self.terms.genesis.number(peer)
        if parts[0] == FrameType.PRESENCE and member is not None:
            try:
                self.presence.take(member, parts, now_ms)
            except Malformed as error:
                self._tell(
                    out, "refused", peer=peer.hex(), author=None, step=None, kind="presence", why=str(error)
                )
            self._look_round(out, now_ms)
        elif parts[0] == FrameType.HELLO:
            out += self._answer_hello(peer)
        elif isinstance(parts[0], int) and parts[0] < FrameType.HELLO:
            if parts[0] == FrameType.RIDER:
                self._note_leave(peer, parts)
            self._take(self.ledger.receive(self._peer(peer), parts, now_ms), out, now_ms)
            self._drive(out, now_ms)
        return out

    def link_up(self, peer: bytes, now_ms: int) -> list[Effect]:
        """A link with this key stands."""
        out: list[Effect] = []
        self._links[peer] = now_ms
        member = self.terms.genesis.number(peer)
        if member is not None:
            self.presence.linked(member, now_ms)
            self._tell(out, "joined", member=member, name=self.terms.member_names[member])
        self._take(self.ledger.linked(self._peer(peer), now_ms), out, now_ms)
        self._drive(out, now_ms)
        return out

    def link_down(self, peer: bytes, now_ms: int) -> list[Effect]:
        """The link with this key is gone."""
        out: list[Effect] = []
        if self._links.pop(peer, None) is None:
            return out
        member = self.terms.genesis.number(peer)
        if member is not None:
            self.presence.unlinked(member, now_ms)
            self._tell(out, "absent", member=member, name=self.terms.member_names[member])
        self._take(self.ledger.unlinked(self._peer(peer)), out, now_ms)
        self._look_round(out, now_ms)
        return out

    def tick(self, now_ms: int) -> list[Effect]:
        """Time passed."""
        out: list[Effect] = []
        self._now_ms = now_ms
        self._take(self.ledger.tick(now_ms), out, now_ms)
        self._drive(out, now_ms)
        self._look_round(out, now_ms)
        return out

    @property
    def wake_at_ms(self) -> int | None:
        """When ``tick`` is due next; None if nothing is planned."""
        times = (self.ledger.wake_at_ms, self.presence.wake_at(self._now_ms))
        return min((time for time in times if time is not None), default=None)

    # --- deciding

    def ready(self, now_ms: int) -> list[Effect]:
        """The person's "continue": ready for the next hand."""
        if self._writer is not None:
            self._writer.ready = True
        return self.tick(now_ms)

    def submit(self, action: Choice, step: int, now_ms: int) -> list[Effect] | Refusal:
        """The person's choice on the snapshot of ``step``. Refused without effect if that is stale (F37)."""
        writer, machine = self._writer, self._shown
        if writer is None or action.seat != self.seat():
            return refusals.NO_SEAT
        if writer.lost or machine.stopped:
            return refusals.STOPPED
        if machine.hosts.get(action.seat) != self.me:
            return refusals.AWAY
        if self.pending:
            return refusals.PENDING
        if step != self.step:
            return refusals.STALE
        game = self.terms.game
        refusal = game.check(machine.state, action, writer.faces(machine, action.seat))
        if refusal is not None:
            return refusal
        kind = f"{game.kind_of(action)} {action.seat}"
        if all(place.kind != kind or place.sort is not Sort.CHOICE for place in machine.places):
            return refusals.STALE
        writer.chooser.queue(Queued(step, kind, action, machine.digest()))
        return self.tick(now_ms)

    def bot_answer(self, number: int, action: Choice | None, now_ms: int) -> list[Effect]:
        """A bot's choice, None = it failed. What is not legal is replaced by what is, and said."""
        writer, machine = self._writer, self._settled
        asked = None if writer is None else writer.chooser.take(number)
        if writer is None or asked is None or asked.step != self.ledger.open_step:
            return []
        out: list[Effect] = []
        if not writer.answered(asked, action, machine):
            name = self.terms.seat_names(machine.state.chairs)[asked.seat]
            self._say(out, Line(f"{name} (a bot) gave no legal answer; the table chose for it.", asked.seat))
        self._drive(out, now_ms)
        return out

    # --- looking

    def snapshot(self, now_ms: int) -> Snapshot:
        """The table at this moment, as this laptop's person may see it."""
        return looking.snapshot(self, now_ms)

    @property
    def pending(self) -> str:
        """Kind of this laptop's person's choice that is signed or queued but not settled; empty = none."""
        if self._writer is None:
            return ""
        kinds = self._writer.chooser.waiting(self.ledger.open_step)
        if self.ledger.complete:
            kinds += [place.kind for place in self.ledger.places() if place.sort is Sort.CHOICE]
        end = f" {self.seat()}"
        return next((kind for kind in kinds if kind.endswith(end)), "")

    @property
    def you_ready(self) -> bool:
        """This laptop's "continue" is given."""
        return self._writer is not None and self._writer.ready

    @property
    def lost(self) -> str:
        """Why this laptop cannot go on in this hand; empty = it can."""
        return "" if self._writer is None else self._writer.lost

    @property
    def since_ms(self) -> int:
        """Since when the open step is what it is."""
        return self._since_ms

    # --- absence

    def hears(self, member: int) -> bool:
        """Whether a member's laptop is heard, directly or by way of another."""
        return self.presence.hears(member, self._now_ms)

    def via(self, member: int, now_ms: int) -> str:
        """The name by way of whose laptop a member without a link is heard; empty if it is not."""
        by = None if self.terms.keys[member] in self._links else self.presence.via(member, now_ms)
        return "" if by is None else self.terms.member_names[by]

    def let_bot_play(self, member: int, now_ms: int) -> list[Effect]:
        """The person's "Let a bot play": a missing member's choice may be put to the vote."""
        self.bots_for[member] = self.ledger.open_step
        return self.tick(now_ms)

    def leave(self, now_ms: int) -> list[Effect]:
        """The person takes its leave: the others need no vote (docs/log.md 11)."""
        if self.me is None or self.me not in self._settled.roster or self.over or self._settled.stopped:
            return []
        self._left = True
        try:
            return self._carried(self.ledger.request(LEAVE, ()), now_ms)
        except LedgerError:
            return []  # nothing can be signed: the others will vote

    def _carried(self, effects: Sequence[logged.Effect], now_ms: int) -> list[Effect]:
        out: list[Effect] = []
        self._take(effects, out, now_ms)
        return out

    def _may_vote(self, place: Place) -> bool:
        """The table's policy (docs/log.md 9, "When to vote"); it never touches safety."""
        if place.author in self._parting:
            return True
        if not self.presence.gone(place.author, self._now_ms):
            return False
        if place.kind == "wait":
            return bool(self.ledger.returning())
        if place.sort is not Sort.CHOICE or not self.asks_people(place):
            return True
        return self.bots_for.get(place.author) == self.ledger.open_step

    def asks_people(self, place: Place) -> bool:
        """Whether a missing choice is a person's, and people are asked before a bot makes it."""
        seat = int(place.kind.partition(" ")[2])
        if self._settled.terms.people(self._settled.state.chairs).get(seat) != place.author:
            return False
        return self.patience and place.key not in [polled.key for polled in self.ledger.polling()]

    def _look_round(self, out: list[Effect], now_ms: int) -> None:
        """Tells the others who is heard, when that is due."""
        self._now_ms = now_ms
        frame = self.presence.due(now_ms)
        if frame is not None:
            out.append(Send(None, pack(frame)))

    # --- inside: driving

    def _drive(self, out: list[Effect], now_ms: int) -> None:
        """Writes what this laptop owes, as long as there is something."""
        writer = self._writer
        self._now_ms = now_ms
        if writer is not None and not self._left and self._may_come_back():
            self._take(self.ledger.come_back(), out, now_ms)
        again = writer is not None
        while again and writer is not None and not writer.lost:
            again = False
            for place in self.ledger.wanted():
                made = writer.body(place, self._settled, self.ledger)
                out += made.effects
                if not made.body:
                    continue
                try:
                    written = self.ledger.write(place, made.body[0])
                except LedgerError as error:
                    writer.refused(place, str(error), self._settled, self.ledger.open_step)
                    self._tell(out, "unwritten", kind=place.kind, why=str(error))
                    continue
                self._take(written, out, now_ms)
                again = True
                break  # what else is wanted may have changed
            if writer.lost:
                self._tell(out, "lost", why=writer.lost)
                out += self.leave(now_ms)  # it cannot do its part; the others can go on with a stand-in

    def _note_leave(self, peer: bytes, parts: Frame) -> None:
        """The peer takes its leave; where its own contribution is the next one, no entry could say so.

        Its own word only: anybody could send an old rider again.
        """
        try:
            rider = Rider.read(parts[1:])
        except Malformed:
            return  # the ledger refuses it by name
        own = self.terms.keys.get(rider.member) == peer
        if rider.type == LEAVE and own and rider.signed_by(peer):
            self._parting[rider.member] = None

    def _may_come_back(self) -> bool:
        return self.me in self.ledger.away and not self._settled.stopped and not self.ledger.over

    # --- inside: what the ledger tells

    def _take(self, effects: Sequence[logged.Effect], out: list[Effect], now_ms: int) -> None:
        for effect in effects:
            match effect:
                case logged.Save():
                    out.append(effect)
                case logged.Send(to, frame):
                    out.append(Send(self.terms.keys[to] if isinstance(to, int) else to, frame))
                case logged.StepShown(_, contents, machine=machine):
                    self._on_shown(contents, cast(TableMachine, machine), out, now_ms)
                case logged.StepSettled(step):
                    self._on_settled(step, out, now_ms)
                case _:
                    self._on_news(effect, out)
        # The ledger may have folded anew (a repair), so its word stands in the end.
        self._settled = cast(TableMachine, self.ledger.settled)
        self._shown = cast(TableMachine, self.ledger.shown)

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
        for event, data in self.diary.news(before, self._shown):
            self._tell(out, event, **data)

    def _on_settled(self, step: int, out: list[Effect], now_ms: int) -> None:
        writer = self._writer
        asked = any(place.kind == "ready" for place in self._settled.places)
        self._settled = self._shown
        if writer is not None and asked and all(place.kind != "ready" for place in self._settled.places):
            writer.ready = False  # a click counts for one hand
        self._since_ms = now_ms
        if writer is None:
            return
        writer.chooser.settled(step)
        out += [DropSecret(name) for name in writer.own.outlived(self._settled)]

    def _on_news(self, effect: logged.Event, out: list[Effect]) -> None:
        if isinstance(effect, logged.RosterChanged):
            for member in (*effect.gone, *effect.back):
                self._parting.pop(member, None)
        for event, data, line in self.diary.log_event(self.terms, effect):
            self._tell(out, event, **data)
            if line is not None:
                self._say(out, line)

    def _say(self, out: list[Effect], line: Line) -> None:
        self.diary.keep(line)
        if not self._quiet:
            out.append(Said(line))

    def _tell(self, out: list[Effect], event: str, **data: object) -> None:
        if not self._quiet:
            out.append(Happened(event, tuple(data.items())))

    def _peer(self, key: bytes) -> int | bytes:
        member = self.terms.genesis.number(key)
        return key if member is None else member

    def _answer_hello(self, peer: bytes) -> list[Effect]:
        """Somebody knocks under way: a member that missed the beginning gets it, a stranger is told so."""
        if self.terms.genesis.number(peer) is not None:
            return [Send(peer, pack(notes.Started(self.terms.genesis).wire()))]
        return [Send(peer, pack(notes.Refused("under_way").wire()))]
