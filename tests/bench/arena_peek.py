"""Nobody peeks: ``python tests/bench/arena_peek.py expert partnership 1000``.

Permutes all unseen cards in so many positions, with the same seed and no deadline, and counts the choices
that change. It must print 0.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import helpers_opponents as bots  # noqa: E402
import helpers_rules as rules  # noqa: E402

from pinochle_lan.rules.ask import Sort  # noqa: E402


def main(name: str, variant: str, positions: int, samples: int = 8) -> int:
    """How many of the choices change."""
    rng, changed, done, seed = random.Random(1), 0, 0, 0
    while done < positions:
        seed += 1
        table = bots.table(rules.game(variant), "steady", seed=f"peek{seed}")
        while done < positions and table.state.deals <= 1 and not table.state.over:
            question = table.game.due(table.state)[0]
            if question.sort is Sort.CHOICE:
                assert question.seat is not None
                seat = question.seat
                before = bots.ask(table.game, table.state, seat, table.mine(seat), name, samples)
                true = table.faces
                table.faces = bots.permuted(table, seat, rng)
                changed += bots.ask(table.game, table.state, seat, table.mine(seat), name, samples) != before
                table.faces = true
                done += 1
            table.step()
    print(f"{name}, {variant}: {changed} of {done} choices changed when all unseen cards were permuted")
    return changed


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
