"""The whole walk to a table with a foreign house rule, with real files and links, seen through the window."""

from __future__ import annotations

from pathlib import Path

import helpers_shell as shell
import pygame
from helpers_person import said

from pinochle_lan import shipped
from pinochle_lan.intents import JoinTable, OpenTable
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.ui.events import Key
from pinochle_lan.ui.screen import Screen

RULE = (shipped.plugins() / "tens_around.py").read_text(encoding="utf-8").replace("tens-around", "aunt-tens")


def test_a_house_rule_is_read_taken_by_a_key_and_played_with(tmp_path: Path) -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    folder = tmp_path / "ann" / "plugins"
    folder.mkdir(parents=True)
    (folder / "aunt_tens.py").write_text(RULE, encoding="utf-8")
    own = load_all([("shipped", shipped.plugins()), ("profile", folder)], installed=False)
    with shell.player(tmp_path / "ann", plugins=own) as ann, shell.player(tmp_path / "ben", "Ben") as ben:
        ann.post(OpenTable("Kitchen", "partnership", (("aunt-tens", True),), locked=False))
        ann.table(lambda table: table.people)
        assert ann.house._network is not None
        screen = Screen(pygame.Surface((1280, 720)).convert(), ben.bridge.read(), post=ben.post)
        ben.post(JoinTable(address=f"127.0.0.1:{ann.house._network.mesh.port}"))
        met = ben.until(lambda front: front.lobby.shelf.meeting and front.lobby.shelf.meeting.offers)
        screen.show(met, 100)
        words = said(screen.page)
        assert screen.page.name == "meeting"
        assert "Take it from Ann?" in words
        assert 'id, version, title = "aunt-tens"' in words
        assert "house rule: Tens around score 1.0" in words
        assert not (tmp_path / "ben" / "plugins" / "aunt_tens.py").exists()
        screen.handle(Key("y", typed="y"), 2000)
        seated = ben.until(
            lambda front: front.lobby.form and front.lobby.form.options and not front.lobby.shelf.meeting
        )
        screen.show(seated, 3000)
        assert screen.page.name == "setup"
        screen.remember_that(part="rules")
        assert "Four tens of different suits are a meld" in said(screen.page)
        assert any(row.id == "aunt-tens" for row in seated.lobby.shelf.rows)
