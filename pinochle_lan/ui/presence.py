"""Who is there and who is waited for, in words: the network mark, the line on a plate, how long somebody is
silent.
"""

from __future__ import annotations

from pinochle_lan.rules.view import View
from pinochle_lan.table.snapshot import Snapshot, Waiting
from pinochle_lan.ui import words


def network_line(snap: Snapshot) -> tuple[str, str, int]:
    """The network mark: words, tone, bars (0 to 3)."""
    others = [laptop for laptop in snap.laptops if not laptop.you]
    if not others:
        return "this laptop alone", "good", 3
    gone = [laptop for laptop in others if not laptop.linked]
    if gone:
        worst = gone[0]
        seconds = worst.silent_ms // 1000
        return f"waiting for {worst.name}, {seconds} s", "amber", 1
    linked = len(snap.laptops) - len(gone)
    times = sorted(laptop.rtt_ms for laptop in others if laptop.rtt_ms is not None)
    speed = f" · {times[len(times) // 2]} ms" if times else ""
    return f"{linked} of {len(snap.laptops)} connected{speed}", "good", 3


def laptop_name(snap: Snapshot, member: int) -> str:
    """The name of a member's laptop; empty if it is not at the table."""
    return next((item.name for item in snap.laptops if item.member == member), "")


def waiting_line(snap: Snapshot, waiting: Waiting) -> str:
    """``Waiting for Ben (6 s)``."""
    laptop = laptop_name(snap, waiting.member)
    who = words.name(snap, waiting.seat) if waiting.seat is not None else laptop or "a laptop"
    seconds = waiting.since_ms // 1000
    if who == "You":
        return "The table waits for you."
    if waiting.gone:
        silent = next((item.silent_ms for item in snap.laptops if item.member == waiting.member), 0)
        return f"{laptop or who}'s laptop does not answer. {(silent or waiting.since_ms) // 1000} s"
    return f"Waiting for {who} ({seconds} s)" if seconds >= 3 else f"Waiting for {who}"


def seat_state(snap: Snapshot, view: View, seat: int, meld: bool, *, short: bool) -> str:
    """The line under a name on its plate."""
    chair = view.seats[seat]
    who = words.person(snap, seat)
    laptop = next((item for item in snap.laptops if who is not None and item.member == who.host), None)
    if who is not None and who.away and not who.you:
        return "away, a bot plays"
    if laptop is not None and not laptop.linked and not laptop.you:
        return "back soon?" if short else "back in a moment?"
    if chair.dummy:
        return "dummy"
    if meld:
        return f"Meld {chair.meld_points}"
    held = len(chair.hand) + len(chair.table)
    dealt = held or view.trick is not None or view.last_trick is not None
    mate = words.partner(view, seat)
    if seat == view.viewer:
        if mate is not None and not chair.meld_points:
            return f"Partner: {words.name(snap, mate)}"
        melded = f" · meld {chair.meld_points}" if chair.meld_points and not short else ""
        return f"{held} cards{melded}" if dealt else ""
    if view.trick is None and (chair.bid is not None or chair.passed):
        return "Passed" if chair.passed else f"Bid {chair.bid}"
    lead = ""
    if view.viewer is not None and chair.side == view.seats[view.viewer].side:
        lead = "Partner"
    elif who is not None and who.bot:
        lead = "Bot"
    if not dealt:
        return lead
    lead = "" if short or not lead else f"{lead} · "
    if view.stock_left or chair.table:
        return f"{len(chair.hand)} left · meld {chair.meld_points}"
    return f"{lead}{held} card{'' if held == 1 else 's'}"
