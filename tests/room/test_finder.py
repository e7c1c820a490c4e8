"""Finding the laptop at a table's door where the first calls are lost."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from pinochle_lan.intents import JoinTable
from pinochle_lan.net.errors import NetError, VersionError
from pinochle_lan.room.finder import TRIES, find


class Radio:
    """Answers at the ``heard``-th call."""

    def __init__(self, heard: int, error: NetError) -> None:
        self.calls, self.heard, self.error = 0, heard, error
        self.mesh = SimpleNamespace(dial=self.dial)

    async def dial(self, addresses: Any, seconds: float, key: bytes | None) -> bytes:
        self.calls += 1
        if self.calls < self.heard:
            raise self.error
        return b"k" * 32


def found(radio: Any) -> tuple[bytes, list[str]]:
    said: list[str] = []
    door = asyncio.run(find(radio, JoinTable(address="192.168.1.7"), said.append))
    return door.key, said


def test_F35_a_call_that_is_lost_is_made_again() -> None:
    radio = Radio(TRIES, NetError("Nobody answers."))
    key, said = found(radio)
    assert key == b"k" * 32
    assert said[1:] == ["192.168.1.7 does not answer yet. Trying again ..."] * (TRIES - 1)


def test_after_some_tries_it_is_said_in_a_sentence() -> None:
    radio = Radio(TRIES + 1, NetError("Nobody answers."))
    with pytest.raises(NetError, match="Nobody answers"):
        found(radio)
    assert radio.calls == TRIES


def test_who_answers_with_another_version_is_not_called_again() -> None:
    radio = Radio(2, VersionError("Ben's version is older."))
    with pytest.raises(VersionError):
        found(radio)
    assert radio.calls == 1
