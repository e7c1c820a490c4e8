"""The "Fair deal" panel says what is checked, and what is still to check after an absence."""

from __future__ import annotations

from pinochle_lan.table.snapshot import Fair
from pinochle_lan.ui.scenes.fair import sentences


def test_it_counts_what_was_checked() -> None:
    assert sentences(Fair(4, 12, True, 27))[2] == "12 proofs and 27 cards checked."


def test_it_says_that_proofs_from_an_absence_are_still_to_check() -> None:
    assert sentences(Fair(4, 4, True, 27, unchecked=9))[2] == "Still to check: 9 proofs."
    assert sentences(Fair(4, 4, True, 27, unchecked=1))[2] == "Still to check: 1 proof."
