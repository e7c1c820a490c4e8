"""The own hand: its order, its row, and what a click on each card does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pinochle_lan.cards import Rank, Suit
from pinochle_lan.intents import Act
from pinochle_lan.rules.actions import Bury, PassCards, Play, Shown
from pinochle_lan.rules.view import CardView, PickOffer, PlayOffer, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import turns, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose, fan
from pinochle_lan.ui.page import CardItem, Do, Local, Tip
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

LIFT: Final = 16.0
HOVER: Final = 8.0
_ORDER: Final = {
    None: (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS),
    Suit.SPADES: (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS),
    Suit.HEARTS: (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS),
    Suit.CLUBS: (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS),
    Suit.DIAMONDS: (Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS, Suit.CLUBS),
}
"""Colours alternate, trump is leftmost (look.md 5, F59)."""
_RANKS: Final = tuple(Rank)


def ordered(hand: Sequence[CardView], trump: Suit | None, sort: str) -> tuple[CardView, ...]:
    """The hand as it lies on the screen. ``sort``: suit, rank or dealt; it is never sent to anybody."""
    suits = _ORDER[trump]

    def key(item: CardView) -> tuple[int, int, int]:
        if item.card is None or sort == "dealt":
            return (9, 9, item.slot)
        suit, rank = suits.index(item.card.suit), _RANKS.index(item.card.rank)
        return (rank, suit, item.slot) if sort == "rank" else (suit, rank, item.slot)

    return tuple(sorted(hand, key=key))


def my_cards(view: View) -> tuple[CardView, ...]:
    """The viewer's hand in slot order; empty for a spectator."""
    return view.seats[view.viewer].hand if view.viewer is not None else ()


def show(
    s: Sheet, look: Look, snap: Snapshot, view: View, place: tuple[float, float, float], *, up_to: float
) -> None:
    """Draw the hand about ``place`` (middle and room) and what it may do; a tip ends at ``up_to``."""
    cx, cy, room = place
    cards = ordered(my_cards(view), view.trump, look.memory.sort)
    poses = fan(len(cards), cx, cy, room)
    play = next((offer for offer in view.offers if isinstance(offer, PlayOffer)), None)
    pick = next((offer for offer in view.offers if isinstance(offer, PickOffer)), None)
    step = poses[1].cx - poses[0].cx if len(poses) > 1 else 0.0
    tip: tuple[Pose, int] | None = None
    came = list(look.memory.fresh)
    for place_, (item, pose) in enumerate(zip(cards, poses, strict=True)):
        last = place_ == len(cards) - 1
        marked = item
        if item.card is not None and item.card in came:
            came.remove(item.card)
            marked = replace(item, fresh=True)
        drawn = card_item(look, snap, marked, pose, play, pick=pick, shown=pose.w if last else step)
        s.add(drawn)
        if look.memory.tip == item.slot:
            tip = (drawn.pose, item.slot)
    if tip is not None and (play or pick):
        _tip(s, play or pick, tip[1], tip[0], up_to)


def card_item(
    look: Look,
    snap: Snapshot,
    item: CardView,
    pose: Pose,
    play: PlayOffer | None,
    *,
    pick: PickOffer | None,
    shown: float = 0.0,
    prefix: str = "hand",
) -> CardItem:
    """A card of the own hand or meld with its marks and what a click does."""
    name = f"{prefix}:{item.slot}"
    offer = None if snap.pending else play or pick
    goes = item if play is None else _goes(snap, item, play)
    legal = offer is not None and goes.slot in offer.slots
    chosen = item.slot in look.memory.picked or look.memory.lifted == item.slot
    narrowed = play is not None and turns.narrowed(play)
    up = 0.0
    advised = legal and item.slot in _advised(snap)
    if chosen or advised or (legal and narrowed and play is not None):
        up = LIFT
    elif look.memory.hover == name or (look.memory.ring and look.memory.focus == name):
        up = HOVER
    why = ""
    if offer is not None and not legal:
        why = next((str(refusal) for slot, refusal in offer.refused if slot == goes.slot), "")
    return CardItem(
        name,
        pose.raised(up),
        item.card,
        do=_do(look, snap, item, play, pick, legal=legal),
        shown=shown,
        glow=advised or (legal and narrowed and play is not None and not _advised(snap)),
        dim=offer is not None and not legal,
        refused=look.memory.tip == item.slot,
        chosen=chosen,
        fresh=item.fresh,
        enabled=legal,
        why=why,
        shadow=7,
        up=up,
    )


def _goes(snap: Snapshot, item: CardView, play: PlayOffer) -> CardView:
    """The card that a click on this one plays: a copy that everybody has seen goes before one that is hidden.

    To the eye both are the same card, so the hidden one is never refused for its own sake.
    """
    if not any(slot == item.slot and turns.is_copy(why) for slot, why in play.refused):
        return item
    twins = (other for other in turns.own_cards(snap) if other.card == item.card and other.open)
    return next(twins, item)


def _advised(snap: Snapshot) -> tuple[int, ...]:
    """Slots that the hint would choose."""
    best = snap.hint.lines[0].choice if snap.hint is not None and snap.hint.lines else None
    if isinstance(best, Play):
        return (best.shown.slot,)
    return best.slots if isinstance(best, PassCards | Bury) else ()


def _do(
    look: Look, snap: Snapshot, item: CardView, play: PlayOffer | None, pick: PickOffer | None, *, legal: bool
) -> Do:
    if snap.pending or snap.seat is None or item.card is None:
        return ()
    if play is not None:
        goes = _goes(snap, item, play)
        if not legal:
            return (Local("refuse", goes.slot),)
        if look.settings.two_clicks and look.memory.lifted != item.slot:
            return (Local("lift", item.slot),)
        return (Act(Play(snap.seat, Shown(goes.slot, item.card)), snap.step),)
    if pick is not None:
        if not legal:
            return (Local("refuse", item.slot),)
        if item.slot in look.memory.picked or len(look.memory.picked) < pick.count:
            return (Local("pick", item.slot),)
    return ()


def _tip(s: Sheet, offer: PlayOffer | PickOffer | None, slot: int, pose: Pose, bottom: float) -> None:
    """Why the card may not be taken, at the card, with the rule it comes from."""
    if offer is None:
        return
    refusal = next((reason for place, reason in offer.refused if place == slot), None)
    if refusal is None:
        return
    first, dot, second = str(refusal).partition(". ")
    title = words.rich(first + dot.strip(), "tip_ink", "tip_ink")
    more = words.rich(second, "tip_text", "tip_text")
    rule = f"Rule: {refusal.rule}" if refusal.rule else ""
    widths = (s.runs_width(title, 15, "h"), s.runs_width(more, 15, "m"), s.width(rule, 13, "m"))
    wide = min(max(widths) + 32, s.frame.table.w - 16)
    high = 16 + s.text.line_height(15) * (2 if more else 1) + (s.text.line_height(13) if rule else 0.0)
    left = min(max(pose.cx - wide / 2, s.frame.table.x + 8), s.frame.table.right - wide - 8)
    box = Rect(left, bottom - high, wide, high)
    s.add(Tip(box, (pose.cx, bottom + 9), title, more, rule))
