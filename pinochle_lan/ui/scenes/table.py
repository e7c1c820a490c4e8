"""The table in play: chooses the scene by what is offered and what lies where, and joins its parts."""

from __future__ import annotations

from typing import Final

from pinochle_lan.intents import Act, ReadyUp
from pinochle_lan.rules.view import BidOffer, MeldOffer, PickOffer, PlayOffer, SuitOffer, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import layout_table, tellings, turns, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import row
from pinochle_lan.ui.layout_table import TablePlaces
from pinochle_lan.ui.page import Local, Mark
from pinochle_lan.ui.scenes import auction, felt, hand, meld, panel, pick, talk
from pinochle_lan.ui.scenes.look import Look, top_bar
from pinochle_lan.ui.sheet import Sheet

BIDDING: Final = ("deal", "auction", "trump")
"""Scenes before there is anything in the middle of the table."""
BOX_ROW: Final = 6
"""Melded cards in one row of a box; more make a second one."""


def scene(view: View, seen_meld: int) -> str:
    """Which scene a view is: deal, auction, trump, pick, lay, choice, meld or trick. Never by variant."""
    before_play = meld.standing(view) and seen_meld != view.hand_number
    if any(isinstance(offer, PickOffer) for offer in view.offers):
        return "pick"
    for offer in view.offers:
        if isinstance(offer, BidOffer):
            return "auction"
        if isinstance(offer, SuitOffer):
            return "trump"
        if isinstance(offer, MeldOffer):
            return "lay"
    if before_play:
        return "meld"
    if any(not offer.claim for offer in turns.offered(view)):
        return "choice"
    if view.trick is not None or view.last_trick is not None:
        return "trick"
    if any(isinstance(offer, PlayOffer) for offer in view.offers):
        return "trick"
    if view.calls and view.declarer is None:
        return "auction"
    if view.passing is not None or (view.declarer is not None and view.kitty):
        return "pick"
    if view.declarer is not None and view.trump is None:
        return "trump"
    return "trick" if view.trump is not None else "auction" if view.turn else "deal"


def is_stock(view: View) -> bool:
    """A game with a stock: melds stay on the table."""
    return view.stock_left > 0 or view.turn_up is not None or any(seat.table for seat in view.seats)


def places_for(look: Look, view: View, name: str) -> TablePlaces:
    """The places of a scene."""
    seats, bidding = len(words.players(view)), name in BIDDING
    return layout_table.table(look.frame, seats, is_stock(view), melding=name == "meld", bidding=bidding)


def show(s: Sheet, look: Look, snap: Snapshot, view: View) -> None:
    """The whole table."""
    name = "trick" if look.held is not None else scene(view, look.memory.seen_meld)
    s.name = name
    places = places_for(look, view, name)
    felt.ground(s)
    if name != "meld":
        from_trick = name in ("trick", "lay", "choice")
        if from_trick:
            s.add(Mark(places.oval, "oval", "gold"))
        felt.seats(s, look, snap, view, places, melding=False)
        top_bar(s, snap, words.place_line(view))
        felt.trump(s, snap, view, places, progress=from_trick)
        felt.stock(s, view, places)
        if is_stock(view) and from_trick:
            _boxes(s, look, snap, view, places)
        if from_trick:
            felt.trick(s, look, snap, view, places)
        felt.my_hand(s, look, snap, view, places)
        until = felt.tools(s, look, snap, view, places)
        felt.message(s, look, snap, places, until)
        _overlay(s, look, snap, view, places, name=name)
    else:
        felt.seats(s, look, snap, view, places, melding=True)
        top_bar(s, snap, words.place_line(view))
        felt.trump(s, snap, view, places, progress=False)
        meld.show(s, look, snap, view, places)
        s.say = words.plain(turns.message(snap)[1])
    talk.balloons(s, look, snap, view, places)
    panel.show(s, look, snap, view, name)


def _overlay(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces, *, name: str) -> None:
    """What stands over the felt: panels of the offers that are open."""
    picking = any(isinstance(offer, PickOffer) for offer in view.offers)
    for offer in view.offers:
        if isinstance(offer, BidOffer):
            auction.bid_panel(s, look, snap, view, offer, places=places)
        elif isinstance(offer, SuitOffer) and not picking:
            auction.trump_panel(s, snap, view, offer, places)
        elif isinstance(offer, PickOffer):
            pick.tray(s, look, snap, view, offer, places=places)
        elif isinstance(offer, MeldOffer):
            box = Rect.at(places.oval.cx, places.oval.cy + 20, 430, pick.lay_height(offer))
            pick.lay_panel(s, look, snap, offer, box)
    plain = tuple(offer for offer in turns.offered(view) if not offer.claim)
    lines = sum(len(offer.labels) for offer in plain)
    if plain:
        pick.buttons(s, snap, plain, Rect.at(places.oval.cx, places.oval.cy, 380, 72 + 54 * lines))
    _claims(s, look, snap, view, places)
    if tellings.ready_due(snap) and look.held is None:
        _next_hand(s, snap, places)
    if name == "auction" and not view.offers:
        _waiting(s, snap, view, places)


def _claims(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    """A misdeal may be claimed beside the first call or card: a quiet button over the tools."""
    if snap.pending:
        return
    claims = [
        pair
        for offer in turns.offered(view)
        if offer.claim
        for pair in zip(offer.labels, offer.actions, strict=True)
    ]
    for line, (label, action) in enumerate(claims):
        name = f"claim:{line}"
        asking = look.memory.confirm == name
        text = "Really? All see these cards" if asking else label
        w = s.width(text, 14, "h") + 32
        box = Rect(places.tools.right - w, places.tools.y - 46 - line * 42, w, 36)
        if asking:
            s.button(name, box, text, (Act(action, snap.step),), "danger", size=14)
        else:
            s.button(name, box, text, (Local("confirm", name),), "ghost", size=14)


def _next_hand(s: Sheet, snap: Snapshot, places: TablePlaces) -> None:
    """Between hands without a score (all passed): everybody says when to deal."""
    box = Rect.at(places.panel.cx, places.panel.cy, 420, 150)
    s.shape(box, "panel", line="panel_line", radius=18, alpha=246, shadow=16)
    others = [who for who in snap.people if who.name and not who.bot and not who.you]
    line = tellings.ready_line(snap) if others else "The cards are ready to be dealt."
    s.line_at(box.x + 20, box.y + 40, box.w - 40, line, size=15, weight="m", tone="muted", align="m")
    do = (ReadyUp(True),)
    s.button("go:next", Rect(box.cx - 110, box.bottom - 70, 220, 50), "Deal", do, "primary", size=17)


def _waiting(s: Sheet, snap: Snapshot, view: View, places: TablePlaces) -> None:
    """The auction while somebody else is to call: the standing bid, large."""
    if view.standing is None:
        return
    seat, number = view.standing
    box = Rect.at(places.panel.cx, places.panel.cy - 20, 260, 136)
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=225, shadow=10)
    s.line_at(box.x + 12, box.y + 24, box.w - 24, "HIGHEST BID", size=12, weight="x", tone="muted", align="m")
    s.line_at(
        box.x + 12, box.y + 66, box.w - 24, words.number(number), size=40, weight="x", tone="text", align="m"
    )
    s.line_at(
        box.x + 12,
        box.y + 114,
        box.w - 24,
        words.name(snap, seat),
        size=15,
        weight="b",
        tone=words.side_tone(view, view.seats[seat].side),
        align="m",
    )


def _boxes(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    """Stock games: both players' melds; the own ones are still playable."""
    play = next((offer for offer in view.offers if isinstance(offer, PlayOffer)), None)
    me = view.viewer or 0
    for seat, box in zip((view.seats[1 - me], view.seats[me]), places.boxes, strict=True):
        mine = seat.seat == view.viewer
        tone = words.side_tone(view, seat.side)
        s.shape(box, "bar", line=tone, radius=14, line_w=1.3, alpha=130)
        title = "Your melds · still playable" if mine else f"{words.name(snap, seat.seat)}'s melds"
        s.line_at(box.x + 14, box.y + 19, box.w - 92, title, size=14, weight="h", tone=tone)
        s.line_at(
            box.right - 74,
            box.y + 19,
            60,
            words.number(seat.meld_points),
            size=17,
            weight="x",
            tone="gold",
            align="r",
        )
        cards = hand.ordered(seat.table, view.trump, "suit")
        rows_ = (cards,) if len(cards) <= BOX_ROW else (cards[:BOX_ROW], cards[BOX_ROW:])
        w = 74.0 if len(rows_) == 1 else 56.0
        for line, some in enumerate(rows_):
            step = min(w * 0.62 if len(rows_) == 1 else 39.0, (box.w - 28 - w) / max(1, len(some) - 1))
            poses = row(len(some), box.x + 14, box.y + 38 + w * 0.7 + line * 48, w, step)
            for place, (item, pose) in enumerate(zip(some, poses, strict=True)):
                shown = w if place == len(some) - 1 else step
                if mine:
                    s.add(
                        hand.card_item(look, snap, item, pose, play, pick=None, shown=shown, prefix="melded")
                    )
                else:
                    s.card(f"melded-{seat.seat}:{item.slot}", pose, item.card, 3)
        if len(rows_) == 1:
            laid = [f"{meld.title} {meld.points}" for meld in seat.meld]
            ways = [" · ".join(laid[-most:]) for most in range(len(laid), 0, -1)] or ["Nothing laid yet"]
            names = s.fitting(ways, box.w - 28, 12.5, "m")
            s.line_at(box.x + 14, box.bottom - 16, box.w - 28, names, size=12.5, weight="m", tone="muted")
