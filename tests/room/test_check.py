"""The lobby's "Run the check"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers_shell import player

from pinochle_lan.intents import RunCheck
from pinochle_lan.net.addresses import OwnAddress
from pinochle_lan.net.doctor import Facts
from pinochle_lan.room import lookout


def test_F35_F46_the_lobby_tells_what_the_check_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(mine: tuple[int, int], asked: Any, tell: Any) -> Facts:
        tell("Asking who is there ...")
        return Facts(mine, (OwnAddress("192.168.1.7", 24, "wlan0"),))

    monkeypatch.setattr(lookout, "check", check)
    with player(tmp_path) as ann:
        assert ann.bridge.read().lobby.check == ()
        ann.post(RunCheck(), RunCheck())
        lobby = ann.until(lambda front: front.lobby.check and not front.lobby.checking).lobby
        assert "client isolation" in " ".join(lobby.check)
        assert lobby.check[-1].endswith("192.168.1.7:47470.")


def test_F42_a_check_that_fails_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(mine: tuple[int, int], asked: Any, tell: Any) -> Facts:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(lookout, "check", check)
    with player(tmp_path) as ann:
        ann.post(RunCheck())
        lobby = ann.until(lambda front: front.lobby.check and not front.lobby.checking).lobby
        assert "Join by code or address." in lobby.check[0]
