"""The ladder of docs/opponents.md in every game: ``python tests/bench/arena_all.py [DEALS] [GAME...]``.

Plays expert against steady in each game until the interval lies above 0, at most DEALS (100) deals, with
``--full`` all of them, then prints a row of the table. Kept in the folder ``arena`` of the working directory:
a second call goes on.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from pinochle_lan.arena.match import Match, figures  # noqa: E402
from pinochle_lan.arena.run import run  # noqa: E402

GAMES = (
    "three-handed",
    "auction",
    "double-deck",
    "double-pack",
    "two-handed",
    "two-person",
    "two-handed-bidding",
    "two-handed-kitty",
)


def main(deals: int, games: tuple[str, ...], *, full: bool) -> None:
    """One row a game, as soon as it is there."""
    folder = Path("arena")
    folder.mkdir(exist_ok=True)
    print("| game | deals | expert - steady | 95 % | bids made | p95 card, bid ms |")
    print("|---|---|---|---|---|---|", flush=True)
    for game in games:
        match = Match(("expert", "steady"), game, "ladder", folders=(("shipped", str(ROOT / "plugins")),))
        rows = run(match, deals, jobs=1, file=folder / f"{match.key}.jsonl", clears=None if full else 0)
        found = figures(match, rows)
        points, times = found["points_per_hand"], found["decision_ms"]["expert"]
        made = found["made"].get("expert", {"voluntary": 0, "made": 0})
        low, high = points["ci95"]
        slow = ", ".join(f"{times[kind]['p95']:.0f}" for kind in ("card", "bid") if kind in times)
        cells = (
            game,
            str(found["deals"]),
            f"{points['mean']:+.1f}",
            f"{low:+.1f} to {high:+.1f}",
            f"{made['made']} of {made['voluntary']}",
            slow,
        )
        print(f"| {' | '.join(cells)} |", flush=True)
        print(
            f"{game}: {found['thrown_in']} thrown in, {found['faults']} faults", file=sys.stderr, flush=True
        )


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--full"]
    count = int(words[0]) if words else 100
    main(count, tuple(words[1:]) or GAMES, full="--full" in sys.argv)
