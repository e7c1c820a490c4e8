"""Damaged frames and files, a small dose; the large one is ``bench/fuzz_frames.py`` and ``fuzz_files.py``."""

from __future__ import annotations

import functools

import pytest
from helpers_fuzz import Corpus, Frames, damaged_files, verified


@functools.cache
def corpus() -> Corpus:
    return Corpus()


@pytest.mark.parametrize("seed", [1, 2])
def test_F55_F56_mutated_frames_are_refused_and_never_reach_the_group_unsigned(seed: int) -> None:
    frames = Frames(corpus(), seed)
    frames.run(1500)
    assert frames.unasked == []
    assert sum(frames.counts[name] for name in ("well-formed", "not decoded")) == 1500
    assert frames.counts["refused by name"] > 1000
    assert frames.counts["well-formed"] > 300


def test_F62_mutated_files_are_read_as_far_as_they_are_whole() -> None:
    counts = damaged_files(corpus(), 1, 600)
    assert counts["files"] == 600
    assert counts["with a whole record"] > 300


def test_F62_F55_mutated_files_are_verified_or_faulted_never_more() -> None:
    counts = verified(corpus(), 1, 12)
    assert counts["files"] == 12
    assert counts["faults"] > 0
