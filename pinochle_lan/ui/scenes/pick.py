"""Passing and burying: slots to fill from the hand, undone freely until confirmed; and melds laid in stock
games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.cards import Card
from pinochle_lan.intents import Act
from pinochle_lan.rules.actions import Bury, Choice, Laid, Lay, PassCards, Shown
from pinochle_lan.rules.view import ActionOffer, MeldOffer, MeldView, PickOffer, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import turns, words
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

ROWS: Final = 7
"""Melds to choose from that have a row in the panel."""
EXCHANGE: Final = "dix-exchange"
"""The meld of the view that swaps the nine for the turn-up."""


def tray(s: Sheet, look: Look, snap: Snapshot, view: View, offer: PickOffer, *, places: TablePlaces) -> None:
    """The tray with its slots, the suits where trump is named in the same breath, and the button."""
    assert snap.seat is not None
    choosing = offer.kind == "bury" and view.trump is None
    box = places.tray if not choosing else places.tray.inset(-60, 0)
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=16)
    s.line_at(box.x + 24, box.y + 30, 300, turns.pick_title(snap, offer), size=21, weight="s")
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
    label = turns.pick_title(snap, offer)
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
            keys = (suit.value.lower(),)
            s.add(Hot(f"suits:{suit.value}", tall, (Local("suit", suit),), why, keys=keys))


def _no_marriage(s: Sheet, snap: Snapshot, view: View, box: Rect) -> None:
    """No suit may be named: the hand is given up by showing it."""
    assert snap.seat is not None
    act = Act(Bury(snap.seat, (), None, naming.shown_for(view, None)), snap.step)
    text = "No marriage in any suit: the hand is lost without play."
    s.line_at(box.x + 24, box.y + 100, box.w - 48, text, size=15, weight="m", tone="text", align="m")
    cell = Rect(box.cx - 150, box.bottom - 76, 300, 50)
    s.button("go:none", cell, "I cannot name trump", (act,), "primary", size=17, enabled=not snap.pending)


def lay_height(offer: MeldOffer) -> float:
    """How high the panel of such an offer is."""
    rows = min(ROWS, max(1, len(offer.melds) + len(offer.exchanged)))
    return 116 + rows * _pitch(rows)


def _pitch(rows: int) -> float:
    return 42.0 if rows <= 4 else 37.0


def lay_panel(s: Sheet, look: Look, snap: Snapshot, offer: MeldOffer, box: Rect) -> None:
    """The melds that may be laid now, to choose from, and the button to lay or to go on.

    What the exchange of the nine makes possible stands behind it and waits until the exchange is chosen.
    """
    assert snap.seat is not None
    every = (*offer.melds, *offer.exchanged)
    places = list(range(len(every)))
    if len(places) > ROWS:  # the exchange and what counts most
        best = sorted(places, key=lambda place: (every[place].name != EXCHANGE, -every[place].points))
        places = sorted(best[:ROWS])
    exchanging = any(_is_exchange(every, place) for place in look.memory.melds)
    may = len(every) if exchanging else len(offer.melds)
    chosen = [place for place in look.memory.melds if place < may]
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=16)
    s.line_at(box.x + 20, box.y + 28, box.w * 0.4, "Lay a meld", size=21, weight="s")
    most = (
        "One this time" if offer.most == 1 else "Any number" if offer.most == 0 else f"At most {offer.most}"
    )
    x = box.x + box.w * 0.45
    s.line_at(x, box.y + 29, box.w * 0.55 - 20, most, size=14, weight="m", tone="muted", align="r")
    pitch = _pitch(len(places))
    for line, place in enumerate(places):
        row = Rect(box.x + 16, box.y + 50 + line * pitch, box.w - 32, pitch - 3)
        waits = place >= len(offer.melds) and not exchanging
        full = offer.most > 1 and len(chosen) >= offer.most and place not in chosen
        _lay_row(s, every[place], row, place, chosen=place in chosen, waits=waits)
        if not (waits or full):
            what = "only meld" if offer.most == 1 else "meld"
            s.add(Hot(f"melds:{place}", row, (Local(what, place),), every[place].title))
    _lay_buttons(s, snap, [every[place] for place in chosen], box)


def _is_exchange(every: Sequence[MeldView], place: int) -> bool:
    return place < len(every) and every[place].name == EXCHANGE


def _lay_row(s: Sheet, meld: MeldView, row: Rect, place: int, *, chosen: bool, waits: bool) -> None:
    s.shape(
        row,
        "gold_dark" if chosen else "raised",
        line="gold" if chosen else "line",
        radius=10,
        line_w=1.4,
        alpha=120 if waits else 255,
    )
    _cards_row(s, f"offer-{place}", meld.cards, row.x + 10, row.cy)
    x = row.x + 24 + len(meld.cards) * 24
    title = f"{meld.title}, after the exchange" if waits else meld.title
    ways = (title, "after the exchange") if waits else (title,)
    room = row.right - x - 62
    tone = "muted" if waits else "text"
    s.line_at(x, row.cy, room, s.fitting(ways, room, 14.5, "b"), size=14.5, weight="b", tone=tone)
    points = words.number(meld.points)
    s.line_at(row.right - 58, row.cy, 46, points, size=15, weight="x", tone="gold", align="r")


def _lay_buttons(s: Sheet, snap: Snapshot, chosen: Sequence[MeldView], box: Rect) -> None:
    assert snap.seat is not None
    melds = sorted(chosen, key=lambda meld: meld.name != EXCHANGE)
    points = sum(meld.points for meld in melds)
    lay = Lay(snap.seat, tuple(_laid(meld) for meld in melds))
    w = (box.w - 44) / 2
    y = box.bottom - 56
    free = not snap.pending
    none = (Act(Lay(snap.seat), snap.step),)
    right = Rect(box.x + 28 + w, y, w, 44)
    if melds:
        do = (Act(lay, snap.step),)
        s.button("go:lay", Rect(box.x + 16, y, w, 44), f"Lay {points}", do, "primary", size=16, enabled=free)
        s.button("go:none", right, "Nothing now", none, "ghost", size=15, enabled=free)
    else:
        s.button("go:none", right, "Nothing now", none, size=15, enabled=free)
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
