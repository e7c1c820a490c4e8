"""What catching up costs a laptop that slept: processor time until it shows what the others do, and after.

``python tests/bench/catch_up.py [--hands 3]``: four real tables with the real group on an air in memory; the
fourth misses so many hands, is linked again, and reads them from the three others. Its own work alone is
counted: until it shows their step, and for the proofs that it checks after that.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from helpers_table import Laptop, Room, make_game, passing  # noqa: E402

from pinochle_lan.sealed.group import SUITE1  # noqa: E402
from pinochle_lan.table.effects import Effect  # noqa: E402

LATE = 3
LONGEST_MS = 600_000


class Timed(Laptop):
    """Counts the processor time of whatever its table does."""

    spent_s = 0.0

    def _guarded(self, call: Callable[[], list[Effect]]) -> None:
        begun = time.process_time()
        super()._guarded(call)
        self.spent_s += time.process_time() - begun


def hands(laptop: Laptop) -> int:
    """Hands that it shows as scored."""
    return len(laptop.machine().state.history)


def main() -> int:
    """Play, sleep, wake, print."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--hands", type=int, default=3, help="missed hands")
    words.add_argument("--seed", type=int, default=5)
    given = words.parse_args()
    room = Room(make_game(), seed=given.seed, group=SUITE1, hands=1, chooser=passing, kind=Timed)
    for laptop in room.laptops:
        laptop.table.patience = False
    room.start()
    room.play()
    late, here = room.laptops[LATE], room.laptops[:LATE]
    assert isinstance(late, Timed)
    room.air.isolate(LATE)
    for laptop in room.laptops:
        laptop.hands = 1 + given.hands
    if not room.air.run(LONGEST_MS, lambda: all(hands(one) > given.hands for one in here)):
        print("\n".join(room.stuck()))
        return 1
    front, missed = here[0].table.ledger.settled_step, late.table.ledger.settled_step
    late.spent_s = 0.0
    room.air.link_all()
    shown = room.air.run(LONGEST_MS, lambda: late.table.ledger.settled_step >= front)
    caught_up = late.spent_s
    done = room.air.run(LONGEST_MS, lambda: not late.table.ledger.unchecked())
    after = late.spent_s - caught_up
    print(f"{front - missed} steps of {given.hands} hands missed")
    print(f"shown after {caught_up:.3f} s of processor time, {1000 * caught_up / given.hands:.0f} ms a hand")
    print(f"put-off proofs checked in {after:.3f} s more, {1000 * after / given.hands:.0f} ms a hand")
    return 0 if shown and done else 1


if __name__ == "__main__":
    sys.exit(main())
