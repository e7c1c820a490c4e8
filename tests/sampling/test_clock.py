"""The stopwatch of opponents: least work before the time is up, no more than twice the time in any case."""

from __future__ import annotations

import pytest

from pinochle_lan.sampling import clock
from pinochle_lan.sampling.clock import Stopwatch, untimed


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time in milliseconds, to be set."""
    at = [0]
    monkeypatch.setattr(clock.time, "perf_counter_ns", lambda: at[0] * 1_000_000)
    return at


def test_the_time_is_up_at_the_limit(now: list[int]) -> None:
    watch = Stopwatch(100)
    now[0] = 99
    assert not watch.up
    now[0] = 100
    assert watch.up


def test_least_work_is_done_unless_twice_the_time_is_gone(now: list[int]) -> None:
    watch = Stopwatch(100)
    now[0] = 150
    assert [watch.enough(done, 3) for done in (0, 1, 2, 3)] == [False, False, False, True]
    now[0] = 200
    assert [watch.enough(done, 3) for done in (0, 1, 2, 3)] == [False, True, True, True]


def test_without_a_limit_or_in_the_arena_it_never_ends(now: list[int]) -> None:
    with untimed():
        calm = Stopwatch(100)
    for watch in (Stopwatch(None), calm):
        now[0] += 10**6
        assert not watch.up
        assert not watch.enough(50, 3)
    hasty = Stopwatch(100)
    now[0] += 100
    assert hasty.up
