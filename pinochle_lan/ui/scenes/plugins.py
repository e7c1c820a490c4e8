"""The plugins of this laptop as a page: what state each is in and why, switching, reading anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.front import Front
from pinochle_lan.shelf import PluginRow, ReloadPlugins, Shelf, SwitchPlugin
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Hot, Local, Mark
from pinochle_lan.ui.scenes import dialog, parts
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

LIST_W: Final = 430.0
ROW_H: Final = 46.0
_PARTS: Final = (
    ("variant", "Games"),
    ("house rule", "House rules"),
    ("opponent", "Opponents"),
    ("look", "Looks"),
)
_ORDER: Final = ("broken", "off", "on")
_PLACES: Final = {
    "shipped": "comes with the program",
    "profile": "in your plugin folder",
    "installed": "from an installed package",
}


def show(s: Sheet, look: Look, front: Front) -> None:
    """List at the left, the chosen one at the right."""
    shelf = front.lobby.shelf
    box = dialog.frame(s, "Plugins", 1200, 4000)
    bad = sum(row.state == "broken" for row in shelf.rows)
    titles = [("all", f"All {len(shelf.rows)}")]
    titles += [("broken", f"Broken {bad}")] if bad else []
    titles += [part for part in _PARTS if any(row.kind == part[0] for row in shelf.rows)]
    part = look.memory.part if look.memory.part in dict(titles) else "all"
    parts.tabs(s, "part", titles, part, Rect(box.x, box.y, box.w, 36))
    rows = sorted(
        (row for row in shelf.rows if part in ("all", row.kind) or part == row.state),
        key=lambda row: _ORDER.index(row.state),
    )
    chosen = next((row for row in rows if _key(row) == look.memory.row), rows[0] if rows else None)
    middle = Rect(box.x, box.y + 48, box.w, box.h - 48 - 96)
    _rows(s, look, rows, chosen, middle._replace(w=LIST_W))
    if chosen is not None:
        _row(s, shelf, chosen, Rect(box.x + LIST_W + 24, middle.y, box.w - LIST_W - 24, middle.h))
    else:
        s.line_at(box.x, middle.y + 20, box.w, "Nothing of this kind.", size=15, tone="muted")
    _foot(s, look, shelf, Rect(box.x, box.bottom - 86, box.w, 86))


def _key(row: PluginRow) -> str:
    return f"{row.file}/{row.kind}/{row.id}"


def _rows(s: Sheet, look: Look, rows: Sequence[PluginRow], chosen: PluginRow | None, box: Rect) -> None:
    room = max(1, int((box.h - 46) // ROW_H))
    pages = max(1, -(-len(rows) // room))
    page = min(look.memory.scrolled("shelf"), pages - 1)
    for place, row in enumerate(rows[page * room : (page + 1) * room]):
        cell = Rect(box.x, box.y + place * ROW_H, box.w, ROW_H - 6)
        here = row == chosen
        s.shape(cell, "chosen" if here else "raised", line="gold" if here else "", radius=10, line_w=1.8)
        kind = {"broken": "broken", "off": "off"}.get(row.state, row.kind)
        tone = {"broken": "amber", "off": "muted"}.get(row.state, "muted")
        w = s.width(kind, 13.5, "m") + 4
        if row.state == "broken":
            s.add(Mark(Rect.at(cell.x + 20, cell.cy, 18, 18), "warn", "gold"))
        elif row.state == "on":
            s.mark(cell.x + 20, cell.cy, 15, "tick", "good")
        ink = "text" if row.state == "on" else tone
        s.line_at(cell.x + 40, cell.cy, cell.w - 64 - w, row.title or row.file, size=15, weight="b", tone=ink)
        s.line_at(cell.right - 12 - w, cell.cy, w, kind, size=13.5, weight="m", tone=tone, align="r")
        s.add(Hot(f"row:{_key(row)}", cell, (Local("row", _key(row)),), row.reason))
    parts.pager(s, "shelf", page, pages, box)


def _row(s: Sheet, shelf: Shelf, row: PluginRow, box: Rect) -> None:
    s.shape(box, "raised", line="line", radius=12, line_w=1.3, alpha=255)
    x, w = box.x + 20, box.w - 40
    s.line_at(x, box.y + 28, w - 140, row.title or row.file, size=20, weight="s")
    word = "Switch on" if row.state == "off" else "Switch off"
    do = (SwitchPlugin(row.file, row.state == "off"),)
    s.button("plugin:switch", Rect(box.right - 144, box.y + 12, 126, 38), word, do, size=14.5)
    facts = [part for part in (row.kind, row.version and f"version {row.version}", row.digest[:8]) if part]
    s.line_at(x, box.y + 56, w - 140, " · ".join(facts), size=13.5, weight="m", tone="muted")
    y = box.y + 80
    if row.state != "on":
        y = _why(s, row, Rect(x, y, w, 0)) + 8
    if row.text:
        y = _text(s, row.text, Rect(x, y, w, 0), tone="text") + 8
    for name, sentence in row.options:
        if y > box.bottom - 110:
            break
        s.line_at(x, y + 9, w, name, size=14, weight="b", tone="us")
        y = _text(s, sentence, Rect(x, y + 18, w, 0), tone="muted") + 6
    together = [
        other.title for other in shelf.rows if other.file == row.file and other is not row and other.title
    ]
    if together:
        text = f"The same file brings {', '.join(together)}."
        s.line_at(x, box.bottom - 66, w, text, size=13.5, weight="m", tone="muted")
    place = _PLACES.get(row.place, row.place)
    s.line_at(x, box.bottom - 42, w, place.capitalize(), size=13.5, weight="m", tone="muted")
    s.line_at(
        x,
        box.bottom - 20,
        w,
        s.fitting(_shorter(row.source), w, 12.5, "c"),
        size=12.5,
        weight="c",
        tone="muted",
    )


def _why(s: Sheet, row: PluginRow, box: Rect) -> float:
    """Why it is not in use: the line, the reason, what to do."""
    where = f"Line {row.line}: " if row.line else ""
    reason = f"{where}{row.reason}".rstrip(".") + "." if row.reason else ""
    said = " ".join(part for part in (reason, row.hint) if part)
    tone = "amber" if row.state == "broken" else "muted"
    return _text(s, said, box, tone=tone, weight="b", most=6)


def _text(s: Sheet, text: str, box: Rect, *, tone: str, weight: str = "m", most: int = 3) -> float:
    """Wrapped text as high as it needs to be; returns where it ends."""
    step = s.line(14.5)
    for line in s.wrapped(words.rich(text), box.w, 14.5, weight, most=most):
        s.sentence(Rect(box.x, box.y, box.w, step), line, size=14.5, weight=weight, tone=tone)
        box = box.moved(0, step)
    return box.y


def _shorter(path: str) -> tuple[str, ...]:
    """A path, and shorter ways to write it: the end counts."""
    parts_ = path.replace("\\", "/").split("/")
    return (path, *("…/" + "/".join(parts_[at:]) for at in range(1, len(parts_))))


def _foot(s: Sheet, look: Look, shelf: Shelf, box: Rect) -> None:
    s.rule(box.x, box.y, box.w)
    s.line_at(box.x, box.y + 20, 170, "Your plugin folder", size=14, weight="b")
    room = box.w - 180
    folder = s.fitting(_shorter(shelf.folder), room, 13, "c")
    s.line_at(box.x + 180, box.y + 20, room, folder, size=13, weight="c", tone="us")
    y = box.y + 42
    load = (ReloadPlugins(),)
    s.button("plugins:reload", Rect(box.x, y, 190, 42), "Reload plugins", load, keys=("r",), cap="R", size=15)
    share = look.settings.shares
    word = "Tables you open hand out plugins: " + ("yes" if share else "no")
    w = s.width(word, 14, "h") + 30
    s.button(
        "plugins:shares",
        Rect(box.right - w, y, w, 42),
        word,
        (Local("set", ("shares", not share)),),
        "chip",
        size=14,
        why="Whether a laptop that lacks a plugin of your table may take it from yours",
    )
    s.block(Rect(box.x + 204, y, box.w - 204 - w - 16, 42), shelf.notice, size=14, weight="m", tone="text")
