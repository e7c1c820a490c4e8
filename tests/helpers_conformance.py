"""What must hold in every hand of every game, as watchers of a dealer, and random tables to watch.

A watcher is called after each step with the dealer, the step's actions and the state before.
"""

from __future__ import annotations

import random
from typing import Any

from pinochle_lan.conformance import watch
from pinochle_lan.conformance.play import lowest_or_pass
from pinochle_lan.conformance.tables import mixed
from pinochle_lan.dealer import Dealer
from pinochle_lan.rules import audit, zones
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.state import State
from pinochle_lan.rules.variant import Variant


def random_game(variant: Variant, rng: random.Random) -> Game:
    """A table of ``variant`` with about a third of its options changed to any allowed value."""
    return mixed(variant, rng)[1]


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


watch_pack = watch.cards
"""docs/engine.md 6, trap 12: all slots once, N in all, after each fold; public faces are true."""

watch_views = watch.views
"""Law 2 and law 9: of a laptop that hosts all seats, each view holds its own seat's cards alone."""


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
