"""What this laptop writes: the body for each of its places, as soon as there is one.

A person's or a bot's choice is written once it was made; everything else at once. Knows no links and no time.
"""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_lan.cards import Card
from pinochle_lan.codec import Value
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.machine import HAND_BACK, Place, Sort
from pinochle_lan.rules.actions import Choice
from pinochle_lan.sealed.refused import BrokenDeal
from pinochle_lan.table import standin
from pinochle_lan.table.chooser import Asked, Chooser, Queued
from pinochle_lan.table.effects import AskBot, SaveSecret
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.own import Own, SecretLost


@dataclass(frozen=True, slots=True)
class Made:
    """A body (one item, or none as long as it is not decided) and what must be done before it is written."""

    body: tuple[()] | tuple[Value] = ()
    effects: tuple[SaveSecret | AskBot, ...] = ()


class Writer:
    """The entries of one laptop, between the decision and the log."""

    def __init__(self, own: Own, me: int) -> None:
        self.own = own
        self.chooser = Chooser()
        self.ready = True
        """The person's click; the one on the draft counts for the first hand."""
        self.lost = ""
        """Why this laptop cannot go on in this hand; empty = it can."""
        self._me = me

    def faces(self, machine: TableMachine, seat: int) -> dict[int, Card]:
        """The faces of an own seat; empty for any other, or if the seed is lost.

        Also if they cannot be told: a share whose proof is still to be checked may be false.
        """
        try:
            return self.own.mine(machine, seat)
        except (SecretLost, BrokenDeal):
            return {}

    def seat(self, machine: TableMachine) -> int | None:
        """The seat of this laptop's person."""
        people = machine.terms.people(machine.state.chairs)
        return next((seat for seat, member in people.items() if member == self._me), None)

    def body(self, place: Place, machine: TableMachine, ledger: Ledger) -> Made:
        """The body for a place that may be signed now; ``machine`` is the settled state."""
        try:
            if place.kind == "wait" and not (ledger.returning() or ledger.requests()):
                return Made()  # it carries what the table waits for, and what its people want meanwhile
            if place.sort is Sort.CHOICE and self._hands_back(place, machine, ledger):
                return Made((HAND_BACK,))
            if place.sort is Sort.CHOICE:
                choice = self.chooser.queued(ledger.open_step, place.kind, machine.digest())
                if choice is None:
                    return self._asked(place, machine, ledger.open_step)
                body = self.own.action_body(machine, choice)
            elif place.kind == "ready" and not self.ready and self.seat(machine) is not None:
                return Made()
            else:
                body = self.own.body(machine, place, ledger.held())
        except SecretLost as lost:
            self.lost = (
                f"This laptop lost its secrets of the hand ({lost}). It cannot go on; the score is kept."
            )
            return Made()
        return Made((body,), tuple(SaveSecret(fresh.name, fresh.data) for fresh in self.own.take_fresh()))

    def _hands_back(self, place: Place, machine: TableMachine, ledger: Ledger) -> bool:
        """Whether the seat's own laptop is here again, and waits for the next entry to be back."""
        owner = machine.owners.get(int(place.kind.partition(" ")[2]))
        if owner is None or owner not in ledger.returning():
            return False
        return machine.stands_in(place) and machine.attendance.may_return(owner)

    def _asked(self, place: Place, machine: TableMachine, step: int) -> Made:
        mine = self.own.mine(machine, int(place.kind.partition(" ")[2]))
        ask = self.chooser.ask(step, place.kind, machine, mine, self._me)
        return Made() if ask is None else Made((), (ask,))

    def answered(self, asked: Asked, action: Choice | None, machine: TableMachine) -> bool:
        """Queues a bot's answer, or a safe action where it is not legal. Gives whether it was."""
        legal = machine.terms.game.legal(machine.state, asked.seat, self.faces(machine, asked.seat))
        fits = action is not None and action in legal
        chosen = action if action is not None and fits else standin.safe(asked.seat, legal)
        self.chooser.queue(Queued(asked.step, asked.kind, chosen, machine.digest()))
        return fits

    def refused(self, place: Place, why: str, machine: TableMachine, step: int) -> None:
        """The own ledger refuses what was made: the person chooses anew, anything else is a fault of ours."""
        if place.sort is Sort.CHOICE and place.kind.endswith(f" {self.seat(machine)}"):
            self.chooser.drop(step, place.kind)
        else:
            self.lost = (
                f"This laptop cannot make its {place.kind.partition(' ')[0]}: {why}. The score is kept."
            )
