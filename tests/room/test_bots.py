"""Bots: whatever a plugin does, the table gets a legal choice in time, and a sentence says what happened."""

from __future__ import annotations

import asyncio
import random
import sys
import threading
from collections.abc import Iterator

import helpers_rules as rules
import pytest

from pinochle_lan.room.bots import Answer, Bots
from pinochle_lan.rules.actions import Call, Choice
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.opponent import Advice, Opponent
from pinochle_lan.rules.view import View

CALLS = (Call(1, None), Call(1, 250), Call(1, 260))


def legal() -> Legal:
    def actions() -> Iterator[Choice]:
        return iter(CALLS)

    return Legal((), actions, lambda action: action in CALLS)


def view(seat: int = 1) -> View:
    return View("partnership", "", (), seat, (), (), 1, None, "auction", (seat,), 1500)


class Steady(Opponent):
    id = "steady"

    def choose(self, view: View, options: Legal, rng: random.Random) -> Choice:
        return CALLS[1]


class Raises(Steady):
    def choose(self, view: View, options: Legal, rng: random.Random) -> Choice:
        raise KeyError("heart")


class Exits(Steady):
    def choose(self, view: View, options: Legal, rng: random.Random) -> Choice:
        sys.exit(1)


class Cheats(Steady):
    def choose(self, view: View, options: Legal, rng: random.Random) -> Choice:
        return Call(1, 3)


class Silent(Steady):
    def choose(self, view: View, options: Legal, rng: random.Random) -> Choice:
        return None  # type: ignore[return-value]


class Hangs(Steady):
    gate = threading.Event()

    def choose(self, view: View, options: Legal, rng: random.Random) -> Choice:
        self.gate.wait()
        return CALLS[2]


class Draws(Steady):
    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, options: Legal, rng: random.Random) -> Choice:
        self.asked += 1
        return Call(1, rng.randrange(10**9)) if self.asked > 1 else CALLS[2]


def ask(bot: type[Opponent], *, deadline_s: float = 60, **others: type[Opponent]) -> Answer:
    return asyncio.run(Bots({"bot": bot, **others}, "seed", deadline_s).ask("bot", 1, view(), legal()))


def test_a_good_bot_is_taken_at_its_word() -> None:
    assert ask(Steady) == Answer(CALLS[1])


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (Raises, "The bot bot failed (KeyError: 'heart')."),
        (Exits, "The bot bot failed (RuntimeError: SystemExit(1))."),
        (Cheats, "The bot bot wanted something that is not allowed."),
        (Silent, "The bot bot wanted something that is not allowed."),
    ],
)
def test_a_bad_bot_is_replaced_by_steady_and_named(bot: type[Opponent], said: str) -> None:
    assert ask(bot, steady=Steady) == Answer(CALLS[1], f"{said} Steady chose instead.")


def test_a_bot_that_hangs_is_late() -> None:
    try:
        answer = ask(Hangs, steady=Steady, deadline_s=0.05)
    finally:
        Hangs.gate.set()
    assert answer.choice == CALLS[1]
    assert "thought for more than 0.05 seconds" in answer.trouble


def test_without_steady_the_first_legal_choice_is_taken() -> None:
    assert ask(Raises).choice == CALLS[0]
    assert ask(Raises, steady=Raises).choice == CALLS[0]


def test_an_unknown_bot_is_named() -> None:
    answer = asyncio.run(Bots({"steady": Steady}, "").ask("wizard", 1, view(), legal()))
    assert answer == Answer(CALLS[1], "The bot wizard is not on this laptop. Steady chose instead.")


def test_a_fresh_bot_is_told_the_rules_once() -> None:
    told: list[object] = []

    class Listens(Steady):
        def prepare(self, game: Game) -> None:
            told.append(game)

    async def twice(game: Game) -> None:
        bots = Bots({"bot": Listens}, "seed")
        for hand in (1, 1, 2):
            await bots.ask("bot", hand, view(), legal(), game=game)

    game = rules.game()
    asyncio.run(twice(game))
    assert told == [game, game]


def test_one_instance_a_seat_and_hand_and_chances_by_seed_alone() -> None:
    async def numbers(seed: str) -> list[object]:
        bots = Bots({"bot": Draws}, seed)
        anything = Legal((), lambda: iter(CALLS), lambda action: True)
        asked = [(1, 1), (1, 1), (1, 3), (1, 3), (2, 1)]
        return [(await bots.ask("bot", hand, view(seat=seat), anything)).choice for hand, seat in asked]

    first, again, other = (asyncio.run(numbers(seed)) for seed in ("a", "a", "b"))
    assert first == again
    assert first[0] == first[2] == first[4] == CALLS[2]  # a fresh instance for each seat and hand
    assert first[1] != first[3]
    assert first[1] != other[1]


class Explains(Steady):
    def prepare(self, game: Game) -> None:
        self.told = game.id

    def explain(self, view: View, options: Legal, rng: random.Random) -> tuple[Advice, ...]:
        wrong = Advice(Call(1, 3), None, 0, "it is cheap")
        return (wrong, Advice(CALLS[2], 12, 3, f"{self.told} rewards it"))


class Stumbles(Steady):
    def explain(self, view: View, options: Legal, rng: random.Random) -> tuple[Advice, ...]:
        raise KeyError("heart")


def advised(**players: type[Opponent]) -> tuple[str, tuple[Advice, ...]]:
    bots = Bots(players, "seed")
    return bots.adviser, asyncio.run(bots.advise(1, view(), legal(), rules.game("partnership")))


def test_a_hint_comes_from_whoever_can_explain_and_is_always_legal() -> None:
    adviser, found = advised(steady=Steady, wise=Explains)
    assert adviser == "wise"
    assert found == (Advice(CALLS[2], 12, 3, "partnership rewards it"),)


def test_without_an_adviser_or_with_a_failing_one_there_is_no_hint() -> None:
    assert advised(steady=Steady) == ("", ())
    assert advised(steady=Steady, clumsy=Stumbles) == ("clumsy", ())
