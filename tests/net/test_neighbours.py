"""The ARP table of each system, as text."""

from __future__ import annotations

from pinochle_lan.net.addresses import OwnAddress
from pinochle_lan.net.neighbours import linux, neighbours, others, within

HOME = (OwnAddress("192.168.1.7", 24, "wlan0"), OwnAddress("fe80::1%2", 64, "wlan0"))

LINUX = """IP address       HW type     Flags       HW address            Mask     Device
192.168.1.1      0x1         0x2         02:fc:00:00:00:05     *        wlan0
192.168.1.9      0x1         0x0         00:00:00:00:00:00     *        wlan0
172.17.0.2       0x1         0x2         02:42:ac:11:00:02     *        docker0
"""
MACOS = """? (192.168.1.1) at 2:fc:0:0:0:5 on en0 ifscope [ethernet]
? (192.168.1.9) at (incomplete) on en0 ifscope [ethernet]
mdns.mcast.net (224.0.0.251) at 1:0:5e:0:0:fb on en0 ifscope permanent [ethernet]
"""
WINDOWS = """
Interface: 192.168.1.7 --- 0x5
  Internet Address      Physical Address      Type
  192.168.1.1           02-fc-00-00-00-05     dynamic
  192.168.1.255         ff-ff-ff-ff-ff-ff     static
  224.0.0.251           01-00-5e-00-00-fb     static
"""


def test_F41_only_devices_of_the_own_networks_that_were_met_count() -> None:
    for found in (linux(LINUX), others(MACOS), others(WINDOWS)):
        assert within(found, HOME) == ("192.168.1.1",)


def test_nonsense_is_passed_over() -> None:
    assert linux("\nnot a table\n1 2 0x3\n") == []
    assert within(["", "300.1.1.1", "192.168.1.7", "192.168.1.0", "192.168.1.30"], HOME) == ("192.168.1.30",)


def test_the_system_here_tells_something() -> None:
    assert neighbours(()) in ((), None)
