"""What a step's contents do to a table: the fold of bodies, absences, lies and a spoilt shuffle.

Pure functions over public facts, alike on every laptop (docs/log.md 3, 7, 10; docs/engine.md 3). What riders
do stands in ``riding``, who sits where after it in ``seating``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pinochle_lan.cards import Card, card
from pinochle_lan.codec import Value, encode
from pinochle_lan.log.machine import HAND_BACK, Blank, Content, Illegal, Place, Sort
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.ask import Ask
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.table import seating, shuffle, standin, takeover
from pinochle_lan.table.bodies import Key
from pinochle_lan.table.places import word

if TYPE_CHECKING:
    from pinochle_lan.table.machine import Pairs, TableMachine

MOST_ATTEMPTS: Final = 3
"""Failed shuffles of one hand after which the table stops and names who spoilt the last one.

Also the times in a row that parts of a step may rest on what was not folded. An honest laptop was shown two
versions then; whoever showed them is proved a liar and gone after the next step at the latest, so the last
time is its author's own doing (docs/sealed-deal.md 1).
"""


def folded(now: TableMachine, contents: Sequence[tuple[Place, Content]]) -> TableMachine:
    """What the contents alone do. A step with a hole folds to who is gone, and is due again as it was.

    Honest bodies are derived and come out the same again, so nothing new is chosen or revealed.
    """
    gone = [place.author for place, content in contents if content is Blank.ABSENT]
    wrong = [(place, content.why) for place, content in contents if isinstance(content, Illegal)]
    if any(ask.kind == "shuffle" for ask in now.asks):
        return _shuffled(now, contents, gone, wrong)
    if gone or wrong:
        return _missed(now, gone, wrong)
    bodies = {place.key: content for place, content in contents if not isinstance(content, Blank | Illegal)}
    astray = None if now.running is None else now.gains.astray(now.places, bodies)
    if astray is not None and now.spoilt + 1 == MOST_ATTEMPTS:
        return _missed(replace(now, spoilt=0), (), [(astray, "it rests on a remix that is not there")])
    if astray is not None:
        return replace(now, spoilt=now.spoilt + 1, told=())
    if any(place.kind == "wait" for place in now.places) or HAND_BACK in bodies.values():
        return replace(now, told=())
    return _played(replace(now, spoilt=0), bodies)


def passed_over(now: TableMachine) -> TableMachine:
    """A step that leaves nobody anything to do is done at once.

    One laptop needs no shares; a hand that lies face up plays by itself.
    """
    after = seating.arranged(now)
    while after.asks and not after.places and not after.stopped:
        done = _played(after, {})
        after = seating.arranged(replace(done, told=(*after.told, *done.told)))
    return after


def accused(now: TableMachine, member: int, kind: str, why: str) -> TableMachine:
    """A proven lie. Of two laptops none can take a seat over: the offender's side forfeits the hand."""
    if member not in now.roster or now.stopped:
        return now
    if len(now.roster) > 2:
        return replace(now, attendance=now.attendance.off(member, fault=True))
    seat = int(kind.partition(" ")[2]) if kind.partition(" ")[2].isdigit() else None
    mine = [s for s, owner in now.owners.items() if owner == member]
    if len(now.roster) == 1 or now.running is None or not mine:
        return now.halted(member, kind, why)
    state = replace(now.state, pending=())
    lost = seat if seat in mine else mine[0]
    return replace(now, state=state).applied((act.Forfeit(lost),))


def _shuffled(
    now: TableMachine,
    contents: Sequence[tuple[Place, Content]],
    gone: Sequence[int],
    wrong: Sequence[tuple[Place, str]],
) -> TableMachine:
    outcome = shuffle.fold(now.fresh, now.roster, contents)
    if outcome.deal is not None:
        after = replace(now, deal=outcome.deal, attempt=1, spoilt=0, dealt=False, told=())
        if now.again:
            return replace(after, again=False)
        return after.applied((act.Shuffled(),))
    after = replace(now, attempt=now.attempt + 1, told=())
    if gone or (len(now.roster) > 2 and outcome.blamed is not None):
        if outcome.blamed is not None and outcome.blamed not in gone and not wrong:
            wrong = [(Place(outcome.blamed, "shuffle", Sort.AUTO), outcome.why)]
        return _missed(after, gone, wrong if len(now.roster) > 2 else ())
    if now.spoilt + 1 < MOST_ATTEMPTS:
        return replace(after, spoilt=now.spoilt + 1)
    if outcome.astray is not None and len(now.roster) > 2:
        part = Place(outcome.astray, "shuffle", Sort.AUTO)
        return _missed(replace(after, spoilt=0), (), [(part, outcome.why)])
    return now.halted(outcome.astray if outcome.blamed is None else outcome.blamed, "shuffle", outcome.why)


def _missed(now: TableMachine, gone: Sequence[int], wrong: Sequence[tuple[Place, str]]) -> TableMachine:
    after = replace(now, told=())
    for member in dict.fromkeys(gone):
        if len(after.roster) > 1:
            after = replace(after, attendance=after.attendance.off(member, missed=True))
    for place, why in wrong:
        after = accused(after, place.author, place.kind, why)
    return after


def _played(now: TableMachine, bodies: Mapping[Key, Value]) -> TableMachine:
    deal, commits, boxes, dealt = now.deal, now.commits, now.boxes, now.dealt
    if deal is not None and any(word(place.kind) in ("sub", "late") for place in now.places):
        return replace(now, deal=takeover.fold(deal, now.asks, now.peers, bodies), told=())
    turned = None
    if deal is not None:
        turned = now.gains.turned(deal, now.places, bodies)
        deal = now.gains.gained(turned, now.places, bodies)
    if any(ask.kind == "ready" for ask in now.asks):
        boxes, commits = _signed_up(now, bodies)
    seats = {place.kind: place for place in now.places}
    actions: list[act.Action] = []
    for ask in now.asks:
        place = seats.get(f"{ask.kind} {ask.seat}")
        if ask.kind == "draw":
            commits = ()
            actions.append(act.Drawn(_draw_seed(now, bodies), _chairs_away(now)))
        elif ask.kind in ("ready", "show", "deal", "remix"):
            dealt = dealt or ask.kind == "deal"
            actions.append(_done(now, ask, turned))
        elif place is None:
            assert deal is not None
            actions.append(standin.answer(now.terms.game, now.state, ask, face_up(deal, ask.seat)))
        else:
            action, deal = now.read(place, bodies[place.key], deal, checked=True)
            actions.append(action)
    return replace(now, deal=deal, commits=commits, boxes=boxes, dealt=dealt).applied(actions)


def _signed_up(now: TableMachine, bodies: Mapping[Key, Value]) -> tuple[Pairs, Pairs]:
    """Box keys and commitments after a "ready" of all."""
    boxes, commits = dict(now.boxes), []
    for (member, _), body in bodies.items():
        assert isinstance(body, tuple)
        parts = [part for part in body if isinstance(part, bytes)]
        if member not in boxes:
            boxes[member] = parts.pop()
        commits += [(member, part) for part in parts]
    return tuple(sorted(boxes.items())), tuple(commits)


def _draw_seed(now: TableMachine, bodies: Mapping[Key, Value]) -> bytes:
    reveals = tuple(bodies[member, "reveal"] for member in now.drawers)
    return hashlib.sha256(encode((now.terms.genesis.table, now.hand, reveals))).digest()


def _chairs_away(now: TableMachine) -> tuple[int, ...]:
    """Chairs whose laptop revealed nothing: they rank last, so who goes away gains nothing."""
    plans = enumerate(now.terms.seats)
    return tuple(chair for chair, plan in plans if plan.host in now.attendance.away)


def _done(now: TableMachine, ask: Ask, turned: Deal | None) -> act.Action:
    """What the rules hear of an ask that laptops and not seats fulfilled."""
    if ask.kind == "ready":
        return act.Ready()
    if ask.kind == "show":
        assert turned is not None
        known = [(slot, turned.face(slot)) for slot in ask.slots]
        shown = tuple(act.Shown(slot, card(face)) for slot, face in known if face is not None)
        return act.Faces(ask.zone, shown)
    assert ask.seat is not None
    return act.Dealt(ask.seat) if ask.kind == "deal" else act.Remixed(ask.seat)


def face_up(deal: Deal, seat: int | None) -> dict[int, Card]:
    """The public faces of the cards that a seat holds, by slot."""
    held = (number for number, slot in sorted(deal.slots.items()) if slot.seat == seat)
    return {number: card(face) for number in held if (face := deal.face(number)) is not None}
