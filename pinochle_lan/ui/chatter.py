"""Balloons by the plates and the count of unread remarks: what a change of the table adds, and when it ends.

Pure; the remarks themselves stand in the snapshot. Knows no boxes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pinochle_lan.table.snapshot import Person, Remark, Snapshot
from pinochle_lan.ui.memory import Balloon, Memory

BALLOON_MS: Final = 4_000
"""How long a balloon stays (look.md 6)."""
PHRASES: Final = ("Nice!", "Thanks", "Oops", "Well bid", "Hurry?", "Back soon")
"""What one click or one key says."""


def speaker(snap: Snapshot, member: int) -> Person | None:
    """The person of a laptop; None while none sits here."""
    return next((who for who in snap.people if who.host == member and not who.bot), None)


def company(snap: Snapshot) -> tuple[Person, ...]:
    """The other people at the table: without any there is nobody to talk to."""
    return tuple(who for who in snap.people if who.name and not who.bot and not who.you)


def heard(memory: Memory, old: Snapshot | None, new: Snapshot | None, now_ms: int) -> tuple[Memory, str]:
    """The memory with balloons of what was said since, and the last one as a sentence; empty = silence.

    ``old`` None: the table was just opened, what was said before is no news.
    """
    if old is None or new is None or old.chat == new.chat:
        return memory, ""
    before = old.chat[-1].number if old.chat else 0
    told = ""
    for remark in new.chat:
        who = speaker(new, remark.member)
        if remark.number <= before or remark.member in memory.muted or who is None:
            continue
        balloon = Balloon(who.seat, remark.text, now_ms + BALLOON_MS)
        kept = tuple(other for other in memory.balloons if other.seat != who.seat)
        memory = replace(memory, balloons=(*kept, balloon))
        if not who.you:
            told = f"{who.name}: {remark.text}"
            memory = replace(memory, unread=0 if memory.tab == "chat" else memory.unread + 1)
    return memory, told


def settled(memory: Memory, now_ms: int) -> Memory:
    """Without balloons that are over."""
    kept = tuple(balloon for balloon in memory.balloons if now_ms < balloon.until)
    return memory if kept == memory.balloons else replace(memory, balloons=kept)


def waits(memory: Memory, now_ms: int) -> list[int]:
    """In how many ms the next balloon ends."""
    return [max(0, balloon.until - now_ms) for balloon in memory.balloons]


def shown(snap: Snapshot, muted: tuple[int, ...]) -> tuple[Remark, ...]:
    """The remarks of those who are not muted."""
    return tuple(remark for remark in snap.chat if remark.member not in muted)
