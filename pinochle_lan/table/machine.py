"""The state of a table: the game's state, the deal's transcript and who hosts what, folded step by step.

Implements ``log.machine.Machine``. Public facts only: every laptop and every spectator holds the same one,
and
``verify`` builds it again from the file. It signs nothing, knows no clock and no secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final
from weakref import ref

from pinochle_lan.cards import Card, card
from pinochle_lan.codec import Value, encode
from pinochle_lan.log.machine import HAND_BACK, Blank, Content, Illegal, Place, Sort
from pinochle_lan.log.rider import Rider
from pinochle_lan.log.step import quorum
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.ask import Sort as AskSort
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.state import State
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.escrow import FEWEST, usable_box_key
from pinochle_lan.sealed.setup import Setup
from pinochle_lan.table import reading, shuffle, standin, takeover
from pinochle_lan.table.attendance import Attendance
from pinochle_lan.table.bodies import Key
from pinochle_lan.table.gains import Gains
from pinochle_lan.table.hosts import partners_laptop, planned
from pinochle_lan.table.places import places, word
from pinochle_lan.table.terms import Terms

DRAW_BYTES: Final = 32
MOST_ATTEMPTS: Final = 3
"""Failed shuffles of one hand after which the table stops and names who spoilt the last one."""
STATE_BYTES: Final = 8

Pairs = tuple[tuple[int, bytes], ...]
"""(member, bytes), ascending."""


@dataclass(frozen=True)
class TableMachine:
    """A table between two steps. Immutable; ``fold`` gives the next one."""

    terms: Terms = field(repr=False)
    state: State
    deal: Deal | None = field(default=None, repr=False)
    """The sealed pack of the running hand; None before the first one."""
    attempt: int = 1
    """Of the shuffle that is due."""
    dealt: bool = False
    """The first cards of this pack are out."""
    commits: tuple[tuple[int, bytes], ...] = ()
    """(member, SHA-256 of its 32 bytes) for the joint draw."""
    boxes: tuple[tuple[int, bytes], ...] = ()
    """(member, X25519 key) as each laptop signed it with its first "ready": for the escrow of its keys."""
    attendance: Attendance = field(default_factory=Attendance)
    spoilt: int = 0
    """Shuffles of this hand that came to nothing although nobody left."""
    again: bool = False
    """The pack was shuffled by another roster than "ready" left: it is shuffled again (docs/log.md 5)."""
    stopped: str = ""
    """Why the table cannot go on, naming the laptop; empty = it goes on."""
    offender: int | None = None
    """Member whose content stopped the table."""
    told: tuple[act.Action, ...] = field(default=(), compare=False, repr=False)
    """What the last step did, in order; for the log panel, not part of the state."""

    @classmethod
    def begin(cls, terms: Terms) -> TableMachine:
        """The state after genesis."""
        state = terms.game.start()
        return cls(terms, state, attendance=Attendance(hand=state.deals))._passed_over()

    # --- what is due

    @cached_property
    def roster(self) -> tuple[int, ...]:
        """Member numbers whose laptops play, ascending: those that host a seat, less those away."""
        away = self.attendance.away
        return tuple(member for member in self.terms.roster if member not in away)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """What the rules want in this step; empty when the game is over."""
        if self.again and self.deal is not None:
            return (Ask("shuffle", None, AskSort.AUTO, slot_map=self.deal.setup.slot_map),)
        return tuple(self.terms.game.due(self.state))

    @cached_property
    def running(self) -> Deal | None:
        """The sealed pack while a hand is dealt and played; None between two hands."""
        between = any(ask.kind in ("ready", "draw", "shuffle") for ask in self.asks)
        return None if between or not self.asks else self.deal

    @cached_property
    def homes(self) -> Mapping[int, int]:
        """The member each seat belongs to: the person's laptop, or the one that brought the bot."""
        return self.terms.hosts(self.state.chairs)

    @cached_property
    def hosts(self) -> Mapping[int, int]:
        """The member that writes for each seat; none for a seat whose hand lies face up."""
        deal = self.running
        if deal is None:
            people = dict(self.terms.people(self.state.chairs))
            alone = [member for member in self.roster if member not in people.values()]
            return planned(self.homes, self.terms.game.sides, self.roster, alone)
        playing = {seat: deal.host(seat) for seat in sorted(self.homes)}
        return {seat: self.peers[peer] for seat, peer in playing.items() if peer is not None}

    @cached_property
    def owners(self) -> Mapping[int, int]:
        """The member whose key guards each seat's cards in the newest pack."""
        if self.deal is None:
            return {}
        return {seat: self.peers[peer] for seat, peer in enumerate(self.deal.setup.seat_peer)}

    @cached_property
    def peers(self) -> tuple[int, ...]:
        """Members by their number in the newest pack's deal; also those that are away by now."""
        if self.deal is None:
            return ()
        numbers = {key: member for member, key in self.terms.keys.items()}
        return tuple(numbers[key] for key in self.deal.setup.peers)

    @cached_property
    def blocked(self) -> tuple[int, ...]:
        """Members without whom the running hand cannot go on (docs/sealed-deal.md 6); empty = it can."""
        deal = self.running
        if deal is None:
            return ()
        taken = None if deal.away is None else self.peers[deal.away]
        return tuple(member for member in self.peers if member not in self.roster and member != taken)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places of the step in fold order."""
        if self.stopped or not self.asks:
            return ()
        if self.blocked:
            return tuple(Place(member, "wait", Sort.AUTO) for member in self.roster)
        deal = self.running
        if deal is None:
            return places(self.asks, self.roster, self.hosts, self.roster)
        subs = takeover.places(deal, self.asks, self.peers, self.roster)
        present = [member for member in self.peers if member in self.roster]
        return subs or places(self.asks, self.roster, self.hosts, present, self.owners)

    def due(self) -> Sequence[Place]:
        """The places of the step in fold order; empty when the game is over or the table stopped."""
        return self.places

    @cached_property
    def gains(self) -> Gains:
        """The shares, remixes and showings of the step."""
        return Gains(self.asks, self.hosts, self.owners, self.peers, self.dealt)

    @cached_property
    def draw_follows(self) -> bool:
        """Whether "ready" carries a commitment because the joint draw is next (docs/engine.md 3)."""
        if not any(ask.kind == "ready" for ask in self.asks):
            return False
        after = self.terms.game.apply(self.state, (act.Ready(),))
        return any(ask.kind == "draw" for ask in self.terms.game.due(after))

    @cached_property
    def fresh(self) -> Deal:
        """The deal that the shuffle which is due begins. Raises ValueError if none is due."""
        ask = next((ask for ask in self.asks if ask.kind == "shuffle"), None)
        if ask is None:
            raise ValueError("no shuffle is due")
        setup = Setup(
            table_id=self.terms.genesis.table,
            hand=self.hand,
            attempt=self.attempt,
            suite=self.terms.group.suite,
            rules_hash=self.terms.rules_hash,
            types=self.terms.game.pack,
            peers=tuple(self.terms.keys[member] for member in self.roster),
            seat_peer=tuple(self.roster.index(self.hosts[seat]) for seat in sorted(self.hosts)),
            slot_map=ask.slot_map,
            box_keys=self._box_keys,
        )
        return Deal.new(setup, self.terms.group)

    @property
    def hand(self) -> int:
        """Number of the running deal, from 1; void hands count."""
        return self.state.deals

    def peer(self, member: int) -> int:
        """A member's number in the sealed deal."""
        return self.peers.index(member)

    def box_key(self, member: int) -> bytes | None:
        """The key to which the others box their parts for the member; None until its first "ready"."""
        return dict(self.boxes).get(member)

    @property
    def _box_keys(self) -> tuple[bytes, ...]:
        """Of the roster; none with fewer than three laptops, as long as one is missing, or by the table's will."""
        if not self.terms.game.options.get("deal.takeover", True):
            return ()
        keys = [key for member in self.roster if (key := self.box_key(member)) is not None]
        return tuple(keys) if len(keys) == len(self.roster) >= FEWEST else ()

    def stands_in(self, place: Place) -> bool:
        """Whether the place is a choice that a laptop makes for a seat of the one that is taken over."""
        deal = self.running
        seat = int(place.kind.partition(" ")[2] or 0)
        mine = self.owners.get(seat) == place.author
        return place.sort is Sort.CHOICE and deal is not None and deal.away is not None and not mine

    # --- judging

    def judge(self, place: Place, body: Value, held: Mapping[Key, Value], trusted: bool) -> str | None:
        """None if the content may stand, else why not (see Machine)."""
        match word(place.kind):
            case "ready":
                return self._judge_ready(place.author, body)
            case "reveal":
                return self._judge_reveal(place.author, body)
            case "seen" | "wait":
                return None if body == () else "it carries something where nothing belongs"
            case "key" | "mix" | "proof" | "seal":
                return shuffle.judge(self.fresh, self.roster, place, body, held, trusted=trusted)
            case "sub" | "late":
                assert self.deal is not None
                peer = self.peer(place.author)
                return takeover.judge(self.deal, self.asks, peer, place.kind, body)
            case "share" | "show" | "remix":
                assert self.deal is not None
                return self.gains.judge(self.deal, place, body, held, trusted)
        if body == HAND_BACK:
            return None if self.stands_in(place) else "there is no seat to hand back"
        try:
            # Openings are checked even where the log is trusted: a false one has no face to go on with.
            action, _ = self.read(place, body, self.deal)
        except RulesError as error:
            return str(error)
        refusal = self.terms.game.check(self.state, action)
        return None if refusal is None else str(refusal)

    def _judge_ready(self, author: int, body: Value) -> str | None:
        sizes = [hashlib.sha256().digest_size] if self.draw_follows else []
        fresh = self.box_key(author) is None
        if not isinstance(body, tuple) or len(body) != len(sizes) + fresh:
            return "it has the wrong number of parts"
        if sizes and not (isinstance(body[0], bytes) and len(body[0]) == sizes[0]):
            return "it lacks the commitment for the draw"
        return None if not fresh or usable_box_key(body[-1]) else "its box key cannot be used"

    def _judge_reveal(self, author: int, body: Value) -> str | None:
        if not isinstance(body, bytes) or len(body) != DRAW_BYTES:
            return f"the draw needs {DRAW_BYTES} bytes"
        if hashlib.sha256(body).digest() != dict(self.commits).get(author):
            return "it is not what the laptop committed itself to before the draw"
        return None

    def read(
        self, place: Place, body: Value, deal: Deal | None, checked: bool = False
    ) -> tuple[act.Action, Deal | None]:
        """The action in a seat's body, and the deal after it (see ``reading``). Raises RulesError."""
        game, peer = self.terms.game, self.peer(place.author)
        return reading.read(game, self.state, place, body, deal, peer=peer, checked=checked)

    # --- folding

    def fold(
        self,
        contents: Sequence[tuple[Place, Content]],
        ids: Mapping[Key, bytes],
        riders: Sequence[Rider] = (),
    ) -> TableMachine:
        """The state after the step (see Machine). The last result is kept while somebody else holds it."""
        step = tuple(contents), tuple(riders)
        last: tuple[object, ref[TableMachine]] | None = self.__dict__.get("_last")
        known = last[1]() if last is not None and last[0] == step else None
        if known is None:
            known = self._fold(contents)
            for rider in riders:
                known = known._ridden(rider)
            if any(ask.kind == "ready" for ask in self.asks):
                known = known._up_to_date()
            known = known._passed_over()
            self.__dict__["_last"] = step, ref(known)
        return known

    def _fold(self, contents: Sequence[tuple[Place, Content]]) -> TableMachine:
        """What the contents alone do. A step with a hole folds to who is gone, and is due again as it was.

        Honest bodies are derived and come out the same again, so nothing new is chosen or revealed.
        """
        gone = [place.author for place, content in contents if content is Blank.ABSENT]
        wrong = [(place, content.why) for place, content in contents if isinstance(content, Illegal)]
        if any(ask.kind == "shuffle" for ask in self.asks):
            return self._fold_shuffle(contents, gone, wrong)
        if gone or wrong:
            return self._missed(gone, wrong)
        bodies = {
            place.key: content for place, content in contents if not isinstance(content, Blank | Illegal)
        }
        idle = not self.gains.rests_well(self.places, bodies) if self.running is not None else False
        if idle or any(place.kind == "wait" for place in self.places) or HAND_BACK in bodies.values():
            return replace(self, told=())
        return self._fold_bodies(bodies)

    def _fold_shuffle(
        self,
        contents: Sequence[tuple[Place, Content]],
        gone: Sequence[int],
        wrong: Sequence[tuple[Place, str]],
    ) -> TableMachine:
        outcome = shuffle.fold(self.fresh, self.roster, contents)
        if outcome.deal is not None:
            after = replace(self, deal=outcome.deal, attempt=1, spoilt=0, dealt=False, told=())
            if self.again:
                return replace(after, again=False)
            return after._apply((act.Shuffled(),))
        after = replace(self, attempt=self.attempt + 1, told=())
        if gone or (len(self.roster) > 2 and outcome.blamed is not None):
            if outcome.blamed is not None and outcome.blamed not in gone and not wrong:
                wrong = [(Place(outcome.blamed, "shuffle", Sort.AUTO), outcome.why)]
            return after._missed(gone, wrong if len(self.roster) > 2 else ())
        if self.spoilt + 1 < MOST_ATTEMPTS:
            return replace(after, spoilt=self.spoilt + 1)
        return self._stop(outcome.blamed, "shuffle", outcome.why)

    def _missed(self, gone: Sequence[int], wrong: Sequence[tuple[Place, str]]) -> TableMachine:
        after = replace(self, told=())
        for member in dict.fromkeys(gone):
            if len(after.roster) > 1:
                after = replace(after, attendance=after.attendance.off(member, missed=True))
        for place, why in wrong:
            after = after._accused(place.author, place.kind, why)
        return after

    def _accused(self, member: int, kind: str, why: str) -> TableMachine:
        """A proven lie. Of two laptops none can take a seat over: the offender's side forfeits the hand."""
        if member not in self.roster or self.stopped:
            return self
        if len(self.roster) > 2:
            return replace(self, attendance=self.attendance.off(member, fault=True))
        seat = int(kind.partition(" ")[2]) if kind.partition(" ")[2].isdigit() else None
        mine = [s for s, owner in self.owners.items() if owner == member]
        if len(self.roster) == 1 or self.running is None or not mine:
            return self._stop(member, kind, why)
        state = replace(self.state, pending=())
        lost = seat if seat in mine else mine[0]
        return replace(self, state=state)._apply((act.Forfeit(lost),))

    def _ridden(self, rider: Rider) -> TableMachine:
        """After a rider (docs/log.md 11); one that is not valid now folds to nothing."""
        who, here, match_ = rider.member, self.attendance, (rider.type, rider.fields)
        if self.stopped:
            return self
        match match_:
            case "back", _ if who in self.blocked or here.may_return(who) or self.running is None:
                return replace(self, attendance=here.back(who))
            case "back", _:
                return replace(self, attendance=here.later(who))
            case "leave", () if who in self.roster:
                return replace(self, attendance=here.off(who) if self._spares(who) else here.leave_later(who))
            case "fault", (int() as offender, *_):
                return self._accused(offender, "lie", "two signed things that contradict each other")
            case "kick", (int() as member, self.hand) if who in self.roster and member in self.roster:
                after = here.wish(who, "kick", member)
                if after.wanted(self.roster, "kick", member) >= quorum(self.roster):
                    after = after.leave_later(member, fault=True)
                return replace(self, attendance=after)
            case "void", (self.hand,) if who in self.roster and self.running is not None:
                after = here.wish(who, "void")
                if after.wanted(self.roster, "void") == len(self.roster):
                    state = replace(self.state, ended="redeal-next", pending=())
                    return replace(self, state=state, attendance=after)._apply(())
                return replace(self, attendance=after)
        return self

    def _spares(self, member: int) -> bool:
        """Whether the others can go on at once without a member that takes its leave."""
        deal = self.running
        if deal is None or member not in self.peers:
            return len(self.roster) > 1
        rest = [self.peers.index(m) for m in self.roster if m != member and m in self.peers]
        return len(self.roster) > 2 and deal.takeover_place(self.peers.index(member), rest) is None

    def _arranged(self) -> TableMachine:
        """The seats brought into line with the roster: takeovers and returns, a new hand, a new shuffle."""
        after = self
        if after.attendance.hand != after.state.deals:
            here = after.attendance.header(after.state.deals, after.roster)
            after = replace(after, attendance=here, spoilt=0, attempt=1)
        deal = after.running
        if deal is None:
            return after
        if deal.away is not None and after.peers[deal.away] in after.roster:
            deal = deal.with_return()
        if deal.away is None:
            deal = after._taken_over(deal)
        return after if deal is after.deal else replace(after, deal=deal)

    def _up_to_date(self) -> TableMachine:
        """After "ready": if it left another roster or other hosts, the pack is shuffled again (log.md 5)."""
        deal = self.running
        if deal is None or self.dealt:
            return self
        between = replace(self, again=True, attempt=deal.setup.attempt + 1)
        same = [deal.setup.peers.index(self.terms.keys[m]) for m in self.roster if m in self.peers]
        if len(same) == len(self.roster) == len(self.peers):
            seats = [self.peers[peer] for peer in deal.setup.seat_peer]
            if seats == [host for _, host in sorted(between.hosts.items())]:
                return self
        return between

    def _taken_over(self, deal: Deal) -> Deal:
        """With the first of the departed laptops taken over that can be."""
        present = [peer for peer, member in enumerate(self.peers) if member in self.roster]
        for of, member in enumerate(self.peers):
            if member not in self.roster and deal.takeover_place(of, present) is None:
                seats = [seat for seat, peer in enumerate(deal.setup.seat_peer) if peer == of]
                sides = self.terms.game.sides
                found = {seat: partners_laptop(sides, seat, self.owners, self.roster) for seat in seats}
                stand_ins = {seat: self.peer(by) for seat, by in found.items() if by is not None}
                return deal.with_takeover(of, stand_ins)
        return deal

    def _fold_bodies(self, bodies: Mapping[Key, Value]) -> TableMachine:
        deal, commits, boxes, dealt = self.deal, self.commits, self.boxes, self.dealt
        if deal is not None and any(word(place.kind) in ("sub", "late") for place in self.places):
            return replace(self, deal=takeover.fold(deal, self.asks, self.peers, bodies), told=())
        turned = None
        if deal is not None:
            turned = self.gains.turned(deal, self.places, bodies)
            deal = self.gains.gained(turned, self.places, bodies)
        if any(ask.kind == "ready" for ask in self.asks):
            boxes, commits = self._signed_up(bodies)
        seats = {place.kind: place for place in self.places}
        actions: list[act.Action] = []
        for ask in self.asks:
            place = seats.get(f"{ask.kind} {ask.seat}")
            if ask.kind == "draw":
                commits = ()
                actions.append(act.Drawn(self._draw_seed(bodies), self._chairs_away()))
            elif ask.kind in ("ready", "show", "deal", "remix"):
                dealt = dealt or ask.kind == "deal"
                actions.append(self._done(ask, turned))
            elif place is None:
                assert deal is not None
                actions.append(standin.answer(self.terms.game, self.state, ask, face_up(deal, ask.seat)))
            else:
                action, deal = self.read(place, bodies[place.key], deal, checked=True)
                actions.append(action)
        return replace(self, deal=deal, commits=commits, boxes=boxes, dealt=dealt)._apply(actions)

    def _signed_up(self, bodies: Mapping[Key, Value]) -> tuple[Pairs, Pairs]:
        """Box keys and commitments after a "ready" of all."""
        boxes, commits = dict(self.boxes), []
        for (member, _), body in bodies.items():
            assert isinstance(body, tuple)
            parts = [part for part in body if isinstance(part, bytes)]
            if member not in boxes:
                boxes[member] = parts.pop()
            commits += [(member, part) for part in parts]
        return tuple(sorted(boxes.items())), tuple(commits)

    def _draw_seed(self, bodies: Mapping[Key, Value]) -> bytes:
        reveals = tuple(bodies[member, "reveal"] for member in self.roster)
        return hashlib.sha256(encode((self.terms.genesis.table, self.hand, reveals))).digest()

    def _chairs_away(self) -> tuple[int, ...]:
        """Chairs whose laptop revealed nothing: they rank last, so who goes away gains nothing."""
        plans = enumerate(self.terms.genesis.seats)
        return tuple(chair for chair, plan in plans if plan.host in self.attendance.away)

    def _done(self, ask: Ask, turned: Deal | None) -> act.Action:
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

    def _apply(self, actions: Sequence[act.Action]) -> TableMachine:
        """After a step of the rules, the deal's holders brought into line with the zones."""
        state = self.terms.game.apply(self.state, actions)
        deal = None if self.deal is None else reading.held_by(self.deal, state.slots)
        return replace(self, state=state, deal=deal, told=tuple(actions))

    def _passed_over(self) -> TableMachine:
        """A step that leaves nobody anything to do is done at once.

        One laptop needs no shares; a hand that lies face up plays by itself.
        """
        after = self._arranged()
        while after.asks and not after.places and not after.stopped:
            after = after._fold_bodies({})._with_told(after.told)._arranged()
        return after

    def _with_told(self, before: tuple[act.Action, ...]) -> TableMachine:
        return replace(self, told=(*before, *self.told))

    def _stop(self, member: int | None, kind: str, why: str) -> TableMachine:
        who = self.terms.member_names[member] if member is not None else "A laptop"
        what = f"{who}'s laptop sent a {word(kind)} that cannot stand: {why.rstrip('.')}."
        reason = f"{what} The table stopped here; the score is kept."
        return replace(self, stopped=reason, offender=member, told=())

    # --- the digest

    @cached_property
    def _digest(self) -> bytes:
        deal = None if self.deal is None else self.deal.digest()
        rest = (
            self.attempt,
            self.dealt,
            self.commits,
            self.boxes,
            self.attendance.value(),
            self.spoilt,
            self.again,
            self.stopped,
            self.offender,
        )
        whole = (self.terms.game.encode(self.state), deal, rest)
        return hashlib.sha256(encode(whole)).digest()[:STATE_BYTES]

    def digest(self) -> bytes:
        """First 8 bytes of SHA-256 over the canonical state."""
        return self._digest


def face_up(deal: Deal, seat: int | None) -> dict[int, Card]:
    """The public faces of the cards that a seat holds, by slot."""
    held = (number for number, slot in sorted(deal.slots.items()) if slot.seat == seat)
    return {number: card(face) for number in held if (face := deal.face(number)) is not None}
