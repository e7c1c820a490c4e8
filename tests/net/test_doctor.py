"""The doctor's judgement: facts in, causes and advice out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pinochle_lan.net.addresses import OwnAddress
from pinochle_lan.net.doctor import Cause, Facts, Seen, diagnose, tunnel

HOME = OwnAddress("192.168.1.7", 24, "wlan0")
VPN = OwnAddress("10.8.0.2", 24, "tun0")
GOOD = Seen("192.168.1.9", 1, 1, answered=True, heard_us=True, heard=True, tcp=True, called_back=True)
FACTS = Facts((1, 1), (HOME,), HOME.host, (GOOD,))
ALONE = replace(FACTS, laptops=())


def causes(facts: Facts) -> list[Cause]:
    report = diagnose(facts)
    for finding in report.findings:
        assert finding.what.endswith((".", "?"))
        assert finding.do.endswith((".", "?"))
        assert "{" not in finding.what + finding.do
    return [finding.cause for finding in report.findings]


def met(**other: object) -> Facts:
    return replace(FACTS, laptops=(replace(GOOD, **other),))  # type: ignore[arg-type]


def test_F46_all_well_names_who_was_met_and_where_to_join_here() -> None:
    assert causes(FACTS) == [Cause.WELL]
    report = diagnose(FACTS)
    assert "192.168.1.9" in report.findings[0].what
    assert report.lines()[-1] == "A table on this laptop is joined by address at 192.168.1.7:47470."


def test_F46_no_network() -> None:
    nowhere = Facts((1, 1), ())
    assert causes(nowhere) == [Cause.NO_NETWORK]
    assert diagnose(nowhere).join_line == ""
    only_v6 = replace(nowhere, own=(OwnAddress("fe80::1%2", 64, "wlan0"),))
    assert causes(only_v6) == [Cause.NO_NETWORK]
    assert "Only a VPN is up" in diagnose(replace(nowhere, own=(VPN,))).findings[0].what


def test_F46_multicast_that_does_not_arrive_either_way() -> None:
    assert causes(met(heard=False, heard_us=False)) == [Cause.MULTICAST]
    # One way is enough for a table to be listed: a fresh browser asks again and again.
    assert causes(met(heard_us=False)) == [Cause.WELL]


def test_F46_a_firewall_here_and_one_there() -> None:
    assert causes(met(called_back=False)) == [Cause.FIREWALL_HERE]
    assert causes(met(called_back=False, answered=False, heard=False, heard_us=False)) == [
        Cause.FIREWALL_HERE
    ]
    assert causes(met(tcp=None)) == [Cause.FIREWALL_THERE]
    assert causes(replace(ALONE, silent=("192.168.1.4",))) == [Cause.FIREWALL_THERE]
    # One laptop that lets this one in shows that the fault is not general.
    open_one = replace(GOOD, host="192.168.1.10")
    assert causes(replace(met(tcp=None), laptops=(replace(GOOD, tcp=None), open_one))) == [Cause.WELL]


def test_F46_isolation_is_when_nothing_answers_but_perhaps_the_router() -> None:
    assert causes(ALONE) == [Cause.ISOLATION]
    assert causes(replace(ALONE, devices=("192.168.1.1",))) == [Cause.ISOLATION]
    assert causes(replace(ALONE, devices=("192.168.1.1",), silent=("192.168.1.4",))) == [Cause.NOBODY]
    assert causes(replace(ALONE, devices=("192.168.1.30",))) == [Cause.NOBODY]
    assert causes(replace(ALONE, others_heard=3)) == [Cause.NOBODY]


def test_F46_a_vpn_as_the_way_out_comes_first_and_says_whether_it_harms() -> None:
    beside = replace(FACTS, own=(VPN, HOME), default=VPN.host)
    assert causes(beside) == [Cause.VPN]
    assert "all the same" in diagnose(beside).findings[0].what
    assert diagnose(beside).addresses == ("192.168.1.7:47470",)  # F41
    assert causes(replace(beside, laptops=())) == [Cause.VPN, Cause.ISOLATION]
    assert causes(replace(beside, default=HOME.host)) == [Cause.WELL]


@pytest.mark.parametrize(
    ("name", "is_tunnel"),
    [("utun3", True), ("wg0", True), ("WireGuard Tunnel #1", True), ("NordLynx", True), ("ppp0", True),
     ("wlan0", False), ("en0", False), ("Wi-Fi", False), ("Ethernet 2", False),
     ("Local Area Connection", False)],
)  # fmt: skip
def test_F41_a_vpn_is_known_by_its_name(name: str, is_tunnel: bool) -> None:
    assert tunnel(OwnAddress("10.8.0.2", 24, name)) is is_tunnel


def test_F28_other_versions_are_named_with_who_must_update() -> None:
    older = diagnose(met(protocol=0))
    assert older.cause is Cause.VERSION
    assert "older" in older.findings[0].do
    newer = diagnose(met(engine=9))
    assert "This laptop runs an older" in newer.findings[0].do
    both = replace(FACTS, laptops=(GOOD, replace(GOOD, host="192.168.1.5", engine=9)))
    assert causes(both) == [Cause.VERSION]


def test_F46_an_address_of_another_network_is_told() -> None:
    asked = replace(ALONE, asked=(("192.168.5.9", None),))
    assert causes(asked) == [Cause.OTHER_NETWORK]
    assert "192.168.5.9 is in another network" in diagnose(asked).findings[0].what
    assert causes(replace(ALONE, asked=(("192.168.1.40", None),))) == [Cause.ISOLATION]
    assert causes(replace(ALONE, asked=(("laptop.local", None),))) == [Cause.ISOLATION]
