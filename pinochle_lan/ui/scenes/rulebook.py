"""The rules in force as a dialog of several pages: sentences by heading, what this table changed in gold."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_lan.front import Front
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Run
from pinochle_lan.ui.scenes import dialog, parts
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

SIZE = 15.5
INDENT = 20.0
Book = tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]
"""(heading, sentences), each with whether the usual game does not say so."""


class _Line(NamedTuple):
    """One line of the book. ``first``: a sentence begins here."""

    runs: tuple[Run, ...]
    heading: bool = False
    first: bool = False
    changed: bool = False


def show(s: Sheet, look: Look, front: Front) -> None:
    """The page of the rules that is open."""
    title, rules = book(look, front)
    if not rules:
        return
    box = dialog.frame(s, f"Rules · {title}", 860, 4000)
    step = s.line(SIZE) + 3
    pages = _pages(_lines(s, rules, box.w - INDENT), int((box.h - 56) / step))
    page = min(look.memory.scrolled("rules"), len(pages) - 1)
    for place, line in enumerate(pages[page]):
        y = box.y + 10 + place * step
        if line.heading:
            s.caps(box.x, y + 2, box.w, line.runs[0].text, "us")
            continue
        if line.first:
            s.mark(box.x + 6, y, 6, "disc", "gold" if line.changed else "muted")
        tone = "gold" if line.changed else "text"
        runs = tuple(run._replace(weight=run.weight or "m") for run in line.runs)
        s.sentence(
            Rect(box.x + INDENT, y - step / 2, box.w - INDENT, step), runs, size=SIZE, weight="m", tone=tone
        )
    y = box.bottom - 40
    note = "Gold is different from the usual game." if _any_changed(rules) else "All as usual."
    s.line_at(box.x, y + 20, box.w - 310, note, size=13.5, weight="m", tone="muted")
    parts.pager(s, "rules", page, len(pages), box)


def book(look: Look, front: Front) -> tuple[str, Book]:
    """Whose rules, and the rules: of the table at hand, else of the game chosen in the lobby."""
    hall, snap = front.lobby, front.table
    if snap is not None and snap.rules:
        return snap.view.title if snap.view is not None else snap.name, snap.rules
    if snap is not None:
        return snap.name, hall.form.book if hall.form is not None else ()
    listed = next((table for table in hall.tables if table.table_id == look.memory.chosen), None)
    wanted = look.settings.variant if listed is None else listed.variant
    infos = [info for info in hall.variants if info.id == wanted] or list(hall.variants[:1])
    return (infos[0].title, infos[0].book) if infos else ("", ())


def _any_changed(rules: Book) -> bool:
    return any(changed for _, lines in rules for _, changed in lines)


def _lines(s: Sheet, rules: Book, width: float) -> list[_Line]:
    found: list[_Line] = []
    for heading, sentences in rules:
        found.append(_Line((Run(heading),), heading=True))
        for sentence, changed in sentences:
            for place, runs in enumerate(s.wrapped(words.rich(sentence), width, SIZE, "m", most=6)):
                found.append(_Line(runs, first=place == 0, changed=changed))
    return found


def _pages(lines: list[_Line], room: int) -> list[list[_Line]]:
    """As many lines a page as there is room for; a heading never stands alone at the end of one."""
    pages: list[list[_Line]] = [[]]
    for place, line in enumerate(lines):
        last_chance = line.heading and len(pages[-1]) >= room - 1
        if len(pages[-1]) >= room or (last_chance and place + 1 < len(lines)):
            pages.append([])
        pages[-1].append(line)
    return pages
