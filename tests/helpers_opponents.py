"""Opponents for tests: no deadlines and few imagined deals, so that the same seed gives the same choices."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import helpers_rules as rules

from pinochle_lan.arena.table import ArenaTable
from pinochle_lan.cards import Suit
from pinochle_lan.pluginhost.host import load_file
from pinochle_lan.rules.actions import Bury, Call, Choice, PassCards, Play
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.opponent import Opponent
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import PickOffer, View
from pinochle_lan.sampling.book import Book
from pinochle_lan.sampling.known import known

ROOT = Path(__file__).resolve().parents[1]
LEVELS = ("novice", "steady", "expert")


@cache
def opponent(name: str, samples: int = 12) -> type[Opponent]:
    """The class of a level; the expert's without deadlines."""
    registry = load_file(ROOT / "plugins" / f"{name}.py", strict=True)
    found: type[Opponent] = registry.opponents[name]
    if name != "expert":
        return found
    return type(
        "Calm", (found,), {"samples": samples, "bid_samples": samples, "card_ms": None, "bid_ms": None}
    )


def table(game: Game, *names: str, seed: str = "1", samples: int = 12, bidder: str = "") -> ArenaTable:
    """A table with ``names`` in turn around it."""
    seats = [opponent(names[seat % len(names)], samples) for seat in range(game.seats)]
    return ArenaTable(game, seats, seed, bidder=opponent(bidder) if bidder else None)


def ask(  # noqa: PLR0917 - what a laptop holds, and who is asked
    game: Game, state: State, seat: int, mine: Mapping[int, Any], name: str, samples: int = 12
) -> Choice:
    """The choice of a fresh opponent."""
    player = opponent(name, samples)()
    player.prepare(game)
    view, legal = game.view(state, seat, mine), game.legal(state, seat, mine)
    choice = player.choose(view, legal, random.Random("chance"))
    assert choice in legal
    return choice


class Blunders:
    """Counts the slips that partners complain about (docs/opponents.md), by name; a watcher of a table."""

    def __init__(self, game: Game) -> None:
        self.book = Book(game)
        self.counts: Counter[str] = Counter()
        self.decisions = 0

    def __call__(self, table: ArenaTable, seat: int, view: View, legal: Legal, choice: Choice) -> None:
        """Look at one decision with the eyes of the seat that made it."""
        self.decisions += 1
        if isinstance(choice, Call):
            self._call(view, choice)
        elif isinstance(choice, Play) and not view.stock_left:
            self._card(view, legal, choice)
        elif isinstance(choice, PassCards) and seat == view.declarer:
            self._gift(view, seat, choice.slots, view.trump)
        elif isinstance(choice, Bury) and choice.suit is not None:
            self._gift(view, seat, choice.slots, choice.suit)

    def _gift(self, view: View, seat: int, slots: Sequence[int], trump: Suit | None) -> None:
        """What is returned to the partner or buried costs meld only if every other gift does."""
        book = self.book
        own = {one.slot: book.number[one.card] for one in view.seats[seat].hand if one.card is not None}

        def left(gone: Sequence[int]) -> int:
            return book.meld([face for slot, face in own.items() if slot not in gone], trump)

        kept = left(slots)
        offer: Any = next(one for one in view.offers if isinstance(one, PickOffer))
        if kept < book.meld(list(own.values()), trump) and any(
            left(some) > kept for some in itertools.combinations(offer.slots, len(slots))
        ):
            self.counts["breaks its own meld"] += 1

    def _call(self, view: View, choice: Call) -> None:
        mates = view.sides[view.seats[choice.seat].side].seats
        others_out = all(one.passed for one in view.seats if one.seat not in mates and not one.dummy)
        if choice.bid is None or view.standing is None or view.standing[0] not in mates or not others_out:
            return
        offer: Any = view.offers[0]
        sure = max((points for _, points in offer.meld), default=0) + self.book.pool * 6 // 25
        if sure < choice.bid and offer.may_pass:
            self.counts["outbids its partner"] += 1

    def _card(self, view: View, legal: Legal, choice: Play) -> None:
        book, know = self.book, known(self.book, view)
        seat, trump = choice.seat, view.trump
        faces = sorted({book.number[one.card] for one in legal if isinstance(one, Play)})
        card = book.number[choice.card]
        rest = know.pool + [n for other, some in enumerate(know.shown) if other != seat for n in some]
        beats = book.beats(trump)

        def boss(n: int) -> bool:
            return not any(beats[n] >> m & 1 for m in rest if book.suit[m] == book.suit[n])

        plays = [] if view.trick is None else [(one.seat, book.number[one.card]) for one in view.trick.plays]
        if not plays:
            trumps = any(book.faces[n].suit is trump for n in rest)
            suited = [n for n in faces if book.suit[n] == book.suit[card]]
            plain = book.faces[card].suit is not trump
            if trumps and plain and not boss(card) and any(boss(n) for n in suited):
                self.counts["leads away from a boss"] += 1
            return
        played = [n for _, n in plays]
        holder, _ = plays[book.winner(played, trump)]
        wins = {n: book.winner((*played, n), trump) == len(played) for n in faces}
        ours = book.side[holder] == book.side[seat]
        last = len(plays) == book.seats - 1
        if ours and last and wins[card] and not all(wins.values()):
            self.counts["takes its partner's trick"] += 1
        behind = [n for n in range(book.seats) if n != seat and n not in [one for one, _ in plays]]
        alone = not any(book.side[n] == book.side[seat] for n in behind)
        zero = any(not book.worth[n] and not wins[n] for n in faces)
        if not ours and alone and book.worth[card] and not wins[card] and zero:
            self.counts["gives a counter away"] += 1


def hidden(table: ArenaTable, seat: int) -> list[int]:
    """Slots whose faces the seat may not know."""
    own = table.mine(seat)
    return [
        n
        for n, slot in enumerate(table.state.slots)
        if n in table.faces and n not in own and slot.card is None
    ]


def permuted(table: ArenaTable, seat: int, rng: random.Random) -> dict[int, Any]:
    """All faces with those that the seat may not know mixed among themselves."""
    slots = hidden(table, seat)
    faces = [table.faces[n] for n in slots]
    rng.shuffle(faces)
    return {**table.faces, **dict(zip(slots, faces, strict=True))}


def stacked(
    game: Game, hands: Mapping[int, str], plays: Sequence[tuple[int, str]], trump: Suit, declarer: int
) -> Any:
    """A dealer of ``helpers_rules`` with these hands, at the point where these cards have been played."""
    from pinochle_lan.rules.actions import Name

    queue = list(plays)

    def choose(dealer: Any, question: Any, legal: Any) -> Any:
        if question.kind == "call":
            return next(
                one
                for one in legal
                if isinstance(one, Call) and (one.bid is not None) == (question.seat == declarer)
            )
        if question.kind == "name":
            return Name(question.seat, trump)
        if question.kind == "card" and queue:
            seat, text = queue.pop(0)
            assert seat == question.seat
            return next(one for one in legal if isinstance(one, Play) and str(one.card) == text)
        return legal[0]

    dealer = rules.Dealer(game, 1, choose)
    while dealer.game.due(dealer.state)[0].kind != "shuffle":
        dealer.step()
    dealer.stack(hands)
    dealer.until("card")
    while queue:
        dealer.step()
    dealer.until("card")
    return dealer
