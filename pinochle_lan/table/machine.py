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

from pinochle_lan.codec import Value, array, encode
from pinochle_lan.log.machine import HAND_BACK, Content, Place, Sort
from pinochle_lan.log.rider import Rider
from pinochle_lan.pluginhost.culprit import blamed
from pinochle_lan.pluginhost.naming import parse
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.ask import Sort as AskSort
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.state import State
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.escrow import FEWEST, usable_box_key
from pinochle_lan.sealed.setup import Setup
from pinochle_lan.table import folding, reading, riding, seating, shuffle, takeover
from pinochle_lan.table.attendance import Attendance
from pinochle_lan.table.bodies import Key
from pinochle_lan.table.gains import Gains
from pinochle_lan.table.hosts import planned
from pinochle_lan.table.places import places, word
from pinochle_lan.table.terms import Terms

DRAW_BYTES: Final = 32
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
    """Shuffles of this hand, or steps in a row, that came to nothing although nobody left."""
    again: bool = False
    """The pack was shuffled by another roster than "ready" left: it is shuffled again (docs/log.md 5)."""
    stopped: str = ""
    """Why the table cannot go on, naming the laptop; empty = it goes on."""
    offender: int | None = None
    """Member whose content stopped the table."""
    culprit: str = ""
    """Plugin whose code failed and so stopped the table, by its name there."""
    told: tuple[act.Action, ...] = field(default=(), compare=False, repr=False)
    """What the last step did, in order; for the log panel, not part of the state."""

    @classmethod
    def begin(cls, terms: Terms) -> TableMachine:
        """The state after genesis."""
        state = terms.game.start()
        return folding.passed_over(cls(terms, state, attendance=Attendance(hand=state.deals)))

    # --- what is due

    @cached_property
    def roster(self) -> tuple[int, ...]:
        """Member numbers whose laptops play, ascending: those that host a seat, less those away."""
        away = self.attendance.away
        return tuple(member for member in self.terms.roster if member not in away)

    @property
    def members(self) -> Mapping[int, bytes]:
        """The key of every member, at the table or not."""
        return self.terms.keys

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
            shufflers = self.drawers if any(ask.kind == "draw" for ask in self.asks) else self.roster
            return places(self.asks, self.roster, self.hosts, shufflers)
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

    @property
    def drawers(self) -> tuple[int, ...]:
        """Who has part in the joint draw: those of the roster that committed themselves with "ready"."""
        return tuple(member for member, _ in self.commits if member in self.roster)

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
            box_keys=self.box_keys,
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
    def box_keys(self) -> tuple[bytes, ...]:
        """Of the roster; none for fewer than three laptops, while one lacks, or if the table wants none."""
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

    def has_proof(self, place: Place) -> bool:
        """Whether a trusting look leaves out a long proof there: of a key, a mix, a remix or shares."""
        return word(place.kind) in ("key", "proof", "remix", "share")

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
        try:
            refusal = self.terms.game.check(self.state, action)
        except Exception as error:
            if blamed(error, self.terms.files) is None:
                raise
            return None  # not its author's fault: the fold says whose it is
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
            try:
                known = self._after(contents, riders)
            except Exception as error:
                known = self._failed(error)
                if known is None:
                    raise
            self.__dict__["_last"] = step, ref(known)
        return known

    def _after(self, contents: Sequence[tuple[Place, Content]], riders: Sequence[Rider]) -> TableMachine:
        after = folding.folded(self, contents)
        for rider in riders:
            after = riding.ridden(after, rider)
        if any(ask.kind == "ready" for ask in self.asks):
            after = seating.up_to_date(after)
        return folding.passed_over(after)

    def _failed(self, error: Exception) -> TableMachine | None:
        """Stopped because a plugin's code failed, with the same words on every laptop; None = none did."""
        found = blamed(error, self.terms.files)
        if found is None:
            return None
        plugin, line = found
        what = f"The {parse(plugin).plain} failed at its line {line} ({type(error).__name__})."
        stopped = f"{what} The hand stops here; nothing is lost."
        return replace(self, stopped=stopped, culprit=plugin, told=())

    def applied(self, actions: Sequence[act.Action]) -> TableMachine:
        """After a step of the rules, the deal's holders brought into line with the zones."""
        state = self.terms.game.apply(self.state, actions)
        deal = None if self.deal is None else reading.held_by(self.deal, state.slots)
        return replace(self, state=state, deal=deal, told=tuple(actions))

    def halted(self, member: int | None, kind: str, why: str) -> TableMachine:
        """Stopped for good: a lie that nobody can take over from."""
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
            tuple((one.number, one.key, one.name) for one in self.terms.newcomers),
            tuple((plan.holder, plan.bot, plan.host) for plan in self.terms.chairs),
        )
        whole = array((self.terms.game.encode(self.state), encode(deal), encode(rest)))
        return hashlib.sha256(whole).digest()[:STATE_BYTES]

    def digest(self) -> bytes:
        """First 8 bytes of SHA-256 over the canonical state."""
        return self._digest
