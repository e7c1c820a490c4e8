"""What the audit of a whole game found, counted, and said in sentences that a person understands.

Is given every step of a file that ``log.verify`` has checked entry by entry; counts cards, proofs and
openings, and looks once more whether each pack that was dealt is whole. Knows no bytes and no signatures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pinochle_lan.log.machine import Blank, Content, Illegal, Place
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.places import word
from pinochle_lan.table.words import joined

_SHARES = ("share", "show", "sub", "late")


@dataclass
class Findings:
    """The counts so far; ``note`` takes the steps in order, ``end`` closes the last hand."""

    names: tuple[str, ...] = ()
    """Of the laptops, in order of member number."""
    deals: int = 0
    """Packs that were dealt, hands without a score included."""
    hands: int = 0
    """Scored hands."""
    dealt: int = 0
    shown: int = 0
    """Cards of finished deals, and how many of them were opened in the course of play."""
    shuffles: int = 0
    remixes: int = 0
    shares: int = 0
    openings: int = 0
    """Proofs that were checked: of shuffles, of remixed hands, of batches of key shares, of opened cards."""
    missing: int = 0
    """Times that laptops were decided to be absent."""
    lies: list[str] = field(default_factory=list)
    """What was refused, one sentence each."""
    _deal: Deal | None = field(default=None, repr=False)
    _dealt: bool = False

    def note(
        self, step: int, before: TableMachine, contents: Sequence[tuple[Place, Content]], after: TableMachine
    ) -> str:
        """One more step. Gives what is wrong with a pack whose hand ended here; empty = nothing."""
        self.names = tuple(after.terms.member_names[member] for member in sorted(after.terms.member_names))
        gone = dict.fromkeys(place.author for place, content in contents if content is Blank.ABSENT)
        self.missing += len(gone)
        for place, content in contents:
            if isinstance(content, Illegal):
                who = after.terms.member_names[place.author]
                self.lies.append(f"step {step}, {who}'s {word(place.kind)}: {content.why}")
            elif not isinstance(content, Blank):
                self._count(word(place.kind), content)
        self.hands = len(after.state.history)
        wrong = ""
        if after.deal is not None and (self._deal is None or after.deal.setup.hand != self._deal.setup.hand):
            wrong = self.end()
        self._deal, self._dealt = after.deal, after.dealt
        if len(after.state.history) > len(before.state.history):
            wrong = wrong or self.end()
        return wrong

    def end(self) -> str:
        """The hand that was dealt last is over. Gives what is wrong with its pack; empty = nothing."""
        deal, dealt = self._deal, self._dealt
        self._deal, self._dealt = None, False
        if deal is None or not dealt:
            return ""
        self.deals += 1
        self.dealt += len(deal.setup.types)
        self.shown += len(deal.faces)
        strange = Counter(deal.faces.values()) - Counter(deal.setup.types)
        if len(deal.slots) != len(deal.setup.types) or strange:
            return (
                f"the pack of deal {deal.setup.hand} is not whole: {', '.join(sorted(strange)) or 'a card'}"
            )
        return ""

    def _count(self, kind: str, body: Content) -> None:
        self.shuffles += kind == "proof"
        self.remixes += kind == "remix"
        if kind in _SHARES:
            parts = body if isinstance(body, tuple) and kind in ("share", "show") else (body,)
            if len(parts) == 2 and isinstance(parts[1], tuple):
                parts = parts[1]
            self.shares += len(parts)
        match body:
            case (_, (tuple() as slots, bytes())):
                self.openings += len(slots)
            case _:
                pass

    def sentences(self) -> tuple[str, ...]:
        """The audit for people, one sentence a line."""
        void = self.deals - self.hands
        more = f" and {_many(void, 'deal')} without a score" if void > 0 else ""
        told = [f"{_many(self.hands, 'hand')}{more}, played by {joined(self.names)}."]
        sealed = self.dealt - self.shown
        rest = f"{sealed} never shown: those stay sealed for good" if sealed else "none is left over"
        told.append(f"Every card is accounted for: {self.dealt} dealt, {self.shown} shown, {rest}.")
        if len(self.names) > 1:
            told.append(
                f"Nobody stacked the deck: {_many(self.shuffles, 'shuffle')} proved, by every laptop in turn."
            )
        else:
            told.append("One laptop alone shuffled: what it did with the deck, nobody else could check.")
        told.append(
            f"Nobody saw a card early: {_many(self.openings, 'opened card')}, "
            f"{_many(self.shares, 'batch')} of key shares and {_many(self.remixes, 'remixed hand')} "
            "are proved, each in its turn."
        )
        told.append("Nobody broke a rule of play: no revoke, and no meld held back.")
        if self.missing:
            told.append(f"Laptops were missing {_many(self.missing, 'time')}; stand-ins played their seats.")
        told += [f"Refused, and without effect: {lie}." for lie in self.lies]
        return tuple(told)


def _many(count: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"
