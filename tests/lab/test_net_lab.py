"""The network layer on several laptops of one Wi-Fi: found, lost, moved, blocked (docs/measurements.md)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import lab  # noqa: E402
from peer_program import Line, Program  # noqa: E402

pytestmark = pytest.mark.lab


class Peer(Program):
    """A net_peer on one laptop."""

    patience_s = 10.0

    def end(self) -> None:
        self.tell("quit")
        self.wait("bye")


Start = Callable[..., Peer]


@pytest.fixture
def lan() -> Iterator[Any]:
    if why := lab.why_not():
        pytest.skip(why)
    with lab.Lab(3) as made:
        yield made


@pytest.fixture
def start(lan: Any) -> Iterator[Start]:
    """Start a program on a laptop; what still runs at the end is killed."""
    programs: list[Peer] = []

    def begin(number: int, name: str, *more: str) -> Peer:
        programs.append(Peer(lan, number, "net_peer.py", name, *more))
        return programs[-1]

    yield begin
    for program in programs:
        program.kill()


def listed(line: Line) -> bool:
    return any(row["answered"] and not row["ghost"] for row in line["rows"])


def test_F35_F36_found_by_us_and_by_a_foreign_browser_then_cut_and_rejoined(lan: Any, start: Start) -> None:
    bob = start(2, "Bob")
    bob.wait("ready")
    begun = time.monotonic()
    ann = start(1, "Ann", "announce")
    found = bob.wait("tables", listed, within=3)
    assert found["at"] - begun < 3.0
    assert found["rows"][0]["addresses"][0] == "10.77.0.1:47470"

    lan.avahi(3)
    shown = lan.run(3, ["avahi-browse", "-rpt", "_pinochle-lan._tcp"]).stdout
    assert ";10.77.0.1;47470;" in shown
    for pair in (
        '"protocol=1"',
        '"founder=Ann"',
        '"variant=partnership"',
        '"seats=4"',
        '"free=3"',
        '"locked=0"',
    ):
        assert pair in shown

    bob.tell("want")
    bob.wait("up")
    ann.wait("up")
    cut = time.monotonic()
    lan.cut(2, how="air")
    downs = [program.wait("down", within=4) for program in (ann, bob)]
    for down in downs:
        assert down["reason"] == "LOST"
        assert 1.0 < down["at"] - cut < 2.3
    lan.heal(2)
    healed = time.monotonic()
    assert bob.wait("up", within=6, after=healed)["at"] - healed < 5.0
    ann.wait("up", after=healed)
    bob.tell("frame back again")
    ann.wait("frame", lambda line: line["text"] == "back again")

    ann.end()
    assert bob.wait("down", after=healed)["reason"] == "CLOSED"
    bob.wait("tables", lambda line: line["rows"] == [], within=3)


def test_F44_a_new_address_is_announced_and_the_link_comes_back(lan: Any, start: Start) -> None:
    ann = start(1, "Ann", "announce")
    bob = start(2, "Bob")
    bob.wait("tables", listed)
    bob.tell("want")
    ann.wait("up")
    moved = time.monotonic()
    lan.renumber(1)
    assert bob.wait("down", within=4)["reason"] == "LOST"
    ann.wait("addresses", lambda line: "10.77.0.101" in line["own"], within=12)

    def at_new(line: Line) -> bool:
        return any("10.77.0.101:47470" in row["addresses"] for row in line["rows"])

    bob.wait("tables", at_new, within=15)
    bob.tell("want")
    assert bob.wait("up", within=6, after=moved)["at"] - moved < 15.0


def test_F35_F41_F46_without_multicast_and_beside_a_vpn_the_code_works(lan: Any, start: Start) -> None:
    lan.isolate("mcast")
    lan.nic(2, "tun0", "10.8.0.2/24", default=True)
    ann = start(1, "Ann", "announce")
    bob = start(2, "Bob")
    ann.wait("ready")
    bob.wait("ready", lambda line: {"10.8.0.2", "10.77.0.2"} <= set(line["own"]))
    ann.tell("codes")
    (code,) = ann.wait("codes")["codes"]
    bob.tell("status")
    status = bob.wait("status")
    assert status["others"] == 0
    bob.tell(f"code {code.lower()}")
    bob.wait("joined", within=4)
    ann.wait("up")
    bob.tell("address 10.77.0.3")
    assert "Nobody has a table open at 10.77.0.3:47470" in bob.wait("refused")["text"]
    lan.firewall(3, "in")
    begun = time.monotonic()
    bob.tell("address 10.77.0.3")
    assert "firewall" in bob.wait("refused", within=4, after=begun)["text"]
    assert time.monotonic() - begun < 4.0
    assert not [line for line in bob.heard if line["what"] == "tables"]


def test_F43_a_killed_laptop_is_greyed_within_15_s(lan: Any, start: Start) -> None:
    lan.nic(2, "docker0", "172.17.0.1/16")
    start(1, "Ann", "announce")
    bob = start(2, "Bob")
    bob.wait("tables", listed)
    killed = time.monotonic()
    lan.sleep(1)
    ghost = bob.wait("tables", lambda line: any(row["ghost"] for row in line["rows"]), within=15)
    assert ghost["at"] - killed < 15.0
    bob.tell("join")
    refused = bob.wait("refused", within=4)
    assert "not answer" in refused["text"]
    woke = time.monotonic()
    lan.wake(1)
    bob.wait("tables", listed, within=12, after=woke)
