"""The shuffle between two hands and the wait at the deal: ``python tests/bench/sealed_wait.py [--hop 3]``.

Real tables and the real group at four laptops, each with a processor of its own: everything a laptop does
is measured in processor time and delays what it sends, frames take ``--hop`` ms (disk and radio jitter are
left out). The first hand is played; while "the score is read" the pack is shuffled; when all is settled the
last person says "ready". Printed: how long the shuffle took from the last card on, what it cost each
laptop, the longest single piece of work (nothing else is answered meanwhile, chat and clicks included), and
the wait from the last "ready" until every laptop knows its hand. Floor: 150 ms (docs/sealed-deal.md 8).
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from helpers_log import Name  # noqa: E402
from helpers_table import Laptop, make_game, make_genesis, passing  # noqa: E402

from pinochle_lan.rules.game import Game  # noqa: E402
from pinochle_lan.sealed.group import SUITE1  # noqa: E402


@dataclass
class Wire:
    """An air on which work takes as long as it takes the processor."""

    hop_ms: float
    nodes: dict[Name, Laptop] = field(default_factory=dict)
    now_us: float = 0.0
    busy_us: dict[Name, float] = field(default_factory=dict)
    """By laptop until when it is at work."""
    spent_us: dict[Name, float] = field(default_factory=dict)
    longest_us: float = 0.0
    _queue: list[tuple[float, int, Name, Callable[[], None]]] = field(default_factory=list)
    _count: itertools.count[int] = field(default_factory=itertools.count)
    _sent: list[tuple[Name, Name | None, bytes]] = field(default_factory=list)
    _frames: int = 0

    @property
    def now(self) -> int:
        """In whole ms, as a table's clock is."""
        return int(self.now_us / 1000)

    def send(self, sender: Name, to: Name | None, frame: bytes) -> None:
        """What a laptop sends leaves it when its work is done."""
        self._sent.append((sender, to, frame))

    def later(self, at_us: float, node: Name, work: Callable[[], None]) -> None:
        """Work for a laptop, not before then."""
        heapq.heappush(self._queue, (at_us, next(self._count), node, work))

    def run(self, until: Callable[[], bool], limit_ms: float = 600_000) -> None:
        """One piece of work after the other, until ``until``. Raises TimeoutError."""
        end = self.now_us + limit_ms * 1000
        while not until():
            self._wake()
            if not self._queue or self._queue[0][0] > end:
                raise TimeoutError(f"after {self.now_us / 1e6:.1f} s of the tables' time")
            at, _, node, work = heapq.heappop(self._queue)
            begin = max(at, self.busy_us.get(node, 0.0))
            if begin > at and self._queue and self._queue[0][0] < begin:
                self.later(begin, node, work)  # others come first meanwhile
                continue
            self.now_us = max(self.now_us, begin)
            self._work(node, begin, work)

    def _work(self, node: Name, begin: float, work: Callable[[], None]) -> None:
        mark = time.thread_time_ns()
        work()
        took = (time.thread_time_ns() - mark) / 1000
        done = begin + took
        self.busy_us[node] = done
        self.spent_us[node] = self.spent_us.get(node, 0.0) + took
        self.longest_us = max(self.longest_us, took)
        sent, self._sent = self._sent, []
        for sender, to, frame in sent:
            for other in self.nodes if to is None else (to,):
                if other != sender and other in self.nodes:
                    self.later(done + self.hop_ms * 1000, other, self._delivery(other, sender, frame))

    def _delivery(self, to: Name, sender: Name, frame: bytes) -> Callable[[], None]:
        return lambda: self.nodes[to].receive(sender, frame, self.now)

    def _wake(self) -> None:
        """Ticks that are due before anything that is on its way."""
        first = self._queue[0][0] if self._queue else None
        for name, node in self.nodes.items():
            wake = node.wake_at_ms
            at = None if wake is None else max(wake * 1000.0, self.now_us, self.busy_us.get(name, 0.0))
            if at is not None and (first is None or at < first):
                self.later(at, name, lambda node=node: node.tick(self.now))
                return

    def zero(self) -> None:
        """Begin to measure anew."""
        self.spent_us, self.longest_us = {}, 0.0


def measure(game: Game, hop_ms: float) -> dict[str, float]:
    """One table through its first hand, its second shuffle and its second deal; in ms."""
    wire = Wire(hop_ms)
    genesis = make_genesis(game, game.seats, suite=SUITE1.suite)
    laptops = [
        Laptop(wire, n, genesis, game, group=SUITE1, seed=2, chooser=passing) for n in range(game.seats)
    ]  # type: ignore[arg-type]
    for laptop in laptops:
        laptop.hands = 1
        wire.nodes[laptop.number] = laptop
    for laptop in laptops:
        wire.later(0, laptop.number, laptop.start)
        for other in laptops:
            if other is not laptop:
                wire.later(1, laptop.number, lambda one=laptop, two=other: one.linked(two.number, wire.now))
    wire.run(lambda: all(laptop.machine().state.history for laptop in laptops))
    wire.zero()
    begun = wire.now_us
    wire.run(lambda: all(_awaits_ready(laptop) for laptop in laptops))
    found = {
        "shuffle": (wire.now_us - begun) / 1000,
        "cpu a laptop": max(wire.spent_us.values()) / 1000,
        "longest piece": wire.longest_us / 1000,
    }
    for laptop in laptops[1:]:
        wire.later(wire.now_us, laptop.number, lambda one=laptop: one.do(one.table.ready(wire.now)))
    rest = wire.now_us + 3_000_000
    wire.run(lambda: wire.now_us >= rest)
    wire.zero()
    begun = max(wire.now_us, wire.busy_us.get(0, 0.0))
    wire.later(begun, 0, lambda: laptops[0].do(laptops[0].table.ready(wire.now)))
    wire.run(lambda: all(_knows_hand(laptop) for laptop in laptops))
    done = max(wire.busy_us.values())
    found["wait at the deal"] = (done - begun) / 1000
    found["cpu at the deal"] = max(wire.spent_us.values()) / 1000
    return found


def _awaits_ready(laptop: Laptop) -> bool:
    return any(ask.kind == "ready" for ask in laptop.table._settled.asks)


def _knows_hand(laptop: Laptop) -> bool:
    seat = laptop.table.seat()
    if seat is None or laptop.machine().running is None:
        return False
    hand = laptop.machine().state.hand(seat)
    return bool(hand) and all(number in laptop.table.mine(seat) for number in hand)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hop", type=float, default=3.0, help="ms a frame takes")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    print(
        "game           run  shuffle  cpu a laptop  longest piece  wait at the deal  cpu at the deal   (ms)"
    )
    for name in ("partnership", "double-deck", "two-handed"):
        for run in range(1, args.runs + 1):
            found = measure(make_game(name), args.hop)
            print(
                f"{name:14} {run:3} {found['shuffle']:8.0f} {found['cpu a laptop']:13.0f} "
                f"{found['longest piece']:14.0f} {found['wait at the deal']:17.0f} "
                f"{found['cpu at the deal']:16.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
