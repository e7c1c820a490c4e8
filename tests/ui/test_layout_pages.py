"""Every sample screen at every size: no text overlaps another or leaves its panel, everything can be hit
(F48).
"""

from __future__ import annotations

from dataclasses import replace

import helpers_rules
import helpers_scenes
import pytest
from helpers_layout import cut, faults

from pinochle_lan.bridge import OptionInfo, VariantInfo
from pinochle_lan.ui.fonts import Fonts
from pinochle_lan.ui.layout import Frame
from pinochle_lan.ui.memory import Memory
from pinochle_lan.ui.page import Page
from pinochle_lan.ui.scenes import build
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.settings import UiSettings
from pinochle_lan.ui.text import TextCache

SIZES = ((1024, 600), (1180, 700), (1280, 720), (1920, 1080), (2560, 1080), (1280, 1024))
LARGE_TEXT = ((1024, 600), (1280, 720), (1920, 1080))
DIALOGS = ("menu", "settings", "leave", "laptops", "keys", "last", "details", "saved", "bots")


def page_of(sample: str, frame: Frame, **memory: object) -> tuple[Page, TextCache]:
    text = TextCache(Fonts(system=False), frame.scale)
    look = Look(frame, text, Memory(**memory), UiSettings())  # type: ignore[arg-type]
    return build(helpers_scenes.samples()[sample], look), text


@pytest.mark.parametrize("sample", list(helpers_scenes.samples()))
@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_F48_nothing_overlaps_or_is_cut_off(sample: str, text_size: float) -> None:
    for wide, high in SIZES if text_size == 1.0 else LARGE_TEXT:
        frame = Frame(wide, high, text=text_size)
        page, text = page_of(sample, frame)
        assert list(faults(page, frame, text)) == [], (wide, high)


@pytest.mark.parametrize("dialog", DIALOGS)
@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_dialogs_fit(dialog: str, text_size: float) -> None:
    for wide, high in SIZES if text_size == 1.0 else LARGE_TEXT:
        frame = Frame(wide, high, text=text_size)
        page, text = page_of("score" if dialog == "details" else "trick", frame, dialog=dialog)
        assert list(faults(page, frame, text)) == [], (wide, high)


@pytest.mark.parametrize("sample", list(helpers_scenes.samples()))
def test_no_words_are_shortened_at_the_reference_size(sample: str) -> None:
    frame = Frame(1280, 720)
    page, text = page_of(sample, frame)
    long_ones = {"Run in spades 150", "You and Ana bid 310", "You and Ana bid 310 and made"}
    assert [words for words in cut(page, frame, text) if not words.startswith(tuple(long_ones))] == []


def test_drawer_opens_where_the_panel_does_not_fit() -> None:
    frame = Frame(1024, 600)
    closed, _ = page_of("trick", frame)
    opened, text = page_of("trick", frame, drawer=True)
    assert closed.find("tabs:log") is None
    assert opened.find("tabs:log") is not None
    assert opened.find("tabs:close") is not None
    assert [fault for fault in faults(opened, frame, text) if "tabs" in fault] == []


def shipped() -> tuple[VariantInfo, ...]:
    """What table setup gets of every shipped variant."""
    return tuple(
        VariantInfo(
            one.id,
            one.title,
            len(one.seat_names),
            one.seat_names,
            tuple(
                OptionInfo(o.name, o.title, o.help, o.default, o.choices, o.low, o.high, o.step)
                for o in one.options
            ),
        )
        for one in helpers_rules.variants().values()
    )


@pytest.mark.parametrize("place", range(3))
def test_setup_of_every_shipped_game_shows_its_options_whole(place: int) -> None:
    infos = shipped()
    frame = Frame(1280, 720)
    for info in infos:
        front = helpers_scenes.setup()
        assert front.table is not None
        options = tuple((option.name, (*option.choices, option.default)[0]) for option in info.options)
        people = front.table.people[: info.seats]
        snap = replace(front.table, variant=info.id, options=options, people=people)
        lobby = replace(front.lobby, variants=infos)
        text = TextCache(Fonts(system=False), frame.scale)
        look = Look(frame, text, Memory(scroll=(("options", place),)), UiSettings())
        page = build(replace(front, lobby=lobby, table=snap), look)
        assert list(faults(page, frame, text)) == []
        assert cut(page, frame, text) == []
