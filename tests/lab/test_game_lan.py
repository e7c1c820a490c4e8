"""Games of four laptops on the lab's Wi-Fi, without a window. Whole games: ``bench/lab_games.py``."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.timeout(300)]

ROOT = Path(__file__).resolve().parents[2]


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made


lab = module(ROOT / "tests" / "lab" / "lab.py")
bench = module(ROOT / "tests" / "bench" / "lab_games.py")


@pytest.fixture
def lan() -> Iterator[Any]:
    why = lab.why_not()
    if why:
        pytest.skip(why)
    with lab.Lab(4) as made:
        yield made


def rows(program: subprocess.Popen[str], timeout: float = 120) -> list[dict[str, Any]]:
    out, err = program.communicate(timeout=timeout)
    assert (program.returncode, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_four_laptops_find_each_other_and_play_a_hand_alike(lan: Any) -> None:
    game = bench.play(lan, "clean", 1, hands=1, limit_s=120)
    assert game.trouble == ""
    assert game.hands == 1


def test_F29_F30_the_founder_is_killed_and_comes_back(lan: Any) -> None:
    host = bench.start(lan, 1, "host", "--bot", "steady", "--hands", "2")
    others = [bench.start(lan, n, "join", "--bot", "steady", "--hands", "2") for n in (2, 3, 4)]
    said = []
    while not said or said[-1]["event"] != "hand":
        said.append(json.loads(others[0].stdout.readline()))
    lan.crash(1)
    host.communicate()
    again = bench.start(lan, 1, "join", "--bot", "steady", "--hands", "2")
    ends = [rows(program)[-1] for program in (*others, again)]
    assert {end["event"] for end in ends} == {"game-over"}
    assert len({end["digest"] for end in ends}) == 1


def test_F35_without_multicast_the_code_opens_the_table(lan: Any) -> None:
    lan.isolate("mcast")
    host = bench.start(lan, 1, "host", "--bot", "steady", "--hands", "1", "--code", "--bots", "2")
    table = json.loads(host.stdout.readline())
    seen = lan.run(2, [*bench.PROGRAM, "tables", "--wait", "3", "--json"], cwd=ROOT)
    assert json.loads(seen.stdout) == []
    code = table["code"]
    wrong = code[:-1] + ("1" if code[-1] != "1" else "2")
    knock = lan.run(2, [*bench.PROGRAM, "join", "--headless", "--code", wrong], cwd=ROOT)
    assert knock.returncode == 2
    assert "does not open this table" in knock.stdout
    join = bench.start(lan, 2, "join", "--bot", "steady", "--hands", "1", "--code", code)
    ends = [rows(program)[-1] for program in (host, join)]
    assert ends[0]["digest"] == ends[1]["digest"]
