"""Whole games between four (three, two) ``steady`` opponents: each must end with a winner.

``python tests/bench/steady_games.py [VARIANT ...] [GAMES]`` plays the usual rules of each game, 20 games each
unless told otherwise, and prints hands and time. A game of more than 200 hands counts as one without an end.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from pinochle_lan import shipped  # noqa: E402
from pinochle_lan.arena.table import ArenaTable  # noqa: E402
from pinochle_lan.pluginhost.host import load_all  # noqa: E402
from pinochle_lan.rules.game import Game  # noqa: E402

MOST_HANDS = 200


def main(words: list[str]) -> int:
    """Play and print; 1 if a game did not end or an opponent made a fault."""
    registry = load_all([("shipped", shipped.plugins())])
    count = next((int(word) for word in words if word.isdigit()), 20)
    names = [word for word in words if not word.isdigit()] or list(registry.variants)
    steady = registry.opponents["steady"]
    good = True
    for name in names:
        begun, hands, ended, faults = time.perf_counter(), [], 0, 0
        for number in range(count):
            game = Game(registry.variants[name])
            table = ArenaTable(game, [steady] * game.seats, f"steady/{name}/{number}")
            played = 0
            while not table.state.over and played < MOST_HANDS:
                table.hand()
                played += 1
            hands.append(played)
            ended += table.state.over
            faults += len(table.faults)
        took = time.perf_counter() - begun
        good = good and ended == count and not faults
        print(
            f"{name}: {ended} of {count} games ended, {min(hands)} to {max(hands)} hands "
            f"({sum(hands)} in all), {faults} faults, {took:.0f} s",
            flush=True,
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
