"""What must hold in every hand of every game, as watchers of a dealer, and random tables to watch.

A watcher is called after each step with the dealer, the step's actions and the state before.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields, is_dataclass
from typing import Any

from helpers_rules import Dealer

from pinochle_lan.cards import Card
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import audit, zones
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.errors import OptionError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.options import Option, OptionValue
from pinochle_lan.rules.state import State
from pinochle_lan.rules.variant import Variant
from pinochle_lan.rules.view import CardView


def random_game(variant: Variant, rng: random.Random) -> Game:
    """A table of ``variant`` with about a third of its options changed to any allowed value."""
    while True:
        given: dict[str, OptionValue] = {}
        for option in variant.options:
            if rng.random() < 1 / 3:
                given[option.name] = _any_value(option.in_force(given), rng)
        try:
            return Game(variant, given)
        except OptionError:
            continue  # two of them contradict each other: tenths with classic counters


def _any_value(option: Option, rng: random.Random) -> OptionValue:
    if option.choices:
        return rng.choice(option.choices)
    assert option.low is not None
    assert option.high is not None
    return rng.randrange(option.low, option.high + 1, option.step)


def lowest_or_pass(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Any legal action; in an auction a pass, a claim or the lowest bid."""
    actions = list(iter(legal))  # list(legal) would ask for their number first and make them all twice
    assert actions, f"nothing to choose for {ask}"
    bids = [action for action in actions if isinstance(action, act.Call) and action.bid is not None]
    return dealer.rng.choice([action for action in actions if action not in bids[1:]])


def hands(game: Game, count: int, seed: int, *watchers: Any, choose: Any = lowest_or_pass) -> list[Dealer]:
    """``count`` hands of ``game``, in as many games as that takes."""
    games: list[Dealer] = []
    played = 0
    while played < count:
        dealer = Dealer(game, seed + len(games), choose)
        dealer.watch += watchers
        games.append(dealer)
        while played < count and not dealer.state.over:
            dealer.hand()
            played += 1
    return games


# --- watchers


def watch_pack(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """docs/engine.md 6, trap 12: all slots once, N in all, after each fold; public faces are true."""
    slots = dealer.state.slots
    if slots:
        assert zones.cards_held(slots) == len(dealer.game.pack)
        living = [n for n, slot in enumerate(slots) if slot.zone in zones.ZONES]
        assert Counter(dealer.faces[n] for n in living) == Counter(dealer.game.faces)
        assert all(slot.card in (None, dealer.faces.get(n)) for n, slot in enumerate(slots))


def watch_points(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """Section 12: the whole pool in every played hand, less what lies in a dummy that counts for nobody.

    Every line of the score quotes a section.
    """
    if len(dealer.state.history) == len(before.history):
        return
    result, game = dealer.state.history[-1], dealer.game
    early = game.options.get("count_stock_tricks") is False  # tricks with a stock bring nothing
    inside = any("inside the hand" in line for line in result.why)  # won before the last card
    if result.played and not early and not inside:
        slept = [dealer.faces[n] for n, slot in enumerate(before.slots) if slot.zone == zones.DUMMY]
        if game.options.get("dummy_points") == "last_trick_winner":
            slept = []
        counters = game.rules.counters
        assert sum(result.tricks) == counters.pool(game.faces) - counters.of_cards(slept), result
    for line in result.why:
        assert line.endswith(")"), line
        assert f"({game.id} " in line, f"no section: {line}"


def watch_choices(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """Never an empty choice, never one for another seat; every refusal quotes a section."""
    for ask in dealer.game.due(dealer.state):
        if ask.sort is not Sort.CHOICE:
            continue
        assert len(dealer.game.due(dealer.state)) == 1, "choices stand alone"
        assert ask.seat is not None
        legal = dealer.game.legal(dealer.state, ask.seat, dealer.mine(ask.seat))
        assert legal
        assert legal.offers
        for offer in legal.offers:
            for _, refusal in getattr(offer, "refused", ()):
                assert refusal.rule.startswith(f"{dealer.game.id} "), refusal
        for other in range(dealer.game.seats):
            if other != ask.seat:
                assert not dealer.game.legal(dealer.state, other, dealer.mine(other))


def watch_audit(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """An honest hand has no fault, whoever looks at it with every card known."""
    after = dealer.game.fold_only(before, actions)
    if before.plays and len(after.plays) > len(before.plays) and not zones.unplayed(after.slots):
        assert audit.judge(dealer.game, after, dealer.faces) == ()


def watch_views(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """Law 2 and law 9: of a laptop that hosts all seats, each view holds its own seat's cards alone."""
    seats = range(dealer.game.seats)
    everything = dict(dealer.faces)
    for seat in (None, *seats):
        view = dealer.game.view(dealer.state, seat, everything)
        own = [] if seat is None else list(dealer.mine(seat))
        own += [n for n, _ in dealer.state.kitty]
        for one in _cards(view):
            public = dealer.state.slots[one.slot].card if one.slot < len(dealer.state.slots) else one.card
            if one.card is not None and public is None:
                assert one.slot in own, f"seat {seat} sees slot {one.slot}"
        if seat is not None:
            assert view == dealer.game.view(dealer.state, seat, dealer.mine(seat)), "others' faces change it"


def _cards(thing: object) -> list[CardView]:
    """Every card view in a view, wherever it stands."""
    if isinstance(thing, CardView):
        return [thing]
    if is_dataclass(thing) and not isinstance(thing, type):
        return [one for field in fields(thing) for one in _cards(getattr(thing, field.name))]
    if isinstance(thing, tuple) and not isinstance(thing, Card):
        return [one for item in thing for one in _cards(item)]
    return []
