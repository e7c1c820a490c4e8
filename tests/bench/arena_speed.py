"""The playout path against OpenSpiel's from Python, in turns: ``python tests/bench/arena_speed.py``.

Prints cards a second of our playouts and of random play through pyspiel (euchre, spades, hearts), each the
median of the rounds, and the ratio to the median game. Without pyspiel (``pip install open_spiel``) our own
figure alone.
"""

from __future__ import annotations

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import helpers_rules as rules  # noqa: E402

from pinochle_lan.sampling.book import Book  # noqa: E402
from pinochle_lan.sampling.fast import Fast  # noqa: E402

ROUNDS, GAMES, PLAYOUTS = 7, 300, 1000


def ours() -> Callable[[random.Random], float]:
    """Cards a second of the opponents' playouts, all cards by the policy."""
    book = Book(rules.game())
    fast = Fast(book)
    pack = [book.number[face] for face in book.game.faces]

    def once(rng: random.Random) -> float:
        deals = []
        for _ in range(PLAYOUTS):
            rng.shuffle(pack)
            deals.append(fast.codes([pack[n * 12 : n * 12 + 12] for n in range(4)]))
        start = time.process_time()
        for codes in deals:
            fast.run(codes, 0, 3, (True, False, True, False), (), [0, 0], 48)
        return 48 * PLAYOUTS / (time.process_time() - start)

    return once


def theirs(pyspiel: Any, name: str) -> Callable[[random.Random], float]:
    """Decisions a second of random legal play; the clock starts after the deal."""
    game = pyspiel.load_game(name)

    def once(rng: random.Random) -> float:
        took, count = 0.0, 0
        for _ in range(GAMES):
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
            start = time.process_time()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice(state.legal_actions()))
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    count += 1
            took += time.process_time() - start
        return count / took

    return once


def main() -> None:
    """All in turns and by processor time, so that a busy machine slows all alike."""
    rng = random.Random(1)
    runners = {"pinochle playouts": ours()}
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("pyspiel is not installed: our own figure alone")
    else:
        runners |= {name: theirs(pyspiel, name) for name in ("euchre", "spades", "hearts")}
    found: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(ROUNDS):
        for name, once in runners.items():
            found[name].append(once(rng))
    medians = {name: statistics.median(values) for name, values in found.items()}
    for name, value in medians.items():
        print(f"{name}: {value / 1000:.0f}k cards a second")
    others = [value for name, value in medians.items() if name != "pinochle playouts"]
    if others:
        print(f"ratio to the median game: {medians['pinochle playouts'] / statistics.median(others):.2f}")


if __name__ == "__main__":
    main()
