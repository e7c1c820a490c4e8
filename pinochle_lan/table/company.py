"""Who is at a table: heard or missing, leaving or back, and what this laptop's person wants of the others.

Owns the policy of docs/log.md 9 ("When to vote") and the requests of section 11. What they come to is for the
machine to fold.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from pinochle_lan.log import effects as logged
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, pack
from pinochle_lan.log.ledger import LedgerError
from pinochle_lan.log.machine import Place, Sort
from pinochle_lan.log.rider import KICK, LEAVE, SEAT, TURN, VOID, Rider
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.table import refusals
from pinochle_lan.table.core import Core
from pinochle_lan.table.effects import Effect
from pinochle_lan.table.motions import free_seats
from pinochle_lan.table.owed import OVERDUE_MS


class Company(Core):
    """Presence, absence and requests."""

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

    def sit(self, seat: int, now_ms: int) -> list[Effect] | Refusal:
        """The person asks for the chair of a seat, from the next hand on."""
        if seat not in free_seats(self._settled, self.me):
            return refusals.CHAIR
        chair = self._chair(seat)
        self.petitions.chair = chair
        return self.tick(now_ms)

    def give_seat(self, seat: int, member: int, now_ms: int) -> list[Effect] | Refusal:
        """The person agrees that the member gets the chair of a seat."""
        chair = self._chair(seat)
        return refusals.CHAIR if chair is None else self._wish(SEAT, (chair, member), now_ms)

    def kick(self, member: int, now_ms: int) -> list[Effect] | Refusal:
        """The person wants the member to go; more than half must (docs/log.md 11)."""
        return self._wish(KICK, (member,), now_ms)

    def void(self, now_ms: int) -> list[Effect] | Refusal:
        """The person wants the hand to end without score; all must."""
        return self._wish(VOID, (), now_ms)

    def set_clock(self, seconds: int, now_ms: int) -> list[Effect] | Refusal:
        """The person wants another turn clock, 0 = none; more than half must."""
        return self._wish(TURN, (seconds,), now_ms)

    def come_back(self, now_ms: int) -> list[Effect]:
        """The person, on whom the turn clock ran out, is here again."""
        self.idle = self._left = False
        return self.tick(now_ms)

    def _wish(self, type_: str, about: tuple[int, ...], now_ms: int) -> list[Effect] | Refusal:
        try:
            return self._carried(self.ledger.request(type_, (*about, self._settled.hand)), now_ms)
        except LedgerError:
            return refusals.UNHEARD

    def _chair(self, seat: int) -> int | None:
        """The chair where a seat sits after the draw."""
        chairs = self._settled.state.chairs or tuple(range(len(self._settled.terms.seats)))
        return chairs[seat] if 0 <= seat < len(chairs) else None

    def _petition(self, out: list[Effect], now_ms: int) -> None:
        """Asks for what the person wants, agrees to what needs no asking."""
        if self.me is None or self.ledger.muted or self.ledger.over:
            return
        for type_, fields in self.petitions.due(
            self._settled, self.me, self.patience, self.ledger.requests()
        ):
            with contextlib.suppress(LedgerError):  # the disk is full: nothing is signed any more
                self._take(self.ledger.request(type_, fields), out, now_ms)

    def leave(self, now_ms: int) -> list[Effect]:
        """The person takes its leave: the others need no vote (docs/log.md 11)."""
        if self.me is None or self.me not in self._settled.roster or self.over or self._settled.stopped:
            return []
        self._left = True
        try:
            return self._carried(self.ledger.leave(), now_ms)
        except LedgerError:
            return []  # nothing can be signed: the others will vote

    def save_failed(self, lost: Sequence[logged.Save], now_ms: int) -> list[Effect]:
        """The disk took none of these: from now on this laptop signs nothing, and receives and shows on.

        The others are told that they need not wait for it (docs/log.md 14). Nothing of this is saved.
        """
        out = self.leave(now_ms)
        self.ledger.save_failed(lost)
        self._take((), out, now_ms)
        return [effect for effect in out if not isinstance(effect, logged.Save)]

    def _may_vote(self, place: Place) -> bool:
        """The table's policy (docs/log.md 9, "When to vote"); it never touches safety."""
        if place.author in self._parting:
            return True
        clock = self._settled.attendance.clock
        if clock and place.sort is Sort.CHOICE and self._now_ms - self._since_ms >= 1000 * clock:
            return True
        if not self.presence.gone(place.author, self._now_ms):
            return self._overdue(place)
        if self.presence.cast_out(place.author):
            return True  # nobody is asked to wait for a laptop that broke the rules of the wire
        if place.kind == "wait":
            return bool(self.ledger.returning() or self.ledger.requests())
        if place.sort is not Sort.CHOICE or not self.asks_people(place):
            return True
        return self.bots_for.get(place.author) == self.ledger.open_step

    def _overdue(self, place: Place) -> bool:
        """Whether a laptop that is heard withholds what its program does by itself."""
        if place.kind in ("wait", "ready") or (place.sort is Sort.CHOICE and self._a_persons(place)):
            return False
        behind = self.ledger.behind()
        if place.sort is Sort.REVEAL and behind and place.author not in behind:
            return False  # it may not open anything before they acknowledge what is settled
        return self.owed.waited_ms(self.ledger.open_step, place.key, self._now_ms) >= OVERDUE_MS

    def asks_people(self, place: Place) -> bool:
        """Whether a missing choice is a person's, and people are asked before a bot makes it."""
        if not self._a_persons(place):
            return False
        return self.patience and place.key not in [polled.key for polled in self.ledger.polling()]

    def _a_persons(self, place: Place) -> bool:
        """Whether a choice is made by the person who sits there, not by a bot."""
        seat = int(place.kind.partition(" ")[2])
        return self._settled.terms.people(self._settled.state.chairs).get(seat) == place.author

    def _look_round(self, out: list[Effect], now_ms: int) -> None:
        """Tells the others who is heard, when that is due."""
        self._now_ms = now_ms
        frame = self.presence.due(now_ms)
        if frame is not None:
            out += self._to_all(pack(frame))

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
