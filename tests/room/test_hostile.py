"""A hostile laptop at a table's door: its link is ended, it is named, the table stands."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from helpers_net import Peer, Reason, run
from helpers_shell import Player, player

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.codec import encode
from pinochle_lan.intents import OpenTable
from pinochle_lan.net.addresses import Address
from pinochle_lan.net.errors import NetError
from pinochle_lan.room.guard import MOST_WAITING


def attack(ann: Player, name: str, *frames: bytes) -> tuple[str, bytes]:
    """Send frames over a link; why the link ended, as the attacker is told, and the attacker's key."""
    told: list[str] = []
    network = ann.house._network
    assert network is not None
    mallory: list[bytes] = []

    async def work() -> None:
        peer = Peer(name, PROTOCOL, ENGINE)
        mallory.append(peer.key)
        key = await peer.mesh.dial([Address("127.0.0.1", network.mesh.port)])
        for frame in frames:
            peer.mesh.send(key, frame)
        await peer.has("down", "Ann")
        told.append(peer.downs("Ann")[0].words)
        # Whoever has the smaller key believes in its link until the other side refuses it.
        with contextlib.suppress(NetError):
            await peer.mesh.dial([Address("127.0.0.1", network.mesh.port)])
            await peer.until(lambda me: len(me.downs("Ann")) == 2)
            assert peer.downs("Ann")[1].reason is Reason.REFUSED
        assert not [state for state in peer.mesh.links().values() if state.up]
        await peer.mesh.close()

    run(work())
    return told[0], mallory[0]


@pytest.mark.parametrize(
    ("frames", "why"),
    [
        ((b"\x91" * 50_000,), "nested too deep"),
        ((b"\xdd\xff\xff\xff\xff",), "more items than there are bytes"),
        ((encode((16, "not a knock")),), "a knock has"),
        ((encode((200, "future")),) * 20_000, "more than can be read"),
    ],
)
def test_F55_broken_frames_and_floods_end_the_link(
    tmp_path: Path, frames: tuple[bytes, ...], why: str
) -> None:
    assert len(frames) == 1 or len(frames) > MOST_WAITING
    with player(tmp_path) as ann:
        ann.post(OpenTable("Kitchen", "partnership", locked=False))
        ann.table(lambda table: table.founder)
        words, key = attack(ann, f"Mallory {why}", *frames)
        hostile = [data for event, data in ann.events if event == "hostile"]
        assert [data["peer"] for data in hostile] == [key.hex()]
        assert why in str(hostile[0]["why"])
        # What a flooder had still under way may destroy the last word to it.
        assert why in words or len(frames) > 1
        front = ann.bridge.read()
        assert front.table is not None
        assert front.table.requests == ()
