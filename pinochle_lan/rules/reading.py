"""Reading a referee's case: plain JSON values in, seats, sides, cards and numbers out, or a sentence.

Every function raises RulesError (or CardError) with what is wrong; none trusts a value it was given.
"""

from __future__ import annotations

from typing import Any, Final

from pinochle_lan import cards
from pinochle_lan.cards import Card, Suit
from pinochle_lan.rules import melds
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.laying import DOUBLE
from pinochle_lan.rules.state import Melded

Given = dict[str, Any]

MOST_CARDS: Final = 100
MOST_CALLS: Final = 1000
LARGEST: Final = 10**9
"""Numbers beyond this, up or down, are refused: no game knows them."""


def text(given: Given, name: str) -> str:
    """The text under ``name``."""
    value = given.get(name)
    if not isinstance(value, str):
        raise RulesError(f"'{name}' is missing or is no text")
    return value


def number(given: Given, name: str) -> int:
    """The whole number under ``name``."""
    value = given.get(name)
    if not whole(value):
        raise RulesError(f"'{name}' is missing or is no whole number")
    assert isinstance(value, int)
    return value


def whole(value: object) -> bool:
    """Whether a value is a whole number that a game can know."""
    return not isinstance(value, bool) and isinstance(value, int) and abs(value) <= LARGEST


def maybe(given: Given, name: str) -> int | None:
    """The whole number under ``name``, None if it is missing or null."""
    return None if given.get(name) is None else number(given, name)


def suit(given: Given, name: str) -> Suit:
    """The suit under ``name``."""
    return cards.suit(text(given, name))


def card(value: object) -> Card:
    """A card, with or without a copy's number behind ``#``."""
    if not isinstance(value, str):
        raise RulesError("A card is written as text, such as 10H")
    return cards.card(value.partition("#")[0])


def hand(game: Game, given: Given, name: str) -> tuple[Card, ...]:
    """The cards under ``name`` that the pack can hold."""
    names = given.get(name)
    if not isinstance(names, list) or len(names) > MOST_CARDS:
        raise RulesError(f"'{name}' is a list of cards")
    found = tuple(card(one) for one in names)
    for face, copies in melds.count(found).items():
        if copies > game.faces.count(face):
            raise RulesError(f"The pack of {game.title} has only {game.faces.count(face)} {face}")
    return found


def numbered(given: Given, name: str, numbers: dict[str, int]) -> dict[int, Card]:
    """The cards under ``name``, each under a number of its own: ``KS#1`` and ``KS#2`` are two."""
    names = given.get(name) or []
    if not isinstance(names, list) or len(names) > MOST_CARDS:
        raise RulesError(f"'{name}' is a list of cards")
    found = {}
    for one in names:
        face = card(one)
        found[numbers.setdefault(one, len(numbers))] = face
    return found


def objects(given: Given, name: str) -> list[Given]:
    """The list of objects under ``name``; empty if it is missing."""
    found = given.get(name) or []
    if not isinstance(found, list) or len(found) > MOST_CARDS or not all(isinstance(o, dict) for o in found):
        raise RulesError(f"'{name}' is a list of objects")
    return found


def rows(given: Given, name: str) -> list[tuple[Any, Any]]:
    """The list of pairs under ``name``."""
    found = given.get(name)
    if not isinstance(found, list) or len(found) > MOST_CALLS:
        raise RulesError(f"'{name}' is a list of pairs")
    if not all(isinstance(row, list) and len(row) == 2 for row in found):
        raise RulesError(f"'{name}' is a list of pairs")
    return [(row[0], row[1]) for row in found]


def laid_before(game: Game, row: Given, numbers: dict[str, int]) -> Melded:
    """A meld of ``prior``."""
    name = text(row, "meld")
    found = numbered(row, "cards", numbers)
    single = name.removeprefix(DOUBLE).partition("+")[0].partition("-exchange")[0]
    group = next((meld.group for meld in game.rules.melds if meld.name == single), None)
    if group is None:
        raise RulesError(f"{game.title} has no meld '{name}'")
    return Melded(name, group, number(row, "points"), tuple(found), tuple(found.values()))


def seat(game: Game, name: object) -> int:
    """The number of a seat by its name."""
    if not isinstance(name, str) or name not in game.seat_names:
        raise RulesError(f"'{name}' is no seat; seats are {', '.join(game.seat_names)}")
    return game.seat_names.index(name)


def side(game: Game, name: object) -> int:
    """The number of a side by its name."""
    if not isinstance(name, str) or name not in game.side_names:
        raise RulesError(f"'{name}' is no side; sides are {', '.join(game.side_names)}")
    return game.side_names.index(name)


def sides(game: Game, given: Given, name: str) -> tuple[int, ...]:
    """The sides listed under ``name``; none if it is missing."""
    names = given.get(name) or []
    if not isinstance(names, list):
        raise RulesError(f"'{name}' is a list of sides")
    return tuple(side(game, one) for one in names)


def declarer(game: Game, given: Given) -> int | None:
    """The side with the contract, or None."""
    name = given.get("declarer")
    return None if name is None else side(game, name)


def by_side(game: Game, given: Given, name: str) -> tuple[int, ...]:
    """A whole number for each side; a side that is left out has 0."""
    values = given.get(name) or {}
    if not isinstance(values, dict):
        raise RulesError(f"'{name}' gives a number for each side")
    for one in values:
        side(game, one)
    numbers = tuple(values.get(one, 0) for one in game.side_names)
    if not all(whole(n) for n in numbers):
        raise RulesError(f"'{name}' gives a whole number for each side")
    return numbers
