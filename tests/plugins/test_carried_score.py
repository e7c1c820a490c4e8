"""plugins/carried_score.py"""

from __future__ import annotations

import pytest

from pinochle_lan.api import RulesError
from pinochle_lan.testing import Pinochle


def test_each_side_begins_with_what_it_had(pinochle: Pinochle) -> None:
    carried = {"carried-score.first": 420, "carried-score.second": -50}
    table = pinochle.table("partnership", rules=["carried-score"], **carried)
    assert table.game.start().scores == (420, -50)


def test_without_numbers_nothing_changes(pinochle: Pinochle) -> None:
    assert pinochle.table("three-handed", rules=["carried-score"]).game.start().scores == (0, 0, 0)


def test_a_score_for_a_side_that_the_game_has_not_is_refused(pinochle: Pinochle) -> None:
    with pytest.raises(RulesError, match="Partnership pinochle has 2 sides"):
        pinochle.table("partnership", rules=["carried-score"], **{"carried-score.third": 10})
