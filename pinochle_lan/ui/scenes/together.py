"""What people at a table decide together: who comes in, chairs, turn clock, leaving, the end of a hand."""

from __future__ import annotations

from typing import Final

from pinochle_lan.front import Front
from pinochle_lan.intents import Admit, GiveSeat, Kick, SetClock, SitDown, VoidHand
from pinochle_lan.table.snapshot import Motion, Snapshot
from pinochle_lan.ui import chatter, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import columns
from pinochle_lan.ui.page import Do, Local
from pinochle_lan.ui.scenes import dialog
from pinochle_lan.ui.scenes.look import Look, strip_box
from pinochle_lan.ui.sheet import Sheet

MOST: Final = 2
"""Questions that stand over the table at once; the others wait."""
CLOCKS: Final = ((0, "wait"), (15, "15 s"), (30, "30 s"), (60, "1 min"), (120, "2 min"))
"""Turn clocks to choose from, as the table knows them."""

TITLE: Final = "At this table"

Answer = tuple[str, str, Do]
"""A button's id, what it says, what it does."""


def strips(s: Sheet, look: Look, snap: Snapshot, top: float) -> None:
    """The questions that wait for this person, one below the other from ``top`` on."""
    if snap.stage not in ("play", "over"):
        return
    for place, (text, answers) in enumerate(_questions(look, snap)[:MOST]):
        _strip(s, snap, text, answers, y=top + place * 44)


def _questions(look: Look, snap: Snapshot) -> list[tuple[str, tuple[Answer, ...]]]:
    asked: list[tuple[str, tuple[Answer, ...]]] = []
    for place, (key, who) in enumerate(snap.requests):
        yes: Answer = (f"ask:let{place}", "Let in", (Admit(key, True),))
        asked.append((f"{who} would like to come in.", (yes, (f"ask:no{place}", "No", (Admit(key, False),)))))
    for place, motion in enumerate(snap.motions):
        text = f"{motion.sentence} {len(motion.by)} of {motion.needed}"
        if not motion.yours and not snap.watching:
            asked.append((text, ((f"ask:agree{place}", "Agree", (_agreed(motion),)),)))
        elif look.memory.notice != motion.sentence:
            asked.append((text, ((f"ask:seen{place}", "Fine", (Local("notice", motion.sentence),)),)))
    if snap.watching:
        chairs: list[Answer] = [
            (f"ask:chair{seat}", words.name(snap, seat), (SitDown(seat),)) for seat in snap.free[:3]
        ]
        asked.append(("You are watching." + (" Ask for a chair:" if chairs else ""), tuple(chairs)))
    return asked


def _agreed(motion: Motion) -> GiveSeat | Kick | SetClock | VoidHand:
    """What it takes to want the same."""
    if motion.kind == "seat" and motion.seat is not None and motion.member is not None:
        return GiveSeat(motion.seat, motion.member)
    if motion.kind == "kick" and motion.member is not None:
        return Kick(motion.member)
    return SetClock(motion.seconds) if motion.kind == "turn" else VoidHand()


def _strip(s: Sheet, snap: Snapshot, text: str, answers: tuple[Answer, ...], *, y: float) -> None:
    widths = [s.width(title, 14, "h") + 38 for _, title, _ in answers]
    room = sum(widths) + 6 * len(widths)
    box = strip_box(s, snap, y, s.width(text, 15, "b") + 36 + room)
    s.shape(box, "raised", line="control_line", radius=14, line_w=1.6, alpha=250, shadow=10)
    text_w = box.w - 30 - room
    size = s.shrunk(text, text_w, 15, "b")
    s.line_at(box.x + 16, box.cy, text_w, text, size=size, weight="b")
    right = box.right - 2
    for (name, title, do), wide in zip(reversed(answers), reversed(widths), strict=True):
        s.button(name, Rect(right - wide, box.y + 2, wide, 36), title, do, size=14, why=text)
        right -= wide + 6


def offered(snap: Snapshot) -> bool:
    """Whether there is anybody to decide with."""
    return snap.stage == "play" and not snap.watching and len(snap.laptops) > 1


def show(s: Sheet, look: Look, front: Front) -> None:
    """The dialog: what this person may ask the others for."""
    snap = front.table
    if snap is None:
        return
    others = [who for who in chatter.company(snap) if who.host is not None]
    box = dialog.frame(s, TITLE, 640, 292 + 48 * max(1, len(others)))
    s.line_at(box.x, box.y + 18, 200, "A bot plays after", size=15.5, weight="b")
    cells = columns(Rect(box.x + 210, box.y, box.w - 210, 38), len(CLOCKS), 6)
    for cell, (seconds, title) in zip(cells, CLOCKS, strict=True):
        do: Do = (SetClock(seconds), Local("dialog", ""))
        s.button(f"clock:{seconds}", cell, title, do, "chip", size=14, chosen=seconds == snap.clock)
    text = "From the next hand on, if more than half want it."
    s.line_at(box.x + 210, box.y + 54, box.w - 210, text, size=13.5, weight="m", tone="muted")
    door = f"With the code {snap.code}, or your yes." if snap.code else "You say yes to each who asks."
    s.line_at(box.x, box.y + 92, 200, "Who may still come", size=15.5, weight="b")
    s.line_at(box.x + 210, box.y + 92, box.w - 210, door, size=14.5, weight="m")
    y = box.y + 120
    for who in others:
        s.line_at(box.x, y + 20, box.w - 190, who.name, size=15.5, weight="b")
        cell, kick = Rect(box.right - 180, y, 180, 40), (Kick(who.host or 0),)
        _asking(s, look, f"kick:{who.seat}", cell, title="Ask to leave", do=kick)
        y += 48
    low = Rect(box.x, box.bottom - 44, 300, 42)
    _asking(s, look, "void:hand", low, title="End this hand, no score", do=(VoidHand(),))
    why = "If all want it."
    s.line_at(low.right + 14, low.cy, box.right - low.right - 14, why, size=13.5, weight="m", tone="muted")


def _asking(s: Sheet, look: Look, name: str, cell: Rect, *, title: str, do: Do) -> None:
    """A button that asks once more."""
    if look.memory.confirm == name:
        s.button(name, cell, "Really?", (*do, Local("dialog", "")), "danger", size=14.5)
    else:
        s.button(name, cell, title, (Local("confirm", name),), "ghost", size=14.5)
