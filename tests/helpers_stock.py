"""Stock games brought to a moment: stacked hands, tricks, melds laid by face, the last draw."""

from __future__ import annotations

from typing import Any

from helpers_rules import Dealer, game

from pinochle_lan.cards import cards
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Laid, Lay, Shown
from pinochle_lan.rules.refusal import Refusal

TRUMP = "QH"
"""Turned up unless a test says otherwise: hearts are trump."""


def dealt(variant: str, hands: dict[int | str, str], **options: Any) -> Dealer:
    """A table at its first choice: B deals, so A leads (or B bids); ``hands`` by seat or zone."""
    table = Dealer(game(variant, first_dealer=1, **options), 11)
    table.until("shuffle")
    table.stack({"turn-up": TRUMP, **hands})  # type: ignore[arg-type, dict-item]
    table.until("call", "card")
    return table


def slots(table: Dealer, seat: int, text: str) -> tuple[int, ...]:
    """Slots of these faces: from the hand, or from the seat's table for a face with a star."""
    found: list[int] = []
    for word in text.split():
        here = (
            zones.held(table.state.slots, zones.MELD, seat) if word.endswith("*") else table.state.hand(seat)
        )
        (card,) = cards(word.strip("*"))
        found.append(next(n for n in here if table.faces[n] == card and n not in found))
    return tuple(found)


def shown(table: Dealer, numbers: tuple[int, ...]) -> tuple[Shown, ...]:
    return tuple(Shown(n, table.faces[n]) for n in numbers)


def play(table: Dealer, *texts: str) -> None:
    """Cards of whoever is due, in order; draws are done in between, melds declined."""
    for text in texts:
        ask = table.until("card", "lay", "take")
        while ask.kind == "lay":
            table.do(Lay(ask.seat or 0))
            ask = table.until("card", "lay", "take")
        assert ask.kind == "card", ask
        assert ask.seat is not None
        do(table, act.Play(ask.seat, shown(table, slots(table, ask.seat, text))[0]))


def do(table: Dealer, action: act.Action) -> None:
    """Fold an action that must be accepted with all that its author knows."""
    seat = getattr(action, "seat", None)
    refusal = table.game.check(table.state, action, None if seat is None else table.mine(seat))
    assert refusal is None, f"{action}: {refusal}"
    table.do(action)


def laying(table: Dealer, *melds: tuple[str, str]) -> Lay:
    """The lay of these (name, faces); ``turn-up`` names the card that an exchange brings."""
    ask = table.until("lay")
    assert ask.seat is not None
    (up,) = zones.in_zone(table.state.slots, zones.TURN_UP) or (None,)
    made = []
    for name, text in melds:
        words = [word for word in text.split() if word != "turn-up"]
        numbers = slots(table, ask.seat, " ".join(words))
        if "turn-up" in text.split():
            assert up is not None
            numbers = (*numbers, up)
        made.append(Laid(name, shown(table, numbers)))
    return Lay(ask.seat, tuple(made))


def lay(table: Dealer, *melds: tuple[str, str]) -> None:
    """Lay melds that must be accepted."""
    do(table, laying(table, *melds))


def refused(table: Dealer, *melds: tuple[str, str]) -> Refusal:
    """Why these melds may not be laid: the same before signing and on arrival."""
    action = laying(table, *melds)
    refusal = table.game.check(table.state, action, table.mine(action.seat))
    assert refusal is not None
    assert table.game.check(table.state, action) == refusal, "meld legality is public in full"
    return refusal


def offered(table: Dealer, seat: int) -> list[str]:
    """Names of the melds that the seat is offered now."""
    (offer,) = table.game.legal(table.state, seat, table.mine(seat)).offers
    return [meld.name for meld in offer.melds]  # type: ignore[union-attr]


def down(table: Dealer, seat: int) -> list[str]:
    """Faces on the seat's table, sorted."""
    return sorted(str(table.faces[n]) for n in zones.held(table.state.slots, zones.MELD, seat))


def to_the_last_trick(table: Dealer) -> None:
    """Play on at random, nothing melded, until the last trick with a stock is led."""
    while len(zones.in_zone(table.state.slots, zones.STOCK)) > 1 or table.state.trick:
        quiet(table)
    while table.game.due(table.state)[0].kind != "card":
        quiet(table)


def quiet(table: Dealer) -> None:
    """One step, nothing melded."""
    ask = table.game.due(table.state)[0]
    if ask.kind == "lay":
        assert ask.seat is not None
        table.do(Lay(ask.seat))
    else:
        table.step()
