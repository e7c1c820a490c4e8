"""When to ping, and when silence means that the other laptop is out of reach. Pure: the time is an argument.

Figures: docs/measurements.md, "How long until a cut is noticed". Keep-alives of the system are no
substitute: the kernel answers them for a program that hangs.
"""

from __future__ import annotations

import struct
from enum import Enum
from typing import Final

PING_S: Final = 0.5
DEAD_S: Final = 2.0
"""Silence after which the other laptop counts as out of reach; its connection is kept."""
DEAF_S: Final = 5.0
"""Who is heard and answers no ping for so long reads nothing of what is sent to it."""
FORGET_S: Final = 30.0
"""Silence after which the connection is given up too."""
STALL_S: Final = 0.5
"""If our own timer is later than this, the silence was ours."""
_PINGS: Final = 16
"""Unanswered pings remembered: a bad radio's round trip is longer than PING_S."""


class Beat(Enum):
    """What is to be done."""

    PING = "ping"
    QUIET = "quiet"
    DEAF = "deaf"
    """It is heard, and reads nothing."""
    OVER = "over"


class Heartbeat:
    """One link's. Seconds of any steady clock."""

    def __init__(self, now: float) -> None:
        self.quiet = False
        """Nothing was heard for DEAD_S."""
        self.rtt_ms: int | None = None
        """Smoothed round trip."""
        self._heard = now
        self._answered = now
        """When a ping was answered last, or none was due to be."""
        self._next_ping = now
        self._count = 0
        self._sent: dict[bytes, float] = {}

    def heard(self, now: float) -> bool:
        """Something authentic came. True if it had been quiet."""
        self._heard = now
        was, self.quiet = self.quiet, False
        if was:
            self._answered = now
        return was

    def silent_s(self, now: float) -> float:
        """Since anything was heard."""
        return now - self._heard

    def due(self) -> float:
        """When to call ``tick``."""
        return min(self._next_ping, self._heard + (FORGET_S if self.quiet else DEAD_S))

    def tick(self, now: float, due: float) -> tuple[Beat, ...]:
        """What is to be done now; ``due`` is when this call was meant to be.

        What the system has received is read before a timer runs. So after a stall in which the other laptop
        must have sent something, several pings at least, nothing read means that it was out of reach, or this
        laptop asleep: there is no point in waiting for more.
        """
        if STALL_S < now - due < DEAD_S:
            # This program was busy: what the others sent meanwhile may still be on its way to it.
            self._heard = max(self._heard, now - DEAD_S + STALL_S)
        # The same sums as in ``due``: differences would round otherwise.
        if now >= self._heard + FORGET_S:
            return (Beat.OVER,)
        beats: list[Beat] = []
        if now >= self._heard + DEAD_S and not self.quiet:
            self.quiet = True
            beats.append(Beat.QUIET)
        if self.quiet or now - due > STALL_S or not self._count:
            self._answered = now
        if now >= self._answered + DEAF_S:
            return (Beat.DEAF,)
        if now >= self._next_ping:
            self._next_ping = now + PING_S
            beats.append(Beat.PING)
        return tuple(beats)

    def ping(self, now: float) -> bytes:
        """The body of a ping that is sent now."""
        self._count += 1
        mark = struct.pack("<Q", self._count)
        self._sent[mark] = now
        if len(self._sent) > _PINGS:
            del self._sent[next(iter(self._sent))]
        return mark

    def pong(self, body: bytes, now: float) -> None:
        """An answer came; one to no ping of ours says nothing."""
        sent = self._sent.pop(body, None)
        if sent is not None:
            self._answered = now
            measured = max(1, round((now - sent) * 1000))
            self.rtt_ms = measured if self.rtt_ms is None else (3 * self.rtt_ms + measured) // 4
