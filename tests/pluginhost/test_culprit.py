"""Traces of plugin code: what parts two of them is found, and nothing that is the same on two laptops."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from pinochle_lan.pluginhost.culprit import Call, blamed, mark, parting, trace

STEADY = "def twice(x):\n    return 2 * x\n\ndef work():\n    return [twice(n) for n in range(3)]\n"
WOBBLY = STEADY.replace("return 2 * x", "return 2 * x + random.randrange(1000)")
NAMES = {"steady.py": "house rule steady 1.0", "wobbly.py": "house rule wobbly 1.0"}


def made(path: str, source: str) -> ModuleType:
    module = ModuleType(path)
    module.__dict__["random"] = random
    exec(compile(source, path, "exec"), module.__dict__)
    return module


def test_a_trace_holds_the_calls_of_plugin_code_alone() -> None:
    module = made("steady.py", STEADY)
    calls = trace(lambda: (sorted([3, 1]), module.work()), NAMES)
    assert [call.function for call in calls if call.function == "twice"] == ["twice"] * 3
    assert {call.plugin for call in calls} == {"house rule steady 1.0"}
    assert sys.getprofile() is None


def test_what_never_gives_the_same_parts_from_itself_with_its_line() -> None:
    steady, wobbly = made("steady.py", STEADY), made("wobbly.py", WOBBLY)

    def work() -> None:
        steady.work()
        wobbly.work()

    call = parting(trace(work, NAMES), trace(work, NAMES))
    assert call is not None
    assert (call.plugin, call.function, call.line) == ("house rule wobbly 1.0", "twice", 1)


def test_what_is_steady_does_not_part() -> None:
    module = made("steady.py", STEADY)
    assert parting(trace(module.work, NAMES), trace(module.work, NAMES)) is None


def test_one_that_fails_on_one_laptop_only_is_found() -> None:
    sound = made("steady.py", STEADY)
    broken = made("steady.py", STEADY.replace("return 2 * x", "return 2 // (x - 1)"))
    call = parting(trace(sound.work, NAMES), trace(broken.work, NAMES))
    assert call is not None
    assert call.plugin == "house rule steady 1.0"
    ended = trace(broken.work, NAMES)[-1]
    assert ended == Call("", "ZeroDivisionError", 0, b"")


def test_the_line_that_raised_is_blamed_and_the_core_never() -> None:
    broken = made("wobbly.py", "def work():\n    return [].pop()\n")
    with pytest.raises(IndexError) as raised:
        broken.work()
    assert blamed(raised.value, NAMES) == ("house rule wobbly 1.0", 2)
    assert blamed(ValueError(), NAMES) is None


def enclosing(number: int) -> Callable[[], int]:
    return lambda: number


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 2),
        ((1, 2), (2, 1)),
        ({"a": 1}, {"a": 2}),
        (frozenset({1}), frozenset({2})),
        (enclosing(1), enclosing(2)),
        (partial(max, 1), partial(max, 2)),
        (Call("", "", 0, b""), Call("", "", 1, b"")),
        (True, 1),
    ],
)
def test_values_that_differ_have_other_marks(one: object, other: object) -> None:
    assert mark(one) != mark(other)
    assert mark(one) == mark(one)


def test_marks_are_the_same_in_a_process_with_another_hash_seed() -> None:
    program = (
        "from pinochle_lan.pluginhost.culprit import mark\n"
        "print(mark(({'b': {'x', 'y', 'z'}, 'a': frozenset('hello')}, mark, object())).hex())"
    )
    root = Path(__file__).resolve().parents[2]
    said = []
    for seed in ("1", "2"):
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        command = [sys.executable, "-c", program]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        said.append(ran.stdout)
    assert said[0] == said[1]


def test_a_value_that_holds_itself_ends() -> None:
    loop: dict[str, object] = {}
    loop["again"] = [loop]
    assert mark(loop) == mark(loop)
