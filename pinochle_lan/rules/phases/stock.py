"""The two plays of a game with a stock: tricks with drawing and melding, then tricks from the hand alone.

Written for two seats, where the last draw leaves one card face down and one face up. Cards in a seat's meld
zone lie face up and can be played (docs/engine.md 5, two-handed).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.cards import Card, Rank
from pinochle_lan.rules import laying, melds, zones
from pinochle_lan.rules.actions import Action, Choice, Laid, Lay, Play, Shown, Take
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.laying import EXCHANGE, Desk, Laying
from pinochle_lan.rules.melds import Dix
from pinochle_lan.rules.options import Options
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.phases.proving import ProvedPlay
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import Melded, State
from pinochle_lan.rules.view import ActionOffer, MeldOffer, MeldView, Offer, PlayOffer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


@dataclass(frozen=True)
class TurnedNine(Phase):
    """A nine of trump that was turned up scores for the dealer at once (dealer_scores_turned_dix)."""

    scores: bool = True

    name = "turned-nine"

    def enter(self, game: Game, state: State) -> State:
        dix = next((meld for meld in game.rules.melds if meld.name == Dix.name), None)
        if not self.scores or dix is None or state.dealer is None:
            return state
        for n in zones.in_zone(state.slots, zones.TURN_UP):
            card = state.slots[n].card
            if card == _nine(state):
                assert card is not None
                record = Melded(dix.name, dix.group, dix.worth(1), (n,), (card,))
                return _recorded(state, state.dealer, record)
        return state

    def sentences(self, game: Game) -> tuple[str, ...]:
        dix = next((meld for meld in game.rules.melds if meld.name == Dix.name), None)
        if not self.scores or dix is None:
            return ()
        return (f"If the turned-up card is a nine, the dealer scores {dix.worth(1)} at once.",)


@dataclass(frozen=True)
class StockPlay(ProvedPlay):
    """Tricks without any duty while the stock lasts: two cards, the draw, the winner's melds.

    ``before_draw``: the melds stand before the draw (meld_timing). ``last_choice``: the winner of the last of
    these tricks takes either of the two cards left, otherwise he shows the face-down one. ``remix``: each
    draw is mixed into the hand (deal.remix_draws); a card that everybody saw always is.
    """

    before_draw: bool = False
    last_choice: bool = True
    remix: bool = True

    name = "stock"

    @classmethod
    def of(cls, o: Options) -> StockPlay:
        """The play under a table's options."""
        return cls(
            before_draw=o.word("meld_timing", "after_draw") == "before_draw",
            last_choice=o.flag("last_draw_choice", True),
            remix=o.flag("deal.remix_draws", True),
        )

    def enter(self, game: Game, state: State) -> State:
        free = len(_stock(state)) + len(_turn_up(state))
        state = super().enter(game, state)
        return replace(state, stage="card", notes=state.noted("free", free))

    def asked(self, game: Game, state: State) -> tuple[Ask, ...]:
        match state.stage:
            case "card":
                return (Ask("card", self.turn(game, state)),)
            case "lay" | "take":
                return (Ask(state.stage, state.leader),)
            case _:
                return ()

    def holding(self, state: State, seat: int) -> tuple[int, ...]:
        """Hand and table: both may be played."""
        return (*state.hand(seat), *zones.held(state.slots, zones.MELD, seat))

    # --- what may be done

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        match action:
            case Play(seat, one):
                return None if one.slot in self.holding(state, seat) else refuse("not_in_hand")
            case Lay(seat, melded):
                found = lay(game, state, seat, melded)
                return found if isinstance(found, Refusal) else None
            case Take():
                return None
            case _:
                return super().check(game, state, action, mine)

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        if self._open(game, state):
            return super().offers(game, state, seat, mine)
        match state.stage:
            case "lay":
                return (_meld_offer(game, state, seat, mine),)
            case "take":
                card = next(state.slots[n].card for n in _turn_up(state))
                labels = ("Take the face-down card", f"Take the {card}")
                return (ActionOffer("take", labels, actions=(Take(seat, False), Take(seat, True))),)
            case _:
                return (PlayOffer("card", tuple(self.faces(state, seat, mine))),)

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        if self._open(game, state):
            yield from super().choices(game, state, seat, mine)
        elif state.stage == "lay":
            yield from _lays(game, state, seat, mine)
        elif state.stage == "take":
            yield Take(seat, False)
            yield Take(seat, True)
        else:
            for slot, card in self.faces(state, seat, mine).items():
                yield Play(seat, Shown(slot, card))

    def by_itself(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Choice | None:
        if state.stage != "lay" or self._open(game, state):
            return None
        found = _rules(game).choices(desk(game, state, seat, mine), game.rules.melds)
        return Lay(seat) if next(found, None) is None else None

    # --- what follows

    def apply(self, game: Game, state: State, action: Action) -> State:
        match action:
            case Lay(seat, melded):
                found = lay(game, state, seat, melded)
                if isinstance(found, Refusal):
                    return state
                exchanged = any(one.meld == EXCHANGE for one in melded)
                return self._laid(game, game.scored(found), exchanged=exchanged)
            case Take(_, turn_up):
                return self._last_draw(game, state, turn_up=turn_up)
            case _:
                return super().apply(game, state, action)

    def taken(self, game: Game, state: State) -> State:
        state = super().taken(game, state)
        if state.ended:
            return state
        return replace(state, stage="lay") if self.before_draw else self._draw(game, state)

    def _laid(self, game: Game, state: State, *, exchanged: bool) -> State:
        if state.ended:
            return state
        if self.before_draw:
            return self._draw(game, state)
        if exchanged:
            assert state.leader is not None
            state = self._mixed(game, state, state.leader)
        return self._next(state)

    def _draw(self, game: Game, state: State) -> State:
        """The winner takes the top card of the stock, then the loser (section 6)."""
        assert state.leader is not None
        stock = _stock(state)
        if len(stock) >= game.seats:
            gains = {game.left_of(state.leader, n): stock[n] for n in range(game.seats)}
            return self._gained(game, state, gains)
        if self.last_choice:
            return replace(state, stage="take")
        return self._last_draw(game, state, turn_up=False)

    def _last_draw(self, game: Game, state: State, *, turn_up: bool) -> State:
        """The face-down card and the turned-up one, of which the winner has ``turn_up`` or the other."""
        assert state.leader is not None
        (down,), (up,) = _stock(state), _turn_up(state)
        loser = game.left_of(state.leader)
        gains = {state.leader: up, loser: down} if turn_up else {state.leader: down, loser: up}
        if not self.last_choice:
            state = game.queue_show(state, zones.STOCK, (down,))
        return self._gained(game, state, gains)

    def _gained(self, game: Game, state: State, gains: Mapping[int, int]) -> State:
        slots = state.slots
        for seat, slot in gains.items():
            slots = zones.move(slots, [slot], zones.HAND, seat)
            card = slots[slot].card
            if card is not None and _scored(state, slot):
                # a nine that scored stays open, or it could be shown again as the other one
                slots = zones.reveal(slots, [(slot, card)])
        state = replace(state, slots=slots)
        shown = [n for ask in state.pending if ask.kind == "show" for n in ask.slots]
        for seat, slot in gains.items():
            before = state
            state = game.queue_remix(state, seat) if self.remix else self._mixed(game, state, seat)
            if state is before and slots[slot].card is None and slot not in shown:
                state = game.queue_deal(state, seat, (slot,))
        return self._next(state) if self.before_draw else replace(state, stage="lay")

    def _mixed(self, game: Game, state: State, seat: int) -> State:
        """A remix of the hand if it holds a card that everybody saw, and none is due yet."""
        if any(ask.kind == "remix" and ask.seat == seat for ask in state.pending):
            return state
        seen = any(state.slots[n].card is not None for n in zones.face_down(state.slots, seat))
        return game.queue_remix(state, seat) if seen else state

    def _next(self, state: State) -> State:
        """The next trick, or the end of this play when nothing is left to draw."""
        left = _stock(state) or _turn_up(state)
        return replace(state, stage="card" if left else "done")

    def sentences(self, game: Game) -> tuple[str, ...]:
        rules = _rules(game)
        when = "before the draw" if self.before_draw else "after the draw"
        last = (
            "Of the last two cards the winner takes either."
            if self.last_choice
            else "Of the last two cards the winner takes the face-down one and shows it."
        )
        counts = game.options.get("count_stock_tricks") is not False
        bidder = game.rules.auction is not None and game.declarer_leads
        table = game.rules.melds
        if not rules.doubles:
            table = tuple(replace(meld, points=meld.points[:1]) for meld in table)
        return (
            f"{'The bidder' if bidder else 'The player left of the dealer'} leads first.",
            "While the stock lasts there is no duty: any card, from the hand or from the own melds.",
            "The winner of a trick draws first, then the other; the winner leads.",
            f"The winner melds {when}.",
            *rules.sentences(),
            *(line for meld in table for line in meld.sentences()),
            last,
            "Cards in these tricks count." if counts else "Cards in these tricks count nothing.",
        )


@dataclass(frozen=True)
class LaterPlay(ProvedPlay):
    """The tricks when the stock is gone: melds go back to the hands, open, and ``rules.following`` binds."""

    name = "play"
    open_first = False

    def enter(self, game: Game, state: State) -> State:
        slots = state.slots
        for n in zones.in_zone(slots, zones.MELD):
            slots = zones.move(slots, [n], zones.HAND, slots[n].owner)
            card = slots[n].card
            assert card is not None
            slots = zones.reveal(slots, [(n, card)])
        return super().enter(game, replace(state, slots=slots))

    def sentences(self, game: Game) -> tuple[str, ...]:
        beat = (
            "Follow suit and beat the card led if you can."
            if game.rules.following.beat_plain
            else "Follow suit, and beat a trump that is led if you can."
        )
        return (
            "When the stock is gone all melds go back to the hands; nothing more is melded.",
            "The winner of a trick leads to the next.",
            beat,
            "Without the suit play a trump; with neither, any card.",
            "A higher card of the suit led wins, or a trump on a plain one; of identical cards the first.",
            *game.rules.counters.sentences(game.faces),
        )


# --- laying


def desk(game: Game, state: State, seat: int, faces: OwnFaces, laid: int = 0) -> Desk:
    """What the seat melds from. ``faces``: of its hand those that are known, by slot."""
    return Desk(
        trump=state.trump,
        hand={n: faces[n] for n in state.hand(seat) if n in faces},
        table=_public(state, zones.held(state.slots, zones.MELD, seat)),
        records=tuple(record for records in state.melds for record in records),
        turn_up=next(iter(_public(state, _turn_up(state)).values()), None),
        laid=laid,
    )


def lay(game: Game, state: State, seat: int, melded: Sequence[Laid]) -> State | Refusal:
    """The state after the seat laid these melds in this order, or why one of them is refused."""
    count = 0
    for one in melded:
        faces = _public(state, state.hand(seat)) | {s.slot: s.card for s in one.shown}
        now = desk(game, state, seat, faces, count)
        found = _rules(game).judge(now, game.rules.melds, one.meld, [s.slot for s in one.shown])
        if isinstance(found, Refusal):
            return found
        count += found.name != EXCHANGE
        state = _recorded(_moved(state, seat, found), seat, found)
    return state


def _moved(state: State, seat: int, record: Melded) -> State:
    faces = list(zip(record.slots, record.cards, strict=True))
    slots = zones.reveal(state.slots, faces, open=False)
    if record.name == EXCHANGE:
        slots = zones.move(slots, _turn_up(state), zones.HAND, seat)
        return replace(state, slots=zones.move(slots, record.slots, zones.TURN_UP))
    return replace(state, slots=zones.move(slots, record.slots, zones.MELD, seat))


def _recorded(state: State, seat: int, record: Melded) -> State:
    mine = (*state.melds[seat], record)
    return replace(state, melds=(*state.melds[:seat], mine, *state.melds[seat + 1 :]))


def _meld_offer(game: Game, state: State, seat: int, mine: OwnFaces) -> MeldOffer:
    rules, table = _rules(game), game.rules.melds
    now = desk(game, state, seat, mine)
    found = rules.best(now, table)
    exchange = next((one for one in found if one.name == EXCHANGE), None)
    more: tuple[Melded, ...] = ()
    if exchange is not None:
        (turn_up,) = _turn_up(state)
        after = laying.laid(now, exchange, turn_up)
        more = tuple(one for one in rules.best(after, table) if turn_up in one.slots)
    most = rules.per_trick + (exchange is not None) if rules.per_trick else 0
    return MeldOffer("lay", _views(now, found), most, _views(now, more))


def _views(now: Desk, found: Sequence[Melded]) -> tuple[MeldView, ...]:
    views = []
    for one in found:
        title = melds.title(one.name, one.cards)
        if one.name == EXCHANGE:
            title = f"{title} for the {now.turn_up}"
        views.append(MeldView(one.name, title, one.points, one.slots, one.cards))
    return tuple(views)


def _lays(game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Lay]:
    """Nothing, then every way to lay, each in a good order: what a later meld still uses comes before it."""
    rules, table = _rules(game), game.rules.melds
    turn_up = next(iter(_turn_up(state)), None)

    def further(now: Desk, done: tuple[Laid, ...], after: tuple[int, str, tuple[int, ...]]) -> Iterator[Lay]:
        yield Lay(seat, done)
        for record in rules.choices(now, table):
            place = laying.in_order(record)
            if place > after:
                shown = tuple(Shown(n, card) for n, card in zip(record.slots, record.cards, strict=True))
                more = (*done, Laid(record.name, shown))
                yield from further(laying.laid(now, record, turn_up), more, place)

    yield from further(desk(game, state, seat, mine), (), (-1, "", ()))


# --- helpers


def _rules(game: Game) -> Laying:
    assert game.rules.laying is not None, f"{game.id} has a stock and no rules for laying"
    return game.rules.laying


def _stock(state: State) -> tuple[int, ...]:
    return zones.in_zone(state.slots, zones.STOCK)


def _turn_up(state: State) -> tuple[int, ...]:
    return zones.in_zone(state.slots, zones.TURN_UP)


def _public(state: State, slots: Sequence[int]) -> dict[int, Card]:
    return {n: card for n in slots if (card := state.slots[n].card) is not None}


def _nine(state: State) -> Card | None:
    return None if state.trump is None else Card(Rank.NINE, state.trump)


def _scored(state: State, slot: int) -> bool:
    """Whether the slot stands in the record of a meld."""
    return any(slot in record.slots for records in state.melds for record in records)
