"""At a table whose plugins differ: everything is shown before the yes, and nothing is easier than the no."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import pygame
import pytest
from helpers_layout import faults
from helpers_person import Player, said

from pinochle_lan import shelf
from pinochle_lan.shelf import AcceptPlugin, RefusePlugins, ReloadPlugins
from pinochle_lan.ui import listing
from pinochle_lan.ui.events import Pointer
from pinochle_lan.ui.page import Button


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def offered(source: str) -> Player:
    return Player(samples.meeting(offers=(replace(samples.OFFER, source=source),)))


def test_which_plugins_both_versions_digests_and_who_offers() -> None:
    words = said(Player(samples.meeting()).screen.page)
    for part in (
        "house rule tens-around",
        "table: 1.0 · 3fa9c1d2",
        "you have 0.9 · 77aa10bc",
        "house rule grandma",
        "table: 0.3 · c0ffee00",
        "you have none",
        "Take it from Ana?",
        "house rule: Tens around score 1.0",
        "it imports 'os'",
        "tens_around.py is switched off and kept",
    ):
        assert part in words


def test_the_whole_source_can_be_read() -> None:
    player = Player(samples.meeting())
    told = []
    for _ in range(9):
        told.append(said(player.screen.page))
        more = player.screen.page.find("source:more")
        if not isinstance(more, Button) or not more.enabled:
            break
        player.screen.handle(Pointer("wheel", 800, 400, wheel=-1.0), player.now)
    words = "".join(" ".join(told).split())
    for line in samples.TENS.splitlines():
        for piece in line.split():
            assert piece.strip('"') in words


def test_yes_and_no_by_mouse() -> None:
    player = Player(samples.meeting())
    player.click("go:yes")
    assert player.sent == [AcceptPlugin(samples.OFFER.digest)]
    player = Player(samples.meeting())
    player.click("go:no")
    assert player.sent == [RefusePlugins()]


def test_enter_alone_never_says_yes() -> None:
    player = Player(samples.meeting())
    player.key("return")
    assert player.sent == [RefusePlugins()]
    player = Player(samples.meeting())
    player.screen.remember_that(focus="")
    player.key("return")
    assert player.sent == []


def test_yes_by_keyboard() -> None:
    player = Player(samples.meeting())
    player.key("y")
    player.reach("go:yes")
    player.key("return")
    assert player.sent == [AcceptPlugin(samples.OFFER.digest)] * 2


def test_a_table_that_forbids_it_says_what_to_do_instead() -> None:
    player = Player(samples.meeting(offers=(), forbidden=True))
    words = said(player.screen.page)
    assert "This table hands out no files" in words
    assert samples.NEEDED[0].sentence in words
    assert samples.SHELF.folder in words
    assert player.screen.page.find("go:yes") is None
    player.key("return")
    assert player.sent == [ReloadPlugins()]
    player.click("go:no")
    assert player.sent[-1] == RefusePlugins()


def test_a_file_that_did_not_come_is_a_sentence() -> None:
    coming = said(Player(samples.meeting(offers=())).screen.page)
    assert "Ana's laptop sends the file." in coming
    why = "Ana's laptop sent another file than it promised."
    assert why in said(Player(samples.meeting(offers=(), problem=why)).screen.page)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("x = 1\u202e # gnihton\n", "<U+202E>"),
        ("a\u200bb = 1\n", "<U+200B>"),
        ("x = 1\rimport os\n", "<U+000D>"),
        ("x = '\x1b[2J'\n", "<U+001B>"),
        ("x = 1\u2028import os\n", "<U+2028>"),
        ("x = '\ufeff'\n", "<U+FEFF>"),
    ],
)
def test_what_would_hide_in_a_source_is_written_out(source: str, shown: str) -> None:
    player = offered(source)
    assert shown in said(player.screen.page)
    assert listing.rows(source, 80)[0].odd


def test_long_lines_are_wrapped_not_cut() -> None:
    line = "x = " + "+".join(str(n) for n in range(300))
    rows = listing.rows(f"def f():\n    {line}\n", 60)
    assert "".join(row.text for row in rows[1:]) == line
    assert [row.number for row in rows[:3]] == [1, 2, 0]
    assert all(row.indent + len(row.text) <= 60 for row in rows)
    assert listing.rows("", 60) == [listing.Row(1, 0, "")]
    deep = listing.rows(" " * 500 + "x", 60)
    assert (deep[0].indent, deep[0].text) == (30, "x")


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1920, 1080)])
def test_hostile_offers_keep_to_their_places(size: tuple[int, int]) -> None:
    many = tuple(
        shelf.Registers("house rule", f"rule-{n}", "W" * 80, "9" * 30, "word " * 80, n) for n in range(12)
    )
    offer = replace(
        samples.OFFER,
        registers=many,
        reaches=tuple(f"Line {n}: it opens files: a plugin reads nothing." for n in range(20)),
        source="W" * 9000 + "\n" * 400,
        who="W" * 16,
    )
    differences = samples.NEEDED * 4
    player = Player(samples.meeting(differences=differences, offers=(offer,)), size=size)
    page, texts = player.screen.page, player.screen.painter.texts
    assert [one for one in faults(page, player.screen.frame, texts) if "called" not in one] == []
    assert player.screen.draw(0)
    words = said(page)
    assert "Line 0: it opens files" in words
    assert "more like this" in words
    assert "and 6 more" in words
