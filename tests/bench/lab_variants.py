"""Every game played to its end by headless laptops on the lab's Wi-Fi, one laptop a seat.

Run as ``python tests/bench/lab_variants.py [--variants a,b] [--preset clean] [--usual]``. Each game is a
whole one at the lowest target that its table may set, or at the usual one; all laptops must end with the same
digest, each file must pass ``verify``, and ``replay`` must tell the same score.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "lab"), str(ROOT / "tests" / "bench")]
import lab  # noqa: E402
import lab_games  # noqa: E402

from pinochle_lan import shipped  # noqa: E402
from pinochle_lan.pluginhost.host import load_all  # noqa: E402
from pinochle_lan.rules.variant import Variant  # noqa: E402


@dataclass(frozen=True)
class Game:
    """One game, as it went."""

    variant: str
    seats: int
    seconds: float
    hands: int
    entries: int
    scores: dict[str, int]
    trouble: str
    """What was not as it must be; empty = all was."""


def play(lan: Any, variant: Variant, *, bot: str, usual: bool, limit_s: float) -> Game:
    """One game on a lab that was just made, at the lowest target or the usual one."""
    seats = len(variant.seat_names)
    target = next(option for option in variant.options if option.name == "target")
    begun = time.monotonic()
    words = ("--variant", variant.id, "--target", str(target.default if usual else target.low))
    programs = [lab_games.start(lan, 1, "host", *words, "--bot", bot)]
    programs += [lab_games.start(lan, laptop, "join", "--bot", bot) for laptop in range(2, seats + 1)]
    ends: list[dict[str, Any]] = []
    trouble = ""
    for laptop, program in enumerate(programs, 1):
        try:
            out, err = program.communicate(timeout=max(1.0, begun + limit_s - time.monotonic()))
        except subprocess.TimeoutExpired:
            program.kill()
            out, err = program.communicate()
            trouble = trouble or f"laptop {laptop} had not ended after {limit_s:.0f} s"
        ends += [row for row in map(json.loads, out.splitlines()) if row["event"] == "game-over"][-1:]
        if err or program.returncode:
            trouble = trouble or f"laptop {laptop} ended with {program.returncode}: {err.strip()[-300:]}"
    seconds = time.monotonic() - begun
    if trouble or len(ends) < seats:
        return Game(variant.id, seats, seconds, 0, 0, {}, trouble or "not every laptop saw the end")
    if len({end["digest"] for end in ends}) > 1:
        trouble = "the digests differ"
    hands = entries = 0
    for laptop, end in enumerate(ends, 1):
        code, rows = lab_games.report(lan, laptop, "verify", end["file"])
        hands, entries = rows[-1]["hands"], rows[-1]["entries"]
        if code or not rows[-1]["ok"]:
            trouble = trouble or f"verify on laptop {laptop}: {rows[-1]['fault']}"
        elif rows[-1]["digest"] != end["digest"]:
            trouble = trouble or f"the file of laptop {laptop} has another digest"
        _, told = lab_games.report(lan, laptop, "replay", end["file"])
        if told[-1]["scores"] != end["scores"]:
            trouble = trouble or f"replay on laptop {laptop} tells another score"
    return Game(variant.id, seats, seconds, hands, entries, ends[0]["scores"], trouble)


def main() -> int:
    """Play and print; 1 if anything was not as it must be."""
    known = load_all([("shipped", shipped.plugins())]).variants
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--variants", default=",".join(known), help="ids, separated by commas")
    words.add_argument("--preset", default="clean", help="radio preset")
    words.add_argument("--bot", default="steady")
    words.add_argument("--usual", action="store_true", help="the usual targets in place of the lowest")
    words.add_argument("--limit", type=float, default=900.0, help="seconds that a game may take")
    given = words.parse_args()
    why = lab.why_not()
    if why:
        print(f"No lab can be made here: {why}")
        return 1
    good = 0
    names = given.variants.split(",")
    print("variant              seats  seconds  hands  entries  result")
    for number, name in enumerate(names, 1):
        variant = known[name]
        with lab.Lab(len(variant.seat_names), seed=number) as lan:
            if given.preset != "clean":
                lan.wifi(preset=given.preset)
            game = play(lan, variant, bot=given.bot, usual=given.usual, limit_s=given.limit)
        good += not game.trouble
        result = game.trouble or ", ".join(f"{side} {points}" for side, points in game.scores.items())
        print(
            f"{game.variant:<20} {game.seats:>5}  {game.seconds:>7.1f}  {game.hands:>5}  {game.entries:>7}  "
            f"{result}",
            flush=True,
        )
    print(f"{good} of {len(names)} games as they must be")
    return 0 if good == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
