"""The mesh over 127.0.0.1: one link a pair, kept up, refused, renewed, ended with a reason."""

from __future__ import annotations

import asyncio

import pytest
from helpers_net import Peer, Proxy, ordered, peers, polled, run, turns

from pinochle_lan.net import heartbeat
from pinochle_lan.net import link as link_module
from pinochle_lan.net.addresses import Address
from pinochle_lan.net.errors import Gone, NetError, Reason, VersionError


def test_two_are_linked_and_talk() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            assert await ann.mesh.dial([bob.address]) == bob.key
            await bob.has("up", "Ann")
            ann.mesh.send(bob.key, b"one")
            ann.mesh.send(bob.key, b"two")
            bob.mesh.send(ann.key, b"three")
            await bob.has("frame", "Ann", b"two")
            await ann.has("frame", "Bob", b"three")
            assert bob.frames("Ann") == [b"one", b"two"]

    run(test())


def test_full_mesh_of_four_has_one_link_a_pair() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob", "Cas", "Dora") as four:
            for one in four:
                for other in four:
                    one.mesh.want(other.key, [other.address])
            for one in four:
                for other in four:
                    if one is not other:
                        await one.has("up", other.name)
            for one in four:
                for other in four:
                    if one is not other:
                        one.mesh.send(other.key, one.name.encode())
            for one in four:
                for other in four:
                    if one is not other:
                        await one.has("frame", other.name, other.name.encode())
            await turns()
            for one in four:
                assert len(one.mesh.links()) == 3
                assert not [entry for entry in one.diary if entry[0] == "down"]
                assert len([entry for entry in one.diary if entry[0] == "up"]) == 3

    run(test())


@pytest.mark.parametrize("chooser_first", [True, False])
def test_both_dialling_at_once_leaves_exactly_one_link(chooser_first: bool) -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            first, second = ordered(ann, bob) if chooser_first else reversed(ordered(ann, bob))
            await asyncio.gather(first.mesh.dial([second.address]), second.mesh.dial([first.address]))
            first.mesh.send(second.key, b"over the same link")
            await second.has("frame", first.name, b"over the same link")
            await turns()
            assert [entry[0] for entry in first.diary] == ["up"]
            assert [entry[0] for entry in second.diary] == ["up", "frame"]

    run(test())


def test_F41_all_addresses_are_tried_and_the_dead_ones_do_not_matter() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            dead = [
                Address("127.0.0.1", 9),
                Address("240.0.0.1", 47470),
                Address("no.such.host.invalid", 47470),
            ]
            assert await ann.mesh.dial([*dead, bob.address]) == bob.key
            assert ann.mesh.links()[bob.key].address == bob.address

    run(test())


def test_own_address_and_other_laptop_are_told_apart() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob", "Cas") as (ann, bob, cas):
            with pytest.raises(NetError, match="is this laptop itself"):
                await ann.mesh.dial([ann.address])
            with pytest.raises(NetError, match="another laptop than the one looked for"):
                await ann.mesh.dial([bob.address], key=cas.key)
            await turns()
            assert bob.diary == []
            assert await ann.mesh.dial([ann.address, bob.address, cas.address], key=cas.key) == cas.key

    run(test())


def test_F43_joining_a_ghost_fails_with_plain_words() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            with pytest.raises(NetError, match=r"Nobody has a table open at 127\.0\.0\.1:9"):
                await ann.mesh.dial([Address("127.0.0.1", 9)])
            async with Proxy(bob.address) as proxy:
                proxy.silence()
                with pytest.raises(NetError, match=r"did not answer|does not answer"):
                    await ann.mesh.dial([proxy.address], timeout=0.2)

    run(test())


def test_no_address_at_all_is_said() -> None:
    async def test() -> None:
        async with peers("Ann") as (ann,):
            with pytest.raises(NetError, match="No address"):
                await ann.mesh.dial([])

    run(test())


def test_strangers_are_refused_by_name_and_wanted_ones_let_in() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            bob.strangers = False
            with pytest.raises(NetError, match="Bob does not let this laptop in"):
                await ann.mesh.dial([bob.address])
            assert not [entry for entry in bob.diary if entry[0] == "up"]
            bob.mesh.want(ann.key, [])
            await ann.mesh.dial([bob.address])
            await bob.has("up", "Ann")

    run(test())


@pytest.mark.parametrize("who_is_older", ["dialler", "dialled"])
@pytest.mark.parametrize("what", ["protocol", "engine"])
def test_versions_are_compared_first_and_the_older_is_named(who_is_older: str, what: str) -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            setattr(bob if who_is_older == "dialler" else ann, what, 2)
            with pytest.raises(VersionError, match="older pinochle-lan") as caught:
                await ann.mesh.dial([bob.address])
            says_here = "This laptop" in str(caught.value)
            assert says_here == (who_is_older == "dialler")
            assert not ann.diary
            assert not bob.diary

    run(test())


def test_probe_tells_the_hello_and_changes_nothing() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            bob.strangers = False
            bob.engine = 7
            probed = await ann.mesh.probe([bob.address], key=bob.key)
            assert (probed.key, probed.hello) == (bob.key, (1, 7, (b"table",), "Bob"))
            await turns()
            assert ann.diary == bob.diary == []
            assert not bob.mesh.links()

    run(test())


def test_probe_does_not_disturb_a_link() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            await ann.mesh.dial([bob.address])
            await bob.mesh.probe([ann.address])
            ann.mesh.send(bob.key, b"still here")
            await bob.has("frame", "Ann", b"still here")
            assert [entry[0] for entry in ann.diary] == ["up"]

    run(test())


def test_F33_leaving_closing_and_dying_are_told_apart() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob", "Cas", "Dora") as (ann, bob, cas, dora):
            for other in (bob, cas, dora):
                await other.mesh.dial([ann.address])
                await ann.has("up", other.name)
            bob.mesh.unwant(ann.key)
            await cas.mesh.close()
            await ann.has("down", "Bob")
            await ann.has("down", "Cas")
            ann.mesh.drop(dora.key, Gone(Reason.FAULT, "sent a forged card"))
            await dora.has("down", "Ann")
            assert [gone.reason for gone in ann.downs("Bob")] == [Reason.LEFT]
            assert [gone.reason for gone in ann.downs("Cas")] == [Reason.CLOSED]
            assert [gone.words for gone in ann.downs("Dora")] == ["sent a forged card"]
            assert dora.downs("Ann")[0].words == "closed the link and blames this laptop: sent a forged card"
            assert bob.downs("Ann") == []

    run(test())


def test_a_killed_program_is_redialled_when_it_is_back() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            ann.mesh.want(bob.key, [bob.address])
            await ann.has("up", "Bob")
            await bob.mesh.close()
            await ann.has("down", "Bob")
            again = Peer("Bob")
            await again.mesh.listen()
            assert again.address == bob.address
            await again.has("up", "Ann")
            await ann.until(lambda me: [e[0] for e in me.diary] == ["up", "down", "up"])
            await again.mesh.close()

    run(test())


def test_F44_a_new_address_is_used_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pinochle_lan.net.redial.BACKOFF_S", (60.0, 60.0))

    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            ann.mesh.want(bob.key, [Address("127.0.0.1", 9)])
            await turns()
            assert "Bob" not in ann.names.values()
            ann.mesh.want(bob.key, [bob.address])
            await ann.has("up", "Bob")

    run(test())


def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heartbeat, ten times as fast."""
    monkeypatch.setattr(heartbeat, "PING_S", 0.05)
    monkeypatch.setattr(heartbeat, "DEAD_S", 0.2)


def test_silence_is_noticed_and_the_old_link_used_when_it_speaks_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _quick(monkeypatch)

    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob), Proxy(bob.address) as proxy:
            await ann.mesh.dial([proxy.address])
            await bob.has("up", "Ann")
            proxy.silence()
            await ann.has("down", "Bob")
            await bob.has("down", "Ann")
            assert ann.downs("Bob")[0].reason is Reason.LOST
            assert not ann.mesh.links()[bob.key].up
            ann.mesh.send(bob.key, b"said in the dark")
            proxy.heal()
            await bob.has("frame", "Ann", b"said in the dark")
            await ann.until(lambda me: [e[0] for e in me.diary] == ["up", "down", "up"])
            await bob.until(lambda me: [e[0] for e in me.diary if e[0] != "frame"] == ["up", "down", "up"])
            assert proxy.connections == 1

    run(test())


def test_silence_is_answered_by_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    _quick(monkeypatch)

    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob), Proxy(bob.address) as proxy:
            ann.mesh.want(bob.key, [proxy.address])
            await ann.has("up", "Bob")
            proxy.silence()
            await ann.has("down", "Bob")
            ann.mesh.want(bob.key, [bob.address])
            await ann.until(lambda me: [e[0] for e in me.diary] == ["up", "down", "up"])
            ann.mesh.send(bob.key, b"the new way")
            await bob.has("frame", "Ann", b"the new way")

    run(test())


def test_own_stall_is_not_taken_for_the_others_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    _quick(monkeypatch)
    monkeypatch.setattr(heartbeat, "STALL_S", 0.1)

    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            await ann.mesh.dial([bob.address])
            await bob.has("up", "Ann")
            loop = asyncio.get_running_loop()
            real = loop.time
            monkeypatch.setattr(loop, "time", lambda: real() + 5.0)
            ann.mesh.send(bob.key, b"after the stall")
            await bob.has("frame", "Ann", b"after the stall")
            await turns(50)
            assert ann.downs("Bob") == []
            monkeypatch.undo()

    run(test())


def test_a_slow_reader_is_closed_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "QUEUE", 200_000)

    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob), Proxy(bob.address) as proxy:
            await ann.mesh.dial([proxy.address])
            proxy.silence()
            for _ in range(1000):
                ann.mesh.send(bob.key, bytes(60_000))
                if ann.downs("Bob"):
                    break
                await turns(2)
            assert ann.downs("Bob") == [Gone(Reason.SLOW)]
            assert ann.downs("Bob")[0].sentence("Bob") == "Bob did not keep up."

    run(test())


def test_round_trip_and_silence_are_known() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            await ann.mesh.dial([bob.address])
            await polled(lambda: ann.mesh.links()[bob.key].rtt_ms is not None)
            state = ann.mesh.links()[bob.key]
            assert state.up
            assert state.silent_ms < 2000

    run(test())


def test_many_silent_connections_do_not_keep_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pinochle_lan.net.listener.MAX_GREETING_HOST", 3)

    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            greedy = [await asyncio.open_connection(*bob.address) for _ in range(10)]
            dropped = [reader for reader, _ in greedy[3:]]
            for reader in dropped:
                with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                    await reader.readexactly(1)
            for _, writer in greedy:
                writer.close()
            await asyncio.gather(*(writer.wait_closed() for _, writer in greedy), return_exceptions=True)
            await turns()
            assert await ann.mesh.dial([bob.address]) == bob.key

    run(test())


@pytest.mark.parametrize(
    "junk", [b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 64, b"\x00\x00\x00\x00", b"\x10\x00\x00\x00" + bytes(16)]
)
def test_F55_junk_ends_the_connection_and_nothing_else(junk: bytes) -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            await ann.mesh.dial([bob.address])
            reader, writer = await asyncio.open_connection(*bob.address)
            writer.write(junk)
            assert await reader.read() == b""
            writer.close()
            await writer.wait_closed()
            ann.mesh.send(bob.key, b"undisturbed")
            await bob.has("frame", "Ann", b"undisturbed")

    run(test())


def test_F45_four_programs_on_one_laptop_take_the_next_ports() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob", "Cas", "Dora") as four:
            ports = [peer.mesh.port for peer in four]
            assert len(set(ports)) == 4
            assert ports == sorted(ports)

    run(test())


def test_all_ports_taken_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pinochle_lan.net.listener.PORTS", 1)

    async def test() -> None:
        async with peers("Ann") as (ann,):
            late = Peer("Bob")
            late.mesh._listener._first_port = ann.mesh.port
            with pytest.raises(NetError, match="close another pinochle-lan"):
                await late.mesh.listen()
            await late.mesh.close()

    run(test())


def test_unwanted_is_not_dialled_again() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            ann.mesh.want(bob.key, [bob.address])
            await ann.has("up", "Bob")
            ann.mesh.unwant(bob.key)
            await bob.has("down", "Ann")
            await turns()
            assert ann.mesh.links() == {}
            assert [entry[0] for entry in ann.diary] == ["up"]

    run(test())


def test_linked_and_ended_again_and_again_is_no_storm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pinochle_lan.net.redial.BACKOFF_S", (0.02, 0.02))

    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            slept: list[float] = []
            real = asyncio.sleep

            async def sleep(seconds: float) -> None:
                if seconds:
                    slept.append(seconds)
                await real(seconds)

            monkeypatch.setattr("pinochle_lan.net.redial.asyncio.sleep", sleep)
            ann.mesh.want(bob.key, [bob.address])
            for count in range(1, 4):
                await bob.until(lambda me, count=count: me.diary.count(("up", "Ann")) == count)
                await ann.until(lambda me, count=count: me.diary.count(("up", "Bob")) == count)
                await turns()
                bob.mesh.drop(ann.key, Gone(Reason.FAULT, "sent a forged card"))
                await ann.until(lambda me, count=count: len(me.downs("Bob")) == count)
            await bob.until(lambda me: me.diary.count(("up", "Ann")) == 4)
            assert slept == [0.02] * 3

    run(test())


def test_closing_while_a_laptop_is_being_dialled_leaves_nothing_behind() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob), Proxy(bob.address) as proxy:
            proxy.silence()
            ann.mesh.want(bob.key, [proxy.address, bob.address, Address("127.0.0.1", 9)])
            attempt = asyncio.create_task(ann.mesh.dial([proxy.address]))
            await turns(3)
            await ann.mesh.close()
            with pytest.raises(NetError):
                await attempt

    run(test())


def test_a_spare_link_may_be_refused_before_the_other_is_chosen() -> None:
    async def test() -> None:
        async with peers("Ann", "Bob") as (ann, bob):
            chooser, other = ordered(ann, bob)
            async with Proxy(other.address) as proxy:
                first = asyncio.create_task(chooser.mesh.dial([proxy.address]))
                await chooser.has("up", other.name)
                assert await other.mesh.dial([chooser.address]) == chooser.key
                await first
                other.mesh.send(chooser.key, b"heard")
                await chooser.has("frame", other.name, b"heard")

    run(test())
