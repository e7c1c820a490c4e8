"""The options of a table that is being set up: every one of them drawn by itself, and the dialog to write a
number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.form import Form, OptionInfo, OptionValue, Settings
from pinochle_lan.front import Front
from pinochle_lan.intents import ChangeTable
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Do, Field, Hot, Local, Mark
from pinochle_lan.ui.scenes import dialog, parts
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.scenes.panel import value_text
from pinochle_lan.ui.sheet import Sheet

ROW_H: Final = 54.0
TITLE: Final = 14.5
"""Size of an option's title, where the longest of the page allows it."""
FOOT_H: Final = 44.0
LARGEST: Final = 6
"""Digits of a number that may be written."""
STRIDES: Final = 200
"""A range with more values than this is walked in tens of its steps."""


def show(s: Sheet, look: Look, snap: Snapshot, form: Form, box: Rect) -> None:
    """All options that count, two columns where there is room."""
    cols = 2 if box.w >= 640 else 1
    gap = 28.0
    col_w = (box.w - gap * (cols - 1)) / cols
    per_col = max(1, int((box.h - FOOT_H) // ROW_H))
    pages = max(1, -(-len(form.options) // (per_col * cols)))
    page = min(look.memory.scrolled("options"), pages - 1)
    shown = form.options[page * per_col * cols : (page + 1) * per_col * cols]
    size = title_size(s, [option.title for option in shown], words_in(Rect(box.x, box.y, col_w, ROW_H)))
    for place, option in enumerate(shown):
        col, line = divmod(place, per_col)
        row = Rect(box.x + col * (col_w + gap), box.y + line * ROW_H, col_w, ROW_H)
        option_row(s, snap, form, option, row, size=size)
    foot(s, snap, form, box)
    parts.pager(s, "options", page, pages, box)


def foot(s: Sheet, snap: Snapshot, form: Form, box: Rect) -> float:
    """How much differs from the game's own rules, and the way back to them; returns where it ends."""
    changed = len(form.words) + len(form.order)
    note = f"{changed} changed from the usual" if changed else "All as usual"
    tone = "gold" if changed else "muted"
    w = s.inline(box.x, box.bottom - 20, note, size=13.5, weight="m", tone=tone, most=230)
    if changed and snap.founder:
        cell = Rect(w + 16, box.bottom - 39, 118, 38)
        s.button("options:reset", cell, "All as usual", (ChangeTable(form.variant, ()),), "ghost", size=14)
        w = cell.right
    return w


def words_in(row: Rect) -> Rect:
    """Where the title of a row stands."""
    return Rect(row.x, row.y + 2, row.w - _control(row) - 10, row.h - 6)


def _control(row: Rect) -> float:
    return min(214.0, row.w * 0.56)


def title_size(s: Sheet, titles: Sequence[str], room: Rect) -> float:
    """The size at which each of the titles that stand together fits its room, in lines."""
    size, least = TITLE, min(12.0, TITLE / s.frame.scale.text)
    while size > least and any(s.lines_high(title, room.w, size, "b") > room.h - 6 for title in titles):
        size = max(least, size - 0.5)
    return size


def option_row(
    s: Sheet, snap: Snapshot, form: Form, option: OptionInfo, row: Rect, *, size: float = TITLE
) -> None:
    """One option with its value; the founder gets arrows, a range can be written, too."""
    value = form.value(option)
    usual = value == option.default
    control, words_box = _control(row), words_in(row)
    about = option.help or option.title
    if not usual:
        about = f"Usually {shown(option, option.default)}. {about}"
    s.add(Hot(f"option:{option.name}", words_box._replace(h=46.0), (Local("confirm", ""),), about))
    if s.width(option.title, size, "b") <= words_box.w:
        s.line_at(row.x, row.cy - 1, words_box.w, option.title, size=size, weight="b")
    else:
        s.block(words_box.inset(0, 3), option.title, size=size, weight="b", tone="text")
    cell = Rect(row.right - control, row.y + 6, control, 40)
    text = shown(option, value)
    if not snap.founder or len(option.choices) == 1:
        s.label(cell.inset(4, 0), text, size=15, weight="b", tone="text" if usual else "gold", align="r")
        return
    down, up = neighbours(option, value)
    edit: Do = ()
    if not option.choices:
        edit = (Local("field", ("number", str(value))), Local("dialog", f"number:{option.name}"))
    parts.stepper(
        s,
        option.name,
        cell,
        text,
        down=_change(form, option, down),
        up=_change(form, option, up),
        edit=edit,
        changed=not usual,
    )
    s.add(Mark(Rect(row.x, row.bottom - 2, row.w, 1), "rule", "line"))


def _change(form: Form, option: OptionInfo, to: OptionValue | None) -> Do:
    return () if to is None else (ChangeTable(form.variant, form.with_option(option, to)),)


def shown(option: OptionInfo, value: OptionValue) -> str:
    """A value in words."""
    if option.words and value in option.choices:
        return option.words[option.choices.index(value)]
    return value_text(value)


def neighbours(option: OptionInfo, value: OptionValue) -> tuple[OptionValue | None, OptionValue | None]:
    """The allowed values before and after ``value``; choices go round, ranges end."""
    if option.choices:
        choices = option.choices
        here = choices.index(value) if value in choices else 0
        return choices[(here - 1) % len(choices)], choices[(here + 1) % len(choices)]
    if not isinstance(value, int) or isinstance(value, bool) or option.low is None or option.high is None:
        return None, None
    stride = option.step * (10 if (option.high - option.low) // option.step > STRIDES else 1)
    down = max(option.low, value - stride) if value > option.low else None
    up = min(option.high, value + stride) if value < option.high else None
    return down, up


def snapped(option: OptionInfo, number: int) -> int:
    """The nearest value that the range allows."""
    low, high = option.low or 0, option.high or 0
    return min(high, max(low, low + round((number - low) / option.step) * option.step))


def number(s: Sheet, look: Look, front: Front) -> None:
    """Write the value of a range (``number:NAME``) or of a table of points (``number:NAME:PLACE``)."""
    form = front.lobby.form
    _, _, name = look.memory.dialog.partition(":")
    if form is None:
        return
    typed = look.memory.field("number").strip()
    given = int(typed) if typed.isascii() and typed.isdecimal() else None
    title, note, settings = _asked(form, name, given)
    if not title:
        return
    box = dialog.frame(s, title, 480, 270)
    s.line_at(box.x, box.y + 8, box.w, note, size=14.5, weight="m", tone="muted")
    save: Do = () if settings is None else (ChangeTable(form.variant, settings), Local("dialog", ""))
    s.add(Field("number", Rect(box.x, box.y + 32, box.w, 46), "A number", LARGEST, save, 19))
    cell = Rect(box.right - 190, box.bottom - 50, 190, 48)
    s.button(
        "go:number", cell, "Save", save, "primary", size=17, enabled=bool(save), why="Write a number first."
    )
    s.first = "number"


def _asked(form: Form, name: str, given: int | None) -> tuple[str, str, Settings | None]:
    """Title, what is allowed, and the settings that the number makes (None: no number yet)."""
    everything = (*form.options, *(option for rule in form.rules for option in rule.options))
    option = next((one for one in everything if one.name == name), None)
    if option is not None:
        steps = f" in steps of {option.step}" if option.step > 1 else ""
        note = f"{option.low} to {option.high}{steps}; usually {value_text(option.default)}."
        return option.title, note, None if given is None else form.with_option(option, snapped(option, given))
    row, _, place = name.rpartition(":")
    info = next((one for one in form.points if one.name == row), None)
    if info is None or not place.isdecimal() or int(place) >= len(info.now):
        return "", "", None
    note = f"Usually {value_text(info.usual[int(place)])}."
    return info.title, note, None if given is None else form.with_points(info, int(place), given)
