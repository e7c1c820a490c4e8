"""Table setup before the first hand: variant, options, chairs, bots, who knocks, who is ready."""

from __future__ import annotations

from typing import Final

from pinochle_lan.bridge import (
    Admit,
    ChangeTable,
    LeaveTable,
    Lobby,
    OptionInfo,
    OptionValue,
    ReadyUp,
    SeatBot,
    SitDown,
    VariantInfo,
)
from pinochle_lan.table.snapshot import Person, Snapshot
from pinochle_lan.ui import tellings
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import BAR_H, MARGIN
from pinochle_lan.ui.page import Do, Face, Felt, Hot, Local, Mark
from pinochle_lan.ui.scenes.look import Look, top_bar
from pinochle_lan.ui.scenes.panel import value_text
from pinochle_lan.ui.sheet import Sheet

SEATS_W: Final = 420.0
ROW_H: Final = 54.0


def show(s: Sheet, look: Look, hall: Lobby, snap: Snapshot) -> None:
    """The whole screen."""
    s.name = "setup"
    s.add(Felt(s.frame.whole))
    top_bar(s, snap, f"{snap.name} · Setting up")
    w = min(s.frame.w, 1500.0)
    left = (s.frame.w - w) / 2 + MARGIN
    right = (s.frame.w + w) / 2 - MARGIN
    info = next((item for item in hall.variants if item.id == snap.variant), None)
    chairs = Rect(left, BAR_H + 20, SEATS_W, s.frame.h - BAR_H - 44)
    rules = Rect(chairs.right + MARGIN, chairs.y, right - chairs.right - MARGIN, chairs.h)
    _chairs(s, look, hall, snap, info, box=chairs)
    _rules(s, look, hall, snap, info, box=rules)
    s.say = tellings.setup_missing(snap)


def _chairs(
    s: Sheet, look: Look, hall: Lobby, snap: Snapshot, info: VariantInfo | None, *, box: Rect
) -> None:
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
        s.line_at(
            x,
            box.y + 66,
            w,
            "Read the code aloud to those who do not see the table.",
            size=13.5,
            weight="m",
            tone="muted",
        )
    else:
        text = (
            "Against bots, on this laptop alone."
            if len(snap.laptops) <= 1
            else "Open to everybody on this Wi-Fi."
        )
        s.line_at(x, box.y + 66, w, text, size=13.5, weight="m", tone="muted")
    y = box.y + 88
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


def _chair(
    s: Sheet, hall: Lobby, snap: Snapshot, info: VariantInfo | None, who: Person, *, row: Rect
) -> None:
    mine = who.you and not who.bot
    s.shape(row, "raised", line="gold" if mine else "line", radius=14, line_w=1.6 if mine else 1.3, alpha=255)
    s.add(Face(Rect.at(row.x + 34, row.cy, 40, 40), who.name))
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
        s.line_at(row.x + 14, row.cy, row.w - 178, f"{name} wants to join", size=14.5, weight="b")
        tag = key.hex()[:8]
        s.button(
            f"yes:{tag}", Rect(row.right - 156, row.y + 4, 70, 36), "Let in", (Admit(key, True),), size=14
        )
        s.button(
            f"no:{tag}", Rect(row.right - 78, row.y + 4, 70, 36), "No", (Admit(key, False),), "ghost", size=14
        )
        y += 48
    return y


def _rules(s: Sheet, look: Look, hall: Lobby, snap: Snapshot, info: VariantInfo | None, *, box: Rect) -> None:
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    x, w = box.x + 24, box.w - 48
    s.line_at(x, box.y + 34, 200, "The game", size=23, weight="s")
    who = "You may change everything until all are ready." if snap.founder else "The founder sets the rules."
    s.line_at(x + 210, box.y + 36, w - 210, who, size=13.5, weight="m", tone="muted", align="r")
    y = _variants(s, hall, snap, Rect(x, box.y + 62, w, 0))
    s.rule(x, y + 6, w)
    if info is None:
        s.line_at(
            x,
            y + 40,
            w,
            "This laptop does not have the rules of this game.",
            size=15,
            weight="b",
            tone="amber",
        )
        return
    _options(s, look, snap, info, Rect(x, y + 16, w, box.bottom - 16 - (y + 16)))


def _variants(s: Sheet, hall: Lobby, snap: Snapshot, box: Rect) -> float:
    """The variants as chips in as many lines as they need; returns where they end."""
    x, y = box.x, box.y
    for info in hall.variants:
        if not snap.founder and info.id != snap.variant:
            continue
        w = s.width(info.title, 14, "h") + 32
        if x > box.x and x + w > box.right:
            x, y = box.x, y + 44
        do: Do = (
            (ChangeTable(info.id, ()), Local("set", ("variant", info.id)))
            if info.id != snap.variant
            else (Local("set", ("variant", info.id)),)
        )
        s.button(
            f"variant:{info.id}",
            Rect(x, y, w, 38),
            info.title,
            do if snap.founder else (),
            "chip",
            size=14,
            chosen=info.id == snap.variant,
            why=f"{info.seats} players",
        )
        x += w + 8
    return y + 44


def _options(s: Sheet, look: Look, snap: Snapshot, info: VariantInfo, box: Rect) -> None:
    """The options of the variant, two columns where there is room, with paging."""
    values = dict(snap.options)
    cols = 2 if box.w >= 640 else 1
    gap = 28.0
    col_w = (box.w - gap * (cols - 1)) / cols
    per_col = max(1, int((box.h - 44) // ROW_H))
    page_size = per_col * cols
    pages = max(1, -(-len(info.options) // page_size))
    page = min(look.memory.scrolled("options"), pages - 1)
    changed = sum(values.get(option.name, option.default) != option.default for option in info.options)
    shown = info.options[page * page_size : (page + 1) * page_size]
    for place, option in enumerate(shown):
        col, line = divmod(place, per_col)
        row = Rect(box.x + col * (col_w + gap), box.y + line * ROW_H, col_w, ROW_H)
        _option(s, snap, info, option, values, row=row)
    y = box.bottom - 40
    note = "All as usual" if not changed else f"{changed} changed from the usual"
    s.line_at(
        box.x, y + 20, box.w - 300, note, size=13.5, weight="m", tone="muted" if not changed else "gold"
    )
    if changed and snap.founder:
        s.button(
            "options:reset",
            Rect(box.right - 290 - 128, y, 120, 38),
            "All as usual",
            (ChangeTable(info.id, ()),),
            "ghost",
            size=14,
        )
    if pages > 1:
        s.button(
            "options:back",
            Rect(box.right - 290, y, 96, 38),
            "Back",
            (Local("scroll", ("options", page - 1)),),
            keys=("pageup",),
            size=14,
            enabled=page > 0,
        )
        s.line_at(
            box.right - 190,
            y + 20,
            90,
            f"{page + 1} of {pages}",
            size=14,
            weight="b",
            tone="muted",
            align="m",
        )
        s.button(
            "options:more",
            Rect(box.right - 96, y, 96, 38),
            "More",
            (Local("scroll", ("options", page + 1)),),
            keys=("pagedown",),
            size=14,
            enabled=page < pages - 1,
        )


def _option(
    s: Sheet,
    snap: Snapshot,
    info: VariantInfo,
    option: OptionInfo,
    values: dict[str, OptionValue],
    *,
    row: Rect,
) -> None:
    value = values.get(option.name, option.default)
    usual = value == option.default
    control = min(214.0, row.w * 0.56)
    words_box = Rect(row.x, row.y + 2, row.w - control - 10, row.h - 6)
    help_ = option.help or option.title
    about = help_ if usual else f"Usually {value_text(option.default)}. {help_}"
    s.add(Hot(f"option:{option.name}", words_box._replace(h=46.0), (Local("tab", "rules"),), about))
    if s.width(option.title, 14.5, "b") <= words_box.w:
        s.line_at(row.x, row.cy - 1, words_box.w, option.title, size=14.5, weight="b")
    else:
        s.block(words_box.inset(0, 3), option.title, size=14, weight="b", tone="text")
    cell = Rect(row.right - control, row.y + 6, control, 40)
    text = value_text(value)

    if not snap.founder or len(option.choices) == 1:
        s.label(cell.inset(4, 0), text, size=15, weight="b", tone="text" if usual else "gold", align="r")
        return
    down, up = neighbours(option, value)

    def change(to: OptionValue | None) -> Do:
        if to is None:
            return ()
        others = tuple(
            (name, old) for name, old in snap.options if name != option.name and _kept(info, name, old)
        )
        new = () if to == option.default else ((option.name, to),)
        return (ChangeTable(info.id, tuple(sorted((*others, *new)))),)

    s.shape(cell, "bar", line="panel_line", radius=10, line_w=1.3, alpha=220)
    s.button(
        f"less:{option.name}",
        Rect(cell.x + 2, cell.y + 2, 36, 36),
        "‹",
        change(down),
        "step",
        size=20,
        enabled=down is not None,
        why="That is the lowest.",
    )
    s.label(
        Rect(cell.x + 41, cell.y + 4, cell.w - 82, 32),
        text,
        size=15 if s.width(text, 15, "b") <= cell.w - 82 else 13,
        weight="b",
        tone="text" if usual else "gold",
        align="m",
    )
    s.button(
        f"more:{option.name}",
        Rect(cell.right - 38, cell.y + 2, 36, 36),
        "›",
        change(up),
        "step",
        size=20,
        enabled=up is not None,
        why="That is the highest.",
    )
    s.add(Mark(Rect(row.x, row.bottom - 2, row.w, 1), "rule", "line"))


def _kept(info: VariantInfo, name: str, value: OptionValue) -> bool:
    """Only what differs from the default is sent."""
    return any(option.name == name and option.default != value for option in info.options)


def neighbours(option: OptionInfo, value: OptionValue) -> tuple[OptionValue | None, OptionValue | None]:
    """The allowed values before and after ``value``; choices go round, ranges end."""
    if option.choices:
        choices = option.choices
        here = choices.index(value) if value in choices else 0
        return choices[(here - 1) % len(choices)], choices[(here + 1) % len(choices)]
    if not isinstance(value, int) or isinstance(value, bool) or option.low is None or option.high is None:
        return None, None
    down = value - option.step if value - option.step >= option.low else None
    up = value + option.step if value + option.step <= option.high else None
    return down, up
