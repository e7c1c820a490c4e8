"""Tricks: which cards may be played and why not the others, who wins, what cards are worth.

Both legal-play procedures of docs/rules (partnership 10 and auction 10) are one here: they differ in a single
case, a follower who also holds trump after a plain suit was ruffed. Knows cards only, no seats and no slots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules.options import Options
from pinochle_lan.rules.refusal import Refusal, refuse

Winner = Callable[[Sequence[Card], Suit | None], int]
"""Place in the trick of the winning card."""


def winner(trick: Sequence[Card], trump: Suit | None) -> int:
    """Place of the winning card: highest trump, else highest of the suit led; of identical ones the first."""
    best = 0
    for place, card in enumerate(trick):
        top = trick[best]
        if card.beats(top) or (card.suit is trump and top.suit is not trump):
            best = place
    return best


@dataclass(frozen=True)
class Following:
    """The duties of play: follow, beat, trump, overtrump. House rules may put a subclass in its place."""

    beat_plain: bool = True
    """False = beating is a duty only when trump is led (must_beat = trump_led_only)."""
    either_suit: bool = False
    """After a ruff who can follow may also trump (after_ruff = either_suit)."""
    first_lead_trump: bool = False
    """Trick 1 must be led with trump by a leader who has one."""

    @classmethod
    def of(cls, o: Options) -> Following:
        """The duties under a table's options."""
        return cls(
            beat_plain=o.word("must_beat", "always") == "always",
            either_suit=o.word("after_ruff", "follow_any") == "either_suit",
            first_lead_trump=o.flag("first_lead_must_be_trump"),
        )

    def legal(
        self, hand: Sequence[Card], trick: Sequence[Card], trump: Suit | None, *, first_lead: bool = False
    ) -> tuple[Card, ...]:
        """The cards of ``hand`` that may be played to ``trick``, in hand order (copies stay copies)."""
        return self.judge(hand, trick, trump, first_lead=first_lead)[0]

    def judge(
        self, hand: Sequence[Card], trick: Sequence[Card], trump: Suit | None, *, first_lead: bool = False
    ) -> tuple[tuple[Card, ...], str]:
        """The legal cards and the duty that chose them: lead, lead_trump, follow, beat, trump, overtrump or
        free.
        """
        everything = tuple(hand)
        trumps = tuple(card for card in hand if card.suit is trump)
        if not trick:
            if first_lead and self.first_lead_trump and trumps:
                return trumps, "lead_trump"
            return everything, "lead"
        led = trick[0].suit
        top = trick[winner(trick, trump)]
        suited = tuple(card for card in hand if card.suit is led)
        ruffed = led is not trump and top.suit is trump
        if suited and not ruffed:
            higher = tuple(card for card in suited if card.beats(top))
            if higher and (self.beat_plain or led is trump):
                return higher, "beat"
            return suited, "follow"
        if suited and not (self.either_suit and trumps):
            return suited, "follow"
        if not trumps:
            return everything, "free"
        higher = tuple(card for card in trumps if card.beats(top))
        over = ruffed and self.beat_plain and bool(higher)
        if suited:
            return suited + (higher if over else trumps), "follow"
        return (higher, "overtrump") if over else (trumps, "trump")

    def refusal(
        self,
        card: Card,
        hand: Sequence[Card],
        trick: Sequence[Card],
        trump: Suit | None,
        *,
        first_lead: bool = False,
    ) -> Refusal | None:
        """Why ``card`` of ``hand`` may not be played, or None.

        The rule is left blank: the game cites its own.
        """
        cards, duty = self.judge(hand, trick, trump, first_lead=first_lead)
        if card in cards:
            return None
        suit = (
            trick[0].suit if trick and duty in ("follow", "beat", "trump", "overtrump") else trump
        ) or card.suit
        name = suit.title.lower()
        if duty == "lead_trump":
            return refuse("lead_trump", suit=name)
        if duty in ("trump", "overtrump") and card.suit is not trump:
            return refuse("trump", suit=name)
        if duty == "overtrump":
            return refuse("overtrump", card=str(trick[winner(trick, trump)]), which=_each(cards))
        if card.suit is suit and trick:
            return refuse("beat", rank=trick[winner(trick, trump)].rank.title, which=f"Play {_each(cards)}.")
        if duty == "follow" and card.suit is trump:
            over = tuple(other for other in cards if other.suit is trump)
            if over:
                return refuse("overtrump", card=str(trick[winner(trick, trump)]), which=_each(over))
        return refuse("follow", suit=name)

    def sentences(self) -> tuple[str, ...]:
        """The duties as rules in force."""
        first = "Follow suit if you can; if you cannot, play a trump; with neither, any card."
        beat = (
            "Beat the card that is winning if you can, your partner's too; an identical card does not beat."
            if self.beat_plain
            else "You must beat the winning card only when trump is led."
        )
        ruff = (
            "After a plain suit was trumped you may follow or trump, even if you can follow."
            if self.either_suit
            else "After a plain suit was trumped any card of that suit will do."
        )
        lead = ("Trick 1 must be led with a trump by a leader who has one.",) if self.first_lead_trump else ()
        return (first, beat, ruff, *lead)


def _each(cards: Sequence[Card]) -> str:
    names = list(dict.fromkeys(str(card) for card in cards))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


@dataclass(frozen=True)
class Counters:
    """What cards are worth in tricks, by rank from the ace down, and the last trick."""

    points: tuple[int, int, int, int, int, int]
    last: int

    @classmethod
    def of(cls, o: Options, *, last: int = 10, unit: int = 1) -> Counters:
        """The scheme under a table's options.

        ``last`` in the variant's own scale; ``unit`` 10 if that is tenths.
        """
        divide = unit * o.tenth
        scheme = SCHEMES[o.word("counters", "simple")]
        a, ten, king, queen, jack, nine = (points // divide for points in scheme)
        return cls((a, ten, king, queen, jack, nine), o.number("last_trick", last // o.tenth))

    def worth(self, card: Card) -> int:
        """Trick points of a card."""
        return self.points[5 - card.rank.strength]

    def of_cards(self, cards: Sequence[Card]) -> int:
        """Trick points of cards together, the last trick left out."""
        return sum(self.worth(card) for card in cards)

    def pool(self, pack: Sequence[Card]) -> int:
        """All trick points of a hand."""
        return self.of_cards(pack) + self.last

    def sentences(self, pack: Sequence[Card] = ()) -> tuple[str, ...]:
        """The scheme as rules in force, of the ranks that are in ``pack``; empty = of all."""
        by_points: dict[int, list[str]] = {}
        for rank, points in zip(Rank, self.points, strict=True):
            if not pack or any(card.rank is rank for card in pack):
                by_points.setdefault(points, []).append(rank.title)
        words = "; ".join(f"{', '.join(names)} {points}" for points, names in by_points.items())
        return (f"{words[:1].upper()}{words[1:]}; last trick {self.last}.",)


SCHEMES: Final = {
    "simple": (10, 10, 10, 0, 0, 0),
    "half": (10, 10, 5, 5, 0, 0),
    "classic": (11, 10, 4, 3, 2, 0),
}
"""Full-scale counters of house-rules.md by rank from the ace down."""
