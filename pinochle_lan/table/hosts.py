"""Whose laptop writes for a chair (docs/log.md 1 and 10). Knows members, seats and sides, nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pinochle_lan.log.genesis import SeatPlan

STAND_IN: Final = "steady"
"""The opponent that plays a person's seat on the stand-in's laptop."""


def person_plan(member: int) -> SeatPlan:
    """A chair that a person took."""
    return SeatPlan(member, "", member)


def bot_plan(bot: str, holder: int, host: int) -> SeatPlan:
    """A chair that a bot plays; its host is the member who brought it, unless another laptop was chosen."""
    return SeatPlan(holder, bot, host)


def partners(sides: Sequence[Sequence[int]], seat: int) -> tuple[int, ...]:
    """The other seats of a seat's side, ascending; none in games where everybody plays alone."""
    return tuple(other for side in sides if seat in side for other in sorted(side) if other != seat)


def partners_laptop(
    sides: Sequence[Sequence[int]], seat: int, homes: Mapping[int, int], present: Sequence[int]
) -> int | None:
    """The present laptop of the seat's partner, if it is another one than the seat's own, else None.

    A partner's laptop that sees both hands learns what a phone call would tell; an opponent's would gain by
    knocking people off the Wi-Fi (docs/sealed-deal.md 6).
    """
    laptops = [homes[other] for other in partners(sides, seat)]
    return next((member for member in laptops if member != homes[seat] and member in present), None)


def planned(
    homes: Mapping[int, int], sides: Sequence[Sequence[int]], roster: Sequence[int], alone: Sequence[int]
) -> dict[int, int]:
    """Who writes for each seat in a hand that is dealt by ``roster``.

    The seat's own laptop, else its partner's, else the lowest one without a person (``alone``), else the
    lowest.
    """
    found = {}
    for seat, home in sorted(homes.items()):
        stand_in = partners_laptop(sides, seat, homes, roster)
        spare = next((member for member in roster if member in alone), roster[0])
        found[seat] = home if home in roster else spare if stand_in is None else stand_in
    return found
