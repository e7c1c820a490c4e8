"""Looks of plugins: worn where they hold, refused with a sentence where they do not."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import helpers_scenes as samples
import pygame
import pytest
from helpers_person import Player

from pinochle_lan import shipped
from pinochle_lan.api import Look
from pinochle_lan.cards import cards
from pinochle_lan.front import Front
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.registry import Plugin, Registry, Source
from pinochle_lan.room import lists
from pinochle_lan.shelf import LookInfo
from pinochle_lan.ui.cardart import CardArt
from pinochle_lan.ui.settings import UiSettings, from_plain, to_plain
from pinochle_lan.ui.theme import GREEN, MIDNIGHT
from pinochle_lan.ui.wardrobe import outfit

PLUM = (("felt_middle", "#3C1838"), ("felt_centre", "#6A2F62"))


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def shipped_looks() -> tuple[LookInfo, ...]:
    return lists.looks(load_all([("shipped", shipped.plugins())], installed=False))


@pytest.mark.parametrize("look", shipped_looks(), ids=lambda look: look.id)
def test_shipped_looks_are_worn_whole(look: LookInfo) -> None:
    settings = UiSettings(deck=f"look:{look.id}", theme=f"look:{look.id}")
    made = outfit(settings, (look,))
    assert made.problem == ""
    assert all(getattr(made.theme, role) == colour for role, colour in look.colours)
    assert look.colours or look.cards


def test_there_is_an_example_that_ships() -> None:
    assert [look.title for look in shipped_looks()] == ["Rosewood"]


def test_colours_stand_over_those_of_the_base() -> None:
    look = LookInfo("plum", "Plum", base="blue", colours=PLUM)
    made = outfit(UiSettings(theme="look:plum"), (look,))
    assert made.theme == replace(
        MIDNIGHT, id="look:plum", title="Plum", felt_middle="#3C1838", felt_centre="#6A2F62"
    )


@pytest.mark.parametrize(
    ("look", "says"),
    [
        (LookInfo("x", "X", colours=(("felt_midle", "#3C1838"),)), "did you mean 'felt_middle'?"),
        (LookInfo("x", "X", colours=(("text", "red"),)), "'red' is no colour"),
        (LookInfo("x", "X", colours=(("panel", "#F4F1E8"),)), "contrast"),
        (LookInfo("x", "X", base="pink", colours=PLUM), "There is no cloth 'pink'"),
        (LookInfo("x", "X", back="/nowhere/back.svg", colours=PLUM), "back.svg is missing."),
        (LookInfo("x", "X", cards="/nowhere", colours=PLUM), "AC.svg is missing. And 23 more."),
    ],
)
def test_what_is_wrong_with_a_look_is_said_and_the_kit_is_worn(look: LookInfo, says: str) -> None:
    made = outfit(UiSettings(theme="look:x", deck="look:x"), (look,))
    assert made.problem.startswith("The look 'X' is not used: ")
    assert says in made.problem
    assert made.theme.text == GREEN.text
    assert made.cards.sprite(None, 60).get_width() == 60


def test_a_look_that_is_gone_gives_way_in_silence() -> None:
    made = outfit(UiSettings(theme="look:gone", deck="look:gone"), ())
    assert (made.theme, made.problem) == (GREEN, "")


def copied(folder: Path, deck: str) -> LookInfo:
    """A deck in a plugin folder."""
    shutil.copytree(shipped.sprites() / deck, folder / "cards")
    shutil.copy(shipped.sprites() / "backs" / "navy.svg", folder / "back.svg")
    thing = Look("mine", "1.0", "Mine", cards="cards", back="back.svg")
    source = Source("mine", str(folder / "mine.py"), "profile")
    return lists.looks(Registry([Plugin("look", "mine", "Mine", "1.0", thing, source)]))[0]


def pixels(art: CardArt, name: str | None) -> bytes:
    card = cards(name)[0] if name else None
    return pygame.image.tobytes(art.sprite(card, 60), "RGBA")


def test_a_deck_of_ones_own_is_drawn(tmp_path: Path) -> None:
    look = copied(tmp_path, "large")
    made = outfit(UiSettings(deck="look:mine"), (look,))
    assert made.problem == ""
    assert pixels(made.cards, "AS") == pixels(CardArt("large"), "AS")
    assert pixels(made.cards, None) == pixels(CardArt(back="navy"), None)
    (tmp_path / "cards" / "AS.svg").write_bytes(b"\xff\xfe")
    assert "AS.svg" in outfit(UiSettings(deck="look:mine"), (look,)).problem


def test_looks_are_chosen_in_the_settings_and_seen_at_once(tmp_path: Path) -> None:
    looks = (*shipped_looks(), copied(tmp_path, "large"))
    front = samples.samples()["lobby"]
    player = Player(Front(replace(front.lobby, looks=looks)))
    player.click("me:settings")
    player.screen.draw(player.now)
    before = player.surface.get_at((8, 400))
    player.click("theme:look:rosewood")
    player.screen.draw(player.now)
    assert player.saved[-1].theme == "look:rosewood"
    assert player.surface.get_at((8, 400)) != before
    player.click("deck:look:mine")
    assert player.saved[-1].deck == "look:mine"
    assert from_plain(to_plain(player.saved[-1])) == player.saved[-1]


def test_a_look_that_is_read_later_is_put_on_then_and_a_faulty_one_says_why() -> None:
    front = samples.samples()["lobby"]
    player = Player(front, UiSettings(speed=0, theme="look:plum"))
    assert player.screen.painter.theme == GREEN
    plum = LookInfo("plum", "Plum", colours=PLUM)
    player.show(replace(front, lobby=replace(front.lobby, looks=(plum,))))
    assert player.screen.painter.theme.felt_middle == "#3C1838"
    bad = replace(plum, colours=(("text", "#101010"),))
    player.show(replace(front, lobby=replace(front.lobby, looks=(bad,))))
    assert player.screen.painter.theme == GREEN
    assert player.screen.wake_ms(player.now) is not None


def test_odd_settings_name_no_look() -> None:
    assert from_plain({"theme": "look:", "deck": "look:" + "x" * 99}) == UiSettings()
