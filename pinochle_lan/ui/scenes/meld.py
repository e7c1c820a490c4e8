"""The melds of all on the table, side sums, what is left to win, and going on to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.bridge import Act
from pinochle_lan.rules.actions import GiveUp
from pinochle_lan.rules.view import ActionOffer, MeldView, PlayOffer, SeatView, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.layout_table import TablePlaces
from pinochle_lan.ui.page import CardItem, Do, Local
from pinochle_lan.ui.scenes.felt import seat_at
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

LABEL_W: Final = 180.0
"""Widest label of a meld (look.md 3)."""
GAP: Final = 18.0
ROW_GAP: Final = 4.0


def standing(view: View) -> bool:
    """Whether melds are on show before the first card: full-meld games between meld and play."""
    return (
        any(seat.meld for seat in view.seats)
        and view.last_trick is None
        and view.turn_up is None
        and not view.stock_left
        and not any(seat.table for seat in view.seats)
    )


def show(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    """Everybody's melds, the own ones in a box, and the summary."""
    for place, where in enumerate(places.seats):
        seat = view.seats[seat_at(view, place)]
        if place:
            groups(s, seat, where.meld, (62.0, 48.0, 40.0), centre=where.plate.cx)
    box = places.meld_box
    me = view.seats[view.viewer or 0]
    s.shape(box, "bar", line=words.side_tone(view, me.side), radius=20, line_w=1.4, alpha=150)
    title = "Your meld" if view.viewer is not None else f"{words.name(snap, me.seat)}'s meld"
    end = s.inline(box.x + 22, box.y + 24, title, size=20, weight="s", most=320)
    points = words.number(me.meld_points)
    s.line_at(box.right - 142, box.y + 24, 120, points, size=25, weight="x", tone="gold", align="r")
    hint = "Counted for you. A card counts once in each type of meld." if me.meld else "No meld in this hand."
    s.line_at(end + 16, box.y + 25, box.right - 160 - end, hint, size=14, weight="m", tone="muted")
    groups(
        s,
        me,
        Rect(box.x + 22, box.y + 44, box.w - 44, box.h - 50),
        (86.0, 72.0, 58.0, 46.0, 36.0),
        centre=0.0,
    )
    _summary(s, look, snap, view, places)


def groups(s: Sheet, seat: SeatView, box: Rect, sizes: Sequence[float], *, centre: float) -> None:
    """A seat's melds as groups of cards with their names, as large as fits; the rest becomes "+2 more".

    Rows stand about ``centre``, or at the left for 0.
    """
    melds = seat.meld
    if not melds:
        return
    label_h = s.line(13) + 6
    size, lines = _fitted(s, melds, sizes, box, label_h)
    shown = sum(len(line) for line in lines)
    seen: set[int] = set()
    number = 0
    x = more_x = box.x
    for row, line in enumerate(lines):
        widths = [_width(s, meld, size) for meld in line]
        total = sum(widths) + GAP * (len(line) - 1)
        end = box.right - (84.0 if row == 0 and shown < len(melds) else 0.0)
        middle = max(min(centre, end - total / 2), box.x + total / 2)
        x = middle - total / 2 if centre else box.x
        top = box.y + row * (size * 1.4 + label_h + ROW_GAP)
        for meld, width in zip(line, widths, strict=True):
            _group(
                s, seat.seat, number, meld, Rect(x, top, width, size * 1.4 + label_h), size=size, seen=seen
            )
            number += 1
            x += width + GAP
        more_x = x if row == 0 else more_x
    if shown < len(melds):
        s.chip(
            min(more_x, box.right - 76),
            box.y + 14,
            f"+{len(melds) - shown} more",
            fill="control",
            tone="text",
            size=13,
        )


def _fitted(
    s: Sheet, melds: Sequence[MeldView], sizes: Sequence[float], box: Rect, label_h: float
) -> tuple[float, list[list[MeldView]]]:
    """The largest size at which all melds fit; if none does, the one at which most do."""
    best: tuple[float, list[list[MeldView]]] = (sizes[0], [])
    most = 0
    for size in sizes:
        fit = max(1, int((box.h + ROW_GAP + 1) // (size * 1.4 + label_h + ROW_GAP)))
        lines = _broken(s, melds, size, box.w)
        if len(lines) <= fit:
            return size, lines
        lines = _broken(s, melds, size, box.w - 84)[:fit]
        count = sum(len(line) for line in lines)
        if count > most:
            best, most = (size, lines), count
    return best


def _broken(s: Sheet, melds: Sequence[MeldView], size: float, width: float) -> list[list[MeldView]]:
    lines: list[list[MeldView]] = [[]]
    used = 0.0
    for meld in melds:
        wide = _width(s, meld, size)
        if lines[-1] and used + GAP + wide > width:
            lines.append([])
            used = 0.0
        used += wide + (GAP if lines[-1] else 0)
        lines[-1].append(meld)
    return lines


def _step(size: float) -> float:
    return size * (0.72 if size >= 80 else 0.45)


def _label_width(s: Sheet, meld: MeldView) -> tuple[float, float]:
    name = min(s.width(meld.title, 13, "b") + 1, LABEL_W)
    return name, s.width(words.number(meld.points), 14, "x") + 1


def _width(s: Sheet, meld: MeldView, size: float) -> float:
    cards = size + _step(size) * (len(meld.cards) - 1)
    return max(cards, sum(_label_width(s, meld)) + 30)


def _group(
    s: Sheet, seat: int, number: int, meld: MeldView, box: Rect, *, size: float, seen: set[int]
) -> None:
    step = _step(size)
    left = box.cx - (size + step * (len(meld.cards) - 1)) / 2
    for place, (slot, card) in enumerate(zip(meld.slots, meld.cards, strict=True)):
        pose = Pose(left + size / 2 + place * step, box.y + size * 0.7, size)
        s.add(CardItem(f"meld-{seat}-{number}:{slot}", pose, card, link=slot in seen, shadow=5))
    seen.update(meld.slots)
    name, points = _label_width(s, meld)
    pill = Rect.at(
        box.cx, box.y + size * 1.4 + (box.h - size * 1.4) / 2 + 2, name + points + 30, s.line(13) + 7
    )
    s.shape(pill, "bar", line="", radius=pill.h / 2, line_w=0, alpha=225)
    s.label(Rect(pill.x + 11, pill.y, name, pill.h), meld.title, size=13, weight="b")
    s.label(
        Rect(pill.right - 11 - points, pill.y, points, pill.h),
        words.number(meld.points),
        size=14,
        weight="x",
        tone="gold",
        align="r",
    )


def _summary(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    box = places.summary
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=12)
    cells = _sums(snap, view)
    x = box.x + 22
    for place, (title, value, tone, sign) in enumerate(cells):
        w = 138.0
        s.line_at(x, box.y + 26, w - 4, title, size=13.5, weight="m", tone="muted")
        s.line_at(x, box.y + 58, 96, value, size=32, weight="x", tone=tone)
        if sign and place < len(cells) - 1:
            s.line_at(x + 98, box.y + 58, 24, sign, size=26, weight="b", tone="muted", align="m")
        x += w
    low = box.y + 98
    s.line_at(box.x + 22, low, 580, _state(snap, view), size=14, weight="m", tone="muted")
    go_on, give_up = _choices(snap, view)
    s.button(
        "go:play",
        Rect(box.right - 292, box.y + 16, 270, 54 if give_up else 62),
        "Pick up and play",
        (*go_on, Local("seen meld", view.hand_number)),
        "primary",
        size=18,
    )
    if not give_up:
        return
    cell = Rect(box.right - 292, box.y + 78, 270, 36)
    if look.memory.confirm == "go:concede":
        s.button("go:concede", cell, f"Really? It costs {view.bid}", give_up, "danger", size=14)
    else:
        ask = (Local("confirm", "go:concede"),)
        s.button("go:concede", cell, "Concede this hand", ask, "ghost", keys=("c",), cap="C", size=14)


def _choices(snap: Snapshot, view: View) -> tuple[Do, Do]:
    """What going on and giving up send, where the rules ask for it now."""
    if snap.pending or snap.seat is None:
        return (), ()
    for offer in view.offers:
        if isinstance(offer, PlayOffer) and offer.may_give_up:
            return (), (Act(GiveUp(snap.seat), snap.step),)
        if isinstance(offer, ActionOffer) and not offer.claim and len(offer.actions) == 2:
            going, giving = offer.actions
            return (Act(going, snap.step),), (Act(giving, snap.step),)
    return (), ()


def _sums(snap: Snapshot, view: View) -> list[tuple[str, str, str, str]]:
    """(title, value, tone, sign after it) of the summary."""
    mine = words.my_side(view)
    if view.declarer is None or view.bid is None:
        return [
            (
                words.side_people(snap, view, side),
                words.number(view.sides[side].meld),
                words.side_tone(view, side),
                "",
            )
            for side in range(len(view.sides))
        ][:4]
    declaring = view.seats[view.declarer].side
    ours = declaring == mine
    meld = view.sides[declaring].meld
    need = view.need if view.need is not None else view.bid - meld
    alone = len(view.sides[declaring].seats) == 1
    people = words.side_people(snap, view, declaring)
    whose = (
        ("You meld" if alone else "Your side melds")
        if ours
        else (f"{people} melds" if alone else "Their side melds")
    )
    cells = [
        ("Bid", words.number(view.bid), "text", "−"),
        (whose, words.number(meld), words.side_tone(view, declaring), "="),
        ("Needed in tricks", words.number(max(0, need)), "gold", ""),
    ]
    others = [side for side in range(len(view.sides)) if side != declaring]
    if len(others) == 1:
        title = "They meld" if ours else "Your side melds"
        if len(view.sides[others[0]].seats) == 1:
            title = f"{words.side_people(snap, view, others[0])} melds" if ours else "You meld"
        value = words.number(view.sides[others[0]].meld)
        cells.append((title, value, words.side_tone(view, others[0]), ""))
    return cells


def _state(snap: Snapshot, view: View) -> str:
    if view.trick is not None and view.trick.plays:
        first = words.verb(snap, view.trick.leader, "have", "has")
        return f"{first} led. Look at the melds as long as you like."
    if view.turn:
        leads = words.verb(snap, view.turn[0], "lead", "leads")
        return f"{leads} to the first trick."
    return "Look at the melds as long as you like."
