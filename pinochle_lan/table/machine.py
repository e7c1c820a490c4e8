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

from pinochle_lan.cards import card
from pinochle_lan.codec import Value, encode
from pinochle_lan.log.machine import Blank, Content, Illegal, Place
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.state import State
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.setup import Setup
from pinochle_lan.table import reading, shuffle
from pinochle_lan.table.bodies import Key
from pinochle_lan.table.gains import Gains
from pinochle_lan.table.places import places, word
from pinochle_lan.table.terms import Terms

DRAW_BYTES: Final = 32
MOST_ATTEMPTS: Final = 3
"""Failed shuffles of one hand after which the table stops and names who spoilt the last one."""
STATE_BYTES: Final = 8


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
    stopped: str = ""
    """Why the table cannot go on, naming the laptop; empty = it goes on."""
    offender: int | None = None
    """Member whose content stopped the table."""
    told: tuple[act.Action, ...] = field(default=(), compare=False, repr=False)
    """What the last step did, in order; for the log panel, not part of the state."""

    @classmethod
    def begin(cls, terms: Terms) -> TableMachine:
        """The state after genesis."""
        return cls(terms, terms.game.start())._passed_over()

    # --- what is due

    @property
    def roster(self) -> tuple[int, ...]:
        """Member numbers whose laptops play, ascending."""
        return self.terms.roster

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """What the rules want in this step; empty when the game is over."""
        return tuple(self.terms.game.due(self.state))

    @cached_property
    def hosts(self) -> Mapping[int, int]:
        """The member that writes for each seat."""
        return self.terms.hosts(self.state.chairs)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places of the step in fold order."""
        return () if self.stopped else places(self.asks, self.roster, self.hosts, self.roster)

    def due(self) -> Sequence[Place]:
        """The places of the step in fold order; empty when the game is over or the table stopped."""
        return self.places

    @cached_property
    def gains(self) -> Gains:
        """The shares, remixes and showings of the step."""
        return Gains(self.asks, self.hosts, self.roster, self.dealt)

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
            seat_peer=tuple(self.peer(self.hosts[seat]) for seat in sorted(self.hosts)),
            slot_map=ask.slot_map,
        )
        return Deal.new(setup, self.terms.group)

    @property
    def hand(self) -> int:
        """Number of the running deal, from 1; void hands count."""
        return self.state.deals

    def peer(self, member: int) -> int:
        """A member's number in the sealed deal."""
        return self.roster.index(member)

    # --- judging

    def judge(self, place: Place, body: Value, held: Mapping[Key, Value], trusted: bool) -> str | None:
        """None if the content may stand, else why not (see Machine)."""
        match word(place.kind):
            case "ready":
                return self._judge_ready(body)
            case "reveal":
                return self._judge_reveal(place.author, body)
            case "seen":
                return None if body == () else "it carries something where nothing belongs"
            case "key" | "mix" | "proof" | "seal":
                return shuffle.judge(self.fresh, self.roster, place, body, held, trusted=trusted)
            case "share" | "show" | "remix":
                assert self.deal is not None
                return self.gains.judge(self.deal, place, body, held, trusted)
        try:
            # Openings are checked even where the log is trusted: a false one has no face to go on with.
            action, _ = self.read(place, body, self.deal)
        except RulesError as error:
            return str(error)
        refusal = self.terms.game.check(self.state, action)
        return None if refusal is None else str(refusal)

    def _judge_ready(self, body: Value) -> str | None:
        if not self.draw_follows:
            return None if body == () else "it carries something where nothing belongs"
        match body:
            case (bytes() as commit,) if len(commit) == hashlib.sha256().digest_size:
                return None
        return "it lacks the commitment for the draw"

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

    def fold(self, contents: Sequence[tuple[Place, Content]], ids: Mapping[Key, bytes]) -> TableMachine:
        """The state after the step (see Machine). The last result is kept while somebody else holds it."""
        last: tuple[object, ref[TableMachine]] | None = self.__dict__.get("_last")
        known = last[1]() if last is not None and last[0] == tuple(contents) else None
        if known is None:
            known = self._fold(contents)
            self.__dict__["_last"] = tuple(contents), ref(known)
        return known

    def _fold(self, contents: Sequence[tuple[Place, Content]]) -> TableMachine:
        if any(ask.kind == "shuffle" for ask in self.asks):
            return self._fold_shuffle(contents)
        bodies: dict[Key, Value] = {}
        for place, content in contents:
            if isinstance(content, Illegal):
                return self._stop(place.author, place.kind, content.why)
            if isinstance(content, Blank):
                return self._stop(place.author, place.kind, "the laptop is gone")
            bodies[place.key] = content
        if not self.gains.rests_well(self.places, bodies):
            # Honest bodies are derived and come out the same again, so nothing new is chosen or revealed.
            return replace(self, told=())
        return self._fold_bodies(bodies)._passed_over()

    def _fold_shuffle(self, contents: Sequence[tuple[Place, Content]]) -> TableMachine:
        outcome = shuffle.fold(self.fresh, self.roster, contents)
        if outcome.deal is not None:
            after = replace(self, deal=outcome.deal, attempt=1, dealt=False)
            return after._apply((act.Shuffled(),))._passed_over()
        if self.attempt < MOST_ATTEMPTS:
            return replace(self, attempt=self.attempt + 1, told=())
        return self._stop(outcome.blamed, "shuffle", outcome.why)

    def _fold_bodies(self, bodies: Mapping[Key, Value]) -> TableMachine:
        deal, commits, dealt = self.deal, self.commits, self.dealt
        turned = None
        if deal is not None:
            turned = self.gains.turned(deal, self.places, bodies)
            deal = self.gains.gained(turned, self.places, bodies)
        if self.draw_follows:
            commits = tuple((who, _commit(body)) for (who, _), body in bodies.items())
        seats = {place.kind: place for place in self.places}
        actions: list[act.Action] = []
        for ask in self.asks:
            place = seats.get(f"{ask.kind} {ask.seat}")
            if ask.kind == "draw":
                commits = ()
                actions.append(act.Drawn(self._draw_seed(bodies)))
            elif ask.kind == "deal" or place is None or ask.kind == "remix":
                dealt = dealt or ask.kind == "deal"
                actions.append(self._done(ask, turned))
            else:
                action, deal = self.read(place, bodies[place.key], deal, checked=True)
                actions.append(action)
        return replace(self, deal=deal, commits=commits, dealt=dealt)._apply(actions)

    def _draw_seed(self, bodies: Mapping[Key, Value]) -> bytes:
        reveals = tuple(bodies[member, "reveal"] for member in self.roster)
        return hashlib.sha256(encode((self.terms.genesis.table, self.hand, reveals))).digest()

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
        """A step that leaves nobody anything to do is done at once: one laptop needs no shares."""
        after = self
        while after.asks and not after.places and not after.stopped:
            after = after._fold_bodies({})._with_told(after.told)
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
        rest = (self.attempt, self.dealt, self.commits, self.roster, self.stopped, self.offender)
        whole = (self.terms.game.encode(self.state), deal, rest)
        return hashlib.sha256(encode(whole)).digest()[:STATE_BYTES]

    def digest(self) -> bytes:
        """First 8 bytes of SHA-256 over the canonical state."""
        return self._digest


def _commit(body: Value) -> bytes:
    match body:
        case (bytes() as commit,):
            return commit
    raise AssertionError("a ready was folded that was not judged")
