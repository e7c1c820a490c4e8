"""A disk that fills up, and one that turns read-only, in a game of four laptops in the lab.

``python tests/bench/lab_disk.py``. The third laptop keeps its profile on a small disk of its own. Full: its
program runs on and shows why it does not play any more, the others go on with a stand-in, and after space was
made and the program started again it has its seat back. Read-only: its program, started again, says so in a
sentence and ends.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "lab"), str(ROOT / "tests")]
import lab  # noqa: E402
from helpers_faults import Game  # noqa: E402

VICTIM = 3
DISK = "16m"


def run(game: Game, *words: str) -> str:
    """A command on the victim; what it printed. Raises RuntimeError if it failed."""
    done = game.lan.run(VICTIM, list(words))
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}")
    return str(done.stdout)


def full(game: Game) -> list[str]:
    """No space left in mid-hand."""
    home, player = game.lan.home(VICTIM), game.players[VICTIM]
    game.until(lambda: player.phase == "play", "no card is played")
    game.lan.run(VICTIM, ["dd", "if=/dev/zero", f"of={home}/fill", "bs=4k"])
    begun, front = time.monotonic(), game.front
    game.until(
        lambda: any("cannot" in said or "No space" in said for said in player.notices), "no word of it"
    )
    print(f"full: said after {time.monotonic() - begun:.1f} s: {player.notices[-1]}")
    took = game.until(lambda: min(game.players[n].step for n in (1, 2, 4)) > front + 30, "nothing goes on")
    longest = max(stall.seconds for stall in game.stalls() if stall.begun > begun - 1)
    print(f"full: the others were 30 steps on after {took:.1f} s, the longest wait was {longest:.1f} s")
    game.until(lambda: player.step >= game.front - 1, "the one with the full disk does not follow")
    trouble = [f"the program ended: {player.complaint()}"] if player.program.poll() is not None else []
    run(game, "rm", f"{home}/fill")
    player.crash()
    print(f"full: with space again, back {game.back(VICTIM):.1f} s after a restart")
    return trouble


def read_only(game: Game) -> list[str]:
    """The disk can only be read when the program starts again."""
    home, player = game.lan.home(VICTIM), game.players[VICTIM]
    game.until(lambda: player.phase == "play", "no card is played")
    player.crash()
    run(game, "mount", "-o", "remount,ro", home)
    player.start("join")
    code = player.program.wait(30)
    said = player.out.read_text() + player.errors.read_text()
    print(f"read-only: the program ended with {code} and said: {said.strip()}")
    trouble = [] if code == 2 and "Traceback" not in said and said.strip() else [f"it ended with {code}"]
    run(game, "mount", "-o", "remount,rw", home)
    print(f"read-only: with a disk again, back {game.back(VICTIM):.1f} s after a restart")
    return trouble


def main() -> int:
    """Both stories, each at a table of its own; 1 if anything was not as it must be."""
    why = lab.why_not()
    if why:
        print(f"No lab can be made here: {why}")
        return 1
    trouble = []
    for story in (full, read_only):
        with tempfile.TemporaryDirectory() as folder, lab.Lab(4) as lan:
            game = Game(lan, Path(folder), random.Random(1))
            home = lan.home(VICTIM)
            lan.run(VICTIM, ["mkdir", "-p", home])
            run(game, "mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", home)
            game.begin()
            try:
                trouble += story(game)
                game.agree()
            except TimeoutError as error:
                trouble.append(str(error))
            trouble += [said for n in (1, 2, 4) if (said := game.players[n].complaint())]
    for line in trouble:
        print(line)
    print("as it must be" if not trouble else f"{len(trouble)} things are not as they must be")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())
