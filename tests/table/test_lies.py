"""Lies in a live game of four laptops: every honest one names the author, and the three go on alike.

The fast examples use the test group; ``tests/bench/sealed_lies.py`` runs any number with the real one.
"""

from __future__ import annotations

import pytest
from helpers_lies import LIES, tell
from helpers_sealed import OPEN_GROUP
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pinochle_lan.sealed.group import SUITE1


@settings(max_examples=20, deadline=None, derandomize=True)
@given(about=st.sampled_from(LIES), liar=st.integers(0, 3), seed=st.integers(0, 2**32))
def test_every_honest_laptop_names_who_lies(about: str, liar: int, seed: int) -> None:
    how = tell(OPEN_GROUP, about, liar, seed)
    assume(how)
    assert how in ("illegal", "gone")


@pytest.mark.parametrize("about", ["share", "remix", "card"])
def test_the_same_with_the_real_group(about: str) -> None:
    assert tell(SUITE1, about, 2, 5) == "illegal"
