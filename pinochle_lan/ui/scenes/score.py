"""The score sheet after each hand, and the end of the game."""

from __future__ import annotations

from typing import Final

from pinochle_lan.intents import EndEvening, LeaveTable, PlayAgain, ReadyUp
from pinochle_lan.rules.view import HandResult, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import tellings, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Felt, Hot, Local, Meter
from pinochle_lan.ui.scenes.look import Look, ordered_sides, top_bar
from pinochle_lan.ui.sheet import Sheet

HEAD_H: Final = 56.0
NOTE_H: Final = 20.0
"""For the line that says which hands are shown."""
SET_ROOM: Final = 50.0
"""Between this hand and the totals: for the word SET."""


def due(view: View) -> bool:
    """Whether the last hand is scored and the next one not dealt yet."""
    return (
        bool(view.history)
        and not any(seat.hand or seat.table for seat in view.seats)
        and not view.calls
        and (view.trick is None or not view.trick.plays)
        and view.last_trick is None
    )


def show(s: Sheet, look: Look, snap: Snapshot, view: View) -> None:
    """The sheet of paper over the dark felt."""
    over = view.over or snap.stage == "over"
    s.name = "over" if over else "score"
    s.add(Felt(s.frame.whole, vignette=True))
    last = view.history[-1].number if view.history else view.hand_number
    top_bar(s, snap, f"{view.title} · {'Game over' if over else f'After hand {last}'}")
    s.shape(Rect(0, 48, s.frame.w, s.frame.h - 48), "felt_edge", line="", radius=0, line_w=0, alpha=150)
    w = min(1120.0, s.frame.w - 48)
    box = Rect((s.frame.w - w) / 2, 68, w, s.frame.h - 88)
    s.shape(box, "paper", line="", radius=20, line_w=0, alpha=255, shadow=20)
    top = _title(s, snap, view, box, over=over)
    top = _race(s, snap, view, box, top)
    foot = box.bottom - 82
    _table(s, look, snap, view, Rect(box.x + 20, top + 12, box.w - 40, foot - top - 20))
    _foot(s, look, snap, view, box, foot=foot, over=over)


def _title(s: Sheet, snap: Snapshot, view: View, box: Rect, *, over: bool) -> float:
    if over and view.winner is not None:
        mine = view.winner == words.my_side(view)
        who = words.side_people(snap, view, view.winner)
        verb = "win" if mine or len(view.sides[view.winner].seats) > 1 else "wins"
        end = s.inline(
            box.x + 32, box.y + 40, f"{who} {verb} the game", size=30, weight="s", tone="ink", most=box.w - 64
        )
        hands = len(view.history)
        text = f"{hands} hands played." if hands != 1 else "One hand played."
        if sum(total >= view.target for total in _totals(view)) > 1:
            text = f"{text} {_tie(view)}"
    else:
        end = s.inline(box.x + 32, box.y + 40, "Score", size=32, weight="s", tone="ink")
        text = f"First to {words.number(view.target)} wins. {_tie(view)}" if view.target else ""
    s.line_at(end + 18, box.y + 45, box.right - end - 50, text, size=14.5, weight="m", tone="ink_muted")
    return box.y + 72


def _tie(view: View) -> str:
    """What the rules say about several sides that reach the target in one hand."""
    rule = view.ends[0].partition("; ")[2] if view.ends else ""
    return f"{rule[:1].upper()}{rule[1:]}"


def _race(s: Sheet, snap: Snapshot, view: View, box: Rect, top: float) -> float:
    """Each side's way to the target."""
    named = max(s.width(words.side_people(snap, view, side), 15, "b") for side in range(len(view.sides)))
    start = box.x + max(92.0, 42 + s.width("THEM", 14, "x"))
    left = start + max(160.0, min(named + 20, box.w * 0.34))
    for place, side in enumerate(ordered_sides(view)):
        y = top + 15 + place * 34
        total = _totals(view)[side]
        tone = f"{words.side_tone(view, side)}_paper"
        short, people = words.side_short(snap, view, side), words.side_people(snap, view, side)
        alone = len(view.sides[side].seats) == 1
        s.line_at(
            box.x + 32,
            y,
            start - box.x - 32 if not alone else left - box.x - 44,
            short if not alone else people,
            size=14,
            weight="x",
            tone=tone,
        )
        if not alone:
            room = left - start - 12
            size = s.shrunk(people, room, 15, "b")
            s.line_at(start, y, room, people, size=size, weight="b", tone="ink")
        track = Rect(left, y - 9, box.right - 236 - left, 18)
        share = max(0, min(1000, total * 1000 // view.target)) if view.target else 0
        s.add(Meter(track, share, tone, "paper_band"))
        s.line_at(box.right - 132, y, 100, words.number(total), size=23, weight="x", tone=tone, align="r")
        left_to_go = max(0, view.target - total)
        text = f"{words.number(left_to_go)} to go" if left_to_go else "there"
        s.line_at(box.right - 232, y, 96, text, size=13, weight="m", tone="ink_muted", align="r")
    return top + 34 * len(view.sides)


def _totals(view: View) -> tuple[int, ...]:
    return view.history[-1].totals if view.history else tuple(side.score for side in view.sides)


class _Columns:
    """Right edges of the figures: four groups, one figure a side in each."""

    def __init__(self, view: View, box: Rect) -> None:
        self.sides = ordered_sides(view)
        self.hand = box.x + 32
        self.name = (box.x + 60, 96.0)
        self.bid = box.x + 222
        self.trump = box.x + 266
        count = len(self.sides)
        start, end = box.x + 306, box.right - 18
        self.cell = (end - start - 16 * 2 - SET_ROOM) / (4 * count)
        gaps = (0.0, 16.0, 32.0, 32.0 + SET_ROOM)
        self.right = [
            [start + gaps[group] + (group * count + place + 1) * self.cell for place in range(count)]
            for group in range(4)
        ]


def _table(s: Sheet, look: Look, snap: Snapshot, view: View, box: Rect) -> None:
    cols = _Columns(view, box)
    s.shape(Rect(box.x, box.y, box.w, HEAD_H), "paper_band", line="", radius=10, line_w=0, alpha=255)
    y = box.y + 40
    s.line_at(cols.hand - 24, y, 48, "Hand", size=13.5, weight="b", tone="ink_muted", align="m")
    s.line_at(
        cols.name[0], y, cols.bid - cols.name[0], "Bid", size=13.5, weight="b", tone="ink_muted", align="r"
    )
    s.line_at(cols.trump - 22, y, 52, "Trump", size=13.5, weight="b", tone="ink_muted", align="m")
    for group, title in enumerate(("MELD", "TRICKS", "THIS HAND", "TOTAL")):
        left = cols.right[group][0] - cols.cell
        s.line_at(
            left + cols.cell * 0.35,
            box.y + 17,
            cols.right[group][-1] - left - cols.cell * 0.35,
            title,
            size=12,
            weight="x",
            tone="ink_muted",
            align="m",
        )
        for place, side in enumerate(cols.sides):
            name = {"US": "Us", "THEM": "Them"}.get(words.side_short(snap, view, side), "")
            name = name or words.side_people(snap, view, side)
            right = cols.right[group][place]
            tone = f"{words.side_tone(view, side)}_paper"
            s.line_at(
                right - cols.cell + 6, y, cols.cell - 6, name, size=13.5, weight="h", tone=tone, align="r"
            )
    least = max(30.0, s.line(17) + 8)
    row_h = min(44.0, max(least, (box.h - HEAD_H) / max(1, len(view.history))))
    room = max(1, int((box.h - HEAD_H + 1) // row_h))
    if len(view.history) > room:
        room = max(1, int((box.h - HEAD_H - NOTE_H) // row_h))
    scroll = look.memory.scrolled("score")
    first = max(0, len(view.history) - room - scroll)
    shown = view.history[first : first + room]
    for place, result in enumerate(shown):
        yy = box.y + HEAD_H + row_h * (place + 0.5)
        newest = result is view.history[-1]
        if newest:
            s.shape(
                Rect(box.x, yy - row_h / 2 + 1, box.w, row_h - 2),
                "gold_pale",
                line="gold_deep",
                radius=9,
                line_w=1.6,
                alpha=255,
            )
        elif place:
            s.rule(box.x + 8, yy - row_h / 2, box.w - 16, "paper_line")
        _row(s, snap, view, result, cols, y=yy, pale=newest)
    if len(view.history) > room:
        text = f"Hands {shown[0].number} to {shown[-1].number} of {len(view.history)} · Page up and down"
        s.line_at(
            box.x + 12, box.bottom - 8, box.w - 24, text, size=13, weight="m", tone="ink_muted", align="m"
        )
        up = min(len(view.history) - room, scroll + 1)
        s.add(
            Hot(
                "score:up",
                Rect(box.x, box.y, box.w, HEAD_H),
                (Local("scroll", ("score", up)),),
                keys=("pageup",),
            )
        )
        down = max(0, scroll - 1)
        s.add(
            Hot(
                "score:down",
                Rect(box.x, box.bottom - 36, box.w, 36),
                (Local("scroll", ("score", down)),),
                keys=("pagedown",),
            )
        )


def _row(
    s: Sheet, snap: Snapshot, view: View, result: HandResult, cols: _Columns, *, y: float, pale: bool
) -> None:
    s.line_at(cols.hand - 24, y, 48, str(result.number), size=17, weight="h", tone="ink", align="m")
    declaring = None
    if result.declarer is not None:
        declaring = view.seats[result.declarer].side
        tone = f"{words.side_tone(view, declaring)}_paper"
        left, wide = cols.name
        name = words.name(snap, result.declarer)
        s.line_at(left, y, wide, name, size=16, weight="b", tone=tone, align="r")
        if result.made is False and len(cols.sides) > 2:
            at = left + wide - min(wide, s.width(name, 16, "b")) - 8
            s.chip(at, y, "SET", fill="set", tone="on_danger", size=11.5, align="r")
    if result.bid is not None:
        s.line_at(cols.bid - 62, y, 62, words.number(result.bid), size=17, weight="h", tone="ink", align="r")
    if result.trump is not None:
        s.glyph(cols.trump + 4, y, 22, result.trump, paper=True)
    for place, side in enumerate(cols.sides):
        lost = result.made is False and side == declaring
        figures = (result.meld[side], result.tricks[side], result.delta[side], result.totals[side])
        for group, value in enumerate(figures):
            right = cols.right[group][place]
            text = words.number(value)
            weight, tone, size = "m", "ink", 17.0
            if group == 2:
                weight, tone = "h", "set" if value < 0 else "ink"
            elif group == 3:
                weight, tone, size = "x", f"{words.side_tone(view, side)}_paper", 18.0
            elif lost:
                tone = "ink_muted"
            w = min(s.width(text, size, weight) + 2, cols.cell - 8)
            s.line_at(right - w, y, w, text, size=size, weight=weight, tone=tone, align="r")
            if lost and group < 2:
                s.rule(right - w - 2, y, w + 4, "ink_muted")
            if lost and group == 2 and len(cols.sides) == 2:
                s.chip(cols.right[2][-1] + 6, y, "SET", fill="set", tone="on_danger", size=11.5)


def _foot(s: Sheet, look: Look, snap: Snapshot, view: View, box: Rect, *, foot: float, over: bool) -> None:
    s.rule(box.x + 20, foot, box.w - 40, "paper_line")
    buttons_w = 396.0
    text_w = box.w - 64 - buttons_w
    lines = tellings.why_lines(snap, view, view.history[-1], rules=False) if view.history else ()
    if lines:
        result = view.history[-1]
        why = " ".join(lines)
        end = s.inline(box.x + 32, foot + 28, f"Hand {result.number}:  ", size=16, weight="h", tone="ink")
        room = box.x + 32 + text_w - end
        shown = s.fitting((" ".join(lines[:most]) for most in range(len(lines), 0, -1)), room, 16, "m")
        size = s.shrunk(shown, room, 16, "m")
        s.line_at(end, foot + 28, room, shown, size=size, weight="m", tone="ink")
        s.add(Hot("score:why", Rect(box.x + 28, foot + 8, text_w, 38), (Local("dialog", "details"),), why))
    state = "" if over else tellings.ready_line(snap)
    s.line_at(box.x + 32, foot + 56, text_w, state, size=13.5, weight="m", tone="ink_muted")
    y = foot + 18
    if over:
        s.button(
            "go:again", Rect(box.right - 232, y, 200, 48), "Play again", (PlayAgain(),), "primary", size=17
        )
        s.button(
            "go:leave", Rect(box.right - 392, y, 150, 48), "Back to lobby", (LeaveTable(),), "paper", size=16
        )
    else:
        waiting = snap.you_ready
        label = "Waiting" if waiting else "Next hand"
        s.button(
            "go:next",
            Rect(box.right - 222, y, 190, 48),
            label,
            (ReadyUp(True),),
            "primary",
            size=17,
            enabled=not waiting,
            why=tellings.ready_line(snap),
        )
        s.button(
            "go:details",
            Rect(box.right - 386, y, 150, 48),
            "Hand details",
            (Local("dialog", "details"),),
            "paper",
            size=16,
        )


def end_evening() -> tuple[EndEvening, Local]:
    """What the button "end the evening" does."""
    return (EndEvening(), Local("dialog", ""))
