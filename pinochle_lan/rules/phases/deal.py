"""The beginning of a hand: ready, the joint draw, the shuffle and the deal; also what stands between two
hands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action, Drawn, Ready, Shuffled
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.dealing import Packet, slot_map
from pinochle_lan.rules.draw import Stream, ranking
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.rules.phases.base import Phase
from pinochle_lan.rules.state import State
from pinochle_lan.rules.zones import Slot

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game

SAME_DEALER = ("redeal-same", "misdeal")
"""Endings after which the same dealer deals again."""
VOID = (*SAME_DEALER, "redeal-next")
"""Endings that score nothing and leave no line on the score sheet."""


@dataclass(frozen=True)
class Deal(Phase):
    """First hand: ready, draw if due, shuffle, deal. Later ones: shuffle, ready, deal (docs/engine.md 5).

    After a misdeal the same dealer shuffles and deals without ``ready``. ``packets`` may name zones: kitty,
    dummy, stock, turn-up (shown to all in the step of the deal).
    """

    packets: tuple[Packet, ...]

    name = "deal"
    always = True

    def enter(self, game: Game, state: State) -> State:
        first = state.deals == 0
        dealer = state.dealer
        if dealer is not None and state.ended not in SAME_DEALER:
            dealer = game.left_of(dealer)
        stage = "ready" if first else "reshuffle" if state.ended == "misdeal" else "shuffle"
        scored = bool(state.history) and state.ended not in VOID
        return replace(
            state,
            deals=state.deals + 1,
            dealer=dealer,
            stage=stage,
            ended="",
            pending=(),
            slots=(),
            calls=(),
            declarer=None,
            bid=None,
            trump=None,
            packets=(),
            kitty=(),
            melded=(False,) * game.seats,
            melds=((),) * game.seats,
            leader=None,
            trick=(),
            plays=(),
            winners=(),
            points=(0,) * len(game.sides),
            faults=(),
            notes=(("sheet", True),) if scored else (),
        )

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        match state.stage:
            case "ready":
                return (Ask("ready", None, Sort.AUTO),)
            case "draw":
                return (Ask("draw", None, Sort.REVEAL),)
            case "shuffle" | "reshuffle":
                return (Ask("shuffle", None, Sort.AUTO, slot_map=self._map(game, state)),)
            case _:
                return ()

    def apply(self, game: Game, state: State, action: Action) -> State:
        match action:
            case Ready() if state.deals == 1 and game.draws_first:
                return replace(state, stage="draw")
            case Ready() if state.deals == 1:
                fixed = game.options["first_dealer"]
                assert isinstance(fixed, int)
                return replace(state, stage="shuffle", dealer=fixed)
            case Ready():
                return self._dealt(game, state)
            case Drawn(seed, absent):
                return replace(self._drawn(game, state, seed, absent), stage="shuffle")
            case Shuffled() if state.deals == 1 or state.stage == "reshuffle":
                return self._dealt(game, state)
            case Shuffled():
                return replace(state, stage="ready")
            case _:
                return state

    def shown(self, game: Game, state: State) -> str:
        """``score`` while people look at the last hand's score, then ``deal``."""
        return "score" if state.note("sheet") and not state.slots else self.name

    def sentences(self, game: Game) -> tuple[str, ...]:
        hand = sum(packet.cards for packet in self.packets if packet.to == 1)
        kitty = sum(packet.cards for packet in self.packets if packet.to == zones.KITTY)
        size = next(packet.cards for packet in self.packets if packet.to == 1)
        lines = [
            f"{hand} cards each, {size} at a time, starting left of the dealer; the deal passes to the left."
        ]
        if kitty:
            lines.append(f"{kitty} cards go to the kitty.")
        dummy = sum(packet.cards for packet in self.packets if packet.to == zones.DUMMY)
        if dummy:
            lines.append(f"{dummy} cards go to a dummy hand that stays face down.")
        if any(packet.to == zones.TURN_UP for packet in self.packets):
            stock = sum(packet.cards for packet in self.packets if packet.to == zones.STOCK)
            lines.append(f"The next card is turned up under the stock of the other {stock}.")
        return (*_first(game), *lines)

    def _map(self, game: Game, state: State) -> tuple[int | str, ...]:
        assert state.dealer is not None
        return slot_map(self.packets, state.dealer, game.seats, len(game.pack))

    def _dealt(self, game: Game, state: State) -> State:
        """The slots in their zones, and who gets to know what (docs/rules, section 3)."""
        dealer = state.dealer
        assert dealer is not None
        places = self._map(game, state)
        slots = tuple(Slot(zones.HAND, to) if isinstance(to, int) else Slot(to) for to in places)
        state = replace(state, stage="dealt", slots=slots)
        for n in range(1, game.seats + 1):
            seat = game.left_of(dealer, n)
            state = game.queue_deal(state, seat, zones.held(slots, zones.HAND, seat))
        turn_up = zones.in_zone(slots, zones.TURN_UP)
        return game.queue_show(state, zones.TURN_UP, turn_up) if turn_up else state

    def _drawn(self, game: Game, state: State, seed: bytes, absent: tuple[int, ...]) -> State:
        """Seats and first dealer from one shuffle of the pack (docs/engine.md 3)."""
        stream = Stream(seed)
        deck = stream.shuffled(game.faces)
        how = game.options.get("first_dealer", "random")
        by_card = game.options.get("seating") == "draw" or how in ("draw_high", "draw_low")
        order: tuple[int, ...] = ()
        if by_card:
            order, drawn = ranking(deck, range(game.seats), absent)
            state = replace(state, drawn=drawn)
        if game.options.get("seating") == "draw":
            # the two higher are partners and sit opposite, the two lower likewise
            state = replace(state, chairs=(order[0], order[2], order[1], order[3]))
        if how == "random":
            return replace(state, dealer=stream.below(game.seats))
        if isinstance(how, int):
            return replace(state, dealer=how)
        chair = order[0] if how == "draw_high" else order[-1]
        return replace(state, dealer=state.chairs.index(chair))


def _first(game: Game) -> tuple[str, ...]:
    """Who sits where and who deals first, as rules in force (options seating and first_dealer)."""
    lots: dict[OptionValue, str] = {
        "random": "The first dealer is drawn by lot.",
        "draw_high": "Everybody draws a card; the highest deals first.",
        "draw_low": "Everybody draws a card; the lowest deals first.",
    }
    dealer = game.options.get("first_dealer", "random")
    first = lots.get(dealer) if isinstance(dealer, str) else f"{game.seat_names[int(dealer)]} deals first."
    partners = "The two who draw the higher cards play against the two others; the highest deals first."
    if game.options.get("seating") == "draw":
        return (partners,)
    return (first,) if first else ()
