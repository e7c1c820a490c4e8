"""The side panel, or the drawer where the window is narrow: a head that suits the phase; log, chat, rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pinochle_lan.cards import Suit
from pinochle_lan.rules.view import TrickView, View
from pinochle_lan.table.snapshot import Line, Snapshot
from pinochle_lan.ui import chatter, tellings, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.layout_table import SidePlaces, side
from pinochle_lan.ui.memory import CHAT
from pinochle_lan.ui.motion import trick_id
from pinochle_lan.ui.page import CardItem, Local, Run
from pinochle_lan.ui.scenes import fair, talk
from pinochle_lan.ui.scenes.look import Look, ordered_sides
from pinochle_lan.ui.sheet import Sheet

LAPTOPS: Final = "Laptops"
"""Heading of what happens to laptops: who goes, who is back, what was voted."""
BETWEEN: Final = 122.0
"""Of the panel's height: bar, margins and tabs."""


def show(s: Sheet, look: Look, snap: Snapshot, view: View, scene: str) -> None:
    """The panel at the right; in a narrow window only while the drawer is open."""
    if not (s.frame.side or look.memory.drawer):
        return
    rounds = _rounds(view)
    grow = s.grow
    melds = any(seat.meld for seat in view.seats)
    if scene == "meld" or (look.memory.tab == "meld" and melds):
        head = _meld_height(s, view, grow)
    elif scene in ("auction", "trump", "pick", "deal") and view.calls:
        head = 62.0 + 34 * len(rounds)
    elif view.last_trick is not None:
        head = 136.0
    else:
        head = 0.0
    talk_h = talk.QUICK_H if talk.open_now(look, snap) else 0.0
    chatting = look.memory.tab == "chat" and bool(chatter.company(snap))
    rest = s.frame.h - BETWEEN - talk_h
    head = min(head, rest - (130.0 if chatting else fair.SHORT_H + 26 * grow))
    whole = rest - head - fair.height(s) >= 120
    fair_h = 0.0 if chatting else fair.height(s) if whole else fair.SHORT_H
    places = side(s.frame, head, talk_h + fair_h)
    s.shape(
        places.ground,
        "side",
        line="",
        radius=0,
        line_w=0,
        alpha=255 if not s.frame.side else 232,
        shadow=0 if s.frame.side else 16,
    )
    s.rule(places.ground.x, places.ground.y, 1.2, "bar_line")
    s.shape(
        Rect(places.ground.x, places.ground.y, 1.2, places.ground.h),
        "bar_line",
        line="",
        radius=0,
        line_w=0,
        alpha=255,
    )
    if scene == "meld" or (look.memory.tab == "meld" and melds):
        _meld_count(s, snap, view, places.head, grow)
    elif scene in ("auction", "trump", "pick", "deal") and view.calls:
        _auction(s, snap, view, places.head, rounds)
    elif view.last_trick is not None:
        _last_trick(s, snap, view.last_trick, places.head)
    _tabs(s, look, snap, places, melds=melds and scene != "meld")
    foot = places.foot
    if look.memory.tab == "rules":
        _rules(s, snap, view, places.body, grow)
    elif chatting:
        talk.chat(s, look, snap, view, places.body)
    else:
        _log(s, snap, view, places.body, grow)
    if not chatting:
        fair.panel(s, snap, Rect(foot.x, foot.y, foot.w, fair_h))
    if talk_h:
        talk.quick(s, look, view, Rect(foot.x, foot.bottom - talk_h, foot.w, talk_h))


def _tabs(s: Sheet, look: Look, snap: Snapshot, places: SidePlaces, *, melds: bool) -> None:
    names = ["log", *(["chat"] if chatter.company(snap) else []), *(["meld"] if melds else []), "rules"]
    chosen = look.memory.tab if look.memory.tab in names else "log"
    if not s.frame.side:
        names.append("close")
    writing = look.memory.focus == CHAT
    w = places.tabs.w / len(names)
    for place, name in enumerate(names):
        box = Rect(places.tabs.x + place * w, places.tabs.y, w, 36)
        if name == "close":
            close = () if writing else ("g", "escape")
            s.button("tabs:close", box, "Close", (Local("drawer"),), "tab", keys=close, size=13.5)
            continue
        title = name.capitalize()
        if name == "chat" and look.memory.unread:
            title = f"Chat {min(look.memory.unread, 99)}"
        keys = ("escape",) if name == "chat" and writing else ()
        show_it = (Local("tab", name),)
        s.button(f"tabs:{name}", box, title, show_it, "tab", keys=keys, size=13.5, chosen=name == chosen)


def _rounds(view: View) -> list[dict[int, int | None]]:
    """The calls by round: each round begins with the seat at the dealer's left."""
    if not view.calls:
        return []
    found: list[dict[int, int | None]] = [{}]
    for seat, number in view.calls:
        if seat in found[-1]:
            found.append({})
        found[-1][seat] = number
    if view.declarer is None and view.turn and view.turn[0] in found[-1]:
        found.append({})
    return found[-6:]


def _auction(s: Sheet, snap: Snapshot, view: View, box: Rect, rounds: list[dict[int, int | None]]) -> None:
    s.caps(box.x, box.y + 10, 110, "Auction")
    if view.standing is not None:
        ways = (f"{words.name(snap, view.standing[0])} {view.standing[1]}", f"highest {view.standing[1]}")
        leads = s.fitting(ways, box.w - 112, 13, "m")
        s.line_at(box.x + 112, box.y + 10, box.w - 112, leads, size=13, weight="m", tone="gold", align="r")
    first = view.calls[0][0]
    order = [(first + i) % len(words.players(view)) for i in range(len(words.players(view)))]
    w = box.w / len(order)
    for place, seat in enumerate(order):
        tone = words.side_tone(view, view.seats[seat].side)
        s.line_at(
            box.x + place * w,
            box.y + 38,
            w - 4,
            words.name(snap, seat),
            size=14,
            weight="h",
            tone=tone,
            align="m",
        )
    s.rule(box.x, box.y + 52, box.w, "line")
    for line, calls in enumerate(rounds):
        y = box.y + 76 + line * 34
        for place, seat in enumerate(order):
            cell = Rect(box.x + place * w, y - 14, w - 4, 28)
            if seat in calls:
                number = calls[seat]
                best = view.standing is not None and view.standing == (seat, number)
                tone = "muted" if number is None else "gold" if best else "text"
                text = "Pass" if number is None else str(number)
                s.label(cell, text, size=16, weight="m" if number is None else "h", tone=tone, align="m")
            elif line == len(rounds) - 1 and seat in view.turn and view.declarer is None:
                s.shape(cell.inset(3, 0), "gold_dark", line="gold", radius=8, line_w=1.5, alpha=255)
                s.label(cell, "?", size=16, weight="x", tone="gold", align="m")


def _last_trick(s: Sheet, snap: Snapshot, trick: TrickView, box: Rect) -> None:
    s.caps(box.x, box.y + 10, 100, "Last trick")
    if trick.winner is not None:
        took = f"took {trick.points or 0}"
        ways = (f"{words.name(snap, trick.winner)} {took}", took)
        room = box.w - 6 - s.width("LAST TRICK", 12, "x")
        text = s.fitting(ways, room, 13, "b")
        s.line_at(box.right - room, box.y + 10, room, text, size=13, weight="b", tone="gold", align="r")
    w = box.w / 4
    for place, play in enumerate(trick.plays[:4]):
        cx = box.x + place * w + w / 2
        wins = play.seat == trick.winner
        item = CardItem(
            f"last-{trick_id(trick.number, play.seat)}",
            Pose(cx, box.y + 68, 56),
            play.card,
            glow=wins,
            shadow=3,
        )
        s.add(item)
        s.line_at(
            cx - w / 2 + 1,
            box.y + 120,
            w - 2,
            words.name(snap, play.seat),
            size=12.5,
            weight="b" if wins else "m",
            tone="gold" if wins else "muted",
            align="m",
        )


def _meld_height(s: Sheet, view: View, grow: float) -> float:
    lines = sum(len(seat.meld) for seat in view.seats)
    return 36 + (lines * 22 + len(words.players(view)) * 25 + _sums_height(view)) * grow


def _sums_height(view: View) -> float:
    return 14.0 + 26 * len(view.sides) if len(view.sides) < len(words.players(view)) else 0.0


def _meld_count(s: Sheet, snap: Snapshot, view: View, box: Rect, grow: float) -> None:
    """All melds by name; where there is no room for a line each, a seat's melds share one."""
    s.caps(box.x, box.y + 10, 160, "Meld count")
    whole = _meld_height(s, view, grow) <= box.h + 1
    y = box.y + 36.0
    chairs = words.players(view)
    for place in range(len(chairs)):
        seat = chairs[((view.viewer or 0) + place) % len(chairs)]
        tone = words.side_tone(view, seat.side)
        s.line_at(box.x, y, box.w - 64, words.name(snap, seat.seat), size=15, weight="h", tone=tone)
        s.line_at(
            box.right - 60, y, 60, words.number(seat.meld_points), size=16, weight="x", tone="text", align="r"
        )
        y += 24 * grow
        if not whole:
            names = " · ".join(f"{meld.title} {words.number(meld.points)}" for meld in seat.meld)
            s.line_at(box.x + 12, y, box.w - 12, names, size=13.5, weight="r", tone="log")
            y += 22 * grow
            continue
        for meld in seat.meld:
            s.line_at(box.x + 12, y, box.w - 76, meld.title, size=13.5, weight="r", tone="log")
            s.line_at(
                box.right - 60,
                y,
                60,
                words.number(meld.points),
                size=13.5,
                weight="m",
                tone="muted",
                align="r",
            )
            y += 22 * grow
    if len(view.sides) < len(chairs):
        s.rule(box.x, y - 8 * grow, box.w)
        y += 10 * grow
        for side_ in ordered_sides(view):
            tone = words.side_tone(view, side_)
            title = {"US": "Your side", "THEM": "Their side"}.get(words.side_short(snap, view, side_), "")
            s.line_at(box.x, y, box.w - 84, title or view.sides[side_].name, size=15, weight="b")
            s.line_at(
                box.right - 80,
                y,
                80,
                words.number(view.sides[side_].meld),
                size=18,
                weight="x",
                tone=tone,
                align="r",
            )
            y += 26 * grow


def _log(s: Sheet, snap: Snapshot, view: View, box: Rect, grow: float) -> None:
    """The newest lines that fit, oldest first, under a heading each: hand, trick, laptops."""
    step = 24 * grow
    room = max(1, int(box.h / step))
    rows = _headed(snap.lines)
    shown: list[tuple[str, tuple[Run, ...]]] = []
    for title, line_ in reversed(rows[-room:]):
        lines = [()] if line_ is None else s.wrapped(_line_runs(snap, view, line_), box.w - 4, 14, most=4)
        if shown and len(shown) + len(lines) > room:
            break  # half a sentence says nothing
        shown = [(title, runs) for runs in lines[:room]] + shown
    for place, (title, runs) in enumerate(shown):
        y = box.y + 12 + place * step
        if title:
            w = s.width(title.upper(), 12, "x") + 2
            s.caps(box.x, y, w, title, "amber" if title == LAPTOPS else "muted")
            s.rule(box.x + w + 8, y, box.w - w - 8, "bar_line")
        else:
            s.sentence(Rect(box.x, y - 11 * grow, box.w, 22 * grow), runs, size=14, weight="r", tone="log")


def _headed(lines: Iterable[Line]) -> list[tuple[str, Line | None]]:
    """(heading, None) and ("", line), in order.

    What happens to a laptop belongs to no hand: it is told where it happened, under a heading of its own, and
    the trick it fell into has its heading again after it.
    """
    rows: list[tuple[str, Line | None]] = []
    last: tuple[int, int] | None = None
    aside = False
    for line in lines:
        if not line.hand:
            if not aside:
                rows.append((LAPTOPS, None))
            aside = True
        else:
            here = (line.hand, line.trick)
            title = f"Trick {line.trick}" if line.trick else f"Hand {line.hand}"
            if aside or last is None or (here != last and (line.trick or line.hand != last[0])):
                rows.append((title, None))
            last, aside = here, False
        rows.append(("", line))
    return rows


def _line_runs(snap: Snapshot, view: View, line: Line) -> tuple[Run, ...]:
    """A line with the name of who did it in the colour of the side; one's own name is "You"."""
    who, rest = words.told(snap, line)
    seat = line.seat
    if not who and not line.hand:
        who, rest, seat = words.named(snap, rest)
    if not who or seat is None:
        return words.rich(rest if line.seat is not None else tellings.scored(snap, view, rest))
    tone = words.side_tone(view, view.seats[seat].side)
    return (Run(who, "b", tone), *words.rich(rest))


def _rules(s: Sheet, snap: Snapshot, view: View, box: Rect, grow: float) -> None:
    """The way to the rules in sentences, and the options of this table in a list."""
    step = 22 * grow
    if snap.rules:
        top = Rect(box.x, box.y + 2, box.w, 38)
        s.button("rules:all", top, "Rules of this table", (Local("dialog", "rules"),), cap="F2", size=14.5)
        box = Rect(box.x, box.y + 46, box.w, box.h - 46)
    room = int(box.h / step)
    options = view.options or snap.options
    for place, (name, value) in enumerate(options[:room]):
        y = box.y + 12 + place * step
        text = value_text(value)
        w = min(s.width(text, 13.5, "b") + 2, box.w * 0.5)
        s.line_at(
            box.x, y, box.w - w - 8, name.replace("_", " ").capitalize(), size=13.5, weight="m", tone="muted"
        )
        s.line_at(box.right - w, y, w, text, size=13.5, weight="b", tone="text", align="r")


def value_text(value: int | bool | str) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return words.number(value) if isinstance(value, int) else value.replace("_", " ")


def suits_in_order() -> tuple[Suit, ...]:
    """Suits as panels list them."""
    return (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
