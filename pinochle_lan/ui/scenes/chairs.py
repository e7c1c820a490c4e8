"""The chairs of a table that is being set up: who sits where, bots, who knocks, who is ready."""

from __future__ import annotations

from typing import Final

from pinochle_lan.front import Lobby, VariantInfo
from pinochle_lan.intents import Admit, LeaveTable, LockTable, ReadyUp, SeatBot, SitDown
from pinochle_lan.table.snapshot import Person, Snapshot
from pinochle_lan.ui import tellings, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Do, Face, Local
from pinochle_lan.ui.sheet import Sheet

_SWITCH: Final[dict[bool, tuple[str, str]]] = {
    True: ("Use a code", "Whoever knows the code need not ask"),
    False: ("Drop the code", "You say yes to each who comes"),
}
"""By what a click makes of the door: the button and its tooltip."""


def show(s: Sheet, hall: Lobby, snap: Snapshot, info: VariantInfo | None, box: Rect) -> None:
    """The panel at the left."""
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    x, w = box.x + 24, box.w - 48
    code_w = s.width(snap.code, 17, "h") + 28 if snap.code else 0.0
    title_w = w - code_w - 60 if snap.code else w
    s.line_at(x, box.y + 34, title_w, snap.name, size=23, weight="s")
    if snap.code:
        pill = Rect(box.right - 24 - code_w, box.y + 17, code_w, 34)
        s.line_at(pill.x - 52, box.y + 35, 44, "Code", size=13, weight="m", tone="muted", align="r")
        s.shape(pill, "bar", line="control_line", radius=8, line_w=1.2, alpha=230)
        s.label(pill.inset(8, 3), snap.code, size=17, weight="h", tone="gold", align="m")
    y = _door(s, snap, Rect(x, box.y + 56, w, 36))
    for who in snap.people:
        _chair(s, hall, snap, info, who, row=Rect(x, y, w, 64))
        y += 72
    y = _knocking(s, snap, Rect(x, y + 4, w, box.bottom - 128 - y))
    s.line_at(
        x, box.bottom - 92, w, tellings.setup_missing(snap), size=14.5, weight="b", tone="us", align="m"
    )
    ready = snap.you_ready
    free = any(not who.name and not who.bot for who in snap.people)
    may = snap.seat is not None and not free
    label = "Not ready yet" if ready else "Ready, deal" if len(snap.laptops) <= 1 else "I am ready"
    why = "Take a chair first." if snap.seat is None else "Every chair needs somebody." if free else ""
    s.button(
        "go:ready",
        Rect(x + 126, box.bottom - 70, w - 126, 50),
        label,
        (ReadyUp(not ready),),
        "ghost" if ready else "primary",
        size=18,
        enabled=may,
        why=why,
    )
    s.button("go:leave", Rect(x, box.bottom - 68, 114, 46), "Leave", (LeaveTable(),), "ghost", size=15)


def _door(s: Sheet, snap: Snapshot, row: Rect) -> float:
    """Who may come in, and the founder's switch between a code and a yes to each; returns where it ends."""
    room = row.w
    alone = len(snap.laptops) <= 1 and all(who.bot or who.you for who in snap.people)
    if snap.founder and (snap.code or not alone):
        wide = 124.0
        room -= wide + 12
        locked = not snap.code
        do: Do = (LockTable(locked), Local("set", ("locked", locked)))
        title, why = _SWITCH[locked]
        cell = Rect(row.right - wide, row.y, wide, row.h)
        s.button("door:code", cell, title, do, "ghost", size=14, why=why)
    text = _who_may_come(snap, alone=alone)
    s.line_at(row.x, row.cy, room, text, size=13.5, weight="m", tone="muted")
    return row.bottom + (8 if room < row.w else -2)


def _who_may_come(snap: Snapshot, *, alone: bool) -> str:
    if not snap.founder:
        return "Read the code aloud to whoever is missing." if snap.code else "The founder lets others in."
    if snap.code:
        return "In by the code, or by your yes."
    return "Against bots, on this laptop alone." if alone else "No code: you say yes to each."


def _chair(
    s: Sheet, hall: Lobby, snap: Snapshot, info: VariantInfo | None, who: Person, *, row: Rect
) -> None:
    mine = who.you and not who.bot
    s.shape(row, "raised", line="gold" if mine else "line", radius=14, line_w=1.6 if mine else 1.3, alpha=255)
    s.add(Face(Rect.at(row.x + 34, row.cy, 40, 40), who.name, hue=words.hue(snap, who)))
    seat_name = info.seat_names[who.seat] if info is not None and who.seat < len(info.seat_names) else ""
    free = not who.name and not who.bot
    title = "Free chair" if free else f"{who.name} (you)" if mine else who.name
    buttons = 0.0
    if snap.founder and (free or who.bot):
        buttons = _bot_buttons(s, hall, who, row, free=free)
    if free and snap.seat != who.seat:
        cell = Rect(row.right - 12 - buttons - 96, row.y + 13, 96, 38)
        s.button(f"sit:{who.seat}", cell, "Sit here", (SitDown(who.seat),), "chair", size=14.5)
        buttons += 104
    if not free and who.ready and not who.bot:
        s.mark(row.right - 30 - buttons, row.cy, 18, "tick", "good")
        buttons += 40
    room = row.w - 74 - buttons - 12
    s.line_at(row.x + 66, row.cy - 11, room, title, size=16, weight="h", tone="muted" if free else "text")
    state = _state(hall, who, seat_name)
    s.line_at(row.x + 66, row.cy + 12, room, state, size=13, weight="m", tone="muted")


def _state(hall: Lobby, who: Person, seat_name: str) -> str:
    place = f"{seat_name} · " if seat_name else ""
    if who.bot:
        return f"bot, {dict(hall.opponents).get(who.bot, who.bot)}"
    if not who.name:
        return seat_name
    return f"{place}{'ready' if who.ready else 'not ready yet'}"


def _bot_buttons(s: Sheet, hall: Lobby, who: Person, row: Rect, *, free: bool) -> float:
    """The founder seats a bot, changes it for the next one, or frees the chair. Returns the room taken."""
    if not hall.opponents:
        return 0.0
    ids = [id_ for id_, _ in hall.opponents]
    if free:
        cell = Rect(row.right - 12 - 66, row.y + 13, 66, 38)
        s.button(f"bot:{who.seat}", cell, "Bot", (SeatBot(who.seat, ids[0]),), size=14.5)
        return 74.0
    cell = Rect(row.right - 12 - 76, row.y + 13, 76, 38)
    s.button(f"free:{who.seat}", cell, "Free", (SeatBot(who.seat, ""),), "ghost", size=14.5)
    if len(ids) > 1:
        after = ids[(ids.index(who.bot) + 1) % len(ids)] if who.bot in ids else ids[0]
        cell = Rect(row.right - 12 - 76 - 90, row.y + 13, 82, 38)
        s.button(
            f"bot:{who.seat}",
            cell,
            "Other",
            (SeatBot(who.seat, after),),
            "ghost",
            size=14.5,
            why="Another kind of bot",
        )
        return 174.0
    return 84.0


def _knocking(s: Sheet, snap: Snapshot, box: Rect) -> float:
    """Laptops that knock, each with yes and no."""
    y = box.y
    if not snap.requests:
        return y
    s.caps(box.x, y + 10, box.w, "At the door")
    y += 24
    for key, name in snap.requests[: max(1, int((box.bottom - y) // 48))]:
        row = Rect(box.x, y, box.w, 44)
        s.shape(row, "gold_dark", line="gold", radius=12, line_w=1.3, alpha=255)
        said = s.fitting((f"{name} wants to join", name), row.w - 178, 14.5, "b")
        s.line_at(row.x + 14, row.cy, row.w - 178, said, size=14.5, weight="b")
        tag = key.hex()[:8]
        s.button(
            f"yes:{tag}", Rect(row.right - 156, row.y + 4, 70, 36), "Let in", (Admit(key, True),), size=14
        )
        s.button(
            f"no:{tag}", Rect(row.right - 78, row.y + 4, 70, 36), "No", (Admit(key, False),), "ghost", size=14
        )
        y += 48
    return y
