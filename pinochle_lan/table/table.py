"""One table on one laptop: the junction of rules, sealed deal and log. Frames, choices, time in; effects out.

Laws:
1. What the laptop owes by itself is written as soon as the ledger lets it; what a person or a bot decides,
   never before they did, and once only.
2. A seed is saved before the entry that rests on it, an entry before it is sent: effects are done in order.
3. Whatever a peer sends can change the log or be refused by name; it never raises.

Synchronous: no sockets, threads, clock or disk.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.codec import CodecError
from pinochle_lan.log import effects as logged
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, FrameType, pack, unpack
from pinochle_lan.log.ledger import LedgerError
from pinochle_lan.log.machine import Sort
from pinochle_lan.log.records import RecordType, pack_record
from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.table import looking, refusals
from pinochle_lan.table.chooser import Queued
from pinochle_lan.table.doorway import Doorway
from pinochle_lan.table.effects import Effect, Send
from pinochle_lan.table.places import word
from pinochle_lan.table.snapshot import Line, Snapshot

LONG: Final = ("mix", "proof", "remix")
"""Kinds whose bodies take a long computation (docs/sealed-deal.md 8)."""


class Table(Doorway):
    """A table that is under way. Begin with ``start``; afterwards call ``tick`` at ``wake_at_ms``."""

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
            self._refuse(out, peer, "frame", str(error), hard=True)
            return out
        member = self._member(peer)
        if parts[0] == FrameType.PRESENCE and member is not None:
            try:
                self.presence.take(member, parts, now_ms)
            except Malformed as error:
                self._refuse(out, peer, "presence", str(error))
            self._look_round(out, now_ms)
        elif parts[0] in (FrameType.CHAT, FrameType.LOOKED) and member is not None:
            try:
                self.chat.take(member, parts, now_ms)
            except Malformed as error:
                self._refuse(out, peer, "chat", str(error))
        elif parts[0] == FrameType.WITNESS and member is not None:
            try:
                self.inquest.take(member, parts, now_ms)
            except Malformed as error:
                self._refuse(out, peer, "witness", str(error))
            self._look_into(out)
        elif parts[0] in (FrameType.HELLO, FrameType.CONSENT, FrameType.GENESIS, FrameType.REFUSED):
            self._at_the_door(peer, parts, out, now_ms)
        elif not isinstance(parts[0], int) or parts[0] >= FrameType.HELLO:
            pass  # of another time or version
        elif member is None and not self.gate.holds(peer):
            self._refuse(out, peer, "frame", "it is not at this table")
        else:
            if parts[0] == FrameType.RIDER:
                self._note_leave(peer, parts)
            self._take(self.ledger.receive(self._peer(peer), parts, now_ms), out, now_ms)
            self._drive(out, now_ms)
        return out

    def link_up(self, peer: bytes, now_ms: int) -> list[Effect]:
        """A link with this key stands."""
        self._links[peer] = now_ms
        out = self._link(peer, now_ms)
        self._ask_to_watch(out)
        self._drive(out, now_ms)
        return out

    def link_down(self, peer: bytes, now_ms: int, *, cast_out: bool = False) -> list[Effect]:
        """The link with this key is gone; ``cast_out``: it was ended for what the peer sent."""
        out: list[Effect] = []
        if self._links.pop(peer, None) is None:
            return out
        self.gate.forget(peer)
        self._shut.pop(peer, None)
        if peer == self._door:
            self._door = b""
        if peer == self._knocked:
            self._knocked = b""
            self._ask_to_watch(out)
        member = self._member(peer)
        if member is not None:
            self.presence.unlinked(member, now_ms, cast_out=cast_out)
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
        self.inquest.tick(now_ms)
        self._look_into(out)
        return out

    @property
    def wake_at_ms(self) -> int | None:
        """When ``tick`` is due next; None if nothing is planned."""
        times = (
            self.ledger.wake_at_ms,
            self.presence.wake_at(self._now_ms),
            self.inquest.wake_at_ms,
            self._more_at_ms,
            self._again_ms,
        )
        return min((time for time in times if time is not None), default=None)

    def ready(self, now_ms: int) -> list[Effect]:
        """The person's "continue": ready for the next hand."""
        self.idle = False
        if self._writer is not None:
            self._writer.ready = True
        return self.tick(now_ms)

    def submit(self, action: Choice, step: int, now_ms: int) -> list[Effect] | Refusal:
        """The person's choice on the snapshot of ``step``. Refused without effect if that is stale (F37)."""
        writer, machine = self._writer, self._shown
        self.idle = False
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

    def say(self, text: str, now_ms: int) -> list[Effect] | Refusal:
        """The person says something to the others at the table."""
        frame = self.chat.say(text, now_ms)
        return refusals.CHATTY if frame is None else self._to_members(frame)

    def put_away(self, hand: int) -> list[Effect]:
        """The person has seen the melds of a hand."""
        frame = self.chat.put_away(hand)
        return [] if frame is None else self._to_members(frame)

    def _to_members(self, frame: Frame) -> list[Effect]:
        data = pack(frame)
        return [Send(key, data) for key in self._links if self._member(key) is not None]

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

    def _drive(self, out: list[Effect], now_ms: int) -> None:
        """Writes what this laptop owes, as long as there is something.

        One long computation at a time: the deck is sent before its proof is made (docs/sealed-deal.md 3), and
        whatever else came meanwhile is looked at in between.
        """
        self._now_ms = now_ms
        self._more_at_ms = None
        self._greet_newcomers(out, now_ms)
        self._knock_again(out, now_ms)
        writer = self._writer
        if writer is not None and not self._left and not self.idle and self._may_come_back():
            self._take(self.ledger.come_back(), out, now_ms)
        self._petition(out, now_ms)
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
                again = word(place.kind) not in LONG
                self._more_at_ms = None if again else now_ms
                break  # what else is wanted may have changed
            if writer.lost:
                self._tell(out, "lost", why=writer.lost)
                out += self.leave(now_ms)  # it cannot do its part; the others can go on with a stand-in
