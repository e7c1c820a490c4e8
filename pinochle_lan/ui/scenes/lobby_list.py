"""The list of tables in the lobby: a row a table; without any, why that may be and the check that tells."""

from __future__ import annotations

from pinochle_lan.front import ListedTable, Lobby
from pinochle_lan.intents import RunCheck, Search
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout_lobby import LobbyPlaces
from pinochle_lan.ui.page import Face, Hot, Local, Mark
from pinochle_lan.ui.sheet import Sheet
from pinochle_lan.ui.theme import hues


def show(s: Sheet, hall: Lobby, places: LobbyPlaces, chosen: ListedTable | None) -> None:
    """The list, or why it is empty."""
    box = places.tables
    s.line_at(box.x + 4, box.y - 22, 320, "Tables on this network", size=21, weight="s")
    found = f"{len(hall.tables)} found · looking for more" if hall.tables else "Looking for tables"
    w = s.width(found, 13.5, "m") + 2
    s.add(Mark(Rect(box.right - w - 24, box.y - 30, 16, 16), "wifi3", "good"))
    s.line_at(box.right - w, box.y - 22, w, found, size=13.5, weight="m", tone="muted", align="r")
    s.add(Hot("search:again", Rect(box.right - w - 30, box.y - 42, w + 36, 38), (Search(),), "Look again"))
    if not hall.tables:
        _nothing(s, hall, box)
        return
    for table, row in zip(hall.tables, places.rows, strict=False):
        _row(s, table, row, chosen=chosen is not None and table.table_id == chosen.table_id)
    if len(hall.tables) > len(places.rows):
        text = f"and {len(hall.tables) - len(places.rows)} more"
        s.line_at(box.x + 330, box.y - 22, 130, text, size=13.5, weight="m", tone="muted")


def _nothing(s: Sheet, hall: Lobby, box: Rect) -> None:
    """No table yet; after 8 seconds the reasons why, and the check that tells them apart (F46)."""
    cell = Rect(box.x, box.y, box.w, min(320.0 if hall.check else 200.0, box.h))
    s.shape(cell, "bar", line="line", radius=16, line_w=1.3, alpha=150)
    late = hall.searching_ms >= words.SEARCH_PATIENCE_MS
    s.line_at(
        cell.x + 24,
        cell.y + 40,
        cell.w - 48,
        "Nobody has opened a table yet." if not late else "Nothing yet. Same Wi-Fi?",
        size=20,
        weight="h",
    )
    text = (
        "A guest network or a firewall can hide tables. Join by the code that the others read out, "
        "or open a table yourself and read them yours."
        if late
        else "Tables on this Wi-Fi appear here by themselves."
    )
    if hall.check:
        # The weightiest finding with its advice, and the own address; `pinochle-lan doctor` tells the rest.
        told = hall.check if len(hall.check) <= 3 else (*hall.check[:2], hall.check[-1])
        s.block(Rect(cell.x + 24, cell.y + 62, cell.w - 48, cell.h - 126), " ".join(told), size=15)
    else:
        s.block(Rect(cell.x + 24, cell.y + 62, cell.w - 48, 50), text, size=15)
    if hall.addresses and late and not hall.check:
        own = f"This laptop is {words.joined(hall.addresses[:3])}."
        s.line_at(cell.x + 24, cell.y + 132, cell.w - 48, own, size=14, weight="m", tone="muted")
    if late:
        s.button(
            "search:now", Rect(cell.x + 24, cell.bottom - 52, 130, 40), "Look again", (Search(),), size=15
        )
        label = "Checking ..." if hall.checking else "Run the check"
        place = Rect(cell.x + 166, cell.bottom - 52, 160, 40)
        s.button("search:check", place, label, (RunCheck(),), size=15, enabled=not hall.checking)


def _row(s: Sheet, table: ListedTable, box: Rect, *, chosen: bool) -> None:
    fill, line = ("chosen", "gold") if chosen else ("panel", "line")
    alpha = 150 if table.ghost else 246
    s.shape(box, fill, line=line, radius=16, line_w=2.4 if chosen else 1.3, alpha=alpha, shadow=7)
    right = box.right - 130
    seats_x = box.x + max(300.0, box.w * 0.52)
    ink = "muted" if table.ghost else "text"
    room = seats_x - box.x - 130
    end = s.inline(box.x + 22, box.y + 27, table.name, size=20, weight="h", tone=ink, most=room)
    who = f"opened by {table.founder}"
    s.line_at(end + 10, box.y + 29, seats_x - end - 16, who, size=14, weight="m", tone="muted")
    room = seats_x - box.x - 40
    s.line_at(box.x + 22, box.y + 56, room, table.variant_title, size=16, weight="b", tone=ink)
    odd = any(state != "same" for _, state in table.plugins) and not table.ghost
    if odd:
        s.add(Mark(Rect.at(box.x + 31, box.y + 81, 17, 17), "warn", "gold"))
    extra = " · ".join(table.options) if table.options else "usual rules"
    x = box.x + (46 if odd else 22)
    s.line_at(x, box.y + 81, seats_x - 18 - x, extra, size=14, weight="m", tone="muted")
    for place, (name, hue) in enumerate(zip(table.seats[:4], hues(table.seats), strict=False)):
        s.add(Face(Rect.at(seats_x + 18 + place * 46, box.y + 42, 38, 38), name, hue=hue))
    if table.ghost:
        veil = Rect(seats_x - 6, box.y + 18, 46 * len(table.seats[:4]) + 6, 48)
        s.shape(veil, fill, line="", radius=10, line_w=0, alpha=150)
    free = sum(not name for name in table.seats)
    text, tone = _seats_line(table, free)
    s.line_at(seats_x, box.y + 82, right - seats_x - 8, text, size=14, weight="b", tone=tone)
    if table.rtt_ms is not None and not table.ghost:
        speed = f"{table.rtt_ms} ms"
        w = s.width(speed, 13.5, "m") + 2
        s.line_at(box.right - 22 - w, box.y + 29, w, speed, size=13.5, weight="m", tone="muted", align="r")
        s.add(Mark(Rect(box.right - 22 - w - 22, box.y + 22, 15, 15), "wifi3", "good"))
    if table.locked:
        s.add(Mark(Rect(right - 6, box.y + 21, 16, 16), "lock", "muted"))
    choose = (Local("choose", table.table_id),)
    s.add(Hot(f"tables:{table.table_id.hex()}", box, choose, table.why_not))
    label, kind = ("Selected", "ghost") if chosen else ("View", "secondary")
    cell = Rect(box.right - 130, box.y + 50, 110, 40)
    s.button(f"view:{table.table_id.hex()}", cell, label, choose, kind, size=15)


def _seats_line(table: ListedTable, free: int) -> tuple[str, str]:
    if table.ghost:
        return "does not answer", "amber"
    if table.why_not:
        return table.why_not, "amber"
    if table.under_way:
        return "your game: go on with it", "good"
    if free:
        return ("1 seat free" if free == 1 else f"{free} seats free"), "good"
    return "full", "muted"
