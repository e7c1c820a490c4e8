"""Own addresses and sleep are watched, flapping is damped (F44)."""

from __future__ import annotations

import asyncio
import time

import pytest
from helpers_net import run

from pinochle_lan.net.addresses import OwnAddress
from pinochle_lan.net.watch import Watch

ONE, TWO = (OwnAddress("10.0.0.1", 24, "wlan0"),), (OwnAddress("10.0.0.101", 24, "wlan0"),)


class Reader:
    """Gives the next reading of a list, the last one for ever; ``done`` is set when the list is used up."""

    def __init__(self, *readings: tuple[OwnAddress, ...] | OSError) -> None:
        self.readings = list(readings)

    def __call__(self) -> tuple[OwnAddress, ...]:
        reading = self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]
        if isinstance(reading, OSError):
            raise reading
        return reading


def test_F44_a_stable_change_is_told_once_and_flapping_is_not() -> None:
    async def test() -> None:
        told: list[tuple[OwnAddress, ...]] = []
        changed = asyncio.Event()

        def on(own: tuple[OwnAddress, ...]) -> None:
            told.append(own)
            changed.set()

        flapping = Reader(ONE, (), ONE, (), TWO, (), TWO, TWO)
        watch = Watch(on, lambda: None, read=flapping, poll_s=0.001, stable_s=0.001)
        await watch.start()
        assert watch.addresses == ONE
        await changed.wait()
        await watch.close()
        assert told == [TWO]
        assert watch.addresses == TWO

    run(test())


def test_F42_an_interface_that_vanishes_while_it_is_read_is_asked_again() -> None:
    async def test() -> None:
        changed = asyncio.Event()
        reader = Reader(ONE, OSError("no such device"), TWO)
        watch = Watch(lambda _: changed.set(), lambda: None, read=reader, poll_s=0.001, stable_s=0.001)
        await watch.start()
        await changed.wait()
        await watch.close()
        assert watch.addresses == TWO

    run(test())


def test_looking_now_does_not_wait_for_the_poll() -> None:
    async def test() -> None:
        changed = asyncio.Event()
        reader = Reader(ONE, TWO)
        watch = Watch(lambda _: changed.set(), lambda: None, read=reader, poll_s=3600, stable_s=0.001)
        await watch.start()
        await asyncio.sleep(0)
        watch.look()
        await changed.wait()
        await watch.close()

    run(test())


def test_F44_sleep_is_noticed_by_a_jump_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        woke = asyncio.Event()
        watch = Watch(lambda _: None, woke.set, read=Reader(ONE), poll_s=0.001)
        await watch.start()
        real = time.time
        jumped = iter(range(10**9))
        monkeypatch.setattr(time, "time", lambda: real() + 60 * next(jumped))
        await woke.wait()
        await watch.close()
        monkeypatch.undo()

    run(test())
