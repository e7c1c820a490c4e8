"""What lies on the felt in every phase: seats, trick, trump card, stock and kitty, message line, tools."""

from __future__ import annotations

from typing import Final

from pinochle_lan.intents import AskHint
from pinochle_lan.rules.view import PlayOffer, SeatView, TrickView, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import presence, tellings, turns, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose, backs, row, row_width
from pinochle_lan.ui.layout_table import SeatPlace, TablePlaces
from pinochle_lan.ui.motion import trick_id
from pinochle_lan.ui.page import CardItem, Do, Felt, Local, Mark, Meter, Plate
from pinochle_lan.ui.scenes import hand
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

DUMMY_W: Final = 66.0
TAG_W: Final = 116.0
"""Room for the words over a card of the trick: a longer name would lie over the next card."""


def relative(view: View, seat: int) -> int:
    """A seat counted from the viewer, clockwise; a spectator looks from seat 0."""
    return (seat - (view.viewer or 0)) % len(words.players(view))


def seat_at(view: View, place: int) -> int:
    """The seat at a place counted from the viewer."""
    return (place + (view.viewer or 0)) % len(words.players(view))


def ground(s: Sheet) -> None:
    """The cloth."""
    s.add(Felt(s.frame.whole))


def seats(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces, *, melding: bool) -> None:
    """Fans and plates of the other seats, and one's own plate."""
    bidding = view.declarer is None and view.trick is None and bool(view.calls)
    for place, where in enumerate(places.seats):
        chair = view.seats[seat_at(view, place)]
        if (place or view.viewer is None) and not melding:
            _fan(s, chair, where)
        if place == 0 and melding:
            continue
        _plate(s, look, snap, view, chair, where=where, melding=melding, bidding=bidding)
        if bidding:
            _bubble(s, view, chair, where, place)
    for chair in view.seats[len(places.seats) :]:
        if not melding:
            _dummy(s, chair, places)


def _fan(s: Sheet, chair: SeatView, where: SeatPlace) -> None:
    cx, cy, most = where.backs
    if chair.dummy and chair.hand and all(item.card is not None for item in chair.hand):
        step = min(DUMMY_W * 0.36, (most - DUMMY_W) / max(1, len(chair.hand) - 1))
        left = cx - row_width(len(chair.hand), DUMMY_W, step) / 2
        for item, pose in zip(chair.hand, row(len(chair.hand), left, cy + 16, DUMMY_W, step), strict=True):
            s.card(f"seat-{chair.seat}:{item.slot}", pose, item.card, 3)
        return
    for place, pose in enumerate(backs(len(chair.hand), cx, cy, most, 42 if not where.below else 40)):
        s.card(f"seat-{chair.seat}:back{place}", pose, None, 3)


def _dummy(s: Sheet, chair: SeatView, places: TablePlaces) -> None:
    """A hand that belongs to nobody, at the left."""
    cx, cy, most = places.dummy
    for place, pose in enumerate(backs(len(chair.hand), cx, cy, most)):
        s.card(f"seat-{chair.seat}:back{place}", pose, None, 3)
    s.line_at(
        cx - 68,
        cy + 46,
        136,
        f"{chair.name} · {len(chair.hand)} cards",
        size=13,
        weight="m",
        tone="muted",
        align="m",
    )


def _plate(
    s: Sheet,
    look: Look,
    snap: Snapshot,
    view: View,
    chair: SeatView,
    *,
    where: SeatPlace,
    melding: bool,
    bidding: bool,
) -> None:
    who = words.person(snap, chair.seat)
    laptop = next((item for item in snap.laptops if who is not None and item.member == who.host), None)
    link = "ok"
    if laptop is not None and not laptop.linked and not laptop.you:
        link = "gone" if who is not None and who.bot else "waiting"
    s.add(
        Plate(
            where.plate,
            words.name(snap, chair.seat),
            presence.seat_state(snap, view, chair.seat, melding, short=not s.frame.side),
            words.side_tone(view, chair.side),
            turn=chair.seat in view.turn and look.held is None,
            dealer=view.dealer == chair.seat,
            link=link,
            ready=who is not None and who.ready and tellings.ready_due(snap),
            passed=bidding and chair.passed,
            tag="dummy" if chair.dummy else "",
            thinks=_thinks(look, snap, view, chair),
            left=_left(snap, view, chair) if look.held is None else -1,
            hue=words.hue(snap, who),
        )
    )


def _left(snap: Snapshot, view: View, chair: SeatView) -> int:
    """What is left of a person's time under a turn clock, in thousandths; -1 = no clock runs."""
    who = words.person(snap, chair.seat)
    if not snap.clock or chair.seat not in view.turn or who is None or who.bot:
        return -1
    since = next((waiting.since_ms for waiting in snap.waiting if waiting.seat == chair.seat), 0)
    return max(0, 1000 - since // snap.clock)


def _thinks(look: Look, snap: Snapshot, view: View, chair: SeatView) -> bool:
    """Whether a bot is at work there; without motion the message line alone says so."""
    who = words.person(snap, chair.seat)
    bot = who is not None and bool(who.bot)
    return bot and chair.seat in view.turn and look.held is None and look.settings.speed > 0


def _bubble(s: Sheet, view: View, chair: SeatView, where: SeatPlace, place: int) -> None:
    if not chair.passed and chair.bid is None:
        return
    if place == 0 and not chair.passed:
        return
    text = "Pass" if chair.passed else str(chair.bid)
    w = max(58.0, s.width(text, 17, "h") + 28)
    box = where.bubble._replace(x=where.bubble.cx - w / 2, w=w)
    leads = view.standing is not None and view.standing[0] == chair.seat and not chair.passed
    s.shape(
        box,
        "speech_quiet" if chair.passed else "paper",
        line="gold" if leads else "",
        radius=12,
        line_w=2,
        alpha=255,
        shadow=6,
    )
    s.label(
        box.inset(8, 3), text, size=17, weight="h", tone="ink_muted" if chair.passed else "ink", align="m"
    )


def trick(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    """The trick with what led and what wins; a finished one while it is held."""
    shown = look.held or view.trick
    my_turn = any(isinstance(offer, PlayOffer) for offer in view.offers) and look.held is None
    if my_turn and not snap.pending:
        where = places.seats[0].trick
        s.add(Mark(where.box, "slot", "gold"))
        s.line_at(where.cx - 40, where.cy, 80, "You", size=14, weight="b", tone="muted", align="m")
    if shown is None:
        return
    for play in shown.plays:
        pose = places.seats[relative(view, play.seat)].trick
        wins = _wins(shown, play.seat)
        s.add(CardItem(trick_id(shown.number, play.seat), pose, play.card, glow=wins, shadow=7))
    _tags(s, snap, view, shown, places)


def _wins(shown: TrickView, seat: int) -> bool:
    if shown.winner is not None:
        return seat == shown.winner
    return any(play.winning for play in shown.plays if play.seat == seat)


def _tags(s: Sheet, snap: Snapshot, view: View, shown: TrickView, places: TablePlaces) -> None:
    """Words beside the cards: who led, who wins; colour alone never says it (F58)."""
    for play in shown.plays:
        wins = _wins(shown, play.seat) and len(shown.plays) > 1
        if not wins and play.seat != shown.leader:
            continue
        place = relative(view, play.seat)
        pose = places.seats[place].trick
        if wins and shown.winner is not None:
            points = f" · {shown.points}" if shown.points else ""
            text = s.fitting(
                (f"{words.verb(snap, play.seat, 'take it', 'takes it')}{points}", f"Takes it{points}"),
                TAG_W,
                12.5,
                "b",
            )
        elif wins:
            text = "Winning"
        else:
            text = s.fitting((f"{words.name(snap, play.seat)} led", "Led"), TAG_W, 12.5, "b")
        fill, tone = ("gold", "on_gold") if wins else ("panel", "muted")
        last = shown.plays[-1] if wins and shown.winner is not None else play
        card = trick_id(shown.number, last.seat)
        if abs(pose.cx - places.oval.cx) > 30:
            x, y, align = pose.cx, pose.cy - pose.w * 0.7 - 17, "m"
        else:
            x, align = pose.cx + pose.w / 2 + 14, "l"
            y = pose.cy + (14 - pose.w * 0.7 if pose.cy < places.oval.cy else pose.w * 0.7 - 16)
        s.chip(x, y, text, fill=fill, tone=tone, size=12.5, align=align, of=card)


def trump(s: Sheet, snap: Snapshot, view: View, places: TablePlaces, *, progress: bool) -> None:
    """The trump card, and under it what is still needed."""
    if view.trump is None:
        return
    box = places.trump
    if view.stock_left or view.turn_up is not None:
        return
    s.shape(box, "paper", line="", radius=14, line_w=0, alpha=255, shadow=8)
    s.add(Mark(Rect.at(box.x + 40, box.y + 40, 54, 54), "medal"))
    s.glyph(box.x + 40, box.y + 40, 33, view.trump, paper=True)
    s.line_at(box.x + 76, box.y + 27, 88, "TRUMP", size=12, weight="x", tone="ink_muted")
    size = s.shrunk(view.trump.title, 94, 19, "h")
    s.line_at(box.x + 76, box.y + 50, 96, view.trump.title, size=size, weight="h", tone="ink")
    s.line_at(
        box.x + 8,
        box.y + 86,
        box.w - 16,
        s.fitting(words.contract(snap, view), box.w - 16, 13.5, "b"),
        size=13.5,
        weight="b",
        tone="ink_muted",
        align="m",
    )
    if progress and view.need is not None and view.declarer is not None:
        _progress(s, view, places)
    elif progress and view.notes:
        _notes(s, view, Rect(places.progress.x, places.progress.y, places.progress.w, 0))


def _progress(s: Sheet, view: View, places: TablePlaces) -> None:
    assert view.need is not None
    assert view.declarer is not None
    box = places.progress
    side = view.seats[view.declarer].side
    points = view.sides[side].points
    goal = view.need + points
    ours = side == words.my_side(view)
    s.shape(box, "bar", line="line", radius=12, line_w=1.2, alpha=190)
    value = "made" if view.need <= 0 else f"{points} of {goal}"
    value_w = s.width(value, 13, "h") + 2
    ways = ("Trick points", "Tricks") if ours else ("Their tricks", "Theirs")
    title = s.fitting(ways, box.w - 30 - value_w, 13, "m")
    s.line_at(box.x + 12, box.y + 17, box.w - 30 - value_w, title, size=13, weight="m", tone="muted")
    s.line_at(
        box.right - 12 - value_w, box.y + 17, value_w, value, size=13, weight="h", tone="text", align="r"
    )
    share = 1000 if view.need <= 0 else max(0, points * 1000 // max(1, goal))
    s.add(Meter(Rect(box.x + 12, box.y + 33, box.w - 24, 12), share, words.side_tone(view, side)))


def _notes(s: Sheet, view: View, at: Rect) -> None:
    for place, (title, value) in enumerate(view.notes[:3]):
        y = at.y + 12 + place * 22
        s.line_at(at.x, y, at.w * 0.6, title, size=13, weight="m", tone="muted")
        s.line_at(at.x + at.w * 0.6, y, at.w * 0.4, value, size=13, weight="h", tone="text", align="r")


def stock(s: Sheet, view: View, places: TablePlaces) -> None:
    """Stock with its turned card, or what lies in the kitty."""
    if view.stock_left or view.turn_up is not None:
        if view.turn_up is not None and view.turn_up.card is not None:
            s.card("turn-up", places.turn_up, view.turn_up.card)
        layers = min(4, (view.stock_left + 5) // 6)
        for i in range(layers):
            pose = places.stock
            s.card(f"stock-{i}", Pose(pose.cx - i * 1.6, pose.cy - i * 1.8, pose.w), None, 4 if i == 0 else 0)
        box = places.stock_label
        s.shape(box, "bar", line="line", radius=15, line_w=1.2, alpha=215)
        s.line_at(box.x + 14, box.cy, 86, f"Stock {view.stock_left}", size=13.5, weight="b")
        if view.trump is not None:
            s.glyph(box.x + 112, box.cy, 17, view.trump)
            s.line_at(box.x + 124, box.cy, 40, "trump", size=12.5, weight="m", tone="muted")
    elif view.kitty and not view.tricks and (view.trick is None or not view.trick.plays):
        _kitty(s, view, places)


def _kitty(s: Sheet, view: View, places: TablePlaces) -> None:
    """The kitty in the middle, or aside while a panel stands there."""
    aside = bool(view.offers)
    box, w = (places.kitty_aside, 46.0) if aside else (places.kitty, 84.0)
    step = w + 6 if aside else w + 14
    left = box.cx - row_width(len(view.kitty), w, step) / 2
    for item, pose in zip(view.kitty, row(len(view.kitty), left, box.cy, w, step), strict=True):
        s.card(f"kitty:{item.slot}", pose, item.card)
    if not aside:
        y = box.cy + w * 0.7 + 16
        s.line_at(box.x, y, box.w, "Kitty", size=13.5, weight="b", tone="muted", align="m")


def message(s: Sheet, look: Look, snap: Snapshot, places: TablePlaces, until: float) -> None:
    """The one sentence of the moment, ending before ``until``; a tip replaces it."""
    turn, runs = turns.message(snap)
    s.say = words.plain(runs)
    if look.memory.tip is not None:
        return
    box = places.message
    w = min(s.runs_width(runs, 16, "m") + 52, box.w, 2 * (until - 12 - box.cx))
    pill = Rect.at(box.cx, box.cy, w, 36)
    s.shape(pill, "bar", line="gold" if turn else "line", radius=18, line_w=1.5, alpha=225)
    s.sentence(pill.inset(20, 4), runs, size=16, weight="m", tone="text" if turn else "muted", align="m")


def tools(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> float:
    """Small buttons at the right of the message line; returns where they begin."""
    wanted: list[tuple[str, str, str, Do]] = [("sort", "Sort", "s", (Local("sort"),))]
    if view.last_trick is not None:
        wanted.append(("last", "Last", "l", (Local("dialog", "last"),)))
    if snap.adviser and view.offers and not snap.pending:
        wanted.append(("hint", "Hint", "h", (AskHint(),)))
    if not s.frame.side and look.memory.unread:
        read: Do = (Local("tab", "chat"), Local("drawer"))
        wanted.append(("log", f"Chat {min(look.memory.unread, 99)}", "g", read))
    elif not s.frame.side:
        wanted.append(("log", "Log", "g", (Local("drawer"),)))
    right = places.tools.right
    for name, title, key, do in wanted:
        w = s.width(title, 13.5, "b") + 46
        right -= w
        s.button(
            f"tools:{name}",
            Rect(right, places.tools.y, w, places.tools.h),
            title,
            do,
            "tool",
            keys=(key,),
            cap=key.upper(),
            size=13.5,
        )
        right -= 7
    return right


def my_hand(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    """The own hand."""
    hand.show(s, look, snap, view, places.hand, up_to=places.message.bottom + 2)
