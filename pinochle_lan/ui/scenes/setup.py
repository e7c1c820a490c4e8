"""Table setup before the first hand: the chairs at the left, at the right the game and everything it may set.

What may be set comes as a form (``pinochle_lan.form``); this file chooses the part of it that is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pinochle_lan.form import Form
from pinochle_lan.front import Front, Lobby
from pinochle_lan.intents import ChangeTable
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import tellings
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout_lobby import setup
from pinochle_lan.ui.page import Felt, Local, Mark
from pinochle_lan.ui.scenes import (
    chairs,
    dialog,
    parts,
    setup_options,
    setup_points,
    setup_presets,
    setup_rules,
)
from pinochle_lan.ui.scenes.look import Look, top_bar
from pinochle_lan.ui.sheet import Sheet

_PARTS: Final[dict[str, Callable[[Sheet, Look, Snapshot, Form, Rect], None]]] = {
    "options": setup_options.show,
    "rules": setup_rules.show,
    "points": setup_points.show,
    "presets": setup_presets.show,
}


def show(s: Sheet, look: Look, hall: Lobby, snap: Snapshot) -> None:
    """The whole screen."""
    s.name = "setup"
    s.add(Felt(s.frame.whole))
    top_bar(s, snap, f"{snap.name} · Setting up")
    places = setup(s.frame)
    info = next((item for item in hall.variants if item.id == snap.variant), None)
    chairs.show(s, hall, snap, info, places.chairs)
    _game(s, look, hall, snap, places.game)
    s.say = tellings.setup_missing(snap)


def _game(s: Sheet, look: Look, hall: Lobby, snap: Snapshot, box: Rect) -> None:
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    inner = Rect(box.x + 24, box.y, box.w - 48, box.h)
    _title(s, hall, snap, inner)
    y = box.y + 58
    form = hall.form
    if form is None:
        text = "This laptop does not have all the rules of this table."
        s.line_at(inner.x, y + 30, inner.w, text, size=15, weight="b", tone="amber")
        return
    if not form.options:
        s.line_at(inner.x, y + 30, inner.w, "One moment.", size=15, weight="b", tone="muted")
        return
    rules, points = len(form.order), sum(info.now != info.usual for info in form.points)
    titles = (
        ("options", "Options"),
        ("rules", f"House rules · {rules}" if rules else "House rules"),
        ("points", f"Points · {points}" if points else "Points"),
        ("presets", "Presets"),
    )
    part = look.memory.part if look.memory.part in _PARTS else "options"
    parts.tabs(s, "part", titles, part, Rect(inner.x, y, inner.w, 36))
    if not snap.founder:
        who = "The founder sets the rules."
        s.line_at(inner.right - 200, y + 18, 200, who, size=13.5, weight="m", tone="muted", align="r")
    y += 46
    if hall.problem and snap.founder:
        y = _problem(s, hall.problem, Rect(inner.x, y, inner.w, 0)) + 8
    else:
        s.rule(inner.x, y, inner.w)
        y += 8
    _PARTS[part](s, look, snap, form, Rect(inner.x, y, inner.w, box.bottom - 14 - y))


def _title(s: Sheet, hall: Lobby, snap: Snapshot, box: Rect) -> None:
    title = next((item.title for item in hall.variants if item.id == snap.variant), snap.variant)
    room = box.w
    if snap.founder and len(hall.variants) > 1:
        room -= 142
        s.button(
            "game:other",
            Rect(box.right - 130, box.y + 14, 130, 38),
            "Other game",
            (Local("dialog", "games"),),
            size=14.5,
        )
    room -= 112
    s.button(
        "game:rules",
        Rect(box.x + room + 12, box.y + 14, 100, 38),
        "Rules",
        (Local("dialog", "rules"),),
        "ghost",
        cap="F2",
        size=14.5,
    )
    s.line_at(box.x, box.y + 34, room, title, size=23, weight="s")


def _problem(s: Sheet, problem: str, box: Rect) -> float:
    """What was refused, by name; returns where it ends."""
    lines = max(1, min(3, -(-int(s.width(problem, 14.5, "b")) // int(box.w - 70))))
    high = 16 + s.line(14.5) * lines
    s.shape(box._replace(h=high), "gold_dark", line="amber", radius=10, line_w=1.3, alpha=255)
    s.add(Mark(Rect.at(box.x + 22, box.y + high / 2, 20, 20), "warn", "gold"))
    s.block(Rect(box.x + 42, box.y + 7, box.w - 54, high - 12), problem, size=14.5, weight="b", tone="text")
    return box.y + high


def games(s: Sheet, look: Look, front: Front) -> None:
    """Another game for this table."""
    hall, snap = front.lobby, front.table
    if snap is None:
        return
    lines = -(-len(hall.variants) // 2)
    box = dialog.frame(s, "Which game?", 760, 130 + 64 * lines)
    note = "The rules go back to those of the new game; chairs are kept as far as it has them."
    s.line_at(box.x, box.bottom - 8, box.w, note, size=13.5, weight="m", tone="muted")
    for place, info in enumerate(hall.variants):
        cell = Rect(box.x + place % 2 * 358, box.y + place // 2 * 64, 346, 56)
        here = info.id == snap.variant
        change = () if here else (ChangeTable(info.id, ()), Local("set", ("variant", info.id)))
        label = f"{info.title} · {info.seats} players"
        s.button(
            f"games:{info.id}", cell, label, (*change, Local("dialog", "")), "chip", size=14.5, chosen=here
        )
