"""What a seat sees: builds the view from the public state and the faces of that seat's own slots, nothing
else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pinochle_lan.cards import Card
from pinochle_lan.rules import melds, zones
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.phases.auction import bidding
from pinochle_lan.rules.state import Melded, Played, State
from pinochle_lan.rules.view import (
    CardView,
    MeldView,
    SeatView,
    SideView,
    TrickCard,
    TrickView,
    View,
)

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


def view(game: Game, state: State, seat: int | None, mine: Mapping[int, Card]) -> View:
    """The view of ``seat``, or a spectator's; see ``Game.view``."""
    own = {} if seat is None else _own(state, seat, mine)
    asks = game.due(state)
    tricks = _tricks(game, state)
    high = _standing(game, state)
    side = None if state.declarer is None else game.side_of(state.declarer)
    meld = game.meld_points(state) if state.melds else (0,) * len(game.sides)
    points = state.points or (0,) * len(game.sides)
    need = None
    if state.bid is not None and side is not None and (any(state.melded) or state.leader is not None):
        need = state.bid - meld[side] - points[side]
    giver = next((ask.seat for ask in asks if ask.kind == "pass"), None)
    receiver = None if giver is None else game.partner_of(giver)
    return View(
        variant=game.id,
        title=game.title,
        options=tuple(game.options.items()),
        viewer=seat,
        seats=(
            *(_seat(game, state, n, own if n == seat else {}) for n in range(game.seats)),
            *_dummy(game, state),
        ),
        sides=tuple(
            SideView(name, game.sides[n], state.scores[n], points[n], meld[n])
            for n, name in enumerate(game.side_names)
        ),
        hand_number=len(state.history) + (0 if state.over else 1),
        dealer=state.dealer,
        phase="over" if state.over else game.phase(state).shown(game, state),
        turn=tuple(ask.seat for ask in asks if ask.sort is Sort.CHOICE and ask.seat is not None),
        target=state.target,
        calls=state.calls,
        standing=high,
        declarer=state.declarer,
        bid=state.bid,
        trump=state.trump,
        need=need,
        trick=_running(game, state),
        last_trick=tricks[-1] if tricks else None,
        tricks_total=_tricks_total(game, state),
        kitty=_kitty(state),
        turn_up=next(iter(_cards(state, zones.in_zone(state.slots, zones.TURN_UP), {})), None),
        stock_left=len(zones.in_zone(state.slots, zones.STOCK))
        + len(zones.in_zone(state.slots, zones.TURN_UP)),
        buried=len(zones.in_zone(state.slots, zones.BURIED)),
        passing=None if giver is None or receiver is None else (giver, receiver),
        offers=() if seat is None else game.legal(state, seat, own).offers,
        history=state.history,
        over=state.over,
        winner=state.winner,
        tricks=tricks,
        laid_away=() if seat is None else _cards(state, zones.held(state.slots, zones.BURIED, seat), own),
        ends=game.rules.end.sentences(),
    )


def _own(state: State, seat: int, mine: Mapping[int, Card]) -> dict[int, Card]:
    """Of ``mine`` what is the seat's own: a laptop may host several seats, each sees its cards alone."""
    zones_seen = (zones.HAND, zones.MELD, zones.BURIED)
    return {
        n: mine[n]
        for n, slot in enumerate(state.slots)
        if slot.owner == seat and slot.zone in zones_seen and n in mine
    }


def _cards(state: State, slots: Iterable[int], own: Mapping[int, Card]) -> tuple[CardView, ...]:
    return tuple(CardView(n, state.slots[n].card or own.get(n), state.slots[n].open) for n in slots)


def _seat(game: Game, state: State, seat: int, own: Mapping[int, Card]) -> SeatView:
    called = [bid for who, bid in state.calls if who == seat]
    numbers = [bid for bid in called if bid is not None]
    made = state.melds[seat] if state.melds else ()
    return SeatView(
        seat=seat,
        name=game.seat_names[seat],
        side=game.side_of(seat),
        hand=_cards(state, state.hand(seat), own),
        table=_cards(state, zones.held(state.slots, zones.MELD, seat), own),
        meld=tuple(_meld(one) for one in made),
        meld_points=melds.total(made),
        tricks=state.winners.count(seat),
        bid=numbers[-1] if numbers else None,
        passed=bool(called) and called[-1] is None,
    )


def _dummy(game: Game, state: State) -> tuple[SeatView, ...]:
    """A hand that belongs to nobody, after the seats: backs to the end."""
    slots = zones.in_zone(state.slots, zones.DUMMY)
    return (SeatView(game.seats, "Dummy", -1, _cards(state, slots, {}), dummy=True),) if slots else ()


def _meld(one: Melded) -> MeldView:
    return MeldView(one.name, melds.title(one.name, one.cards), one.points, one.slots, one.cards)


def _standing(game: Game, state: State) -> tuple[int, int] | None:
    if state.declarer is not None and state.bid is not None:
        return state.declarer, state.bid
    return bidding(game, state).high if state.calls else None


def _trick(game: Game, state: State, number: int, plays: tuple[Played, ...], winner: int | None) -> TrickView:
    cards = [play.card for play in plays]
    best = game.rules.winner(cards, state.trump)
    shown = tuple(TrickCard(play.seat, play.slot, play.card, n == best) for n, play in enumerate(plays))
    points = None
    if winner is not None:
        last = number == len(state.winners) and not zones.unplayed(state.slots)
        points = game.trick_points(state, number, cards, last=last)
    return TrickView(number, plays[0].seat, shown, winner, points)


def _tricks(game: Game, state: State) -> tuple[TrickView, ...]:
    size = game.seats
    return tuple(
        _trick(game, state, n + 1, state.plays[n * size : n * size + size], winner)
        for n, winner in enumerate(state.winners)
    )


def _running(game: Game, state: State) -> TrickView | None:
    if state.trick:
        return _trick(game, state, len(state.winners) + 1, state.trick, None)
    if state.leader is None:
        return None
    return TrickView(len(state.winners) + 1, state.leader, ())


def _tricks_total(game: Game, state: State) -> int:
    in_play = zones.unplayed(state.slots)
    return len(state.winners) + (in_play + len(state.trick)) // game.seats


def _kitty(state: State) -> tuple[CardView, ...]:
    """The kitty as it lies, and after it was taken the faces that everybody saw."""
    lying = zones.in_zone(state.slots, zones.KITTY)
    if lying:
        return _cards(state, lying, {})
    return tuple(CardView(n, card) for n, card in state.kitty)
