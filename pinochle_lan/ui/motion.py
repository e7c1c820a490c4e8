"""What moves, from where to where and when: a pure function of the old snapshot, the new one and the time.

Display only (look.md 8): the log and the game never wait for it. Holding a full trick on the table is
done here too. Cards are followed by zone and seat, since a remix gives every slot of a hand a new number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from pinochle_lan.cards import Card
from pinochle_lan.rules.view import TrickView, View
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.page import CardItem

PLAY_MINE: Final = 180
PLAY_OTHER: Final = 240
COLLECT: Final = 300
DEAL_FLIGHT: Final = 220
DEAL_APART: Final = 70
DEAL_MOST: Final = 1400
MELD_FLIGHT: Final = 260
MELD_APART: Final = 60
MELD_MOST: Final = 1200
RECEIVE: Final = 260
SHAKE_MS: Final = 180
BACKLOG: Final = 4000
"""A queue longer than this jumps to its end (catching up after sleep)."""
NOWHERE: Final = Pose(0.0, 0.0, 60.0)
FOREVER: Final = 1 << 60
"""The end of a hold that lasts until a click."""


class Move(NamedTuple):
    """A card on its way. ``begin`` is absolute; ``lift`` is the height of the arc in units."""

    id: str
    card: Card | None
    start: Pose
    end: Pose
    begin: int
    ms: int
    lift: float = 0.0
    ease_in: bool = False
    ghost: bool = False
    """Not an item of the page: gone when it has arrived."""

    @property
    def until(self) -> int:
        """When it has arrived."""
        return self.begin + self.ms


@dataclass(frozen=True, slots=True)
class Motion:
    """Everything under way. ``held`` stays on the table until ``hold_until``, then goes to its winner."""

    moves: tuple[Move, ...] = ()
    held: TrickView | None = None
    hold_until: int = 0
    shake: str = ""
    shake_from: int = 0


@dataclass(frozen=True, slots=True)
class Pace:
    """The settings that matter here: speed in percent (0 = no travel) and hold in ms (0 = until a click)."""

    speed: int = 100
    hold: int = 900

    def ms(self, normal: int) -> int:
        """A duration at this speed."""
        return normal * 100 // self.speed if self.speed else 0


class Flying(NamedTuple):
    """A card to draw in flight."""

    id: str
    card: Card | None
    pose: Pose


@dataclass(frozen=True, slots=True)
class Stage:
    """What the change in a snapshot looks like on the page: cards before and after, and where seats are."""

    before: Mapping[str, CardItem]
    after: Mapping[str, CardItem]
    seats: Mapping[int, Pose]
    """Where a seat's cards come from and its tricks go to."""
    trick: Mapping[int, Pose]
    """Where each seat's card lies in the trick."""
    came: tuple[str, ...] = ()
    """Ids of cards that came to the own hand, and where from."""
    source: Pose = NOWHERE
    centre: Pose = NOWHERE
    """Where the pack lies while it is dealt."""


STILL: Final = Motion()


def trick_id(number: int, seat: int) -> str:
    """The page's id of a card in the trick."""
    return f"trick-{number}-{seat}"


def plan(
    old: View | None, new: View | None, stage: Stage, now: int, pace: Pace, *, running: Motion = STILL
) -> Motion:
    """The motion that leads from ``old`` to ``new``, continuing what is still running."""
    motion = settle(running, now)
    if new is None:
        return STILL
    if old is None or old.hand_number != new.hand_number or _held(old) == 0 < _held(new):
        return Motion(_deal(stage, now, pace)) if _is_deal(old, new) else STILL
    motion = _trick(old, new, stage, now, pace, motion=motion)
    extra = _melds(old, new, stage, now, pace) + _received(stage, now, pace)
    motion = replace(motion, moves=motion.moves + extra)
    late = max((move.until for move in motion.moves), default=0)
    if late > now + BACKLOG and motion.hold_until != FOREVER:
        return STILL
    return motion


def settle(motion: Motion, now: int) -> Motion:
    """Without what is over."""
    moves = tuple(move for move in motion.moves if move.until > now)
    held = motion.held if motion.hold_until > now else None
    return replace(
        motion,
        moves=moves,
        held=held,
        hold_until=motion.hold_until if held is not None else 0,
        shake=motion.shake if now < motion.shake_from + SHAKE_MS else "",
    )


def skip(motion: Motion, now: int) -> Motion:
    """A click ends all that runs; a trick that is held goes to its winner at once."""
    return replace(motion, moves=(), held=None, hold_until=0) if busy(motion, now) else motion


def refuse(motion: Motion, card_id: str, now: int, pace: Pace) -> Motion:
    """The card shakes its head."""
    return replace(motion, shake=card_id, shake_from=now) if pace.speed else motion


def busy(motion: Motion, now: int) -> bool:
    """Whether anything moves or is held."""
    return wake(motion, now) is not None or motion.hold_until == FOREVER


def wake(motion: Motion, now: int) -> int | None:
    """Milliseconds until the picture changes by itself: 0 while something flies, None = never."""
    soonest = None
    for move in motion.moves:
        if now >= move.until:
            continue
        wait = max(0, move.begin - now)
        soonest = wait if soonest is None else min(soonest, wait)
    if motion.held is not None and now < motion.hold_until < FOREVER:
        wait = motion.hold_until - now
        soonest = wait if soonest is None else min(soonest, wait)
    if motion.shake and now < motion.shake_from + SHAKE_MS:
        soonest = 0
    return soonest


def held(motion: Motion, now: int) -> TrickView | None:
    """The finished trick that is still to be shown."""
    return motion.held if now < motion.hold_until else None


def hidden(motion: Motion, now: int) -> frozenset[str]:
    """Ids of page items that are drawn in flight, or not yet, instead of at rest."""
    ids = {move.id for move in motion.moves if not move.ghost and now < move.until}
    if motion.shake and now < motion.shake_from + SHAKE_MS:
        ids.add(motion.shake)
    return frozenset(ids)


def flying(motion: Motion, now: int) -> tuple[Flying, ...]:
    """The cards in flight, in the order they are drawn."""
    return tuple(
        Flying(move.id, move.card, pose_at(move, now))
        for move in motion.moves
        if move.begin <= now < move.until
    )


def pose_at(move: Move, now: int) -> Pose:
    """Where a moving card is: ease-out cubic, or ease-in for tricks that are collected (look.md 8)."""
    share = min(1.0, max(0.0, (now - move.begin) / move.ms)) if move.ms else 1.0
    eased = share**2 if move.ease_in else 1 - (1 - share) ** 3
    arc = math.sin(eased * math.pi) * move.lift
    start, end = move.start, move.end
    return Pose(
        start.cx + (end.cx - start.cx) * eased,
        start.cy + (end.cy - start.cy) * eased - arc,
        start.w + (end.w - start.w) * eased,
        round(start.tilt + (end.tilt - start.tilt) * eased, 1),
    )


def shaken(pose: Pose, motion: Motion, now: int) -> Pose:
    """The refused card's place: three swings of 6 units, dying down."""
    share = min(1.0, (now - motion.shake_from) / SHAKE_MS)
    return pose._replace(cx=pose.cx + math.sin(share * 3 * math.tau) * 6 * (1 - share))


def _held(view: View) -> int:
    return sum(len(seat.hand) for seat in view.seats)


def _is_deal(old: View | None, new: View) -> bool:
    """A fresh deal, not a table that is joined or continued in the middle of a hand."""
    if _held(new) == 0 or new.calls or (new.trick is not None and new.trick.plays):
        return False
    return old is not None or new.declarer is None


def _deal(stage: Stage, now: int, pace: Pace) -> tuple[Move, ...]:
    if not pace.speed:
        return ()
    mine = [item for id_, item in stage.after.items() if id_.startswith("hand:")]
    packets = max(1, (len(mine) + 2) // 3)
    apart = min(DEAL_APART * 3, (DEAL_MOST - DEAL_FLIGHT) // packets)
    moves = []
    for place, item in enumerate(mine):
        begin = now + pace.ms(place // 3 * apart + place % 3 * 20)
        moves.append(Move(item.id, item.card, stage.centre, item.pose, begin, pace.ms(DEAL_FLIGHT), 20))
    for packet in range(packets):
        for order, pose in enumerate(stage.seats.values()):
            begin = now + pace.ms(packet * apart + order * 30)
            move = Move(f"deal-{packet}-{order}", None, stage.centre, pose, begin, pace.ms(DEAL_FLIGHT))
            moves.append(move._replace(ghost=True))
    return tuple(moves)


def _trick(old: View, new: View, stage: Stage, now: int, pace: Pace, *, motion: Motion) -> Motion:
    """Cards that were played since, the hold of a trick that is full, and its way to the winner."""
    moves = list(motion.moves)
    seen = _plays(old.trick) | _plays(old.last_trick)
    free = max([now, *(move.until for move in moves)])
    done = new.last_trick
    if done is not None and (old.last_trick is None or old.last_trick.number < done.number):
        if motion.hold_until == FOREVER:
            moves, free = [], now
        free = _fly(done, seen, stage, free, pace, moves=moves)
        hold_until = FOREVER if pace.hold == 0 else free + pace.hold
        if pace.hold:
            free = _collect(done, stage, hold_until, pace, moves)
        motion = replace(motion, held=done, hold_until=hold_until)
    if new.trick is not None and new.trick.plays:
        waiting = motion.hold_until == FOREVER
        _fly(new.trick, seen, stage, now if waiting else free, pace, moves=moves)
    return replace(motion, moves=tuple(moves))


def _plays(trick: TrickView | None) -> frozenset[tuple[int, int]]:
    if trick is None:
        return frozenset()
    return frozenset((trick.number, play.seat) for play in trick.plays)


def _fly(
    trick: TrickView,
    seen: frozenset[tuple[int, int]],
    stage: Stage,
    begin: int,
    pace: Pace,
    *,
    moves: list[Move],
) -> int:
    """Add the flights of the plays not seen before; returns when the last one has landed."""
    if not pace.speed:
        return begin
    for play in trick.plays:
        name = trick_id(trick.number, play.seat)
        end = stage.trick.get(play.seat)
        if (trick.number, play.seat) in seen or end is None:
            continue
        from_hand = stage.before.get(f"hand:{play.slot}") or stage.before.get(f"melded:{play.slot}")
        start = from_hand.pose if from_hand is not None else stage.seats.get(play.seat, stage.centre)
        ms = pace.ms(PLAY_MINE if from_hand is not None else PLAY_OTHER)
        moves.append(Move(name, play.card, start, end, begin, ms, 14))
        begin += ms
    return begin


def _collect(trick: TrickView, stage: Stage, begin: int, pace: Pace, moves: list[Move]) -> int:
    """Add the way of a finished trick to its winner; returns when it is there."""
    if trick.winner is None or not pace.speed:
        return begin
    end = stage.seats.get(trick.winner, stage.centre)
    for place, play in enumerate(trick.plays):
        start = stage.trick.get(play.seat)
        if start is not None:
            name = f"won-{trick.number}-{place}"
            move = Move(name, play.card, start, end, begin, pace.ms(COLLECT), ease_in=True, ghost=True)
            moves.append(move)
    return begin + pace.ms(COLLECT)


def _melds(old: View, new: View, stage: Stage, now: int, pace: Pace) -> tuple[Move, ...]:
    if not pace.speed:
        return ()
    fresh = [seat.seat for seat in new.seats if len(seat.meld) > len(old.seats[seat.seat].meld)]
    items = [
        (seat, item)
        for seat in fresh
        for id_, item in stage.after.items()
        if id_.startswith(f"meld-{seat}-") and id_ not in stage.before
    ]
    apart = min(MELD_APART, (MELD_MOST - MELD_FLIGHT) // max(1, len(items)))
    moves = []
    for place, (seat, item) in enumerate(items):
        start = stage.seats.get(seat, stage.centre)
        begin = now + pace.ms(place * apart)
        moves.append(Move(item.id, item.card, start, item.pose, begin, pace.ms(MELD_FLIGHT), 10))
    return tuple(moves)


def _received(stage: Stage, now: int, pace: Pace) -> tuple[Move, ...]:
    """Cards that came to the own hand: passed, from the kitty, or drawn."""
    if not pace.speed:
        return ()
    moves = []
    for place, name in enumerate(stage.came):
        item = stage.after.get(name)
        if item is not None:
            begin = now + pace.ms(place * 60)
            moves.append(Move(name, item.card, stage.source, item.pose, begin, pace.ms(RECEIVE), 20))
    return tuple(moves)
