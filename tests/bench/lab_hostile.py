"""A patched member against three honest laptops, in the lab: every attack, who refuses it, what is said.

``python tests/bench/lab_hostile.py [--only WORDS,..] [--subnet 10.77.0]``. Dora's program is seated, plays
with its own key, and tries one attack after the other (``tests/helpers_hostile.py``,
``tests/lab/hostile_member.py``). What leaves no trace is tried within one game; each attack that ends the
link, is proved, or costs the seat has a game of its own, as the laptop stays out for a while after it. At
last come the attacks of a stranger beside her program (``tests/lab/hostile_peer.py``).
Printed for each: which honest laptops took it as they must, the sentence, how many cards were shown between
the attack and that, the longest time between two cards of a hand, and by how much that is more than the
longest before any attack. Exits 1 if an honest laptop did not say what it must, said it later than the next
card, or a card was late by over 1 s.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "lab")]
import lab  # noqa: E402
import test_hostile_lan  # noqa: E402
from helpers_hostile import ATTACKS, DIFFERS, ENDED, PROVED  # noqa: E402
from hostile_table import (  # noqa: E402
    BY_LINK,
    BY_TURN,
    FALSE,
    HONEST,
    ILLEGAL,
    IN_ITS_TIME,
    Evening,
    Result,
    expected,
)
from peer_program import Program  # noqa: E402

LATE_S = 1.0
CARDS = 5
"""Looked at after each attack: the attacker's own turn is among them."""
WITHHELD = "a share withheld"
BEFORE_CARDS = ("key", "mix", "proof", "seal", "share", "call", "meld")
"""Lies that come before there are cards to be late."""


def games(only: list[str]) -> Iterator[list[str]]:
    """Attacks by game."""
    names = [
        name for name in (*ATTACKS, *BY_LINK, *BY_TURN, *FALSE) if not only or any(w in name for w in only)
    ]
    alone = [name for name in names if _alone(name)]
    together = [name for name in names if name not in alone]
    yield from (together[at : at + 20] for at in range(0, len(together), 20))
    yield from ([name] for name in alone)


def _alone(name: str) -> bool:
    return (
        name == "a slow reader"
        or name in FALSE
        or (name not in BY_LINK and expected(name)[0] in (ENDED, PROVED, DIFFERS, ILLEGAL))
    )


def play(lan: lab.Lab, names: list[str]) -> Iterator[Result]:
    """One game."""
    early = names[0] if FALSE.get(names[0]) in BEFORE_CARDS or names[0] == WITHHELD else ""
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(lan, Path(folder), early)
        try:
            if not early:
                evening.playing(quiet_s=3)
            for name in names:
                within = 30.0 if name in IN_ITS_TIME else 15.0
                yield evening.attack(name, CARDS, within, told=not early)
        finally:
            evening.close()


def strangers(lan: lab.Lab, subnet: str) -> Iterator[Result]:
    """One game with a second program on Dora's laptop, which links with fresh keys; hers is honest."""
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(lan, Path(folder))
        hosts = [f"{subnet}.{number}" for number in (1, 2, 3)]
        try:
            evening.playing(quiet_s=3)
            mallory = Program(lan, 4, "hostile_peer.py", str(Path(folder) / "4"), *hosts)
            evening.programs.append(mallory)
            mallory.wait("ready")
            for name in test_hostile_lan.ATTACKS:
                yield _stranger(evening, mallory, name)
        finally:
            evening.close()


def _stranger(evening: Evening, mallory: Program, name: str) -> Result:
    mallory.tell(f"attack {name}")
    done = mallory.wait("attacked", lambda line: line["name"] == name)
    result = Result(f"(stranger) {name}", usual_s=evening.usual_s, gap_s=0.0)
    for who, program in evening.honest.items():
        card = program.card(done["at"])
        said = test_hostile_lan.named(program, name, done["begun"])
        if card is None:
            result.trouble += f" {who}: no card came any more"
        elif said is None and test_hostile_lan.ATTACKS[name][0]:
            result.trouble += f" {who} did not say so"
        else:
            result.named_by.append(who)
            result.said = result.said or ("" if said is None else f"(event) {said['why']}")
            result.gap_s = max((result.gap_s or 0.0, *program.gaps(done["begun"], card["at"])))
    return result


def wrong(result: Result) -> str:
    """What is not as it must be."""
    found = result.trouble.strip()
    if result.cards_before > 1 and result.attack not in IN_ITS_TIME:
        found += f" said {result.cards_before} cards later"
    if result.delay_s is not None and result.delay_s > LATE_S:
        found += f" a card was late by {result.delay_s:.2f} s"
    return found


def main() -> int:
    """Plays all games and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--subnet", default="10.77.0")
    chosen = parser.parse_args()
    bad, count, worst = 0, 0, 0.0
    begun = time.monotonic()
    print("| attack | refused by | said | cards before | longest gap | delay |\n|---|---|---|---|---|---|")
    with lab.Lab(4, subnet=chosen.subnet) as lan:
        only = [word for word in chosen.only.split(",") if word]
        tried = [play(lan, names) for names in games(only)]
        tried += [] if only else [strangers(lan, chosen.subnet)]
        for game in tried:
            for result in game:
                count += 1
                why = wrong(result)
                bad += bool(why)
                worst = max(worst, result.delay_s or 0.0)
                whole = len(result.named_by) == len(HONEST)
                who = "all" if whole else ", ".join(result.named_by) or "-"
                said = result.said or "nothing comes of it"
                gap = "-" if result.gap_s is None else f"{result.gap_s:.2f} s"
                delay = "-" if result.delay_s is None else f"{result.delay_s:.2f} s"
                print(
                    f"| {result.attack} | {who} | {said} | {result.cards_before} | {gap} | {delay} |"
                    f"{' !! ' + why if why else ''}",
                    flush=True,
                )
    took = time.monotonic() - begun
    print(f"\n{count} attacks, {bad} not as they must be, largest delay {worst:.2f} s; {took:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
