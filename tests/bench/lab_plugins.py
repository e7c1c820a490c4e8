"""House rules between laptops on the lab's Wi-Fi: written, received by consent, stacked, crooked.

Run as ``python tests/bench/lab_plugins.py [first] [orders] [crooked]`` (all without words):

- first: a house rule is begun, checked, tested and played on two laptops by the commands of docs/plugins.md;
  the second laptop gets the file from the first, by its consent. Every step is timed.
- orders: three house rules in each order on four laptops with other languages, time zones, hash seeds and
  file names: one digest for each order. Two rules that exclude each other are refused by both names.
- crooked: a rule that differs between laptops, and one that calls ``random``: named with the step on every
  laptop; every file is whole; the game goes on without it.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lab"))
import lab  # noqa: E402

PROGRAM = [sys.executable, "-m", "pinochle_lan"]
NAMES = ("Ann", "Ben", "Cleo", "Dora")
LIMIT_S = 600.0
PLACES = (
    {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "1"},
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "22"},
    {"LC_ALL": "de_DE.UTF-8", "TZ": "America/St_Johns", "PYTHONHASHSEED": "333"},
    {"LC_ALL": "ja_JP.UTF-8", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "4444"},
)
"""What differs between the laptops of ``orders``."""
STACKED = {
    "add-ten": "tuple(one + 10 for one in score.delta)",
    "twice": "tuple(one * 2 for one in score.delta)",
    "to-five": "tuple(one // 50 * 50 for one in score.delta)",
}
"""House rules whose order matters: id to what becomes of a score."""
RULE = '''"""House rule of the lab: {id}."""
from dataclasses import replace

from pinochle_lan.api import HouseRule, hookimpl


def changed(tally, score):
    return replace(score, delta={change}, why=(*score.why, ("lab", "{id}")))


class Rule(HouseRule):
    """Changes every score."""

    id, version, title = "{id}", "1.0", "{id}"
    excludes = ("{other}",)

    def amend(self, variant, **options):
        return variant.rescored(changed, "Every score is changed.")


@hookimpl
def register_house_rules(register):
    register(Rule())
'''
CROOKED = '''"""House rule of the lab: not the same everywhere."""
{imports}
from dataclasses import dataclass, replace

from pinochle_lan.api import HouseRule, Phase, hookimpl


def number():
    return {number}


@dataclass(frozen=True)
class Note(Phase):
    name = "note"

    def enter(self, game, state):
        return replace(state, notes=state.noted("note", number() if state.history else 0))


class Crooked(HouseRule):
    """Notes a number from the second hand on."""

    id, version, title = "crooked", "1.0", "Crooked"

    def amend(self, variant, **options):
        return variant.before("auction", Note())


@hookimpl
def register_house_rules(register):
    register(Crooked())
'''
KINDS = {
    "other code": ("import os", "7 if os.environ['LAPTOP'] == '3' else 3"),
    "random": ("import random", "random.randrange(10**6)"),
}


class Evening:
    """Some laptops, each with a profile of its own."""

    def __init__(self, lan: Any, folder: Path) -> None:
        self.lan, self.folder = lan, folder

    def profile(self, laptop: int) -> Path:
        return self.folder / f"laptop{laptop}"

    def write(self, laptop: int, name: str, text: str) -> None:
        path = self.profile(laptop) / "plugins" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def environment(self, laptop: int, more: Mapping[str, str]) -> dict[str, str]:
        profile = str(self.profile(laptop))
        given = {"LAPTOP": str(laptop), "PINOCHLE_LAN_PROFILE": profile, "PYTHONPATH": str(ROOT)}
        return {**os.environ, **given, **more}

    def run(
        self, laptop: int, *words: str, program: Sequence[str] = PROGRAM
    ) -> subprocess.CompletedProcess[str]:
        """A command on a laptop, to its end."""
        made: subprocess.CompletedProcess[str] = self.lan.run(
            laptop, [*program, *words], cwd=self.folder, env=self.environment(laptop, {}), timeout=LIMIT_S
        )
        return made

    def play(
        self, *tables: Sequence[str], places: Sequence[Mapping[str, str]] = ()
    ) -> list[list[dict[str, Any]]]:
        """Programs without a window, laptop 1's first; the events of each, and its exit status."""
        programs = []
        for laptop, words in enumerate(tables, 1):
            more = places[laptop - 1] if places else {}
            command = [
                *PROGRAM,
                *words,
                "--headless",
                "--json",
                "--bot",
                "steady",
                "--name",
                NAMES[laptop - 1],
            ]
            programs.append(
                self.lan.popen(
                    laptop,
                    command,
                    cwd=self.folder,
                    env=self.environment(laptop, more),
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
        told = []
        for program in programs:
            try:
                out, err = program.communicate(timeout=LIMIT_S)
            except subprocess.TimeoutExpired:
                program.kill()
                out, err = program.communicate()
            rows = [json.loads(line) for line in out.splitlines()]
            told.append([*rows, {"event": "exit", "status": program.returncode, "said": err.strip()}])
        for laptop, rows in enumerate(told, 1):
            if rows[-1]["status"] != 0:
                print(f"    laptop {laptop} ended with {rows[-1]['status']}: {rows[-1]['said'][-300:]}")
        return told


def event(rows: Sequence[dict[str, Any]], name: str) -> dict[str, Any]:
    """The last event of that name. Stops the run where there is none."""
    found = [row for row in rows if row["event"] == name]
    if not found:
        raise SystemExit(f"no event '{name}' in {rows[-4:]}")
    return found[-1]


def first(evening: Evening) -> bool:
    """The guide's steps, timed."""
    steps: list[tuple[str, float, str]] = []

    def step(what: str, work: Callable[[], subprocess.CompletedProcess[str]]) -> None:
        begun = time.monotonic()
        ran = work()
        steps.append((what, time.monotonic() - begun, "" if ran.returncode == 0 else ran.stdout[-400:]))

    step("plugins new house-rule my-tens", lambda: evening.run(1, "plugins", "new", "house-rule", "my-tens"))
    test = evening.profile(1) / "plugins" / "tests" / "test_my_tens.py"
    step("plugins check my-tens", lambda: evening.run(1, "plugins", "check", "my-tens"))
    pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    step("python -m pytest test_my_tens.py", lambda: evening.run(1, str(test), program=pytest))
    begun = time.monotonic()
    told = evening.play(
        ("host", "--option", "my-tens.points=80", "--bots", "2", "--hands", "1"),
        ("join", "--accept-plugins", "--hands", "1"),
    )
    ends = [event(rows, "game-over") for rows in told]
    taken = event(told[1], "plugin")
    steps.append(("host and join --accept-plugins, one hand", time.monotonic() - begun, ""))
    good = ends[0]["digest"] == ends[1]["digest"] and not any(trouble for _, _, trouble in steps)
    for what, seconds, trouble in steps:
        print(f"  {seconds:>6.1f} s  {what}  {trouble}")
    print(
        f"  {taken['who']} gave the {taken['name']}, kept as {taken['file']}; digest {ends[0]['digest'][:16]}"
    )
    return good


def orders(evening: Evening) -> bool:
    """One digest for each order."""
    for laptop in (1, 2, 3, 4):
        for n, (id, change) in enumerate(STACKED.items()):
            # another load order on every laptop: files are read by name
            name = f"{'abcd'[(n + laptop) % 3]}_{laptop}_{n}"
            evening.write(laptop, name, RULE.format(id=id, change=change, other="nothing"))
        evening.write(laptop, "z_rival", RULE.format(id="rival", change="score.delta", other="twice"))
    good = True
    seen: dict[str, str] = {}
    for order in itertools.permutations(STACKED):
        chosen = [word for id in order for word in ("--option", f"{id}=true")]
        host = ("host", *chosen, "--option", f"house_rules={' '.join(order)}", "--hands", "1")
        told = evening.play(host, *[("join", "--hands", "1")] * 3, places=PLACES)
        ends = [event(rows, "game-over") for rows in told]
        same = len({end["digest"] for end in ends}) == 1 and len({str(end["scores"]) for end in ends}) == 1
        scores = ", ".join(f"{side} {points}" for side, points in ends[0]["scores"].items())
        print(
            f"  {' > '.join(order):<32} {'same' if same else 'DIFFERENT'} digest on 4  {scores}", flush=True
        )
        good = good and same
        seen[" ".join(order)] = ends[0]["digest"]
    ran = evening.run(
        1,
        "host",
        "--headless",
        "--bots",
        "3",
        "--bot",
        "steady",
        "--option",
        "twice=true",
        "--option",
        "rival=true",
    )
    print(f"  rivals: exit {ran.returncode}, {ran.stdout.strip()}")
    return good and ran.returncode == 2 and "twice" in ran.stdout and "rival" in ran.stdout


def crooked(evening: Evening, kind: str) -> bool:
    """Named everywhere, files whole, and the game goes on."""
    imports, number = KINDS[kind]
    for laptop in (1, 2, 3, 4):
        evening.write(laptop, "crooked", CROOKED.format(imports=imports, number=number))
    told = evening.play(("host", "--option", "crooked=true", "--hands", "3"), *[("join", "--hands", "3")] * 3)
    good = True
    for laptop, rows in enumerate(told, 1):
        named = [row for row in rows if row["event"] in ("stopped", "culprit")]
        why = named[0]["why"] if named else "nobody was named"
        good = good and bool(named) and "house rule crooked" in why
        print(f"  laptop {laptop}: {why}")
    files = [next(evening.profile(n).glob("games/*.pinochle")) for n in (1, 2, 3, 4)]
    step = next((row["step"] for rows in told for row in rows if row["event"] == "culprit"), None)
    for laptop, file in enumerate(files, 1):
        ran = evening.run(laptop, "verify", str(file), "--json")
        row = json.loads(ran.stdout.splitlines()[-1])
        # What the rule gave differently is all that may be wrong, at the very step that was named.
        whole = row["ok"] or (row["fault"]["step"], row["fault"]["kind"]) == (step, "ack")
        good = good and whole
        print(f"  laptop {laptop}: verify {'ok' if row['ok'] else row['fault']}, {row['hands']} hands")
    if told[0][-1]["status"] == 0:
        print("  the others played on; the game can go on without the rule all the same")
    again = evening.play(
        ("host", "--go-on", str(files[0]), "--without", "crooked", "--hands", "1"),
        *[("join", "--hands", "1")] * 3,
    )
    ends = [event(rows, "game-over") for rows in again]
    print(f"  without it: {', '.join(f'{s} {p}' for s, p in ends[0]['scores'].items())}")
    return good and len({end["digest"] for end in ends}) == 1


def main() -> int:
    """Play and print; 1 if anything was not as it must be."""
    wanted = sys.argv[1:] or ["first", "orders", "crooked"]
    why = lab.why_not()
    if why:
        print(f"No lab can be made here: {why}")
        return 1
    plays: list[tuple[str, int, Callable[[Evening], bool]]] = [("first", 2, first), ("orders", 4, orders)]
    plays += [("crooked", 4, lambda evening, kind=kind: crooked(evening, kind)) for kind in KINDS]  # type: ignore[misc]
    good = True
    for name, laptops, play in plays:
        if name in wanted:
            print(f"{name}:", flush=True)
            with (
                lab.Lab(laptops, name=f"plugins-{os.getpid()}-{name}") as lan,
                tempfile.TemporaryDirectory() as at,
            ):
                good = play(Evening(lan, Path(at))) and good
    print("all as it must be" if good else "NOT as it must be")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
