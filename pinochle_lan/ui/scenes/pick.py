"""Passing and burying: slots to fill from the hand, undone freely until confirmed; and melds laid in stock
games.
"""

from __future__ import annotations

from pinochle_lan.bridge import Act
from pinochle_lan.cards import Card
from pinochle_lan.rules.actions import Bury, Choice, Laid, Lay, PassCards, Shown
from pinochle_lan.rules.view import ActionOffer, MeldOffer, MeldView, PickOffer, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose, columns
from pinochle_lan.ui.layout_table import TablePlaces
from pinochle_lan.ui.page import CardItem, Hot, Local, Mark
from pinochle_lan.ui.scenes import naming
from pinochle_lan.ui.scenes.auction import suit_cell
from pinochle_lan.ui.scenes.hand import my_cards
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.scenes.panel import suits_in_order
from pinochle_lan.ui.sheet import Sheet


def tray(s: Sheet, look: Look, snap: Snapshot, view: View, offer: PickOffer, *, places: TablePlaces) -> None:
    """The tray with its slots, the suits where trump is named in the same breath, and the button."""
    assert snap.seat is not None
    choosing = offer.kind == "bury" and view.trump is None
    box = places.tray if not choosing else places.tray.inset(-60, 0)
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=16)
    s.line_at(box.x + 24, box.y + 30, 300, words.pick_title(snap, offer), size=21, weight="s")
    if choosing and not offer.suits:
        _no_marriage(s, snap, view, box)
        return
    picked = look.memory.picked[: offer.count]
    left = offer.count - len(picked)
    rest = "Ready to send." if left == 0 else f"{left} more"
    if choosing and left == 0 and look.memory.suit is None:
        rest = "Name trump too."
    elif choosing and look.memory.suit is not None and not naming.may_name(view, look.memory.suit, picked):
        rest = f"Keep a king and queen of {look.memory.suit.title.lower()}."
    s.line_at(box.x + 330, box.y + 31, box.w - 354, rest, size=14.5, weight="m", tone="muted", align="r")
    faces = {item.slot: item.card for item in my_cards(view)}
    w = 78.0
    gap = min(16.0, (box.w * (0.46 if choosing else 1.0) - 48 - offer.count * w) / max(1, offer.count - 1))
    x = box.x + 24 + w / 2
    for place in range(offer.count):
        pose = Pose(x + place * (w + gap), box.y + 60 + w * 0.7, w)
        if place < len(picked):
            slot = picked[place]
            s.add(
                CardItem(f"tray:{slot}", pose, faces.get(slot), do=(Local("pick", slot),), why="Take it back")
            )
        else:
            s.add(Mark(pose.box, "slot", "gold"))
    if choosing:
        _suits(s, look, view, offer, Rect(box.x + box.w * 0.46, box.y + 56, box.w * 0.54 - 24, 118))
    suit = look.memory.suit
    named = not choosing or (suit is not None and naming.may_name(view, suit, picked))
    ready = left == 0 and named and not snap.pending
    label = words.pick_title(snap, offer)
    if offer.kind == "bury" and look.memory.suit is not None and choosing:
        label = f"Bury {offer.count}, {look.memory.suit.title} trump"
    s.button(
        "go:confirm",
        Rect(box.right - 24 - 250, box.bottom - 60, 250, 46),
        label,
        (Act(_picked(look, snap, view, offer), snap.step),),
        "primary",
        size=17,
        enabled=ready,
        why=f"Choose {left} more.",
    )
    s.button(
        "go:undo",
        Rect(box.right - 24 - 250 - 112, box.bottom - 58, 100, 42),
        "Undo",
        (Local("unpick"),),
        "ghost",
        keys=("backspace",),
        size=15,
        enabled=bool(picked),
        why="Nothing is chosen yet.",
    )
    s.line_at(
        box.x + 24, box.bottom - 37, box.w - 48 - 374, _secret(snap, offer), size=13, weight="m", tone="muted"
    )


def _picked(look: Look, snap: Snapshot, view: View, offer: PickOffer) -> Choice:
    """What the button sends."""
    assert snap.seat is not None
    slots = tuple(look.memory.picked[: offer.count])
    if offer.kind != "bury":
        return PassCards(snap.seat, slots)
    suit = view.trump or look.memory.suit
    return Bury(snap.seat, slots, suit, naming.shown_for(view, suit, slots))


def _secret(snap: Snapshot, offer: PickOffer) -> str:
    if offer.kind == "bury":
        return "Nobody sees them."
    return f"Only {words.name(snap, offer.receiver)} sees them." if offer.receiver is not None else ""


def _suits(s: Sheet, look: Look, view: View, offer: PickOffer, box: Rect) -> None:
    worth = naming.worth(view)
    cells = columns(box, 4, 8)
    for cell, suit in zip(cells, suits_in_order(), strict=True):
        may = suit in offer.suits and naming.may_name(view, suit, look.memory.picked)
        chosen = look.memory.suit is suit
        tall = Rect(cell.x, cell.y + 4, cell.w, 84)
        suit_cell(s, f"suits:{suit.value}", tall, suit, may=may, best=False, chosen=chosen)
        if suit in worth:
            text = f"{words.number(worth[suit])} meld"
            s.line_at(cell.x, cell.y + 101, cell.w, text, size=13, weight="m", tone="muted", align="m")
        if may:
            why = f"Name {suit.title.lower()} trump"
            s.add(Hot(f"suits:{suit.value}", tall, (Local("suit", suit),), why))


def _no_marriage(s: Sheet, snap: Snapshot, view: View, box: Rect) -> None:
    """No suit may be named: the hand is given up by showing it."""
    assert snap.seat is not None
    act = Act(Bury(snap.seat, (), None, naming.shown_for(view, None)), snap.step)
    text = "No marriage in any suit: the hand is lost without play."
    s.line_at(box.x + 24, box.y + 100, box.w - 48, text, size=15, weight="m", tone="text", align="m")
    cell = Rect(box.cx - 150, box.bottom - 76, 300, 50)
    s.button("go:none", cell, "I cannot name trump", (act,), "primary", size=17, enabled=not snap.pending)


def lay_panel(s: Sheet, look: Look, snap: Snapshot, offer: MeldOffer, box: Rect) -> None:
    """The melds that may be laid now, to choose from, and the button to lay or to go on."""
    assert snap.seat is not None
    rows = offer.melds[: max(1, int((box.h - 116) / 42))]
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=16)
    s.line_at(box.x + 20, box.y + 28, box.w * 0.4, "Lay a meld", size=21, weight="s")
    most = (
        "One this time" if offer.most == 1 else "Any number" if offer.most == 0 else f"At most {offer.most}"
    )
    s.line_at(
        box.x + box.w * 0.45,
        box.y + 29,
        box.w * 0.55 - 20,
        most,
        size=14,
        weight="m",
        tone="muted",
        align="r",
    )
    one = offer.most == 1
    for place, meld in enumerate(rows):
        row = Rect(box.x + 16, box.y + 50 + place * 42, box.w - 32, 38)
        chosen = place in look.memory.melds
        s.shape(
            row,
            "gold_dark" if chosen else "raised",
            line="gold" if chosen else "line",
            radius=10,
            line_w=1.4,
            alpha=255,
        )
        _cards_row(s, f"offer-{place}", meld.cards, row.x + 10, row.cy)
        x = row.x + 24 + len(meld.cards) * 24
        s.line_at(x, row.cy, row.right - x - 62, meld.title, size=14.5, weight="b")
        s.line_at(
            row.right - 58, row.cy, 46, words.number(meld.points), size=15, weight="x", tone="gold", align="r"
        )
        full = not one and offer.most and len(look.memory.melds) >= offer.most and not chosen
        if not full:
            s.add(Hot(f"melds:{place}", row, (Local("only meld" if one else "meld", place),), meld.title))
    chosen_melds = [offer.melds[place] for place in look.memory.melds if place < len(offer.melds)]
    points = sum(meld.points for meld in chosen_melds)
    lay = Lay(snap.seat, tuple(_laid(meld) for meld in chosen_melds))
    w = (box.w - 44) / 2
    y = box.bottom - 56
    waits = bool(snap.pending)
    if chosen_melds:
        s.button(
            "go:lay",
            Rect(box.x + 16, y, w, 44),
            f"Lay {points}",
            (Act(lay, snap.step),),
            "primary",
            size=16,
            enabled=not waits,
        )
        s.button(
            "go:none",
            Rect(box.x + 28 + w, y, w, 44),
            "Nothing now",
            (Act(Lay(snap.seat), snap.step),),
            "ghost",
            size=15,
            enabled=not waits,
        )
    else:
        s.button(
            "go:none",
            Rect(box.x + 28 + w, y, w, 44),
            "Nothing now",
            (Act(Lay(snap.seat), snap.step),),
            size=15,
            enabled=not waits,
        )
        s.first = s.first or "melds:0"
        s.line_at(box.x + 16, y + 22, w, "Choose, or go on", size=14, weight="m", tone="muted")


def _laid(meld: MeldView) -> Laid:
    return Laid(
        meld.name, tuple(Shown(slot, card) for slot, card in zip(meld.slots, meld.cards, strict=True))
    )


def _cards_row(s: Sheet, name: str, cards: tuple[Card, ...], x: float, cy: float) -> None:
    """Cards small, as rank and suit."""
    for place, card in enumerate(cards):
        s.line_at(
            x + place * 24, cy, 13 if str(card.rank) != "10" else 15, str(card.rank), size=13, weight="b"
        )
        s.glyph(x + place * 24 + 17, cy, 10, card.suit)


def buttons(s: Sheet, snap: Snapshot, offers: tuple[ActionOffer, ...], box: Rect) -> None:
    """Choices that are nothing but buttons."""
    labels = [pair for offer in offers for pair in zip(offer.labels, offer.actions, strict=True)]
    if not labels:
        return
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=16)
    s.line_at(box.x + 20, box.y + 30, box.w - 40, "Your choice", size=21, weight="s", align="m")
    for line, (label, action) in enumerate(labels):
        cell = Rect(box.x + 20, box.y + 56 + line * 54, box.w - 40, 46)
        s.button(
            f"choice:{line}",
            cell,
            words.spoken(label),
            (Act(action, snap.step),),
            "primary" if line == 0 else "secondary",
            size=16,
            enabled=not snap.pending,
        )
