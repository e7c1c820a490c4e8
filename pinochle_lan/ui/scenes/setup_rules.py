"""The house rules of a table that is being set up: a switch for each, their order, and their own options."""

from __future__ import annotations

from typing import Final

from pinochle_lan.form import Form, RuleInfo
from pinochle_lan.intents import ChangeTable
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.scenes import parts
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.scenes.setup_options import FOOT_H, ROW_H, foot, option_row
from pinochle_lan.ui.sheet import Sheet

RULE_H: Final = 70.0
SWITCH_W: Final = 76.0


def show(s: Sheet, look: Look, snap: Snapshot, form: Form, box: Rect) -> None:
    """Those in use first, in the order in which they apply."""
    if not form.rules:
        text = "No house rules are on this laptop. docs/plugins.md tells how to make one in five minutes."
        s.block(Rect(box.x, box.y + 8, box.w, 60), text, size=15)
    heights = [RULE_H + ROW_H * len(rule.options) for rule in form.rules]
    pages = parts.pages_of(form.rules, heights, box.h - FOOT_H)
    page = min(look.memory.scrolled("house"), len(pages) - 1)
    y = box.y
    for rule in pages[page]:
        _rule(s, snap, form, rule, Rect(box.x, y, box.w, RULE_H))
        y += RULE_H
        for option in rule.options:
            cell = Rect(box.x + SWITCH_W + 16, y - 8, min(420.0, box.w - SWITCH_W - 16), ROW_H)
            option_row(s, snap, form, option, cell)
            y += ROW_H
    foot(s, snap, form, box)
    parts.pager(s, "house", page, len(pages), box)


def _rule(s: Sheet, snap: Snapshot, form: Form, rule: RuleInfo, row: Rect) -> None:
    word = "On" if rule.on else "Off"
    cell = Rect(row.x, row.y + 12, SWITCH_W, 40)
    if snap.founder:
        change = ChangeTable(form.variant, form.with_rule(rule.id, not rule.on))
        s.button(
            f"rule:{rule.id}",
            cell,
            word,
            (change,),
            "chip",
            size=15,
            chosen=rule.on,
            enabled=not rule.refused,
            why=rule.refused or ("Switch it off" if rule.on else "Switch it on"),
        )
    else:
        s.label(cell, word, size=15, weight="b", tone="gold" if rule.on else "muted")
    x = row.x + SWITCH_W + 16
    room = row.right - x
    if rule.on and len(form.order) > 1:
        room -= _order(s, snap, form, rule, row)
    tone = "gold" if rule.on else "muted" if rule.refused else "text"
    s.line_at(x, row.y + 18, room, rule.title, size=15.5, weight="h", tone=tone)
    text = rule.refused or rule.text
    s.block(
        Rect(x, row.y + 29, room, 38), text, size=13.5, weight="m", tone="amber" if rule.refused else "muted"
    )


def _order(s: Sheet, snap: Snapshot, form: Form, rule: RuleInfo, row: Rect) -> float:
    """Where it stands in the order, with arrows for the founder; returns the room taken."""
    place = form.order.index(rule.id)
    if not snap.founder:
        text = f"{place + 1} of {len(form.order)}"
        s.line_at(row.right - 70, row.y + 18, 70, text, size=13.5, weight="m", tone="muted", align="r")
        return 82.0
    for word, sign, by, x, last in (
        ("earlier", "↑", -1, row.right - 78, 0),
        ("later", "↓", 1, row.right - 38, len(form.order) - 1),
    ):
        do = (ChangeTable(form.variant, form.moved(rule.id, by)),)
        s.button(
            f"{word}:{rule.id}",
            Rect(x, row.y + 12, 36, 36),
            sign,
            do,
            "step",
            size=17,
            enabled=place != last,
            why=f"Applies {word}" if place != last else f"It applies {word} than none",
        )
    s.line_at(row.right - 118, row.y + 30, 32, f"{place + 1}.", size=15, weight="b", tone="gold", align="r")
    return 128.0
