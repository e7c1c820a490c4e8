"""What must hold after every step of every game, whatever plugin is in it. Each watcher raises ``Broken``.

A watcher is called with the dealer, the actions of the step and the state before. Owns the promises about
cards, points, choices and eyes; knows no plugin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields, is_dataclass

from pinochle_lan.cards import Card, show
from pinochle_lan.dealer import Dealer, digest
from pinochle_lan.rules import wire, zones
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import CardView, PlayOffer, View

Watch = Callable[[Dealer, tuple[Action, ...], State], None]


class Broken(AssertionError):
    """A promise does not hold. ``check`` is its word."""

    def __init__(self, check: str, sentence: str) -> None:
        super().__init__(sentence)
        self.check = check


def cards(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """All cards of the pack lie in a zone, each once, and public faces are true."""
    slots, game = dealer.state.slots, dealer.game
    if not slots:
        return
    there = zones.cards_held(slots)
    if there != len(game.pack):
        raise Broken("cards", f"{there} cards lie somewhere, the pack has {len(game.pack)}")
    living = [n for n, slot in enumerate(slots) if slot.zone in zones.ZONES]
    if len(living) != there:
        strange = next(slot.zone for slot in slots if slot.zone not in (*zones.ZONES, zones.GONE))
        raise Broken("cards", f"a card lies in '{strange}', which is no zone")
    if Counter(dealer.faces.get(n) for n in living) != Counter(game.faces):
        raise Broken("cards", "the faces of all slots together are not the pack")
    for n, slot in enumerate(slots):
        if slot.card not in (None, dealer.faces.get(n)):
            raise Broken("cards", f"slot {n} shows {slot.card}, it is {dealer.faces.get(n)}")


def points(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """Trick points of a played hand are the pool, totals are sums, every line of the score has its source."""
    history, game = dealer.state.history, dealer.game
    if len(history) == len(before.history):
        return
    result = history[-1]
    sides = len(game.sides)
    for name in ("meld", "tricks", "delta", "totals"):
        values = getattr(result, name)
        if len(values) != sides or not all(type(value) is int for value in values):
            raise Broken("points", f"'{name}' of a score is {values}: it must be {sides} whole numbers")
    sums = tuple(have + more for have, more in zip(before.scores, result.delta, strict=True))
    if result.totals != sums or dealer.state.scores != sums:
        raise Broken("points", f"{before.scores} and {result.delta} make {sums}, not {dealer.state.scores}")
    slept = [dealer.faces[n] for n in zones.in_zone(before.slots, zones.DUMMY)]
    counters = game.rules.counters
    least = counters.pool(game.faces) - counters.of_cards(slept)
    if game.options.get("count_stock_tricks") is False or not result.played:
        return  # tricks that count for nobody
    if dealer.state.faults or before.faults or dealer.state.ended == "won":
        return  # a breach takes points away, a win inside the hand leaves cards unplayed
    if not least <= sum(result.tricks) <= counters.pool(game.faces):
        raise Broken("points", f"the tricks of the hand bring {sum(result.tricks)} points, not {least}")


def choices(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """One seat is asked at a time, it has choices, each is accepted as it is and as it arrives elsewhere."""
    game, state = dealer.game, dealer.state
    asks = game.due(state)
    for ask in asks:
        if ask.sort is not Sort.CHOICE:
            continue
        if len(asks) > 1 or ask.seat is None:
            raise Broken("choices", f"'{ask.kind}' is asked of several at once: a choice stands alone")
        mine = dealer.mine(ask.seat)
        legal = game.legal(state, ask.seat, mine)
        who = game.seat_names[ask.seat]
        if not legal.offers:
            raise Broken("choices", f"{who} is asked for '{ask.kind}', but no window can show what for")
        some = [action for _, action in zip(range(40), legal, strict=False)]
        if not some:
            raise Broken("choices", f"{who} is asked for '{ask.kind}' and has no choice")
        for action in some:
            _accepted(dealer, ask, action, mine)
        for offer in legal.offers:
            if isinstance(offer, PlayOffer) and not offer.slots:
                raise Broken("choices", f"{who} may play no card at all")


def _accepted(dealer: Dealer, ask: Ask, action: Action, mine: dict[int, Card]) -> None:
    game, state = dealer.game, dealer.state
    who = game.seat_names[ask.seat or 0]
    for known in (mine, None):
        refusal = game.check(state, action, known)
        if refusal is not None:
            raise Broken("choices", f"{who} is offered {_said(dealer, action)}, which is refused: {refusal}")
    faces = {**game.public(state), **{n: dealer.faces[n] for n in game.opens(state, action)}}
    kind = game.kind_of(action)
    if game.from_body(kind, ask.seat or 0, game.to_body(action), faces) != action:
        raise Broken("choices", f"{who}'s {_said(dealer, action)} arrives as another choice")


def _said(dealer: Dealer, action: Action) -> str:
    """A choice as a transcript says it: ``card AS``."""
    faces = show([one.card for one in wire.shown(action)])
    return f"'{dealer.game.kind_of(action)} {faces or repr(dealer.game.to_body(action))}'"


def views(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """Each view holds the cards of its own seat and the public ones, however much its laptop knows."""
    game, state = dealer.game, dealer.state
    for seat in (None, *range(game.seats)):
        view = game.view(state, seat, dealer.faces)
        own = () if seat is None else tuple(dealer.mine(seat))
        public = tuple(n for n, _ in state.kitty)
        for one in card_views(view):
            open_to_all = one.slot < len(state.slots) and state.slots[one.slot].card is not None
            if one.card is not None and not open_to_all and one.slot not in own and one.slot not in public:
                who = "a spectator" if seat is None else game.seat_names[seat]
                raise Broken("leaks", f"{who} sees slot {one.slot}, which nobody showed")
        if seat is not None and view != game.view(state, seat, dealer.mine(seat)):
            raise Broken("leaks", f"what {game.seat_names[seat]} sees changes with cards of other seats")


def card_views(thing: object) -> list[CardView]:
    """Every card view in a view, wherever it stands."""
    if isinstance(thing, CardView):
        return [thing]
    if is_dataclass(thing) and not isinstance(thing, type):
        return [one for field in fields(thing) for one in card_views(getattr(thing, field.name))]
    if isinstance(thing, tuple) and not isinstance(thing, Card):
        return [one for item in thing for one in card_views(item)]
    return []


def audience(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """Nobody else's hand is dealt to a seat or shown to all by the rules alone."""
    game, state = dealer.game, dealer.state
    for ask in game.due(state):
        if ask.kind not in ("deal", "show"):
            continue
        for n in ask.slots:
            slot = state.slots[n]
            held = before.slots[n] if n < len(before.slots) else slot
            private = slot.zone == zones.HAND and held.zone in (zones.HAND, zones.GONE) and slot.card is None
            if ask.kind == "show" and private:
                raise Broken("leaks", f"slot {n} of {_owner(dealer, slot.owner)}'s hand is shown to all")
            if ask.kind == "deal" and slot.owner != ask.seat:
                to = _owner(dealer, ask.seat)
                raise Broken("leaks", f"slot {n} of {_owner(dealer, slot.owner)}'s hand is dealt to {to}")


def _owner(dealer: Dealer, seat: int | None) -> str:
    return "nobody" if seat is None else dealer.game.seat_names[seat]


class Unchanged:
    """A fold leaves the state before it alone, and folding again gives the same."""

    def __init__(self, game: Game) -> None:
        self._digest = digest(game, game.start())

    def __call__(self, dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
        game = dealer.game
        if digest(game, before) != self._digest:
            raise Broken("changes", "a step changed the state before it; return a new one with replace()")
        if game.apply(before, actions) != dealer.state:
            raise Broken("same", "folding the same step twice gives two states")
        self._digest = dealer.digest


class Eyes:
    """What seat 0 sees and the state itself, step by step; a twin game with other hidden cards must agree.

    In the twin every other seat looks at the table with its hidden cards swapped about. A rule that keeps a
    card where the rules of other seats can reach it shows up as a difference.
    """

    def __init__(self, twin: Eyes | None = None) -> None:
        self.seen: list[tuple[str, View]] = []
        self._twin = twin

    def __call__(self, dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
        game, state = dealer.game, dealer.state
        for seat in range(1, game.seats):
            mine = dealer.mine(seat)
            if self._twin is not None:
                hidden = [n for n in mine if state.slots[n].card is None]
                faces = [mine[n] for n in hidden]
                mine |= dict(zip(hidden, faces[1:] + faces[:1], strict=True))
            for _ in zip(range(3), game.legal(state, seat, mine), strict=False):
                pass  # the rules look at the cards
        self.seen.append((dealer.digest, game.view(state, 0, dealer.mine(0))))
        if self._twin is not None:
            step = len(self.seen) - 1
            if step < len(self._twin.seen) and self._twin.seen[step] != self.seen[step]:
                same_state = self._twin.seen[step][0] == self.seen[step][0]
                what = f"what {game.seat_names[0]} sees" if same_state else "the state"
                raise Broken("leaks", f"{what} depends on cards that other seats hold hidden")
