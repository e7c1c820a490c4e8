"""The real window on the lab's screens: from the first start to a score, and a table of two laptops."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers_window import PROGRAM, ROOT, TraceReader, Windowed, environment

pytestmark = [pytest.mark.lab, pytest.mark.timeout(240)]


def module(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made


lab = module(ROOT / "tests" / "lab" / "lab.py")
bench = module(ROOT / "tests" / "bench" / "window_play.py")
latency = module(ROOT / "tests" / "bench" / "click_latency.py")


@pytest.fixture
def lan() -> Iterator[Any]:
    why = lab.why_not()
    if why:
        pytest.skip(why)
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"screens need {' and '.join(missing)}")
    with lab.Lab(2) as made:
        yield made


@pytest.mark.parametrize("mouse", [True, False], ids=["mouse", "keys"])
def test_first_start_to_a_scored_hand(lan: Any, tmp_path: Path, mouse: bool) -> None:
    window = Windowed(lan, 1, tmp_path, "--profile", str(tmp_path / "profile"))
    player = bench.Player(window, tmp_path, mouse=mouse)
    player.begin("")
    player.play(1)
    assert {"lobby", "auction", "trick", "score"} <= set(player.seen)
    window.close()


def test_a_click_reaches_the_other_laptop(lan: Any, tmp_path: Path) -> None:
    """Two people at one table: the card clicked on one laptop lies on the other's table."""
    window = Windowed(
        lan, 1, tmp_path, "host", "--variant", "two-handed-bidding", "--profile", str(tmp_path / "one")
    )
    window.until(lambda seen: seen.page == "setup", 60)
    trace = TraceReader(tmp_path / "trace-2.jsonl")
    other = lan.popen(
        2,
        [*PROGRAM, "join", "--headless", "--bot", "steady", "--name", "Ben"],
        cwd=ROOT,
        env=environment(trace.path),
        stdout=subprocess.DEVNULL,
    )
    game = latency.Game(window, [trace])
    game.sit()
    game.play(1, most=2)
    deadline = time.monotonic() + 5
    while len(game.latencies()) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(game.latencies()) == len(game.clicks) == 2
    window.close()
    other.terminate()
