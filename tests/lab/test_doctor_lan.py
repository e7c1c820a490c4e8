"""The doctor on a lab's Wi-Fi: each cause is made, and must be told (docs/measurements.md)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import lab  # noqa: E402

from pinochle_lan import PROTOCOL  # noqa: E402

pytestmark = pytest.mark.lab

DOCTOR = [sys.executable, "-m", "pinochle_lan", "doctor", "--json"]

Row = dict[str, Any]
Start = Callable[..., None]


@pytest.fixture
def lan() -> Iterator[Any]:
    if why := lab.why_not():
        pytest.skip(why)
    with lab.Lab(8) as made:
        yield made


@pytest.fixture
def start(lan: Any) -> Iterator[Start]:
    """Start a laptop's lobby (or table, or an older one)."""
    programs: list[subprocess.Popen[str]] = []

    def begin(number: int, protocol: int = PROTOCOL, *more: str) -> None:
        program = lan.popen(
            number,
            [sys.executable, str(HERE / "doctor_peer.py"), str(protocol), *more],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        programs.append(program)
        assert program.stdout.readline() == "ready\n"

    yield begin
    for program in programs:
        program.kill()
        program.communicate()


def ask(lan: Any, *laptops: int) -> list[Row]:
    """What the doctor says on these laptops at once."""
    begun = time.monotonic()
    running = [
        lan.popen(n, DOCTOR, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for n in laptops
    ]
    rows = []
    for program in running:
        out, err = program.communicate(timeout=50)
        assert err == ""
        rows.append(json.loads(out))
        assert (program.returncode == 0) == (rows[-1]["cause"] == "all-well")
    assert time.monotonic() - begun < 50
    return rows


def causes(row: Row) -> list[str]:
    return [finding["cause"] for finding in row["findings"]]


def test_F28_F36_F46_all_well_a_vpn_an_older_laptop_and_no_network_are_told(lan: Any, start: Start) -> None:
    lan.split([1, 2, 3], [4, 5], [6])
    start(1, PROTOCOL, "announce")
    start(4, PROTOCOL - 1, "announce")
    lan.nic(3, "tun0", "10.8.0.2/24", default=True)
    lan.cut(6, how="off")
    well, vpn, older, cut = ask(lan, 2, 3, 5, 6)
    assert causes(well) == ["all-well"], well
    assert well["addresses"] == ["10.77.0.2:47470"]
    assert causes(vpn) == ["vpn"], vpn
    assert "tun0" in vpn["findings"][0]["what"]
    assert vpn["addresses"] == ["10.77.0.3:47470"]  # never the VPN's own (F41)
    assert causes(older) == ["other-version"], older
    assert "10.77.0.4" in older["findings"][0]["what"]
    assert "older pinochle-lan" in older["findings"][0]["do"]
    assert causes(cut) == ["no-network"], cut
    assert cut["addresses"] == []


def test_F35_F46_multicast_dropped_and_client_isolation_are_told(lan: Any, start: Start) -> None:
    lan.split([1, 2], [3, 4], [5, 6])
    for laptops, mode in (((1, 2), "mcast"), ((3, 4), "group"), ((5, 6), "all")):
        for laptop in laptops:
            lan.isolate(mode, laptop)
        start(laptops[0], PROTOCOL, "announce")
    dropped, dropped_too, isolated = ask(lan, 2, 4, 6)
    for row, host in ((dropped, "10.77.0.1"), (dropped_too, "10.77.0.3")):
        assert causes(row) == ["multicast-blocked"], row
        assert host in row["findings"][0]["what"]
        assert "code or address" in row["findings"][0]["do"]
    assert causes(isolated) == ["client-isolation"], isolated
    assert "guest network" in isolated["findings"][0]["do"]


def test_F46_a_firewall_is_told_apart_by_the_laptop_that_has_it(lan: Any, start: Start) -> None:
    lan.split([1, 2], [3, 4], [5, 6], [7, 8])
    for peer, mode, walled in ((1, "in", 1), (3, "all", 3), (5, "in", 6), (7, "all", 8)):
        lan.firewall(walled, mode)
        start(peer, PROTOCOL, "announce")
    there, there_too, here, here_too = ask(lan, 2, 4, 6, 8)
    for row, host in ((there, "10.77.0.1"), (there_too, "10.77.0.3")):
        assert row["cause"] == "firewall-there", row
        assert host in row["findings"][0]["what"]
    for row in (here, here_too):
        assert row["cause"] == "firewall-here", row
        assert "this laptop's firewall" in row["findings"][0]["do"]
