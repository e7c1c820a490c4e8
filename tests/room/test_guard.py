"""The guard: what may wait, what ends a link, for how long."""

from __future__ import annotations

from pinochle_lan.room.guard import (
    BARRED_S,
    BYTES_A_S,
    LONGEST_BAR_S,
    LONGEST_WAIT_MS,
    MOST_BYTES,
    MOST_MISPLACED,
    MOST_WAITING,
    Guard,
)

ANN, BEN = b"a" * 32, b"b" * 32


def test_F55_frames_that_wait_are_counted_by_laptop() -> None:
    guard = Guard()
    assert all(guard.takes(ANN, 10, 0) for _ in range(MOST_WAITING))
    assert not guard.takes(ANN, 10, 0)
    assert guard.takes(BEN, 10, 0)
    for _ in range(2):
        guard.read(ANN, 10)
    assert guard.takes(ANN, 10, 0)
    assert not guard.takes(ANN, 10, 0), "what still waits counts"


def test_F55_their_bytes_are_counted_too() -> None:
    guard = Guard()
    assert guard.takes(ANN, MOST_BYTES, 0)
    assert not guard.takes(ANN, 1, 0)


def test_who_talks_on_while_this_laptop_reads_a_whole_evening_floods_nobody() -> None:
    guard = Guard()
    assert all(guard.takes(ANN, 1_000, 40 * frame) for frame in range(1_000)), "25 frames a second for 40 s"
    for _ in range(1_000):
        guard.read(ANN, 1_000)
    assert all(guard.takes(ANN, 10, 90_000) for _ in range(MOST_WAITING))
    assert not guard.takes(ANN, 10, 90_000), "what comes at once after a quiet time is counted as ever"


def test_F55_what_may_wait_has_an_end_however_long_this_laptop_is_kept_busy() -> None:
    guard = Guard()
    assert guard.takes(ANN, 10, 0)
    assert not guard.takes(ANN, MOST_BYTES + BYTES_A_S * LONGEST_WAIT_MS // 1000, 10**9)


def test_F55_a_broken_form_ends_a_link_at_once_a_misplaced_thing_does_not() -> None:
    guard = Guard()
    assert guard.refused(ANN, hard=True)
    assert not any(guard.refused(BEN, hard=False) for _ in range(MOST_MISPLACED))
    assert guard.refused(BEN, hard=False)
    guard.linked(BEN)
    assert not guard.refused(BEN, hard=False)


def test_F55_each_time_it_stays_out_twice_as_long() -> None:
    guard = Guard()
    first = [guard.eject(ANN) for _ in range(20)]
    assert first[:3] == [BARRED_S, 2 * BARRED_S, 4 * BARRED_S]
    assert max(first) == LONGEST_BAR_S
    assert guard.eject(BEN) == BARRED_S
