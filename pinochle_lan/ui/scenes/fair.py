"""What is proved about this hand's deal: three plain lines in the side panel, and the details behind them."""

from __future__ import annotations

from typing import Final

from pinochle_lan.front import Front
from pinochle_lan.table.snapshot import Fair, Snapshot
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Hot, Local
from pinochle_lan.ui.scenes import dialog
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

SHORT_H: Final = 26.0
"""Where there is no room for three lines, one says the most important."""
_CHECKED: Final[dict[str, str]] = {
    "key": "keys of this hand: each laptop proved that it knows its own",
    "proof": "shuffles: each laptop proved that it mixed the cards and changed none",
    "seal": "boxes with parts of keys, in case a laptop goes missing",
    "share": "key shares: each opened a card for nobody but its owner",
    "show": "cards turned up for all, checked on every laptop",
    "remix": "hands shuffled anew, so that a card drawn or passed cannot be followed",
}


def height(s: Sheet) -> float:
    """What the three lines and their heading take."""
    return 24.0 + 60.0 * s.grow


def sentences(fair: Fair) -> tuple[str, str, str]:
    """Who shuffled, who can see what, what was checked."""
    if not fair.sealed:
        return ("The next hand is not shuffled yet.", "Nobody deals: every laptop shuffles.", "")
    if fair.shufflers == 1:
        first, second = "Shuffled on this laptop alone.", "Bots see only the cards of their seat."
    else:
        first = f"Shuffled by {fair.shufflers} laptops in turn."
        second = "Sealed: nobody sees another's cards."
    if fair.unchecked:
        return first, second, f"Still to check: {_count(fair.unchecked, 'proof')}."
    return first, second, f"{_count(fair.proofs, 'proof')} and {_count(fair.openings, 'card')} checked."


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{words.number(number)} {what}s"


def panel(s: Sheet, snap: Snapshot, box: Rect) -> None:
    """The three lines; one where ``box`` is low."""
    told = sentences(snap.fair)
    counted = f"{_count(snap.fair.proofs, 'proof')}, {_count(snap.fair.openings, 'card')}"
    short = counted if snap.fair.sealed else ""
    open_it = (Local("dialog", "fair"),)
    s.add(Hot("fair:details", Rect(box.x - 4, box.y - 4, box.w + 8, max(36.0, box.h)), open_it, "Details"))
    end = box.x + s.width("FAIR DEAL", 12, "x") + 4
    s.caps(box.x, box.y + 9, end - box.x, "Fair deal")
    if snap.fair.sealed:
        s.mark(end + 12, box.y + 9, 12, "tick", "good")
    if box.h < height(s) - 1:
        s.line_at(
            end + 24,
            box.y + 9,
            box.right - end - 24,
            short,
            size=13,
            weight="m",
            tone="muted",
            align="r",
        )
        return
    for place, text in enumerate(told):
        tone = "muted" if place == 2 else "log"
        s.line_at(box.x, box.y + 31 + place * 20 * s.grow, box.w, text, size=13, weight="m", tone=tone)


def details(s: Sheet, look: Look, front: Front) -> None:
    """The dialog: who shuffled in which order, and how many proofs of each kind were checked here."""
    snap = front.table
    if snap is None:
        return
    fair = snap.fair
    box = dialog.frame(s, "Is this deal fair?", 760, 200 + 34 * max(3, len(fair.checked) + 1))
    if not fair.sealed:
        text = (
            "The next hand is not shuffled yet. Every laptop will shuffle the cards in turn and prove it, "
            "and no laptop can see a card that its player may not see."
        )
        s.block(Rect(box.x, box.y, box.w, 66), text, size=15.5, tone="text")
        return
    order = f"{words.joined(fair.names)} shuffled, in this order." if fair.names else ""
    alone = "All seats are played on this laptop, so nobody else could check it. The deal is the same."
    whole = f"{order} One honest shuffle is enough: then nobody knows or chose where any card lies."
    text = alone if fair.shufflers == 1 else whole
    s.block(Rect(box.x, box.y, box.w, 62), text, size=15.5, tone="text")
    rows = [(number, _CHECKED.get(kind, kind)) for kind, number in fair.checked]
    rows.append((fair.openings, "cards played or shown, each proved to be the one that was dealt"))
    for place, (number, what) in enumerate(rows):
        y = box.y + 88 + place * 34
        s.line_at(box.x, y, 56, words.number(number), size=16, weight="x", tone="gold", align="r")
        s.line_at(box.x + 70, y, box.w - 70, what, size=15, weight="m")
    foot = "All of it was checked here. After the game, verify does it again from the saved file."
    if fair.unchecked:
        left = _count(fair.unchecked, "proof")
        foot = f"{left} of what this laptop missed still to check; whoever sent a false one is named."
    s.line_at(box.x, box.bottom - 6, box.w, foot, size=13.5, weight="m", tone="muted")
