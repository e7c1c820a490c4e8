"""Where cards come from and go to when a front changes: reads places off the layout for ``motion.plan``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pinochle_lan.cards import Card
from pinochle_lan.front import Front
from pinochle_lan.rules.view import View
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.memory import Memory
from pinochle_lan.ui.motion import Stage
from pinochle_lan.ui.page import CardItem, Page
from pinochle_lan.ui.scenes import felt, table
from pinochle_lan.ui.scenes.look import Look

Cards = Mapping[str, CardItem]


def cards(page: Page) -> dict[str, CardItem]:
    """Every card of a page by id."""
    return {item.id: item for item in page.cards()}


def dragged(before: dict[str, CardItem], memory: Memory) -> dict[str, CardItem]:
    """The same, with a card that was let go over the table where it was let go."""
    drag = memory.drag
    if drag is None or not drag.dropped or drag.id not in before:
        return before
    item = before[drag.id]
    return before | {drag.id: replace(item, pose=Pose(drag.x, drag.y, item.pose.w))}


def stage(front: Front, look: Look, lay: tuple[Cards, Cards], was: View, came: tuple[Card, ...]) -> Stage:
    """The places of a change to ``front``, whose table has a view.

    ``lay`` are the cards as they lay before and as they lie after it, ``came`` new faces of the own hand.
    """
    assert front.table is not None
    view = front.table.view
    assert view is not None
    before, after = lay
    places = table.places_for(look, view, table.scene(view, look.memory.seen_meld))
    seats: dict[int, Pose] = {}
    tricks: dict[int, Pose] = {}
    for place, where in enumerate(places.seats):
        seat = felt.seat_at(view, place)
        cx, cy, _ = where.backs
        seats[seat] = Pose(cx, cy, 44.0 if place or view.viewer is None else 100.0)
        tricks[seat] = where.trick
    centre = places.stock if view.stock_left else Pose(places.oval.cx, places.oval.cy, 60)
    giver = was.passing[0] if was.passing is not None else None
    source = seats[giver] if giver is not None and giver != view.viewer else centre
    names, left = [], list(came)
    for item in after.values():
        if item.id.startswith("hand:") and item.card in left:
            left.remove(item.card)
            names.append(item.id)
    return Stage(before, after, seats, tricks, tuple(names), source, centre)
