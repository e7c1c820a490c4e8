"""The chosen table in the lobby: its seats from above, its rules in words, and the button to join."""

from __future__ import annotations

from pinochle_lan.bridge import JoinTable, ListedTable, Lobby
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout_lobby import LobbyPlaces, seat_map
from pinochle_lan.ui.page import Do, Face
from pinochle_lan.ui.sheet import Sheet


def show(s: Sheet, hall: Lobby, places: LobbyPlaces, table: ListedTable) -> None:
    box = places.detail
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    s.line_at(box.x + 24, box.y + 34, box.w - 160, table.name, size=23, weight="s")
    s.line_at(
        box.right - 134,
        box.y + 35,
        110,
        "needs a code" if table.locked else "open to all",
        size=13,
        weight="m",
        tone="muted",
        align="r",
    )
    places_ = seat_map(box, len(table.seats))
    s.shape(places_.table, "felt_centre", line="wood", radius=40, line_w=3, alpha=255, shadow=8)
    s.line_at(
        places_.table.x + 10,
        places_.table.cy - 9,
        places_.table.w - 20,
        table.variant_title,
        size=13.5,
        weight="b",
        tone="text",
        align="m",
    )
    s.line_at(
        places_.table.x + 10,
        places_.table.cy + 11,
        places_.table.w - 20,
        f"{len(table.seats)} players",
        size=13,
        weight="m",
        tone="text",
        align="m",
    )
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
            s.add(Face(Rect.at(chair.x + 20, chair.cy, 26, 26), name))
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
    s.caps(box.x + 24, y + 46, box.w - 48, "House rules")
    options = table.options or ("The usual rules of this game",)
    room = max(1, int((box.bottom - 84 - (y + 62)) // 25))
    for line, text in enumerate(options[:room]):
        s.line_at(
            box.x + 24,
            y + 72 + line * 25,
            box.w - 48,
            text,
            size=14.5,
            weight="m",
            tone="text" if table.options else "muted",
        )
    if table.why_not:
        s.block(
            Rect(box.x + 24, box.bottom - 112, box.w - 48, 42),
            table.why_not,
            size=14,
            weight="b",
            tone="amber",
        )
    label = "Continue with this table" if table.under_way else "Join and sit down" if free else "Join"
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


def _partner(table: ListedTable, free: list[int]) -> str:
    """``You would partner Ana`` for four seats, where partners sit opposite."""
    if len(table.seats) != 4 or not free:
        return "All play alone." if len(table.seats) != 4 else "No chair is free."
    mates = [table.seats[(place + 2) % 4] for place in free if table.seats[(place + 2) % 4]]
    if not mates:
        return "Your partner is still to come."
    unique = list(dict.fromkeys(mates))
    return f"You would partner {' or '.join(unique[:2])}."
