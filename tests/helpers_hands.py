"""Hands brought to a moment: stacked, bid, named, played card by card, for the tests of single games."""

from __future__ import annotations

from collections.abc import Mapping

from helpers_rules import Dealer, game

from pinochle_lan.cards import Suit, cards
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Shown
from pinochle_lan.rules.ask import Ask


def dealt(variant: str, hands: Mapping[int | str, str], dealer: int = 0, **options: object) -> Dealer:
    """A table at its first call, with hands (and zones) stacked by name; ``dealer`` deals."""
    table = Dealer(game(variant, first_dealer=dealer, **options), 11)
    table.until("shuffle")
    table.stack(hands)  # type: ignore[arg-type]
    table.until("call")
    return table


def call(table: Dealer, *bids: int | None) -> None:
    """Calls of whoever is due, in order; a refused one fails."""
    for bid in bids:
        seat = due(table, "call").seat
        assert seat is not None
        do(table, act.Call(seat, bid))


def do(table: Dealer, *actions: act.Action) -> None:
    """Fold actions that must be accepted with all that their author knows."""
    for action in actions:
        seat = getattr(action, "seat", None)
        refusal = table.game.check(table.state, action, None if seat is None else table.mine(seat))
        assert refusal is None, f"{action}: {refusal}"
    table.do(*actions)


def due(table: Dealer, kind: str) -> Ask:
    """The one ask that is due, of ``kind``."""
    ask = table.game.due(table.state)[0]
    assert ask.kind == kind, ask
    return ask


def asks(table: Dealer) -> list[tuple[str, int | None]]:
    """What is due: (kind, seat)."""
    return [(ask.kind, ask.seat) for ask in table.game.due(table.state)]


def name(table: Dealer, suit: str) -> None:
    """Declarer names trump, with the king and queen where they are needed."""
    seat = due(table, "name").seat
    assert seat is not None
    legal = table.game.legal(table.state, seat, table.mine(seat))
    do(table, next(a for a in legal if isinstance(a, act.Name) and a.suit is Suit(suit)))


def bury(table: Dealer, text: str, suit: str) -> None:
    """Declarer buries these faces and names trump."""
    seat = due(table, "bury").seat
    assert seat is not None
    do(table, act.Bury(seat, slots(table, seat, text), Suit(suit)))


def slots(table: Dealer, seat: int, text: str) -> tuple[int, ...]:
    """Slots of these faces in the seat's hand: open copies first, then the lowest."""
    hand = sorted(table.state.hand(seat), key=lambda n: (not table.state.slots[n].open, n))
    found: list[int] = []
    for card in cards(text):
        found.append(next(n for n in hand if table.faces[n] == card and n not in found))
    return tuple(found)


def card(table: Dealer, seat: int, text: str) -> act.Play:
    """The action that plays this face."""
    (slot,) = slots(table, seat, text)
    return act.Play(seat, Shown(slot, table.faces[slot]))


def play(table: Dealer, *texts: str) -> None:
    """Cards of whoever is due, in order; a refused one fails."""
    for text in texts:
        seat = due(table, "card").seat
        assert seat is not None
        do(table, card(table, seat, text))


def held(table: Dealer, seat: int) -> list[str]:
    """Faces of the seat's hand, sorted."""
    return sorted(str(table.faces[n]) for n in table.state.hand(seat))


def last(table: Dealer) -> str:
    """The lines of the last score, one under the other."""
    return "\n".join(table.state.history[-1].why)
