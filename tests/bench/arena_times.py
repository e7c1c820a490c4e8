"""How long the opponents think: ``python tests/bench/arena_times.py [HANDS] [LEVEL...] [--odd]``.

Plays so many hands (20) of every game, all seats by one level, with the deadlines of a table. Prints for
cards and for what comes before the first card the 95th percentile and the longest, in milliseconds of wall
clock and of processor time. ``--odd`` plays under a house rule that only the long way through the rules
knows.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import helpers_rules as rules  # noqa: E402

from pinochle_lan.arena.table import ArenaTable  # noqa: E402
from pinochle_lan.pluginhost.host import load_file  # noqa: E402
from pinochle_lan.rules.actions import GiveUp, Lay, Play, Take  # noqa: E402
from pinochle_lan.rules.game import Game  # noqa: E402
from pinochle_lan.rules.opponent import Opponent  # noqa: E402
from pinochle_lan.rules.tricks import Following  # noqa: E402
from pinochle_lan.rules.variant import HouseRule  # noqa: E402

LIMITS = {"novice": (10, 10), "steady": (20, 20), "expert": (300, 600)}
"""p95 of a card and of anything else, in milliseconds."""
CAP = 1000


class Strange(Following):
    """The duties of the game, asked for in a way that no table knows."""


class Odd(HouseRule):
    """Changes nothing, but hides that the rules are the usual ones."""

    id, version, title = "odd", "1.0", "Odd"

    def amend(self, variant: Any, **options: Any) -> Any:
        old = variant.rules.following
        new = Strange(**{name: getattr(old, name) for name in old.__dataclass_fields__})
        return variant.with_rules(following=new)


def measured(kind: type[Opponent], times: dict[str, list[tuple[float, float]]]) -> type[Opponent]:
    """The opponent with a clock around it."""

    class Measured(kind):  # type: ignore[misc,valid-type]
        def choose(self, view: Any, options: Any, rng: random.Random) -> Any:
            wall, cpu = time.perf_counter(), time.thread_time()
            choice = super().choose(view, options, rng)
            took = (time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000
            times["card" if isinstance(choice, Play | Lay | Take | GiveUp) else "bid"].append(took)
            return choice

    return Measured


def main(hands: int, levels: tuple[str, ...], *, odd: bool) -> int:
    """One row for each level and game; how many limits were broken."""
    broken = 0
    print("| level | game | decisions | card p95 / longest | its processor time | bid p95 / longest | its |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for name in levels:
        for variant in sorted(rules.variants()):
            times: dict[str, list[tuple[float, float]]] = {"card": [], "bid": []}
            game = Game(rules.variants()[variant], {}, [Odd()] if odd else [])
            kind = measured(load_file(ROOT / "plugins" / f"{name}.py").opponents[name], times)
            for deal in range(hands):
                ArenaTable(game, [kind] * game.seats, f"times{deal}").hand()
            cells = [name, variant, str(sum(map(len, times.values())))]
            for limit, some in zip(LIMITS[name], times.values(), strict=True):
                for clock in (0, 1):
                    ordered = sorted(one[clock] for one in some) or [0.0]
                    p95, most = ordered[len(ordered) * 95 // 100], ordered[-1]
                    cells.append(f"{p95:.1f} / {most:.1f}")
                    broken += p95 > limit or most > CAP
            print(f"| {' | '.join(cells)} |", flush=True)
    print(f"{broken} limits broken")
    return broken


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--odd"]
    count = int(words[0]) if words else 20
    sys.exit(bool(main(count, tuple(words[1:]) or tuple(LIMITS), odd="--odd" in sys.argv)))
