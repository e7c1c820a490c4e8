"""Dialogs over any screen: name, menu, settings, leaving, laptops, saved games, hand details, keys, stopped
table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pinochle_lan.front import Front
from pinochle_lan.intents import AskReview, ComeBack, EndEvening, LeaveTable, LetBotPlay, SetName
from pinochle_lan.rules.view import View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import presence, tellings, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.page import CardItem, Do, Field, Hot, Local, Mark
from pinochle_lan.ui.scenes import (
    dialog,
    fair,
    options,
    plugins,
    review,
    rulebook,
    saved,
    setup,
    setup_options,
    together,
)
from pinochle_lan.ui.scenes.look import Look, strip_box
from pinochle_lan.ui.sheet import Sheet

NAME_MOST: Final = 16
BANNER_Y: Final = 50.0
KEYS: Final = (
    ("← →", "choose a card"),
    ("Enter", "play, confirm"),
    ("A K Q J T 9", "jump to a rank"),
    ("Shift + S H D C", "jump to a suit"),
    ("digits, + and −", "set a bid"),
    ("P", "pass"),
    ("H", "a hint"),
    ("L", "last trick"),
    ("S", "sort the hand"),
    ("W", "what is going on"),
    ("/", "chat; then 1 to 6 for a phrase"),
    ("F2", "the rules of this table"),
    ("M", "sound on or off"),
    ("Tab", "next part of the screen"),
    ("F11", "full screen"),
    ("Esc", "menu, back"),
)


def show(s: Sheet, look: Look, front: Front) -> None:
    """The open dialog, if any. The name is asked once, at first start."""
    name = "name" if not front.lobby.name else look.memory.dialog
    make = _DIALOGS.get(name.partition(":")[0])
    if make is not None:
        make(s, look, front)
    elif front.table is not None and front.table.stage == "stopped":
        _stopped(s, front.table)


def _name(s: Sheet, look: Look, front: Front) -> None:
    first = not front.lobby.name
    box = dialog.frame(s, "Who is playing?" if first else "Your name", 480, 258, closes=not first)
    s.line_at(
        box.x, box.y + 8, box.w, "The others see this name at the table.", size=15, weight="m", tone="muted"
    )
    typed = look.memory.field("name").strip()
    save: Do = (SetName(typed), Local("dialog", "")) if typed else ()
    s.add(Field("name", Rect(box.x, box.y + 32, box.w, 46), "Your first name", NAME_MOST, save, 19))
    s.button(
        "go:name",
        Rect(box.right - 190, box.bottom - 50, 190, 48),
        "That is me" if first else "Save",
        save,
        "primary",
        size=17,
        enabled=bool(typed),
        why="Type a name first.",
    )
    s.first = "name"


def _menu(s: Sheet, look: Look, front: Front) -> None:
    snap = front.table
    lines: list[tuple[str, str, Do, str]] = []
    if snap is not None and snap.view is not None:
        lines.append(("last", "Last trick", (Local("dialog", "last"),), "secondary"))
    if snap is not None:
        lines.append(("laptops", "Laptops and connections", (Local("dialog", "laptops"),), "secondary"))
    if snap is not None and together.offered(snap):
        together_: Do = (Local("dialog", "together"),)
        lines.append(("together", together.TITLE, together_, "secondary"))
    if snap is not None and snap.rules:
        lines.append(("rules", "Rules of this table", (Local("dialog", "rules"),), "secondary"))
    lines.append(("settings", "Settings", (Local("dialog", "settings"),), "secondary"))
    lines.append(("keys", "Keys", (Local("dialog", "keys"),), "secondary"))
    if snap is not None:
        lines.append(("leave", "Leave the table", (Local("dialog", "leave"),), "ghost"))
    box = dialog.frame(s, "Menu", 400, 108 + 56 * len(lines))
    for place, (name, title, do, kind) in enumerate(lines):
        s.button(f"menu:{name}", Rect(box.x, box.y + place * 56, box.w, 46), title, do, kind)


def _leave(s: Sheet, look: Look, front: Front) -> None:
    snap = front.table
    box = dialog.frame(s, "Leave the table?", 600, 320)
    playing = snap is not None and snap.stage == "play"
    text = (
        "The others go on: a bot takes your cards until you are back. The game stays on this laptop: you can "
        "go on with it from the lobby, also next week."
        if playing
        else "You can come back as long as the table is open."
    )
    s.block(Rect(box.x, box.y, box.w, 72), text, size=15.5, weight="m", tone="text")
    if playing:
        s.block(
            Rect(box.x, box.y + 80, box.w, 46),
            "Ending the evening keeps the score as it stands; the hand on the table does not count.",
            size=14.5,
        )
    y = box.bottom - 50
    s.button(
        "leave:stay", Rect(box.right - 150, y, 150, 48), "Stay", (Local("dialog", ""),), "primary", size=17
    )
    s.button(
        "leave:go", Rect(box.x, y, 150, 48), "Leave", (LeaveTable(), Local("dialog", "")), "danger", size=16
    )
    if playing:
        s.button(
            "leave:end",
            Rect(box.x + 162, y, 210, 48),
            "End the evening",
            (EndEvening(), Local("dialog", "")),
            "ghost",
            size=15,
        )


def _laptops(s: Sheet, look: Look, front: Front) -> None:
    snap = front.table
    if snap is None:
        return
    box = dialog.frame(s, "Laptops and connections", 760, 150 + 46 * max(1, len(snap.laptops)))
    heads = (
        ("Laptop", 0.0, 220.0, "l"),
        ("Link", 230.0, 150.0, "l"),
        ("Round trip", 385.0, 90.0, "r"),
        ("Step", 490.0, 70.0, "r"),
        ("Same game", 575.0, 125.0, "r"),
    )
    for title, x, w, align in heads:
        s.line_at(box.x + x, box.y + 8, w, title, size=13, weight="b", tone="muted", align=align)
    for place, item in enumerate(snap.laptops):
        y = box.y + 44 + place * 46
        if y > box.bottom - 40:
            break
        s.rule(box.x, y - 22, box.w)
        s.line_at(box.x, y, 220, f"{item.name} (this one)" if item.you else item.name, size=15.5, weight="h")
        link = (
            "here" if item.you else "connected" if item.linked else f"silent for {item.silent_ms // 1000} s"
        )
        s.line_at(
            box.x + 230,
            y,
            150,
            link,
            size=14.5,
            weight="m",
            tone="text" if item.linked or item.you else "amber",
        )
        rtt = f"{item.rtt_ms} ms" if item.rtt_ms is not None else "–"
        s.line_at(box.x + 385, y, 90, rtt, size=14.5, weight="m", tone="muted", align="r")
        s.line_at(box.x + 490, y, 70, str(item.step), size=14.5, weight="m", tone="muted", align="r")
        s.line_at(
            box.x + 575,
            y,
            125,
            "yes" if item.same else "differs",
            size=14.5,
            weight="b",
            tone="good" if item.same else "bad",
            align="r",
        )
    digest = f"Step {snap.step} · {snap.digest[:16]}" if snap.digest else f"Step {snap.step}"
    s.line_at(box.x, box.bottom - 6, box.w, digest, size=13, weight="m", tone="muted")


def _saved(s: Sheet, look: Look, front: Front) -> None:
    count = min(4, max(1, len(front.lobby.saved)))
    box = dialog.frame(s, "Go on with a game", 620, 106 + 98 * count)
    saved.rows(s, front.lobby.saved, box)


def _details(s: Sheet, look: Look, front: Front) -> None:
    """How the last hand scored, sentence by sentence, each with its rule."""
    snap = front.table
    if snap is None or snap.view is None or not snap.view.history:
        return
    view = snap.view
    result = view.history[-1]
    high = 130 + 34 * max(3, len(result.why)) + (56 if snap.adviser else 0)
    box = dialog.frame(s, f"Hand {result.number}, how it scored", 820, high)
    if snap.adviser:
        look_back: Do = (AskReview(), Local("dialog", "review"))
        cell = Rect(box.right - 230, box.bottom - 46, 230, 44)
        s.button("go:review", cell, "Review my play", look_back, keys=("v",), cap="V", size=15.5)
    told = tellings.why_lines(snap, view, result, rules=True)
    for place, sentence in enumerate(told or ("Nothing was scored.",)):
        y = box.y + 14 + place * 34
        if y > box.bottom - (62 if snap.adviser else 10):
            break
        s.mark(box.x + 7, y, 8, "disc", "gold")
        s.sentence(
            Rect(box.x + 24, y - 13, box.w - 24, 26), words.rich(sentence), size=15.5, weight="m", tone="text"
        )


def _keys(s: Sheet, look: Look, front: Front) -> None:
    box = dialog.frame(s, "Keys", 560, 112 + 30 * len(KEYS))
    step = min(30.0, box.h / len(KEYS))
    for place, (key, what) in enumerate(KEYS):
        y = box.y + 8 + place * step
        s.line_at(box.x, y, 190, key, size=15, weight="h", tone="gold")
        s.line_at(box.x + 200, y, box.w - 200, what, size=15, weight="m")


def _last(s: Sheet, look: Look, front: Front) -> None:
    if front.table is not None and front.table.view is not None:
        last_trick(s, front.table, front.table.view)


def last_trick(s: Sheet, snap: Snapshot, view: View) -> None:
    """Who played what in the last trick and who took it (F60)."""
    trick = view.last_trick
    box = dialog.frame(s, "Last trick", 620, 380)
    if trick is None:
        s.line_at(
            box.x,
            box.y + 60,
            box.w,
            "No trick has been taken in this hand yet.",
            size=16,
            weight="m",
            tone="muted",
            align="m",
        )
        return
    count = len(trick.plays)
    step = min(140.0, box.w / max(1, count))
    left = box.cx - step * (count - 1) / 2
    for place, play in enumerate(trick.plays):
        cx = left + place * step
        wins = play.seat == trick.winner
        s.add(CardItem(f"shown:{place}", Pose(cx, box.y + 108, 102), play.card, glow=wins, shadow=6))
        s.line_at(
            cx - step / 2 + 4,
            box.y + 200,
            step - 8,
            words.name(snap, play.seat),
            size=15,
            weight="b",
            tone="gold" if wins else "text",
            align="m",
        )
        word = " and ".join(part for part, true in (("led", place == 0), ("took it", wins)) if true)
        s.line_at(
            cx - step / 2 + 4,
            box.y + 222,
            step - 8,
            word,
            size=13,
            weight="m",
            tone="gold" if wins else "muted",
            align="m",
        )
    if trick.winner is not None:
        who = words.name(snap, trick.winner)
        text = f"{who} took {trick.points or 0} points in trick {trick.number}."
        s.line_at(box.x, box.bottom - 12, box.w, text, size=15, weight="m", tone="muted", align="m")


def _stopped(s: Sheet, snap: Snapshot) -> None:
    """The table cannot go on: who and why, and that nothing is lost."""
    box = dialog.frame(s, "The table is stopped", 640, 290, closes=False)
    s.add(Mark(Rect.at(box.x + 18, box.y + 16, 30, 30), "warn", "gold"))
    s.block(
        Rect(box.x + 50, box.y, box.w - 50, 84),
        snap.fault or "The laptops do not agree any more.",
        size=16,
        weight="m",
        tone="text",
    )
    s.line_at(
        box.x,
        box.y + 108,
        box.w,
        "Nothing is lost: the game is saved up to the last step all agree on.",
        size=14,
        weight="m",
        tone="muted",
    )
    s.button(
        "stopped:leave",
        Rect(box.right - 200, box.bottom - 50, 200, 48),
        "Back to the lobby",
        (LeaveTable(),),
        "primary",
        size=16,
    )
    s.button(
        "stopped:laptops",
        Rect(box.x, box.bottom - 48, 170, 44),
        "See the laptops",
        (Local("dialog", "laptops"),),
        "ghost",
        size=15,
    )


def banner(s: Sheet, look: Look, snap: Snapshot) -> float:
    """What is wrong with the table's health, at the top, with what can be done about it; returns its end."""
    gone = [waiting for waiting in snap.waiting if waiting.gone]
    text = snap.notice or (presence.waiting_line(snap, gone[0]) if gone else "")
    text = text or ("A bot plays for you." if snap.idle else "")
    if not text or look.memory.notice == text or snap.stage == "stopped":
        return BANNER_Y
    buttons: list[tuple[str, str, Do, str]] = []
    if snap.idle:
        buttons.append(("here", "I am here", (ComeBack(),), "You play again from the next choice on"))
    if any(waiting.since_ms >= 15_000 for waiting in gone):
        end: Do = (Local("dialog", "leave"),)
        buttons.append(("end", "End the evening", end, "The score stays as it is"))
    poll = next((vote for vote in snap.votes if not vote.outcome), None)
    if poll is not None and poll.votes:
        text = f"{text} · {poll.votes} of {poll.needed} go on"
    if poll is not None and poll.ask and gone:
        who = presence.laptop_name(snap, poll.member)
        bot: Do = (LetBotPlay(poll.member),)
        buttons.append(("bot", "Let a bot play", bot, f"Until {who} is back. More than half must say so."))
    room = sum(s.width(title, 14, "h") + 44 for _, title, _, _ in buttons)
    box = strip_box(s, snap, BANNER_Y, s.width(text, 15, "b") + 76 + room)
    s.shape(box, "raised", line="amber", radius=14, line_w=1.6, alpha=250, shadow=10)
    s.add(Mark(Rect.at(box.x + 24, box.cy, 22, 22), "warn", "gold"))
    s.line_at(box.x + 44, box.cy, box.w - 60 - room, text, size=15, weight="b")
    right = box.right - 2
    for name, title, do, why in buttons:
        wide = s.width(title, 14, "h") + 38
        s.button(f"banner:{name}", Rect(right - wide, box.y + 2, wide, 36), title, do, size=14, why=why)
        right -= wide + 6
    if not buttons and snap.notice:
        s.add(Hot("banner:seen", box, (Local("notice", snap.notice),), "Put it away"))
    return box.bottom + 4


_DIALOGS: Final[dict[str, Callable[[Sheet, Look, Front], None]]] = {
    "name": _name,
    "menu": _menu,
    "settings": options.settings,
    "leave": _leave,
    "laptops": _laptops,
    "saved": _saved,
    "bots": options.bots,
    "details": _details,
    "keys": _keys,
    "fair": fair.details,
    "review": review.show,
    "together": together.show,
    "last": _last,
    "rules": rulebook.show,
    "games": setup.games,
    "plugins": plugins.show,
    "number": setup_options.number,
}
