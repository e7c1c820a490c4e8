"""The last trick of a hand: the engine has put it away when the score comes, so it is read from the public
lines.

Pure; display only. The lines name every card and who took the trick (docs/look.md 8: a full trick
stays).
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pinochle_lan.cards import Card, Suit
from pinochle_lan.rules.view import TrickCard, TrickView
from pinochle_lan.table.snapshot import Line, Snapshot
from pinochle_lan.ui import words

_POINTS: Final = re.compile(r"\bfor (\d+)")


def last_trick(old: Snapshot, new: Snapshot) -> TrickView | None:
    """The trick that was running in ``old`` and ended the hand before ``new``; None if there is none."""
    if old.view is None or new.view is None or len(new.view.history) <= len(old.view.history):
        return None
    running = old.view.trick
    if running is None or new.view.last_trick is not None:
        return None
    told = [line for line in _added(old, new) if line.trick == running.number and line.seat is not None]
    plays = list(running.plays)
    winner, points = None, None
    for line in told:
        card = _card(line)
        if card is not None and line.seat is not None and len(plays) < len(words.players(old.view)):
            plays.append(TrickCard(line.seat, -1 - len(plays), card))
        elif card is None and winner is None:
            winner = line.seat
            found = _POINTS.search(line.text)
            points = int(found[1]) if found else None
    if winner is None or len(plays) != len(words.players(old.view)):
        return None
    marked = tuple(replace(play, winning=play.seat == winner) for play in plays)
    return TrickView(running.number, plays[0].seat, marked, winner, points)


def standing_still(old: Snapshot, new: Snapshot, trick: TrickView) -> Snapshot:
    """``new`` with the table as it lay: what is shown until the trick has been looked at."""
    assert old.view is not None
    seats = tuple(replace(seat, hand=()) if seat.side >= 0 else seat for seat in old.view.seats)
    view = replace(old.view, seats=seats, trick=None, last_trick=trick, offers=(), turn=())
    return replace(new, view=view)


def _added(old: Snapshot, new: Snapshot) -> tuple[Line, ...]:
    """The lines that are new; the log forgets its oldest ones, so they are found from the end."""
    if not old.lines:
        return new.lines
    for place in range(len(new.lines) - 1, -1, -1):
        if new.lines[place] == old.lines[-1] and new.lines[: place + 1][-3:] == old.lines[-3:]:
            return new.lines[place + 1 :]
    return new.lines


def _card(line: Line) -> Card | None:
    """The one card a line names."""
    runs = words.rich(line.text)
    for rank, suit in pairwise(runs):
        if isinstance(suit.suit, Suit):
            return Card(words.RANK_OF[rank.text], suit.suit)
    return None
