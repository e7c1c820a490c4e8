"""Faults within running games of four laptops in the lab, played by bots: does the table stand it, how fast?

``python tests/bench/lab_faults.py [--minutes 20] [--preset bad]``: one random fault every 20 s (cut, sleep,
crash, renumber, firewall, partition). Hands must keep finishing, no step stay open over 20 s outside a pause
by rule, all laptops agree in the end and each file pass ``verify``.

``--series founder,kills,cuts,sleeps``: the founder killed in each phase; any laptop killed ``--times`` times
in each phase and back within 10 s of restarting; a cut of 5 s at ``--cuts`` random moments caught up within
3 s of healing; 60 s of sleep at ``--sleeps`` moments likewise.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "lab"), str(ROOT / "tests")]
import lab  # noqa: E402
from helpers_faults import Game  # noqa: E402

STALL_S = 20.0
BACK_S = 10.0
CAUGHT_UP_S = 3.0

# --- one fault every twenty seconds -------------------------------------------------------------------------


def strike(game: Game, name: str) -> str:
    """Let it happen and end; gives what was done. A pause that the rules want is noted."""
    lan, chance = game.lan, game.chance
    n = chance.choice((1, 2, 3, 4))
    seconds = chance.uniform(3, 13)
    begun = time.monotonic()
    match name:
        case "cut":
            how = chance.choice(("link", "air", "off"))
            lan.cut(n, how=how)
            time.sleep(seconds)
            lan.heal(n)
            return f"{how} of laptop {n} for {seconds:.0f} s"
        case "sleep":
            lan.sleep(n)
            time.sleep(seconds)
            lan.wake(n, net_after=1)
        case "crash":
            game.players[n].crash()
            time.sleep(seconds / 2)
            game.players[n].start("join")
        case "renumber":
            lan.renumber(n, f"10.77.0.{chance.randrange(20, 250)}")
        case "firewall":
            mode = chance.choice(("in", "all"))
            lan.firewall(n, mode)
            time.sleep(seconds)
            lan.firewall(n, "none")
            return f"firewall '{mode}' on laptop {n} for {seconds:.0f} s"
        case "partition":
            rest = [m for m in (1, 2, 3, 4) if m != n]
            side = [n, chance.choice(rest)] if chance.random() < 0.5 else [n]
            lan.split(side, [m for m in (1, 2, 3, 4) if m not in side])
            time.sleep(seconds)
            lan.join()
            if len(side) == 2:
                game.pauses.append((begun, time.monotonic()))
            return f"{len(side)} against {4 - len(side)} for {seconds:.0f} s"
    return f"{name} of laptop {n}" + ("" if name == "renumber" else f" for {seconds:.0f} s")


FAULTS = ("cut", "sleep", "crash", "renumber", "firewall", "partition")


def storm(game: Game, minutes: float) -> list[str]:
    """One random fault every 20 s; what was not as it must be."""
    begun = time.monotonic()
    end = begun + minutes * 60
    count = 0
    while time.monotonic() < end:
        due = time.monotonic() + 20
        name = game.chance.choice(FAULTS)
        hands = game.hands()
        said = strike(game, name)
        count += 1
        game.look()
        steps = [player.step for player in game.players.values()]
        at = time.monotonic() - begun
        print(f"{count:>3}  {at:>6.0f} s  {said:<40} hands {hands:>3}  steps {steps}", flush=True)
        time.sleep(max(0.0, due - time.monotonic()))
    return finish(game)


def finish(game: Game) -> list[str]:
    """What is wrong after the last fault has healed."""
    trouble = []
    game.lan.heal()
    try:
        digest = game.agree()
        print(f"all four show {digest[:16]} at step {game.front}", flush=True)
    except TimeoutError as error:
        trouble.append(str(error))
    trouble += game.complaints()
    stalls = game.stalls()
    longest = max(stall.seconds for stall in stalls)
    worst = max(stalls, key=lambda stall: stall.unruly)
    often = sum(stall.unruly > 5 for stall in stalls)
    print(
        f"{game.front} steps; longest wait {longest:.1f} s, outside pauses by rule {worst.unruly:.1f} s "
        f"at step {worst.step}; {often} waits over 5 s",
        flush=True,
    )
    for player in game.players.values():
        game.lan.crash(player.n)
    hands, faults = game.audit()
    print(f"{hands} hands in the files, {len(faults)} faults found by verify", flush=True)
    if worst.unruly > STALL_S:
        trouble.append(f"step {worst.step} stayed open for {worst.unruly:.1f} s")
    return trouble + faults


# --- series -------------------------------------------------------------------------------------------------


def times(name: str, found: list[float], limit: float) -> list[str]:
    """A line about a series; what was too slow."""
    late = [value for value in found if value > limit]
    middle, longest = statistics.median(found), max(found)
    print(f"{name:<24} {len(found):>3} times, median {middle:5.2f} s, longest {longest:5.2f} s", flush=True)
    few = f"{name}: {len(late)} of {len(found)} took over {limit:.0f} s, the longest {longest:.1f} s"
    return [few] if late else []


def kill_in(game: Game, n: int, phase: str) -> float:
    """Kill a laptop in a phase; seconds from its restart until it plays along."""
    player = game.players[n]
    seen = len(player.rows)
    game.until(lambda: any(row[3] == phase for row in player.rows[seen:]), f"no {phase}", 120)
    player.crash()
    time.sleep(game.chance.uniform(0.5, 3))
    return game.back(n)


def killed(game: Game, who: Callable[[], int], count: int, name: str) -> list[str]:
    """Somebody is killed in each phase, so many times."""
    trouble = []
    for phase in phases(game):
        took = []
        for _ in range(count):
            with noted(trouble, f"{name} killed in {phase}"):
                took.append(kill_in(game, who(), phase))
        if took:
            trouble += times(f"{name}, {phase}", took, BACK_S)
    return trouble


def phases(game: Game) -> list[str]:
    """The phases of a whole hand, in order, as the first laptop shows them."""
    player = game.players[1]
    game.until(lambda: game.hands() >= 2, "no two hands", 120)
    return list(dict.fromkeys(row[3] for row in player.rows))


def cuts(game: Game, count: int) -> list[str]:
    """Cuts of 5 s at random moments."""
    trouble: list[str] = []
    took = []
    for _ in range(count):
        time.sleep(game.chance.uniform(0.5, 3))
        n = game.chance.choice((1, 2, 3, 4))
        game.lan.cut(n, how=game.chance.choice(("link", "air", "off")))
        time.sleep(5)
        game.lan.heal(n)
        with noted(trouble, f"cut of laptop {n}"):
            took.append(game.level(n))
    return trouble + times("cut of 5 s", took, CAUGHT_UP_S)


def sleeps(game: Game, count: int) -> list[str]:
    """A minute of sleep at random moments."""
    trouble: list[str] = []
    took = []
    for _ in range(count):
        time.sleep(game.chance.uniform(1, 5))
        n = game.chance.choice((1, 2, 3, 4))
        game.lan.sleep(n)
        time.sleep(60)
        game.lan.wake(n)
        with noted(trouble, f"sleep of laptop {n}"):
            took.append(game.level(n))
    return trouble + times("sleep of 60 s", took, CAUGHT_UP_S)


@contextlib.contextmanager
def noted(trouble: list[str], what: str) -> Iterator[None]:
    """What does not come about in time is trouble, and the series goes on."""
    try:
        yield
    except TimeoutError as error:
        trouble.append(f"{what}: {error}")
        print(trouble[-1], flush=True)


def main() -> int:
    """Play and print; 1 if anything was not as it must be."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=float, default=20.0)
    words.add_argument(
        "--preset", help="radio preset; usually bad for the random faults, clean for the series"
    )
    words.add_argument("--series", help="founder, kills, cuts, sleeps, separated by commas")
    words.add_argument("--times", type=int, default=5, help="kills in each phase")
    words.add_argument("--cuts", type=int, default=50)
    words.add_argument("--sleeps", type=int, default=5)
    words.add_argument(
        "--pace",
        type=float,
        default=0.0,
        help="seconds that a bot takes for a choice, below 1; people take several",
    )
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--out", type=Path, help="keep the traces and outputs of all laptops there")
    given = words.parse_args()
    why = lab.why_not()
    if why:
        print(f"No lab can be made here: {why}")
        return 1
    series: dict[str, Callable[[Game], list[str]]] = {
        "founder": lambda game: killed(game, lambda: 1, 1, "founder"),
        "kills": lambda game: killed(
            game, lambda: game.chance.choice((1, 2, 3, 4)), given.times, "any laptop"
        ),
        "cuts": lambda game: cuts(game, given.cuts),
        "sleeps": lambda game: sleeps(game, given.sleeps),
    }
    plays = (
        {"storm": lambda game: storm(game, given.minutes)}
        if given.series is None
        else {name: series[name] for name in given.series.split(",")}
    )
    preset = given.preset or ("bad" if given.series is None else "clean")
    trouble = []
    for name, play in plays.items():
        with contextlib.ExitStack() as stack:
            folder = given.out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            folder.mkdir(parents=True, exist_ok=True)
            lan = stack.enter_context(lab.Lab(4, seed=given.seed))
            if preset != "clean":
                lan.wifi(preset=preset)
            game = Game(lan, folder, random.Random(f"{name} {given.seed}"), given.pace)
            game.begin()
            trouble += play(game)
            if name != "storm":
                trouble += finish(game)
    for line in trouble:
        print(line)
    print("as it must be" if not trouble else f"{len(trouble)} things are not as they must be")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())
