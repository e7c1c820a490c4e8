"""Card perft: how many ways a fixed deal can be played on, counted by the engine and by a plain function.

``tests/data/perft.json`` holds deals, each with the number of distinct legal sequences of cards (copies
counted once) by depth. The plain function below is written from docs/rules sections 10 and 11 over bare text
and shares nothing with the engine. ``python tests/helpers_perft.py`` counts them anew with it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from helpers_rules import ROOT, Dealer, game

from pinochle_lan.rules import actions as act
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.state import State

DATA = ROOT / "tests" / "data" / "perft.json"

SEEDS = {
    "partnership": 3,
    "auction": 3,
    "double-deck": 3,
    "double-pack": 5,
    "three-handed": 3,
    "two-handed": 3,
    "two-person": 4,
    "two-handed-bidding": 3,
    "two-handed-kitty": 3,
}
EITHER = ("auction", "double-pack")
"""Games whose section 10 lets one follow or trump after a ruff."""
MOST = 200_000
"""Counting stops before a depth with more sequences than this."""


# --- plain counting: text only

RANKS = ("9", "J", "Q", "K", "10", "A")


def _over(card: str, other: str, trump: str) -> bool:
    """Whether ``card``, played later, takes the trick from ``other``."""
    if card[-1] == other[-1]:
        return RANKS.index(card[:-1]) > RANKS.index(other[:-1])
    return card[-1] == trump


def best(trick: Sequence[str], trump: str) -> int:
    """Place of the winning card (section 11)."""
    place = 0
    for n, card in enumerate(trick):
        if _over(card, trick[place], trump):
            place = n
    return place


def allowed(hand: Sequence[str], trick: Sequence[str], trump: str, *, either: bool) -> list[str]:
    """The faces that may be played (section 10; ``either``: auction and double-pack)."""
    faces = sorted(set(hand))
    if not trick:
        return faces
    led, top = trick[0][-1], trick[best(trick, trump)]
    ruffed = led != trump and top[-1] == trump
    follow = [card for card in faces if card[-1] == led]
    trumps = [card for card in faces if card[-1] == trump]
    higher = [card for card in trumps if _over(card, top, trump)]
    if follow and not ruffed:
        return [card for card in follow if _over(card, top, trump)] or follow
    if follow:
        return follow + ((higher or trumps) if either else [])
    if trumps:
        return (higher or trumps) if ruffed else trumps
    return faces


def counted(row: dict[str, Any], depth: int) -> list[int]:
    """Sequences of 1, 2, ... ``depth`` cards from a row's deal; stops before ``MOST``."""
    seats = len(row["hands"])
    names = list(row["hands"])
    start = (tuple(tuple(row["hands"][name]) for name in names), (), names.index(row["leader"]))
    level: dict[Any, int] = {start: 1}
    counts: list[int] = []
    for _ in range(depth):
        after: dict[Any, int] = {}
        for (hands, trick, seat), ways in level.items():
            free = row["phase"] == "stock"
            hand = hands[seat]
            may = sorted(set(hand)) if free else allowed(hand, trick, row["trump"], either=row["either"])
            for card in may:
                left = list(hand)
                left.remove(card)
                held = (*hands[:seat], tuple(left), *hands[seat + 1 :])
                laid = (*trick, card)
                turn = (seat + 1) % seats
                if len(laid) == seats:
                    turn = (turn + best(laid, row["trump"])) % seats
                    laid = ()
                key = (held, laid, turn)
                after[key] = after.get(key, 0) + ways
        total = sum(after.values())
        if total > MOST or len(after) > MOST // 4:
            break
        counts.append(total)
        level = after
    return counts


# --- by the engine


def at_play(variant: str, phase: str) -> Dealer:
    """A dealer before the first card of a played hand; ``phase``: stock or play."""
    dealer = Dealer(game(variant), SEEDS[variant])
    while True:
        ask = dealer.until("card")
        if dealer.game.phase(dealer.state).name == phase and not dealer.state.trick:
            return dealer
        dealer.step()
        assert ask.kind == "card"


def engine_count(dealer: Dealer, depth: int) -> int:
    """Sequences of ``depth`` cards, played through the public door of the engine."""
    return _count(dealer.game, dealer.state, dealer.faces, depth)


def _count(playing: Game, state: State, faces: Any, depth: int) -> int:
    if not depth:
        return 1
    found = 0
    for action in _plays(playing, state, faces):
        found += _count(playing, playing.apply(state, (action,)), faces, depth - 1)
    return found


def _plays(playing: Game, state: State, faces: Any) -> Iterator[act.Play]:
    (ask,) = playing.due(state)
    assert ask.kind == "card"
    assert ask.seat is not None
    mine = {n: faces[n] for n in state.hand(ask.seat)} | {
        n: faces[n] for n, slot in enumerate(state.slots) if slot.owner == ask.seat and n in faces
    }
    seen = []
    for action in playing.legal(state, ask.seat, mine):
        if isinstance(action, act.Play) and action.card not in seen:
            seen.append(action.card)
            yield action


def row_of(variant: str, phase: str) -> dict[str, Any]:
    """The deal of a dealer as plain text."""
    dealer = at_play(variant, phase)
    state, playing = dealer.state, dealer.game
    (ask,) = playing.due(state)
    assert ask.seat is not None
    hands = {
        name: sorted(str(dealer.faces[n]) for n, slot in enumerate(state.slots) if _held(slot, seat))
        for seat, name in enumerate(playing.seat_names)
    }
    return {
        "variant": variant,
        "phase": phase,
        "either": variant in EITHER,
        "trump": str(state.trump),
        "leader": playing.seat_names[ask.seat],
        "hands": hands,
    }


def _held(slot: Any, seat: int) -> bool:
    return bool(slot.owner == seat and slot.zone in ("hand", "meld"))


def rows() -> list[tuple[str, str]]:
    """(variant, phase) of every row."""
    found = []
    for variant in SEEDS:
        if game(variant).rules.laying is not None:
            found.append((variant, "stock"))
        found.append((variant, "play"))
    return found


def main() -> None:
    """Write the deals and their counts."""
    made = []
    for variant, phase in rows():
        row = row_of(variant, phase)
        row["counts"] = counted(row, 2 if phase == "stock" else 12)
        print(variant, phase, row["counts"], flush=True)
        made.append(row)
    lines = ",\n".join(f"  {json.dumps(row)}" for row in made)
    DATA.write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
