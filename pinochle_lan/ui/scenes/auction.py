"""The bidding panel and the choice of trump: both stand over the felt while the hand stays visible."""

from __future__ import annotations

from typing import Final

from pinochle_lan.cards import Suit
from pinochle_lan.intents import Act
from pinochle_lan.rules.actions import Call, Name
from pinochle_lan.rules.view import BidOffer, SuitOffer, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import columns
from pinochle_lan.ui.layout_table import TablePlaces
from pinochle_lan.ui.page import Hot, Local
from pinochle_lan.ui.scenes import naming
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.scenes.panel import suits_in_order
from pinochle_lan.ui.sheet import Sheet

CHIP_STEPS: Final = (1, 2, 5)
"""The chips after the minimum add that many steps."""


def bid_now(look: Look, offer: BidOffer) -> int:
    """The number in the stepper: typed or stepped, never below the minimum, always on the multiple."""
    wanted = offer.minimum if look.memory.bid is None else look.memory.bid
    return snapped(offer, wanted)


def snapped(offer: BidOffer, wanted: int) -> int:
    """``wanted`` moved up to a number that may be called."""
    low = max(offer.minimum, wanted)
    grid = max(1, offer.multiple)
    return low + (-low) % grid


def bid_panel(
    s: Sheet, look: Look, snap: Snapshot, view: View, offer: BidOffer, *, places: TablePlaces
) -> None:
    """Stepper, chips, Bid and Pass; beside them the own meld for each trump and what it leaves to win."""
    assert snap.seat is not None
    box = places.panel
    bid = bid_now(look, offer)
    step = max(offer.step, offer.multiple, 1)
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=16)
    x, y, w = box.x, box.y, box.w
    title_w = s.width("Your bid", 21, "s") + 4
    s.line_at(x + 24, y + 30, title_w, "Your bid", size=21, weight="s")
    s.line_at(
        x + 24 + title_w,
        y + 31,
        w - 48 - title_w,
        s.fitting(_leads(snap, view, offer), w - 48 - title_w, 14.5, "m"),
        size=14.5,
        weight="m",
        tone="muted",
        align="r",
    )
    s.rule(x + 24, y + 54, w - 48)

    left, top = x + 24, y + 70
    s.shape(Rect(left, top, 252, 76), "bar", line="panel_line", radius=14, line_w=1.4, alpha=220)
    lower = snapped(offer, bid - step)
    s.button(
        "bid:less",
        Rect(left + 8, top + 10, 52, 56),
        "−",
        (Local("bid", lower),),
        "step",
        keys=("-",),
        size=28,
        enabled=bid - step >= offer.minimum,
        why=f"At least {offer.minimum} now.",
    )
    s.button(
        "bid:more",
        Rect(left + 192, top + 10, 52, 56),
        "+",
        (Local("bid", bid + step),),
        "step",
        keys=("+",),
        size=28,
    )
    s.label(
        Rect(left + 64, top + 10, 124, 56), words.number(bid), size=40, weight="x", tone="gold", align="m"
    )
    chips = [(words.number(offer.minimum), snapped(offer, offer.minimum))]
    chips += [(f"+{n * step}", snapped(offer, offer.minimum + n * step)) for n in CHIP_STEPS]
    for place, (cell, (text, value)) in enumerate(
        zip(columns(Rect(left, top + 87, 252, 36), 4, 4), chips, strict=True)
    ):
        s.button(f"chips:{place}", cell, text, (Local("bid", value),), "chip", size=15, chosen=value == bid)
    waits = bool(snap.pending)
    s.button(
        "go:bid",
        Rect(left, top + 138, 158, 50),
        f"Bid {words.number(bid)}",
        (Act(Call(snap.seat, bid), snap.step),),
        "primary",
        size=18,
        enabled=not waits,
    )
    s.button(
        "go:pass",
        Rect(left + 168, top + 138, 84, 50),
        "Pass",
        (Act(Call(snap.seat, None), snap.step),),
        keys=("p",),
        cap="P",
        size=17,
        enabled=offer.may_pass and not waits,
        why="" if offer.may_pass else "You have to bid here.",
    )
    _preview(
        s, look, offer, bid, x + 300, partners=words.partner(view, view.viewer or 0) is not None, top=top
    )


def _leads(snap: Snapshot, view: View, offer: BidOffer) -> tuple[str, ...]:
    """Who leads and what is needed; the shortest way to say it last."""
    least = f"You need {words.number(offer.minimum)} or more."
    if view.standing is None:
        return f"Nobody has bid yet. {least}", least
    seat, number = view.standing
    who = f"{words.verb(snap, seat, 'lead', 'leads')} with {words.number(number)}."
    return f"{who} {least}", f"{words.number(number)} leads. {least}", least


def _preview(
    s: Sheet, look: Look, offer: BidOffer, bid: int, x: float, *, top: float, partners: bool
) -> None:
    """Meld by trump. The last column is what the bid then still wants from tricks and the partner's meld."""
    if not offer.meld or not look.settings.meld_help:
        s.block(Rect(x, top + 4, 224, 120), "Type a number, or use + and −. Enter bids, P passes.", size=14)
        return
    best = max(value for _, value in offer.meld)
    known = dict(offer.meld)
    s.caps(x, top + 6, 104, "If trump is")
    s.line_at(x + 104, top + 6, 46, "MELD", size=12, weight="x", tone="muted", align="r")
    s.line_at(x + 154, top + 6, 62, "TO WIN", size=12, weight="x", tone="muted", align="r")
    marked = False
    for place, suit in enumerate(suit for suit in suits_in_order() if suit in known):
        y = top + 35 + place * 37
        value = known[suit]
        is_best = value == best and value > 0 and not marked
        marked = marked or is_best
        row = Rect(x - 8, y - 17, 234, 34)
        s.shape(
            row,
            "gold_dark" if is_best else "bar",
            line="gold" if is_best else "",
            radius=8,
            line_w=1.4,
            alpha=255 if is_best else 120,
        )
        s.glyph(x + 12, y, 20, suit)
        s.line_at(x + 29, y, 78, suit.title, size=15, weight="b" if is_best else "m")
        s.line_at(
            x + 107,
            y,
            43,
            words.number(value),
            size=17,
            weight="x" if is_best else "b",
            tone="gold" if is_best else "text",
            align="r",
        )
        s.line_at(
            x + 154, y, 62, words.number(max(0, bid - value)), size=14, weight="m", tone="muted", align="r"
        )
    if partners:
        s.line_at(x - 4, top + 180, 230, "Your partner's meld counts too.", size=13.5, weight="m", tone="us")


def trump_panel(s: Sheet, snap: Snapshot, view: View, offer: SuitOffer, places: TablePlaces) -> None:
    """Four large suits with the meld each gives; a suit that may not be named says why."""
    assert snap.seat is not None
    box = places.panel
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=16)
    s.line_at(box.x + 24, box.y + 32, 240, "Name trump", size=21, weight="s")
    bid = f"Your bid: {words.number(view.bid)}" if view.bid is not None else ""
    s.line_at(box.x + 268, box.y + 33, box.w - 292, bid, size=14.5, weight="m", tone="muted", align="r")
    s.rule(box.x + 24, box.y + 56, box.w - 48)
    refused, meld = dict(offer.refused), dict(offer.meld)
    best = max((value for suit, value in offer.meld if suit in offer.suits), default=None)
    marked = False
    cells = columns(Rect(box.x + 24, box.y + 74, box.w - 48, 142), 4, 12)
    for cell, suit in zip(cells, suits_in_order(), strict=True):
        may = suit in offer.suits
        is_best = may and not marked and best is not None and meld.get(suit) == best
        marked = marked or is_best
        suit_cell(s, f"suits:{suit.value}", cell, suit, may=may and not snap.pending, best=is_best)
        if suit in meld:
            s.line_at(
                cell.x + 8,
                cell.bottom - 22,
                cell.w - 16,
                f"{words.number(meld[suit])} meld",
                size=14,
                weight="b",
                tone="gold" if is_best else "text" if may else "on_disabled",
                align="m",
            )
        do = (Act(Name(snap.seat, suit, naming.shown_for(view, suit)), snap.step),) if may else ()
        why = str(refused[suit]) if suit in refused else f"Name {suit.title.lower()}"
        if may and not snap.pending:
            keys = (suit.value.lower(), "return") if is_best else (suit.value.lower(),)
            s.add(Hot(f"suits:{suit.value}", cell, do, why, keys=keys))
            if is_best:
                s.first = s.first or f"suits:{suit.value}"
    _foot(s, snap, view, offer, box=box)


def suit_cell(
    s: Sheet, name: str, cell: Rect, suit: Suit, *, may: bool, best: bool, chosen: bool = False
) -> None:
    """A large suit to click on."""
    fill = "gold_dark" if best or chosen else "control" if may else "disabled"
    line = "gold" if best or chosen else "control_line" if may else ""
    s.shape(
        cell, fill, line=line, radius=14, line_w=2.2 if chosen else 1.4, alpha=255, shadow=5 if may else 0
    )
    high = cell.h > 100
    s.glyph(cell.cx, cell.y + (48 if high else cell.h / 2 - 8), 52 if high else 30, suit)
    s.line_at(
        cell.x + 6,
        cell.y + (92 if high else cell.h - 14),
        cell.w - 12,
        suit.title,
        size=15 if high else 12.5,
        weight="h",
        tone="text" if may else "on_disabled",
        align="m",
    )


def _foot(s: Sheet, snap: Snapshot, view: View, offer: SuitOffer, *, box: Rect) -> None:
    assert snap.seat is not None
    if not offer.suits:
        s.button(
            "go:none",
            Rect(box.right - 284, box.bottom - 58, 260, 44),
            "I cannot name trump",
            (Act(Name(snap.seat, None, naming.shown_for(view, None)), snap.step),),
            "primary",
            enabled=not snap.pending,
        )
        text = "No marriage in any suit: the hand is lost without play."
        s.line_at(box.x + 24, box.bottom - 36, box.w - 320, text, size=14, weight="m", tone="muted")
        return
    if offer.refused:
        why = "  ".join(f"{suit.title}: {reason}" for suit, reason in offer.refused[:1])
        s.line_at(box.x + 24, box.bottom - 34, box.w - 48, why, size=14, weight="m", tone="muted", align="m")
    else:
        text = "Click a suit, or press its letter: S, H, D, C."
        s.line_at(box.x + 24, box.bottom - 34, box.w - 48, text, size=14, weight="m", tone="muted", align="m")
