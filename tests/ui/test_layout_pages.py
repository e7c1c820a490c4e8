"""Every sample screen at every size: no text overlaps another or leaves its panel, everything can be hit
(F48).
"""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes
import pytest
from helpers_layout import cut, faults

from pinochle_lan import shipped
from pinochle_lan.form import ORDER, Form
from pinochle_lan.front import VariantInfo
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.room import form, lists
from pinochle_lan.room.games import Games
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
DIALOGS = ("menu", "settings", "leave", "laptops", "keys", "last", "details", "saved", "bots", "plugins")
SETUP_DIALOGS = ("games", "rules", "number:minimum_bid", "number:meld.pinochle:1")


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


@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize(
    "memory",
    [{"part": part} for part in ("rules", "points", "presets")]
    + [{"dialog": dialog} for dialog in SETUP_DIALOGS],
)
def test_setup_fits(memory: dict[str, object], text_size: float) -> None:
    for sample in ("setup", "setup-guest"):
        for wide, high in SIZES if text_size == 1.0 else LARGE_TEXT:
            frame = Frame(wide, high, text=text_size)
            page, text = page_of(sample, frame, **memory)
            assert list(faults(page, frame, text)) == [], (sample, wide, high)


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


def forms() -> list[tuple[VariantInfo, Form]]:
    """What table setup gets of every shipped variant, with every house rule in use that goes with it."""
    games = Games(load_all([("shipped", shipped.plugins())], installed=False))
    found = []
    for info in lists.variants(games.registry):
        plain = form.made(games, info.id, {})
        assert plain is not None
        order: list[str] = []
        for rule in plain.rules:
            settings = {**dict.fromkeys((*order, rule.id), True), ORDER: " ".join((*order, rule.id))}
            if form.made(games, info.id, settings) is not None:
                order.append(rule.id)
        stacked = {**dict.fromkeys(order, True), ORDER: " ".join(order)}
        found += [(info, one) for one in (plain, form.made(games, info.id, stacked)) if one is not None]
    return found


FORMS = forms()


@pytest.mark.parametrize("part", ["options", "rules", "points", "presets"])
@pytest.mark.parametrize("place", range(3))
def test_setup_of_every_shipped_game_shows_its_form_whole(part: str, place: int) -> None:
    frame = Frame(1280, 720)
    names = {"options": "options", "rules": "house", "points": "points", "presets": "presets"}
    infos = tuple(dict.fromkeys(info for info, _ in FORMS))
    for info, one in FORMS:
        front = helpers_scenes.setup()
        assert front.table is not None
        people = front.table.people[: info.seats]
        snap = replace(front.table, variant=info.id, options=one.values, people=people)
        lobby = replace(front.lobby, variants=infos, form=one)
        text = TextCache(Fonts(system=False), frame.scale)
        look = Look(frame, text, Memory(part=part, scroll=((names[part], place),)), UiSettings())
        page = build(replace(front, lobby=lobby, table=snap), look)
        assert list(faults(page, frame, text)) == []
        assert cut(page, frame, text) == []
