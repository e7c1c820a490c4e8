"""Settings survive old, new and hand-edited files."""

from __future__ import annotations

import pytest

from pinochle_lan.ui.cardart import DECKS
from pinochle_lan.ui.scenes.options import changed
from pinochle_lan.ui.settings import UiSettings, allowed, from_plain, to_plain
from pinochle_lan.ui.theme import SUIT_COLOURS, THEMES


def test_plain_form_and_back() -> None:
    mine = UiSettings(text_size=125, sound=False, deck="large", variant="two-handed", bot="novice")
    assert from_plain(to_plain(mine)) == mine


def test_odd_files_leave_defaults() -> None:
    odd = {
        "text_size": 90,
        "sound": 1,
        "deck": None,
        "speed": True,
        "what": "ever",
        "variant": 3,
        "bot": "x" * 65,
    }
    assert from_plain(odd) == UiSettings()


def test_only_allowed_values() -> None:
    assert changed(UiSettings(), "speed", 0).speed == 0
    with pytest.raises(ValueError, match="speed cannot be 7"):
        changed(UiSettings(), "speed", 7)


def test_names_are_those_of_the_kit() -> None:
    assert allowed("deck") == DECKS
    assert allowed("theme") == tuple(THEMES)
    assert allowed("colours") == tuple(SUIT_COLOURS)
