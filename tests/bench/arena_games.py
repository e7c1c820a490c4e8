"""Whole games among one opponent: ``python tests/bench/arena_games.py expert [GAMES] [VARIANT...]``.

Every seat by that opponent, usual rules, no deadlines. Each game must end; prints how many deals a game
takes, how many were thrown in or forced on the dealer, and what became of the bids (F14, F15). Finished
games are kept in the folder ``arena`` of the working directory: a second call goes on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from pinochle_lan.arena.table import ArenaTable  # noqa: E402
from pinochle_lan.pluginhost.host import load_all  # noqa: E402
from pinochle_lan.rules.actions import Bury, Name  # noqa: E402
from pinochle_lan.rules.game import Game  # noqa: E402

MOST_DEALS = 300


def played(game: Game, opponent: Any, seed: str) -> dict[str, Any]:
    """One game in plain numbers."""
    table = ArenaTable(game, [opponent] * game.seats, seed, timed=False)
    trumps: list[int] = []

    def watch(table: Any, seat: int, view: Any, legal: Any, choice: Any) -> None:
        if isinstance(choice, Name | Bury) and choice.suit is not None:
            left = [n for n in table.mine(seat) if n not in getattr(choice, "slots", ())]
            trumps.append(sum(table.faces[n].suit is choice.suit for n in left))

    table.watch.append(watch)
    voluntary = made = forced = deals = 0
    while not table.state.over and deals < MOST_DEALS:
        before = len(table.state.history)
        end = table.hand()
        deals += 1
        for result in table.state.history[before:]:
            if result.declarer is None or result.made is None:
                continue
            called = any(seat == result.declarer and bid is not None for seat, bid in end.calls)
            voluntary += called
            forced += not called
            made += called and result.made
    return {
        "deals": deals,
        "over": table.state.over,
        "thrown_in": deals - len(table.state.history),
        "voluntary": voluntary,
        "made": made,
        "forced": forced,
        "short": sum(count < 4 for count in trumps),
        "named": len(trumps),
        "faults": len(table.faults),
    }


def main(name: str, count: int, variants: list[str]) -> int:
    """A row for each game; how many games did not end or saw a fault."""
    registry = load_all([("shipped", ROOT / "plugins")])
    folder = Path("arena")
    folder.mkdir(exist_ok=True)
    bad = 0
    print("| game | games | deals a game | thrown in | forced | bids made | trump shorter than 4 |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for variant in variants or list(registry.variants):
        file = folder / f"games-{name}-{variant}.jsonl"
        rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
        for number in range(len(rows), count):
            game = Game(registry.variants[variant])
            rows.append(played(game, registry.opponents[name], f"games/{number}"))
            with file.open("a") as out:
                out.write(json.dumps(rows[-1]) + "\n")
        rows = rows[:count]
        total = {key: sum(row[key] for row in rows) for key in rows[0]}
        bad += sum(not row["over"] or row["faults"] > 0 for row in rows)
        lengths = sorted(row["deals"] for row in rows)
        made = f"{total['made']} of {total['voluntary']}" if total["voluntary"] else "no bids"
        cells = (
            variant,
            f"{total['over']} of {len(rows)} ended",
            f"{lengths[0]} to {lengths[-1]}, median {lengths[len(lengths) // 2]}",
            f"{total['thrown_in']} of {total['deals']}",
            f"{total['forced']}",
            made,
            f"{total['short']} of {total['named']}",
        )
        print(f"| {' | '.join(cells)} |", flush=True)
    print(f"{bad} games without an end or with a fault")
    return bad


if __name__ == "__main__":
    words = sys.argv[1:]
    number = next((int(word) for word in words if word.isdigit()), 20)
    names = [word for word in words[1:] if not word.isdigit()]
    sys.exit(bool(main(words[0] if words else "expert", number, names)))
