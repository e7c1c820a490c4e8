"""The rules in force as a dialog of several pages: sentences by heading, what this table changed in gold."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_lan.bridge import Front
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Local, Run
from pinochle_lan.ui.scenes import dialog
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

SIZE = 15.5
INDENT = 20.0


class _Line(NamedTuple):
    """One line of the book. ``first``: a sentence begins here."""

    runs: tuple[Run, ...]
    heading: bool = False
    first: bool = False
    changed: bool = False


def show(s: Sheet, look: Look, front: Front) -> None:
    """The page of the rules that is open."""
    snap = front.table
    if snap is None:
        return
    box = dialog.frame(s, f"Rules · {snap.view.title if snap.view is not None else snap.name}", 860, 4000)
    step = s.line(SIZE) + 3
    pages = _pages(_lines(s, snap.rules, box.w - INDENT), int((box.h - 56) / step))
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
    note = "Gold is different from the usual game." if _any_changed(snap.rules) else "All as usual."
    s.line_at(box.x, y + 20, box.w - 310, note, size=13.5, weight="m", tone="muted")
    if len(pages) == 1:
        return
    for name, title, to, x, keys in (
        ("back", "Back", page - 1, box.right - 290, ("pageup",)),
        ("more", "More", page + 1, box.right - 96, ("pagedown",)),
    ):
        s.button(
            f"rules:{name}",
            Rect(x, y, 96, 40),
            title,
            (Local("scroll", ("rules", to)),),
            keys=keys,
            size=14.5,
            enabled=0 <= to < len(pages),
        )
    s.line_at(
        box.right - 190,
        y + 20,
        90,
        f"{page + 1} of {len(pages)}",
        size=14,
        weight="b",
        tone="muted",
        align="m",
    )


def _any_changed(rules: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]) -> bool:
    return any(changed for _, lines in rules for _, changed in lines)


def _lines(
    s: Sheet, rules: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...], width: float
) -> list[_Line]:
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
