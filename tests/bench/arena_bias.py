"""An opponent against its twin is even: ``python tests/bench/arena_bias.py [DEALS] [GAME...]``.

The twin is the expert under another name, so with other chances of its own: seats swapped, the difference
must be 0 within its 95 % interval. One interval in twenty misses by nature. Kept in the folder ``arena``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from pinochle_lan.arena.match import Match, figures  # noqa: E402
from pinochle_lan.arena.run import run  # noqa: E402

NAMED = 'id, version, title = "expert", "1.0", "Expert"'
GAMES = ("partnership", "three-handed", "double-deck", "two-handed")


def main(deals: int, games: tuple[str, ...]) -> int:
    """One row a game; how many intervals leave 0 out."""
    text = (ROOT / "plugins" / "expert.py").read_text(encoding="utf-8")
    assert NAMED in text
    outside = 0
    with tempfile.TemporaryDirectory() as twins:
        (Path(twins) / "twin.py").write_text(
            text.replace(NAMED, 'id, version, title = "twin", "1.0", "Twin"'), encoding="utf-8"
        )
        folders = (("shipped", str(ROOT / "plugins")), ("profile", twins))
        folder = Path("arena")
        folder.mkdir(exist_ok=True)
        print("| game | deals | expert - its twin | 95 % |")
        print("|---|---|---|---|", flush=True)
        for game in games:
            match = Match(("expert", "twin"), game, "twins", folders=folders)
            found = figures(match, run(match, deals, jobs=1, file=folder / f"{match.key}.jsonl"))
            points = found["points_per_hand"]
            low, high = points["ci95"]
            outside += not low <= 0 <= high
            print(
                f"| {game} | {found['deals']} | {points['mean']:+.1f} | {low:+.1f} to {high:+.1f} |",
                flush=True,
            )
    return outside


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    sys.exit(bool(main(number, tuple(sys.argv[2:]) or GAMES)))
