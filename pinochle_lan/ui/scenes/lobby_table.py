"""The chosen table in the lobby: its seats from above, its rules in words, and the button to join."""

from __future__ import annotations

from typing import Final

from pinochle_lan.front import ListedTable, Lobby
from pinochle_lan.intents import JoinTable
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout_lobby import LobbyPlaces, seat_map
from pinochle_lan.ui.page import Do, Face, Local, Mark
from pinochle_lan.ui.sheet import Sheet
from pinochle_lan.ui.theme import hues

LINE_H: Final = 25.0
_STATES: Final[dict[str, tuple[str, str]]] = {
    "same": ("same as yours", "muted"),
    "missing": ("you lack it", "amber"),
    "different": ("yours differs", "amber"),
}


def show(s: Sheet, hall: Lobby, places: LobbyPlaces, table: ListedTable) -> None:
    box = places.detail
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    s.line_at(box.x + 24, box.y + 34, box.w - 160, table.name, size=23, weight="s")
    s.line_at(
        box.right - 134,
        box.y + 35,
        110,
        s.fitting(_way_in(table), 110, 13, "m"),
        size=13,
        weight="m",
        tone="muted",
        align="r",
    )
    places_ = seat_map(box, len(table.seats))
    s.shape(places_.table, "felt_centre", line="wood", radius=40, line_w=3, alpha=255, shadow=8)
    inside = places_.table.inset(12, 0)
    lines = s.wrapped(words.rich(table.variant_title), inside.w, 13, "b", most=2)
    for place, line in enumerate(lines):
        y = inside.cy - 18 + place * 18 + (9 if len(lines) == 1 else 0)
        s.sentence(Rect(inside.x, y - 9, inside.w, 18), line, size=13, weight="b", tone="text", align="m")
    count = f"{len(table.seats)} players"
    s.line_at(inside.x, inside.cy + 20, inside.w, count, size=13, weight="m", tone="text", align="m")
    free = [place for place, name in enumerate(table.seats) if not name]
    may = not table.why_not and not table.ghost and not hall.joining and bool(hall.name)
    join: Do = (JoinTable(table_id=table.table_id),)
    for place, (name, chair) in enumerate(zip(table.seats, places_.chairs, strict=True)):
        if name:
            s.shape(
                chair,
                "control",
                line="us" if place % 2 == 0 else "them",
                radius=chair.h / 2,
                line_w=1.2,
                alpha=255,
            )
            s.add(Face(Rect.at(chair.x + 20, chair.cy, 26, 26), name, hue=hues(table.seats)[place]))
            s.line_at(chair.x + 38, chair.cy, chair.w - 50, name, size=14, weight="h")
        else:
            s.button(
                f"chairs:{place}",
                chair,
                "Sit here" if may else "free",
                join,
                "chair",
                size=14.5,
                enabled=may,
                why=table.why_not,
            )
    y = places_.bottom
    s.line_at(box.x + 24, y, box.w - 48, _partner(table, free), size=14.5, weight="b", tone="us", align="m")
    s.rule(box.x + 24, y + 24, box.w - 48)
    inner = Rect(box.x + 24, y + 36, box.w - 48, box.bottom - (128 if table.why_not else 74) - (y + 36))
    _rules(s, table, inner)
    if table.why_not:
        s.block(
            Rect(box.x + 24, box.bottom - 112, box.w - 48, 42),
            table.why_not,
            size=14,
            weight="b",
            tone="amber",
        )
    label = "Continue with this table" if table.under_way else "Join and sit down" if free else "Join"
    if table.watch:
        label = "Come in and watch"
    if not table.under_way and any(state != "same" for _, state in table.plugins):
        label = f"Get rules from {table.founder} and join"
    s.button(
        "join:table",
        Rect(box.x + 24, box.bottom - 62, box.w - 48, 46),
        hall.joining or label,
        join,
        "primary",
        size=16,
        enabled=may,
        why=table.why_not or "Say your name first.",
    )


def _rules(s: Sheet, table: ListedTable, box: Rect) -> None:
    """What the table changed in words, and its plugins beside ours."""
    odd = [one for one in table.plugins if one[1] != "same"]
    plugins = (*odd, *(one for one in table.plugins if one[1] == "same"))
    room = max(2, int(box.h // LINE_H))
    below = min(len(plugins), max(1, room // 2)) + 1 if plugins else 0
    s.caps(box.x, box.y + 10, box.w - 110, "House rules")
    cell = Rect(box.right - 100, box.y - 7, 100, 36)
    s.button("rules:book", cell, "Rules", (Local("dialog", "rules"),), "ghost", cap="F2", size=14)
    told = table.options or ("The usual rules of this game",)
    fits = max(1, room - below - 1)
    if len(told) > fits:
        told = (*told[: fits - 1], f"and {len(told) - fits + 1} more")
    y = box.y + LINE_H + 10
    for line in told:
        s.line_at(box.x, y, box.w, line, size=14.5, weight="m", tone="text" if table.options else "muted")
        y += LINE_H
    if not plugins:
        return
    y += 6
    s.caps(box.x, y, box.w, "Plugins")
    for title, state in plugins[: below - 1]:
        y += LINE_H
        told_, tone = _STATES[state]
        if state == "same":
            s.mark(box.x + 8, y, 15, "tick", "good")
        else:
            s.add(Mark(Rect.at(box.x + 8, y, 17, 17), "warn", "gold"))
        w = s.width(told_, 14, "m") + 4
        s.line_at(box.x + 26, y, box.w - 34 - w, title, size=14.5, weight="b")
        s.line_at(box.right - w, y, w, told_, size=14, weight="m", tone=tone, align="r")


def _way_in(table: ListedTable) -> tuple[str, ...]:
    """How one gets in, in words that get fewer."""
    if table.locked:
        return "code, or a yes", "with a code"
    return f"{table.founder} is asked", "founder is asked"


def _partner(table: ListedTable, free: list[int]) -> str:
    """``You would partner Ana`` for four seats, where partners sit opposite."""
    if len(table.seats) != 4 or not free:
        return "All play alone." if len(table.seats) != 4 else "No chair is free."
    mates = [table.seats[(place + 2) % 4] for place in free if table.seats[(place + 2) % 4]]
    if not mates:
        return "Your partner is still to come."
    unique = list(dict.fromkeys(mates))
    return f"You would partner {' or '.join(unique[:2])}."
