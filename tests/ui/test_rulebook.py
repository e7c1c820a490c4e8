"""The rules in force as a page of the table: every sentence is there, and what was changed is marked."""

from __future__ import annotations

from dataclasses import replace

import helpers_rules
import helpers_scenes as samples
import pygame
import pytest
from helpers_layout import faults

from pinochle_lan import shipped
from pinochle_lan.front import Front
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.rules import text
from pinochle_lan.rules.game import Game
from pinochle_lan.ui.events import Key
from pinochle_lan.ui.page import Button, Label, Sentence
from pinochle_lan.ui.screen import Screen


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def table(variant: str, **options: object) -> Front:
    front = samples.play()
    assert front.table is not None
    rules = text.marked(helpers_rules.game(variant, **options), helpers_rules.game(variant))
    return replace(front, table=replace(front.table, rules=rules))


def opened(front: Front, size: tuple[int, int]) -> Screen:
    screen = Screen(pygame.Surface(size).convert(), front, post=lambda intent: None)
    screen.handle(Key("f2"), 1000)
    return screen


def leaf(screen: Screen) -> tuple[str, list[str]]:
    """What the open page says after its title, and what of it is marked as changed."""
    items = screen.page.items
    start = next(
        n for n, item in enumerate(items) if isinstance(item, Label) and item.text.startswith("Rules ·")
    )
    words, gold = [], []
    for item in items[start + 1 :]:
        if isinstance(item, Sentence):
            said = "".join(run.suit.title if run.suit else run.text for run in item.runs)
            words.append(said)
            if item.tone == "gold":
                gold.append(said)
    return " ".join(words), gold


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600)])
@pytest.mark.parametrize("variant", sorted(helpers_rules.variants()))
def test_every_rule_is_on_some_page(variant: str, size: tuple[int, int]) -> None:
    front = table(variant)
    screen = opened(front, size)
    told = []
    for _ in range(20):
        assert list(faults(screen.page, screen.frame, screen.painter.texts)) == []
        told.append(leaf(screen)[0])
        more = screen.page.find("rules:more")
        if not isinstance(more, Button) or not more.enabled:
            break
        screen.handle(Key("pagedown"), 2000)
    assert front.table is not None
    shown = " ".join(" ".join(told).split())
    for _, sentences in front.table.rules:
        for sentence, _ in sentences:
            assert sentence.split()[0] in shown
    assert sum(len(sentences) for _, sentences in front.table.rules) > 8


def test_what_this_table_changed_is_gold() -> None:
    screen = opened(table("partnership", minimum_bid=300), (1280, 720))
    gold = []
    for _ in range(10):
        gold += leaf(screen)[1]
        screen.handle(Key("pagedown"), 2000)
    assert any("300" in line for line in gold)


def test_a_line_that_a_house_rule_changed_names_the_rule() -> None:
    front = samples.play()
    assert front.table is not None
    plain = helpers_rules.variants()["partnership"]
    tens = load_all([("shipped", shipped.plugins())], installed=False).house_rules["tens-around"]
    rules = text.marked(Game(plain, {}, [tens]), Game(plain))
    screen = opened(replace(front, table=replace(front.table, rules=rules)), (1280, 720))
    gold = []
    for _ in range(10):
        gold += leaf(screen)[1]
        screen.handle(Key("pagedown"), 2000)
    assert "Tens around (one of each suit): 80, double 800. (Tens around score)" in gold
    assert any(line.startswith("Tens around score: Four tens of different suits") for line in gold)


def test_F2_opens_and_closes() -> None:
    screen = opened(table("partnership"), (1280, 720))
    assert screen.memory.dialog == "rules"
    screen.handle(Key("f2"), 2000)
    assert screen.memory.dialog == ""
