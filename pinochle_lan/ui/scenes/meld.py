"""The melds of all on the table, side sums, what is left to win, and going on to play."""

from __future__ import annotations

from dataclasses import replace

from pinochle_lan.intents import Act, PutAway
from pinochle_lan.rules.actions import GiveUp
from pinochle_lan.rules.view import ActionOffer, PlayOffer, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import chatter, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout_table import TablePlaces
from pinochle_lan.ui.page import Do, Local
from pinochle_lan.ui.scenes.felt import seat_at
from pinochle_lan.ui.scenes.groups import groups
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet


def standing(view: View) -> bool:
    """Whether melds are on show before the first card: full-meld games between meld and play."""
    return (
        any(seat.meld for seat in view.seats)
        and view.last_trick is None
        and view.turn_up is None
        and not view.stock_left
        and not any(seat.table for seat in view.seats)
    )


def missed(snap: Snapshot, view: View, seen_meld: int) -> View | None:
    """The table as it lay when a hand ended without play before this person had looked at the melds."""
    result = view.history[-1] if view.history else None
    if result is None or result.played or result.declarer is None or seen_meld == result.number:
        return None
    if len(snap.laid) != len(view.seats) or not any(snap.laid):
        return None
    seats = tuple(
        replace(seat, meld=laid, meld_points=sum(meld.points for meld in laid))
        for seat, laid in zip(view.seats, snap.laid, strict=True)
    )
    sides = tuple(replace(side, meld=meld) for side, meld in zip(view.sides, result.meld, strict=True))
    return replace(
        view,
        seats=seats,
        sides=sides,
        hand_number=result.number,
        dealer=result.dealer,
        declarer=result.declarer,
        bid=result.bid,
        trump=result.trump,
        phase="meld",
        offers=(),
        turn=(),
    )


def _ended(view: View) -> bool:
    return bool(view.history) and view.history[-1].number == view.hand_number


def show(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    """Everybody's melds, the own ones in a box, and the summary."""
    for place, where in enumerate(places.seats):
        seat = view.seats[seat_at(view, place)]
        if place:
            groups(s, seat, where.meld, (62.0, 48.0, 40.0), centre=where.plate.cx)
    box = places.meld_box
    me = view.seats[view.viewer or 0]
    s.shape(box, "bar", line=words.side_tone(view, me.side), radius=20, line_w=1.4, alpha=150)
    title = "Your meld" if view.viewer is not None else f"{words.name(snap, me.seat)}'s meld"
    end = s.inline(box.x + 22, box.y + 24, title, size=20, weight="s", most=320)
    points = words.number(me.meld_points)
    s.line_at(box.right - 142, box.y + 24, 120, points, size=25, weight="x", tone="gold", align="r")
    hint = "Counted for you. A card counts once in each type of meld." if me.meld else "No meld in this hand."
    s.line_at(end + 16, box.y + 25, box.right - 160 - end, hint, size=14, weight="m", tone="muted")
    groups(
        s,
        me,
        Rect(box.x + 22, box.y + 44, box.w - 44, box.h - 50),
        (86.0, 72.0, 58.0, 46.0, 36.0),
        centre=0.0,
    )
    _summary(s, look, snap, view, places)


def _summary(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    box = places.summary
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=246, shadow=12)
    cells = _sums(snap, view)
    x = box.x + 22
    for place, (title, value, tone, sign) in enumerate(cells):
        w = 138.0
        s.line_at(x, box.y + 26, w - 4, title, size=13.5, weight="m", tone="muted")
        s.line_at(x, box.y + 58, 96, value, size=32, weight="x", tone=tone)
        if sign and place < len(cells) - 1:
            s.line_at(x + 98, box.y + 58, 24, sign, size=26, weight="b", tone="muted", align="m")
        x += w
    low = box.y + 98
    x = box.x + 22
    if chatter.company(snap) and not _ended(view):
        x = _ready(s, look, snap, view, (x, low)) + 12
    told = s.fitting(_states(snap, view), box.right - 306 - x, 14, "m")
    s.line_at(x, low, box.right - 306 - x, told, size=14, weight="m", tone="muted")
    go_on, give_up = _choices(snap, view)
    s.button(
        "go:play",
        Rect(box.right - 292, box.y + 16, 270, 54 if give_up else 62),
        "To the score" if _ended(view) else "Pick up and play",
        (*go_on, PutAway(view.hand_number), Local("seen meld", view.hand_number)),
        "primary",
        size=18,
    )
    if not give_up:
        return
    cell = Rect(box.right - 292, box.y + 78, 270, 36)
    if look.memory.confirm == "go:concede":
        done = (*give_up, Local("seen meld", view.hand_number))
        s.button("go:concede", cell, f"Really? It costs {view.bid}", done, "danger", size=14)
    else:
        ask = (Local("confirm", "go:concede"),)
        s.button("go:concede", cell, "Concede this hand", ask, "ghost", keys=("c",), cap="C", size=14)


def _choices(snap: Snapshot, view: View) -> tuple[Do, Do]:
    """What going on and giving up send, where the rules ask for it now."""
    if snap.pending or snap.seat is None:
        return (), ()
    for offer in view.offers:
        if isinstance(offer, PlayOffer) and offer.may_give_up:
            return (), (Act(GiveUp(snap.seat), snap.step),)
        if isinstance(offer, ActionOffer) and not offer.claim and len(offer.actions) == 2:
            going, giving = offer.actions
            return (Act(going, snap.step),), (Act(giving, snap.step),)
    return (), ()


def _sums(snap: Snapshot, view: View) -> list[tuple[str, str, str, str]]:
    """(title, value, tone, sign after it) of the summary."""
    mine = words.my_side(view)
    if view.declarer is None or view.bid is None:
        return [
            (
                words.side_people(snap, view, side),
                words.number(view.sides[side].meld),
                words.side_tone(view, side),
                "",
            )
            for side in range(len(view.sides))
        ][:4]
    declaring = view.seats[view.declarer].side
    ours = declaring == mine
    meld = view.sides[declaring].meld
    need = view.need if view.need is not None else view.bid - meld
    alone = len(view.sides[declaring].seats) == 1
    people = words.side_people(snap, view, declaring)
    whose = (
        ("You meld" if alone else "Your side melds")
        if ours
        else (f"{people} melds" if alone else "Their side melds")
    )
    cells = [
        ("Bid", words.number(view.bid), "text", "−"),
        (whose, words.number(meld), words.side_tone(view, declaring), "="),
        ("Needed in tricks", words.number(max(0, need)), "gold", ""),
    ]
    others = [side for side in range(len(view.sides)) if side != declaring]
    if len(others) == 1:
        title = "They meld" if ours else "Your side melds"
        if len(view.sides[others[0]].seats) == 1:
            title = f"{words.side_people(snap, view, others[0])} melds" if ours else "You meld"
        value = words.number(view.sides[others[0]].meld)
        cells.append((title, value, words.side_tone(view, others[0]), ""))
    return cells


def _ready(s: Sheet, look: Look, snap: Snapshot, view: View, at: tuple[float, float]) -> float:
    """Who has put the melds away: a chip each; returns where they end."""
    x, cy = at
    x = s.inline(x, cy, "Ready", size=14, weight="m", tone="muted") + 10
    for chair in words.players(view):
        who = words.person(snap, chair.seat)
        if who is None:
            continue
        mine = chair.seat == view.viewer
        hand = look.memory.seen_meld if mine else who.seen
        ready = hand == view.hand_number or bool(who.bot)
        name = words.name(snap, chair.seat)
        w = min(s.width(name, 13.5, "b"), 78.0)
        pill = Rect(x, cy - 13, w + 38, 26)
        s.shape(pill, "control", line="good" if ready else "control_line", radius=13, line_w=1.3, alpha=255)
        kind, tone = ("tick", "good") if ready else ("ring", "muted")
        s.mark(pill.x + 16, cy, 13 if ready else 11, kind, tone)
        s.line_at(pill.x + 27, cy, w + 2, name, size=13.5, weight="b")
        x = pill.right + 8
    return x


def _states(snap: Snapshot, view: View) -> tuple[str, ...]:
    """What happens behind the melds, in words that get fewer."""
    if _ended(view):
        return "The hand ends here, without play.", "It ends here."
    if view.trick is not None and view.trick.plays:
        first = words.verb(snap, view.trick.leader, "have", "has")
        return f"{first} led. Look at the melds as long as you like.", f"{first} led."
    if view.turn:
        leads = words.verb(snap, view.turn[0], "lead", "leads")
        return f"{leads} to the first trick.", f"{leads}.", ""
    return "Look at the melds as long as you like.", ""
