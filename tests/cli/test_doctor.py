"""The command ``doctor``: words, JSON, exit status."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pinochle_lan.cli import doctor as command
from pinochle_lan.cli.command import run
from pinochle_lan.net.addresses import Address, OwnAddress
from pinochle_lan.net.doctor import Facts, Seen

HOME = (OwnAddress("192.168.1.7", 24, "wlan0"),)
GOOD = Seen("192.168.1.9", 1, 1, answered=True, heard_us=True, heard=True, tcp=True, called_back=True)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the check was asked; the first item is what it answers."""
    said: list[Any] = [Facts((1, 1), HOME)]

    async def check(mine: tuple[int, int], addresses: list[Address], tell: Any) -> Facts:
        said.append(addresses)
        facts: Facts = said[0]
        return facts

    monkeypatch.setattr(command, "check", check)
    return said


def test_F46_it_says_the_cause_and_what_to_do(asked: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "192.168.1.9"]) == 1
    assert asked[1] == [Address("192.168.1.9", 47470)]
    said = capsys.readouterr()
    assert "guest network" in said.out
    assert "192.168.1.7:47470" in said.out
    assert said.err == ""


def test_F46_json_and_all_well(asked: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    asked[0] = Facts((1, 1), HOME, laptops=(GOOD,))
    assert run(["doctor", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["cause"], row["addresses"]) == ("all-well", ["192.168.1.7:47470"])
    assert row["facts"]["laptops"][0]["host"] == "192.168.1.9"


def test_a_mistyped_address_is_one_sentence(asked: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "192.168.1"]) == 2
    assert "is not an address" in capsys.readouterr().err
    assert len(asked) == 1
