"""A game: a variant with its options resolved and its house rules amended; the one door to the pure engine.

Everything here is a function of its arguments: no clock, no chance, no I/O. ``state`` holds public facts
only; ``mine`` (slot -> card) are the faces that this laptop may know for its own seats, and changes no result
of ``apply``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from pinochle_lan.cards import Card
from pinochle_lan.codec import Value
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import checking, look, melds, preset, stacking, wire, zones
from pinochle_lan.rules.actions import Action, Settle, ShowMeld, Shown
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.encode import Packer
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.fold import fold, run
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.options import Options, OptionValue, resolve
from pinochle_lan.rules.phases.base import Phase
from pinochle_lan.rules.phases.scoring import tally
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.state import State
from pinochle_lan.rules.variant import HouseRule, Rules, Variant
from pinochle_lan.rules.view import View


class Game:
    """A variant under given options and house rules. Immutable; compare states, not games."""

    def __init__(
        self,
        variant: Variant,
        options: Mapping[str, OptionValue] = MappingProxyType({}),
        rules: Sequence[HouseRule] = (),
    ) -> None:
        """Resolve ``options`` and let each house rule amend the variant.

        The order of the house rules is that of the option ``house_rules`` (ids with blanks between), without
        it that of ``rules``; the resolved options always hold it, so that every laptop stacks them alike.

        Raises OptionError for an unknown, wrong or contradictory option, with a sentence that names it, and
        RulesError for house rules that do not go together or do not fit the variant, with their names.
        """
        given, data, order = preset.divided(options)
        ordered = stacking.ordered(rules, order)
        given = stacking.without_switches(ordered, given)
        schema = [*variant.options, *(option for rule in ordered for option in rule.schema())]
        resolved = resolve(schema, given, variant.title)
        amended = preset.amend(variant.resolved(resolved), data)
        amended = stacking.amended(amended, ordered, resolved)
        settings = {**resolved, **data}
        if ordered:
            settings |= {rule.id: True for rule in ordered}
            settings[preset.ORDER] = " ".join(rule.id for rule in ordered)
        self._packer = Packer("history")
        self.options: Mapping[str, OptionValue] = Options(settings)
        self.variant = amended
        self.house_rules = ordered
        self.data = MappingProxyType(data)
        """Meld tables and counters that the table sets as data (``rules.preset``)."""
        self.rules: Rules = amended.rules
        self.phases: tuple[Phase, ...] = amended.phases
        self.id = amended.id
        self.title = amended.title
        self.seat_names = amended.seat_names
        self.seats = len(amended.seat_names)
        self.sides = amended.sides
        self.side_names = amended.side_names
        self.faces: tuple[Card, ...] = amended.pack
        self.pack: tuple[str, ...] = tuple(str(card) for card in amended.pack)
        self.strict = self.options.get("enforcement", "block") == "block"
        """Illegal actions are refused; otherwise some are accepted and judged."""

    # --- the fold

    @property
    def draws_first(self) -> bool:
        """Whether the first hand needs the joint draw (the table then adds a commitment to the first
        ready).
        """
        lots = ("random", "draw_high", "draw_low")
        return self.options.get("seating") == "draw" or self.options.get("first_dealer", "random") in lots

    def start(self) -> State:
        """The state before the first step."""
        state = State(
            scores=self.rules.start_scores or (0,) * len(self.sides),
            target=self.rules.end.target,
            chairs=tuple(range(self.seats)),
        )
        return run(self, self.phases[0].enter(self, state))

    def due(self, state: State) -> tuple[Ask, ...]:
        """The asks of the next step in fold order; empty when the game is over."""
        if state.over:
            return ()
        return state.pending or self.phase(state).due(self, state)

    def apply(self, state: State, actions: Sequence[Action]) -> State:
        """The state after one step, with everything that follows by itself.

        ``actions`` are the step's in fold order; what is missing (absent, illegal) is due again.
        """
        return run(self, self.fold_only(state, actions))

    def fold_only(self, state: State, actions: Sequence[Action]) -> State:
        """The state after the actions alone, before a finished phase is left: what an audit looks at."""
        return fold(self, state, actions)

    def encode(self, state: State) -> bytes:
        """The canonical bytes of the state, for the digest."""
        return self._packer.packed(state)

    # --- actions

    def check(self, state: State, action: Action, mine: Mapping[int, Card] | None = None) -> Refusal | None:
        """Why ``action`` is refused now, or None.

        With ``mine`` as before signing: everything is checked. Without, as on arrival: what public faces
        show. In penalty mode the refusals of ``checking.JUDGED`` are no refusals: see ``warning``.
        """
        refusal = self.warning(state, action, mine)
        if refusal is not None and not self.strict and refusal.code in checking.JUDGED:
            return None
        return refusal

    def warning(self, state: State, action: Action, mine: Mapping[int, Card] | None = None) -> Refusal | None:
        """As ``check``, but as strict as in block mode: what penalty mode would judge is named here."""
        return checking.refusal(self, state, action, mine)

    def legal(self, state: State, seat: int, mine: Mapping[int, Card]) -> Legal:
        """What ``seat`` may do now; empty unless a choice of its is due, never empty then."""
        asked = any(ask.seat == seat and ask.sort is Sort.CHOICE for ask in self.due(state))
        if not asked:
            return Legal()
        own = self.own(state, seat, mine)
        phase = self.phase(state)
        return Legal(
            phase.offers(self, state, seat, own),
            lambda: phase.choices(self, state, seat, own),
            lambda action: isinstance(action, act.Choice) and self.warning(state, action, own) is None,
            basis=(state, seat, own),
        )

    def by_itself(self, state: State, seat: int, mine: Mapping[int, Card]) -> act.Choice | None:
        """The choice that the seat's program sends by itself, after the usual pause: nothing can be laid.

        None = somebody is to be asked, or nothing is due from the seat.
        """
        if not any(ask.seat == seat and ask.sort is Sort.CHOICE for ask in self.due(state)):
            return None
        return self.phase(state).by_itself(self, state, seat, self.own(state, seat, mine))

    def best_meld(self, state: State, seat: int, mine: Mapping[int, Card]) -> ShowMeld:
        """The full meld of the seat's hand with the least set of slots: open ones first, then the lowest."""
        own = {
            n: card for n, card in self.own(state, seat, mine).items() if state.slots[n].zone == zones.HAND
        }
        public = tuple(n for n in own if state.slots[n].card is not None)
        chosen = melds.best_slots(own, public, state.trump, self.rules.melds)
        return ShowMeld(seat, tuple(Shown(n, own[n]) for n in chosen))

    def settle(self, state: State, seat: int, mine: Mapping[int, Card]) -> Settle:
        """The showing that the seat owes now. Raises RulesError if none is due or a face is not known."""
        ask = next((ask for ask in self.due(state) if ask.kind == "settle" and ask.seat == seat), None)
        if ask is None:
            raise RulesError(f"No settlement is due from {self.seat_names[seat]}")
        missing = [n for n in ask.slots if n not in mine]
        if missing:
            raise RulesError(f"The face of slot {missing[0]} is not known here")
        return Settle(seat, tuple(Shown(n, mine[n]) for n in ask.slots))

    def kind_of(self, action: Action) -> str:
        """The kind of the ask that ``action`` answers."""
        if isinstance(action, act.GiveUp):
            return "card" if self.declarer_leads else "go"
        if isinstance(action, act.Claim):
            return next((claim.kind for claim in self.rules.claims if claim.name == action.what), "call")
        return wire.KINDS[type(action)]

    def to_body(self, action: Action) -> Value:
        """The body of the entry for a seat's action; it holds slots and words, never a face."""
        return wire.to_body(action)

    def from_body(self, kind: str, seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
        """The action of a body. ``faces``: slots that it names and that are public or opened in the entry.

        Raises RulesError with a sentence on any value that is not the canonical body of an action.
        """
        return wire.from_body(kind, seat, body, faces)

    def opens(self, state: State, action: Action) -> tuple[int, ...]:
        """Slots of the action that need an opening proof: shown and not public yet."""
        return tuple(one.slot for one in wire.shown(action) if state.slots[one.slot].card is None)

    # --- looking

    def view(self, state: State, seat: int | None, mine: Mapping[int, Card]) -> View:
        """What ``seat`` may see (None = a spectator). Of ``mine`` only the seat's own slots are used."""
        return look.view(self, state, seat, mine)

    def public(self, state: State) -> dict[int, Card]:
        """All public faces by slot, for ``from_body``."""
        return {n: slot.card for n, slot in enumerate(state.slots) if slot.card is not None}

    def own(self, state: State, seat: int, mine: Mapping[int, Card]) -> dict[int, Card]:
        """Faces of the seat's own hand and table that are public or in ``mine``, by slot, ascending."""
        found: dict[int, Card] = {}
        for n, slot in enumerate(state.slots):
            if slot.owner == seat and slot.zone in (zones.HAND, zones.MELD):
                card = slot.card or mine.get(n)
                if card is not None:
                    found[n] = card
        return found

    # --- helpers for phases and house rules

    def phase(self, state: State) -> Phase:
        """The running phase."""
        return self.phases[state.phase]

    def left_of(self, seat: int, steps: int = 1) -> int:
        """The seat ``steps`` places clockwise."""
        return (seat + steps) % self.seats

    def side_of(self, seat: int) -> int:
        """Index of the seat's side."""
        return next(n for n, side in enumerate(self.sides) if seat in side)

    def partner_of(self, seat: int) -> int | None:
        """The partner's seat, or None where all play alone."""
        return next((other for other in self.sides[self.side_of(seat)] if other != seat), None)

    @property
    def declarer_leads(self) -> bool:
        """Whether declarer leads to trick 1 (option first_leader)."""
        return self.options.get("first_leader", "bidder") == "bidder"

    def playable(self, state: State) -> bool:
        """Whether the hand is played once all meld is shown (automatic set)."""
        return self.rules.scoring.playable(tally(self, state))

    def trick_number(self, state: State) -> int:
        """Number of the running trick, from 1."""
        return len(state.winners) + 1

    def cited(self, refusal: Refusal) -> Refusal:
        """The refusal with the section of this variant's rules, if it names none itself."""
        return refusal if refusal.rule else replace(refusal, rule=self.cite(refusal.code))

    def cite(self, code: str) -> str:
        """``partnership 10.3b`` for a code that the variant's ``sections`` know, else the variant's id."""
        section = self.variant.sections.get(code, "")
        return f"{self.id} {section}" if section else self.id

    def queue_deal(self, state: State, seat: int, slots: Sequence[int]) -> State:
        """Ask that ``slots`` of the seat's hand become known to its host."""
        return self._queued(state, Ask("deal", seat, Sort.REVEAL, tuple(slots)))

    def queue_show(self, state: State, zone: str, slots: Sequence[int]) -> State:
        """Ask that ``slots`` become known to all, under the name of ``zone``."""
        return self._queued(state, Ask("show", None, Sort.REVEAL, tuple(slots), zone=zone))

    def queue_remix(self, state: State, seat: int) -> State:
        """Ask that the seat's face-down slots be mixed into new numbers."""
        old = zones.face_down(state.slots, seat)
        slots, new = zones.reserve(state.slots, len(old))
        return self._queued(replace(state, slots=slots), Ask("remix", seat, Sort.AUTO, old, new))

    def _queued(self, state: State, ask: Ask) -> State:
        return replace(state, pending=(*state.pending, ask))

    def meld_points(self, state: State) -> tuple[int, ...]:
        """Meld shown so far, by side."""
        return tuple(sum(melds.total(state.melds[seat]) for seat in side) for side in self.sides)

    def scored(self, state: State) -> State:
        """After an event that scores: end the hand if the game is won inside it (``GameEnd.mid_hand``)."""
        points = tuple(m + p for m, p in zip(self.meld_points(state), state.points, strict=True))
        totals = tuple(score + here for score, here in zip(state.scores, points, strict=True))
        side = None if state.declarer is None else self.side_of(state.declarer)
        winner = self.rules.end.mid_hand(totals, points, side, state.bid, state.target)
        if winner is not None:
            return replace(state, ended="won", notes=state.noted("winner", winner))
        asked = state.note("doubt") is not None
        if not asked and self.rules.end.doubtful(totals, points, side, state.bid, state.target):
            return replace(state, notes=state.noted("doubt", "open"))
        return state

    def trick_points(self, state: State, number: int, trick: Sequence[Card], *, last: bool) -> int:
        """What trick ``number`` is worth; nothing while the stock lasts, where its tricks do not count."""
        free = state.note("free")
        idle = self.options.get("count_stock_tricks") is False and isinstance(free, int)
        if idle and isinstance(free, int) and number * self.seats <= free:
            return 0
        return self.rules.counters.of_cards(trick) + (self.rules.counters.last if last else 0)
