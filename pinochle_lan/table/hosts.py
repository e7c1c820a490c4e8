"""Whose laptop writes for a chair (docs/log.md 1). Knows members and chairs, nothing else."""

from __future__ import annotations

from pinochle_lan.log.genesis import SeatPlan


def person_plan(member: int) -> SeatPlan:
    """A chair that a person took."""
    return SeatPlan(member, "", member)


def bot_plan(bot: str, holder: int, host: int) -> SeatPlan:
    """A chair that a bot plays; its host is the member who brought it, unless another laptop was chosen."""
    return SeatPlan(holder, bot, host)
