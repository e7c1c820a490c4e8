"""This laptop, as every link of it needs to know it. Plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pinochle_lan.codec import Value
from pinochle_lan.net.rate import Rate


@dataclass(frozen=True, slots=True)
class Local:
    """What every link of this laptop needs to know of it."""

    seed: bytes
    """The identity: 32 bytes."""
    hello: Callable[[], Value]
    """``[protocol, engine, table ids, name, ...]``, as of now."""
    port: Callable[[], int]
    """Where it listens; 0 = nowhere."""
    rate: Rate = field(default_factory=Rate)
