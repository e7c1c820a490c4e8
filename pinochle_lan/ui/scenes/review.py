"""Looking back at the last hand: each own choice beside the best three of an opponent, with its reason."""

from __future__ import annotations

from typing import Final

from pinochle_lan.front import Front
from pinochle_lan.table.snapshot import HintLine, Review, Reviewed, Snapshot
from pinochle_lan.ui import turns, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Hot, Local, Run
from pinochle_lan.ui.scenes import dialog
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

ROW_H: Final = 58.0


def show(s: Sheet, look: Look, front: Front) -> None:
    """The dialog; it fills while the opponent thinks."""
    snap = front.table
    if snap is None:
        return
    review = snap.review
    title = "Your hand, looked at again" if review is None else f"Your hand {review.hand}, looked at again"
    box = dialog.frame(s, title, 900, 660)
    if review is None or not review.choices:
        thinking = review is None or not review.done
        text = "Thinking about it." if thinking else "You made no choice in that hand."
        s.line_at(box.x, box.cy, box.w, text, size=16, weight="m", tone="muted", align="m")
        return
    room = max(1, int((box.h - 30) // ROW_H))
    last = max(0, len(review.choices) - room)
    first = min(look.memory.scrolled("review"), last)
    for line, choice in enumerate(review.choices[first : first + room]):
        _row(s, snap, choice, Rect(box.x, box.y + line * ROW_H, box.w, ROW_H))
    _foot(s, review, box, first=first, room=room, last=last)


def _row(s: Sheet, snap: Snapshot, choice: Reviewed, box: Rect) -> None:
    s.rule(box.x, box.bottom - 4, box.w)
    high, low = box.y + 15, box.y + 39
    when = f"Trick {choice.trick}" if choice.trick else "Bidding"
    s.line_at(box.x, high, 80, when, size=13.5, weight="m", tone="muted")
    mine = (Run("You: ", "", "muted"), *turns.choice_runs(snap, choice.choice))
    s.sentence(Rect(box.x, low - 12, 150, 24), mine, size=15.5, weight="b")
    x, w = box.x + 170, box.w - 170
    if not choice.lines:
        s.line_at(x, high, w, "Nobody here can say.", size=15, weight="m", tone="muted")
        return
    best = choice.lines[0]
    agreed = best.choice == choice.choice
    s.mark(x + 7, high, 14, "tick" if agreed else "disc", "good" if agreed else "gold")
    said = (*turns.choice_runs(snap, best.choice), Run(f": {best.reason}.", "m"))
    s.sentence(Rect(x + 24, high - 12, w - 24, 24), said, size=15, weight="b")
    s.sentence(Rect(x + 24, low - 12, w - 24, 24), _others(snap, choice), size=13.5, tone="muted")


def _others(snap: Snapshot, choice: Reviewed) -> tuple[Run, ...]:
    """The second and third best, and what each costs against the best."""
    runs: list[Run] = []
    best = choice.lines[0]
    for line in choice.lines[1:3]:
        runs += [*((Run("  ·  "),) if runs else ()), *turns.choice_runs(snap, line.choice)]
        runs.append(Run(f"{_cost(best, line)} {line.reason}"))
    return tuple(runs) or (Run("There was nothing else to choose."),)


def _cost(best: HintLine, other: HintLine) -> str:
    if best.points is None or other.points is None or other.points >= best.points:
        return ":"
    return f" ({words.number(other.points - best.points)}):"


def _foot(s: Sheet, review: Review, box: Rect, *, first: int, room: int, last: int) -> None:
    same = sum(bool(one.lines) and one.lines[0].choice == one.choice for one in review.choices)
    judged = sum(bool(one.lines) for one in review.choices)
    text = f"{same} of {judged} as the adviser would have chosen" if review.done else "Thinking on"
    pages = f" · {first + 1} to {min(first + room, len(review.choices))} of {len(review.choices)}"
    more = f"{pages}, Page up and down" if last else ""
    s.line_at(box.x, box.bottom - 6, box.w, f"{text}{more}", size=13.5, weight="m", tone="muted", align="m")
    if last:
        up, down = max(0, first - room), min(last, first + room)
        half = box.h / 2
        up_do, down_do = (Local("scroll", ("review", up)),), (Local("scroll", ("review", down)),)
        s.add(Hot("review:up", Rect(box.x, box.y, box.w, half), up_do, keys=("pageup",)))
        s.add(Hot("review:down", Rect(box.x, box.y + half, box.w, half), down_do, keys=("pagedown",)))
