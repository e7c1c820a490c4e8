"""The presets of a table that is being set up: pick one, keep the table's rules, hand one over."""

from __future__ import annotations

from typing import Final

from pinochle_lan.form import DropPreset, Form, PresetInfo, SavePreset
from pinochle_lan.intents import ChangeTable
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Do, Field, Local
from pinochle_lan.ui.scenes import parts
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

ROW_H: Final = 74.0
TITLE_MOST: Final = 40
NAME_FIELD: Final = "preset"


def show(s: Sheet, look: Look, snap: Snapshot, form: Form, box: Rect) -> None:
    """The player's own presets first; below them the way to a new one."""
    room = box.h - 112
    pages = parts.pages_of(form.presets, [ROW_H] * len(form.presets), room)
    page = min(look.memory.scrolled("presets"), len(pages) - 1)
    if not form.presets:
        s.block(
            Rect(box.x, box.y + 8, box.w, 60), "No presets yet. Keep the rules of this table below.", size=15
        )
    for line, preset in enumerate(pages[page]):
        _preset(s, look, snap, form, preset, row=Rect(box.x, box.y + line * ROW_H, box.w, ROW_H))
    _keep(s, look, form, Rect(box.x, box.bottom - 104, box.w, 52))
    paste = Rect(box.x, box.bottom - 40, 210, 40)
    s.button(
        "presets:paste",
        paste,
        "Paste a preset",
        (Local("paste preset"),),
        size=14.5,
        why="Takes a preset that somebody sent you from the clipboard",
    )
    parts.pager(s, "presets", page, len(pages), box)


def _preset(s: Sheet, look: Look, snap: Snapshot, form: Form, preset: PresetInfo, *, row: Rect) -> None:
    right = row.right
    if snap.founder:
        right -= 100
        pick: Do = (ChangeTable(preset.variant, preset.settings),)
        if preset.variant != form.variant:
            pick = (*pick, Local("set", ("variant", preset.variant)))
        if preset.mine:
            pick = (*pick, Local("field", (NAME_FIELD, preset.title)))
        s.button(
            f"use:{preset.name}",
            Rect(right, row.y + 14, 100, 40),
            "In use" if preset.chosen else "Use",
            pick,
            "chip",
            size=15,
            chosen=preset.chosen,
            enabled=not preset.refused,
            why=preset.refused,
        )
        right -= 8
    right -= 76
    s.button(
        f"copy:{preset.name}",
        Rect(right, row.y + 14, 76, 40),
        "Copy",
        (Local("copy", preset.source),),
        "ghost",
        size=14.5,
        why="Puts it on the clipboard as text: send it to somebody, who pastes it here",
    )
    if preset.mine:
        right = _drop(s, look, preset, right - 8, row.y + 14)
    w = right - row.x - 14
    tag = "yours" if preset.mine else ""
    x = s.inline(row.x, row.y + 18, preset.title, size=15.5, weight="h", most=w - 60)
    if tag:
        s.line_at(x + 10, row.y + 19, 50, tag, size=13, weight="m", tone="us")
    text = preset.refused or preset.text or ", ".join(f"{name} {value}" for name, value in preset.settings)
    tone = "amber" if preset.refused else "muted"
    s.block(Rect(row.x, row.y + 30, w, 40), text, size=13.5, weight="m", tone=tone)


def _drop(s: Sheet, look: Look, preset: PresetInfo, right: float, y: float) -> float:
    """Throwing one away asks once more; returns its left edge."""
    name = f"drop:{preset.name}"
    sure = look.memory.confirm == name
    w = 116.0 if sure else 84.0
    do: Do = (DropPreset(preset.name), Local("confirm", "")) if sure else (Local("confirm", name),)
    label = "Really delete" if sure else "Delete"
    s.button(name, Rect(right - w, y, w, 40), label, do, "danger" if sure else "ghost", size=14.5)
    return right - w


def _keep(s: Sheet, look: Look, form: Form, box: Rect) -> None:
    """Name the rules of this table and keep them for the next one."""
    s.rule(box.x, box.y, box.w)
    typed = " ".join(look.memory.field(NAME_FIELD).split())
    mine = any(preset.mine and preset.title == typed for preset in form.presets)
    save: Do = (SavePreset(typed), Local("clear", NAME_FIELD)) if typed else ()
    label = "Keep these rules as"
    w = s.width(label, 15, "b") + 16
    s.line_at(box.x, box.y + 32, w, label, size=15, weight="b")
    field = Rect(box.x + w, box.y + 10, min(330.0, box.w - w - 130), 42)
    s.add(Field(NAME_FIELD, field, "Name, such as Grandma's", TITLE_MOST, save))
    s.button(
        "presets:save",
        Rect(field.right + 10, box.y + 10, 110, 42),
        "Replace" if mine else "Save",
        save,
        size=15,
        enabled=bool(save),
        why="Write a name first.",
    )
