"""The greeter over 127.0.0.1: asks, answers, dials back, and cannot be made to do more."""

from __future__ import annotations

import asyncio
import socket

from helpers_net import polled, run

from pinochle_lan.net.addresses import OwnAddress
from pinochle_lan.net.greeter import MOST_DIALS, Greeter, reachable
from pinochle_lan.net.greeting import Greeting, Kind, Way

HERE = (OwnAddress("127.0.0.2", 8, "lo"),)


def port_of(greeter: Greeter) -> int:
    assert greeter._transport is not None
    return int(greeter._transport.get_extra_info("sockname")[1])


def test_F46_asked_it_answers_and_dials_back() -> None:
    async def work() -> None:
        called: list[int] = []

        async def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            called.append(1)
            writer.close()

        server = await asyncio.start_server(taken, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        heard: list[tuple[str, Greeting]] = []
        ann = Greeter((1, 1), lambda: HERE, port=lambda: 5)
        bob = Greeter((1, 2), lambda: HERE, port=lambda: port, on_answer=lambda *said: heard.append(said))
        await ann.open(0)
        await bob.open(0)
        assert (ann.trouble, bob.trouble) == ("", "")
        bob.ask(b"12345678", "127.0.0.1", port_of(ann))
        await polled(lambda: bool(heard))
        assert heard == [("127.0.0.1", Greeting(Kind.ANSWER, Way.DIRECT, b"12345678", 1, 1, 5))]
        bob.ask(bytes(8), "127.0.0.1", port_of(ann), dial=True)
        await polled(lambda: bool(called))
        await ann.close()
        await bob.close()
        server.close()
        await server.wait_closed()

    run(work())


def test_F55_F46_a_flood_is_answered_a_few_times_and_dialled_once() -> None:
    async def work() -> None:
        ann = Greeter((1, 1), lambda: HERE, port=lambda: 5)
        sent: list[object] = []
        dialled: list[tuple[str, int]] = []
        ann._send = lambda *given, **more: sent.append(given)  # type: ignore[method-assign, assignment]
        ann._tasks.spawn = lambda work: work.close() or dialled.append((work.__name__, 1))  # type: ignore
        ask = Greeting(Kind.ASK, Way.DIRECT, bytes(8), 1, 1, 9)
        dial = Greeting(Kind.DIAL, Way.DIRECT, bytes(8), 1, 1, 9)
        for _ in range(1000):
            ann.datagram_received(dial.pack(), ("127.0.0.9", 4000))
            ann.datagram_received(ask.pack(), ("127.0.0.9", 4000))
        assert 1 <= len(sent) <= 25
        assert len(dialled) == 1
        ann.datagram_received(ask.pack(), ("8.8.8.8", 53))  # not of the own networks
        ann.datagram_received(b"\xff" * 1000, ("127.0.0.9", 4000))
        assert len(sent) <= 25
        assert len(ann._dialling) <= MOST_DIALS
        await ann.close()

    run(work())


def test_F45_a_taken_port_is_a_line_and_no_error() -> None:
    async def work() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
            taken.bind(("0.0.0.0", 0))
            ann = Greeter((1, 1), lambda: HERE, port=lambda: 5)
            await ann.open(taken.getsockname()[1])
            assert "UDP port" in ann.trouble
            ann.ask(bytes(8), "127.0.0.1", 9)  # does nothing
            ann.join()
            await ann.close()

    run(work())


def test_a_closed_port_is_told_from_an_open_one() -> None:
    async def work() -> None:
        server = await asyncio.start_server(lambda r, w: w.close(), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        assert await reachable("127.0.0.1", port, 2) is True
        server.close()
        await server.wait_closed()
        assert await reachable("127.0.0.1", port, 2) is False

    run(work())
