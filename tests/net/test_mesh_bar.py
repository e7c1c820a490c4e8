"""Laptops that are kept out for a while, and links that broke the protocol: the mesh names them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from helpers_net import Peer, Reason, peers, polled, run

from pinochle_lan.net.barred import MAX_BARRED
from pinochle_lan.net.errors import Gone, NetError

FAULT = Gone(Reason.FAULT, "sends more than can be read")


def test_F55_a_barred_laptop_is_told_why_and_gets_no_link_wanted_or_not() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            bob.mesh.want(ann.key, [])
            await ann.mesh.dial([bob.address])
            await bob.has("up", "Ann")
            bob.mesh.bar(ann.key, FAULT, 60)
            await bob.has("down", "Ann")
            await ann.has("down", "Bob")
            assert "blames this laptop" in ann.downs("Bob")[0].words
            with pytest.raises(NetError, match="Bob does not let this laptop in"):
                await ann.mesh.dial([bob.address])
            bob.mesh.bar(ann.key, FAULT, 0)
            await ann.mesh.dial([bob.address])

    run(test())


def test_F55_no_more_keys_are_barred_than_are_kept() -> None:
    async def test() -> None:
        async with peers("Ann") as (ann,):
            for number in range(MAX_BARRED + 50):
                ann.mesh.bar(number.to_bytes(32, "little"), FAULT, 60)
            assert len(ann.mesh._barred) == MAX_BARRED

    run(test())


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"\xff\xff\xff\xff", "4294967295 bytes"),
        (b"\x20\0\0\0" + bytes(32), "not pinochle-lan"),
    ],
)
def test_F55_who_breaks_the_protocol_before_a_key_is_named_by_address(sent: bytes, words: str) -> None:
    async def test() -> None:
        faults: list[tuple[Any, ...]] = []
        async with peers("Ann") as (ann,):
            ann.mesh._on_fault = lambda *fault: faults.append(fault)
            _, writer = await asyncio.open_connection(*ann.address)
            writer.write(sent)
            await polled(lambda: bool(faults))
            writer.close()
        key, host, gone = faults[0]
        assert (key, host) == (b"", "127.0.0.1")
        assert words in gone.words

    run(test())


def test_F41_a_connection_that_lost_the_race_is_no_fault() -> None:
    async def test() -> None:
        faults: list[tuple[Any, ...]] = []
        async with peers("Ann", "Bob") as (ann, bob):
            ann.mesh._on_fault = lambda *fault: faults.append(fault)
            _, writer = await asyncio.open_connection(*ann.address)
            writer.close()
            await bob.mesh.dial([ann.address])
            await ann.has("up", "Bob")
            await polled(lambda: len(ann.mesh._links) == 1)
        assert faults == []

    run(test())


def test_F28_another_engine_is_named_by_its_key() -> None:
    async def test() -> None:
        faults: list[tuple[Any, ...]] = []
        async with peers("Ann") as (ann,):
            ann.mesh._on_fault = lambda *fault: faults.append(fault)
            old = Peer("Old", engine=7)
            with pytest.raises(NetError):
                await old.mesh.dial([ann.address])
            await polled(lambda: bool(faults))
            await old.mesh.close()
        assert faults[0][0] == old.key
        assert faults[0][2].reason is Reason.VERSION

    run(test())
