"""The referee: answers rule cases with the same tables and functions that the table plays by.

Pure: a case in, an answer out, both plain JSON values (docs/rules/README.md). A case may be anything; what
cannot be answered comes back as a sentence. Knows no variant by name: what only one of them can answer, its
``rules.referee`` does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pinochle_lan import cards
from pinochle_lan.cards import Card, Suit
from pinochle_lan.rules import melds
from pinochle_lan.rules.auction import Bidding
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.laying import DOUBLE, EXCHANGE, Desk
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.score import AUTO_SET, CONCEDED, NO_MARRIAGE, PLAYED, Tally
from pinochle_lan.rules.state import Melded
from pinochle_lan.rules.variant import Variant

Answer = dict[str, Any]

MOST_CARDS: Final = 100
MOST_CALLS: Final = 1000


def answer(case: object, variants: Mapping[str, Variant]) -> Answer:
    """``{"id": ..., "answer": {...}}`` or ``{"id": ..., "error": "sentence"}`` for one case. Never raises."""
    name = case.get("id") if isinstance(case, dict) else None
    if not isinstance(name, str | int):
        name = None
    try:
        return {"id": name, "answer": judge(case, variants)}
    except (RulesError, cards.CardError) as fault:
        return {"id": name, "error": str(fault)}


def judge(case: object, variants: Mapping[str, Variant]) -> Answer:
    """The fields of ``expect``. Raises RulesError or CardError with a sentence."""
    if not isinstance(case, dict):
        raise RulesError("A case is an object with id, variant, options, kind and input")
    variant = variants.get(_text(case, "variant"))
    if variant is None:
        raise RulesError(f"There is no variant '{case['variant']}'; there are {', '.join(sorted(variants))}")
    options = case.get("options") or {}
    if not isinstance(options, dict) or not all(
        isinstance(k, str) and isinstance(v, int | bool | str) for k, v in options.items()
    ):
        raise RulesError("'options' is an object of names and plain values")
    game = Game(variant, options)
    kind, given = _text(case, "kind"), case.get("input")
    if not isinstance(given, dict):
        raise RulesError("'input' is an object")
    if kind == "meld" and given.get("mode") == "progressive":
        kind = "meld-progressive"
    own = game.rules.referee.get(kind)
    if own is not None:
        return own(game, given)
    if kind not in KINDS:
        raise RulesError(f"{game.title} has no answer to '{kind}' cases; known: {', '.join(KINDS)}")
    return KINDS[kind](game, given)


# --- one function a kind


def meld(game: Game, given: Answer) -> Answer:
    """Total and headings of a whole hand."""
    found = melds.find(hand(game, given, "hand"), suit(given, "trump"), game.rules.melds)
    return {"total": melds.total(found), "items": melds.items(found)}


def legal(game: Game, given: Answer) -> Answer:
    """The cards that may be played, each face once."""
    held = hand(game, given, "hand")
    if given.get("phase") == 1:
        return {"legal": _faces(held)}
    trick = hand(game, given, "trick")
    if len(trick) >= game.seats:
        raise RulesError(f"A trick with {len(trick)} cards is full")
    lead = given.get("first_lead") is True
    return {"legal": _faces(game.rules.following.legal(held, trick, suit(given, "trump"), first_lead=lead))}


def trick(game: Game, given: Answer) -> Answer:
    """Winner and points of a trick."""
    rows = _rows(given, "plays")
    if not 0 < len(rows) <= game.seats:
        raise RulesError(f"A trick has 1 to {game.seats} cards")
    seats = [_seat(game, row[0]) for row in rows]
    if "leader" in given and _seat(game, given["leader"]) != seats[0]:
        raise RulesError("The leader plays first")
    played = [_card(row[1]) for row in rows]
    best = game.rules.winner(played, suit(given, "trump"))
    points = game.rules.counters.of_cards(played)
    if given.get("last") is True:
        points += game.rules.counters.last
    if given.get("phase") == 1 and game.options.get("count_stock_tricks") is False:
        points = 0
    return {"winner": game.seat_names[seats[best]], "points": points}


def hand_score(game: Game, given: Answer) -> Answer:
    """The score of a hand, or whether it is played at all."""
    outcome = _text(given, "outcome")
    known = {PLAYED: PLAYED, "meld-shown": AUTO_SET, CONCEDED: CONCEDED, NO_MARRIAGE: NO_MARRIAGE}
    if outcome not in known:
        raise RulesError(f"'outcome' is one of {', '.join(known)}")
    tally = Tally(
        names=game.side_names,
        meld=_by_side(game, given, "meld"),
        tricks=_by_side(game, given, "tricks"),
        declarer=_declarer(game, given),
        bid=None if given.get("bid") is None else _number(given, "bid"),
        outcome=known[outcome],
        tricks_won=_by_side(game, given, "tricks_won") if "tricks_won" in given else None,
        dix_only=tuple(_side(game, name) for name in given.get("dix_only") or ()),
    )
    if outcome == "meld-shown" and game.rules.scoring.playable(tally):
        return {"played": True}
    score = game.rules.scoring.score(tally)
    delta = dict(zip(game.side_names, score.delta, strict=True))
    return {"played": score.played, "made": score.made, "delta": delta}


def auction(game: Game, given: Answer) -> Answer:
    """Where an auction stands after its calls, or the first illegal one."""
    rules = game.rules.auction
    if rules is None:
        raise RulesError(f"{game.title} has no auction")
    now = Bidding.start(rules, game.seats, _seat(game, given.get("dealer")), game.sides)
    for index, (name, number) in enumerate(_rows(given, "calls")):
        seat = _seat(game, name)
        if number != "pass" and (isinstance(number, bool) or not isinstance(number, int)):
            raise RulesError("A call is a whole number or 'pass'")
        bid = None if number == "pass" else number
        wrong_turn = seat != now.turn and not (rules.turn_penalty and now.turn is not None)
        wrong_bid = seat == now.turn and now.judge(bid) is not None
        if wrong_turn or (wrong_bid and (bid is None or not rules.low_bid_penalty)):
            return {"state": "illegal", "index": index}
        now = now.call(seat, bid)
    if now.outcome == "won":
        assert now.high is not None
        return {"state": "won", "declarer": game.seat_names[now.high[0]], "bid": now.high[1]}
    if now.outcome == "redeal":
        return {"state": "redeal", "dealer": game.seat_names[now.next_dealer]}
    assert now.turn is not None
    return {"state": "open", "next": game.seat_names[now.turn], "min": now.least}


def game_end(game: Game, given: Answer) -> Answer:
    """Whether the game is over, and who won or what the target is."""
    before = _by_side(game, given, "before")
    target = game.rules.end.target if given.get("target") is None else _number(given, "target")
    declarer = _declarer(game, given)
    if given.get("event") == "mid-hand":
        points = _by_side(game, given, "hand")
        totals = tuple(b + p for b, p in zip(before, points, strict=True))
        bid = None if given.get("bid") is None else _number(given, "bid")
        winner = game.rules.end.mid_hand(totals, points, declarer, bid, target)
    else:
        delta = _by_side(game, given, "delta")
        totals = tuple(b + d for b, d in zip(before, delta, strict=True))
        winner, target = game.rules.end.after_hand(totals, declarer, target)
    if winner is None:
        return {"over": False, "target": target}
    return {"over": True, "winner": game.side_names[winner]}


def laying(game: Game, given: Answer) -> Answer:
    """Whether a meld may be laid during play, and what for (docs/rules/README.md, progressive)."""
    rules = game.rules.laying
    if rules is None:
        raise RulesError(f"{game.title} has no answer to 'meld-progressive' cases: it has no stock")
    numbers: dict[str, int] = {}
    held = _numbered(given, "hand", numbers)
    played = _numbered(given, "played", numbers)
    records = tuple(_laid_before(game, row, numbers) for row in _objects(given, "prior"))
    turn_up = None if given.get("turn_up") is None else _card(given["turn_up"])
    gone = [*played, *(slot for old in records if old.name == EXCHANGE for slot in old.slots)]
    down = {n: c for old in records for n, c in zip(old.slots, old.cards, strict=True)}
    desk = Desk(
        trump=suit(given, "trump"),
        hand={n: card for n, card in held.items() if n not in played},
        table={n: card for n, card in down.items() if n not in gone and n not in held},
        records=records,
        turn_up=turn_up if given.get("stock_left") != 0 else None,
        laid=rules.per_trick if given.get("slot_used") is True else 0,
    )
    proposed = given.get("propose")
    if not isinstance(proposed, dict):
        raise RulesError("'propose' is an object with meld and cards")
    slots = tuple(_numbered(proposed, "cards", numbers))
    if len(slots) != len(proposed["cards"]):
        raise RulesError("A card is proposed twice")
    found = rules.judge(desk, game.rules.melds, _text(proposed, "meld"), slots)
    if isinstance(found, Refusal):
        return {"legal": False}
    return {"legal": True, "points": found.points, "uses_slot": found.name != EXCHANGE}


KINDS: Final[Mapping[str, Callable[[Game, Answer], Answer]]] = {
    "meld": meld,
    "legal": legal,
    "trick": trick,
    "hand-score": hand_score,
    "auction": auction,
    "game-end": game_end,
    "meld-progressive": laying,
}


# --- reading


def suit(given: Answer, name: str) -> Suit:
    """The suit under ``name``. Raises CardError or RulesError."""
    return cards.suit(_text(given, name))


def hand(game: Game, given: Answer, name: str) -> tuple[Card, ...]:
    """The cards under ``name`` that the pack can hold. Raises CardError or RulesError."""
    names = given.get(name)
    if not isinstance(names, list) or len(names) > MOST_CARDS:
        raise RulesError(f"'{name}' is a list of cards")
    found = tuple(_card(text) for text in names)
    for face, copies in melds.count(found).items():
        if copies > game.faces.count(face):
            raise RulesError(f"The pack of {game.title} has only {game.faces.count(face)} {face}")
    return found


def _card(text: object) -> Card:
    if not isinstance(text, str):
        raise RulesError("A card is written as text, such as 10H")
    return cards.card(text.partition("#")[0])


def _numbered(given: Answer, name: str, numbers: dict[str, int]) -> dict[int, Card]:
    """The cards under ``name``, each under a number of its own: ``KS#1`` and ``KS#2`` are two."""
    names = given.get(name) or []
    if not isinstance(names, list) or len(names) > MOST_CARDS:
        raise RulesError(f"'{name}' is a list of cards")
    found = {}
    for text in names:
        card = _card(text)
        found[numbers.setdefault(text, len(numbers))] = card
    return found


def _objects(given: Answer, name: str) -> list[Answer]:
    rows = given.get(name) or []
    if not isinstance(rows, list) or len(rows) > MOST_CARDS or not all(isinstance(row, dict) for row in rows):
        raise RulesError(f"'{name}' is a list of objects")
    return rows


def _laid_before(game: Game, row: Answer, numbers: dict[str, int]) -> Melded:
    name = _text(row, "meld")
    cards = _numbered(row, "cards", numbers)
    single = name.removeprefix(DOUBLE).partition("+")[0].partition("-exchange")[0]
    group = next((meld.group for meld in game.rules.melds if meld.name == single), None)
    if group is None:
        raise RulesError(f"{game.title} has no meld '{name}'")
    return Melded(name, group, _number(row, "points"), tuple(cards), tuple(cards.values()))


def _faces(held: tuple[Card, ...]) -> list[str]:
    return [str(face) for face in dict.fromkeys(held)]


def _text(given: Answer, name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise RulesError(f"'{name}' is missing or is no text")
    return value


def _number(given: Answer, name: str) -> int:
    value = given.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(f"'{name}' is missing or is no whole number")
    return value


def _rows(given: Answer, name: str) -> list[tuple[Any, Any]]:
    rows = given.get(name)
    if not isinstance(rows, list) or len(rows) > MOST_CALLS:
        raise RulesError(f"'{name}' is a list of pairs")
    if not all(isinstance(row, list) and len(row) == 2 for row in rows):
        raise RulesError(f"'{name}' is a list of pairs")
    return [(row[0], row[1]) for row in rows]


def _seat(game: Game, name: object) -> int:
    if not isinstance(name, str) or name not in game.seat_names:
        raise RulesError(f"'{name}' is no seat; seats are {', '.join(game.seat_names)}")
    return game.seat_names.index(name)


def _side(game: Game, name: object) -> int:
    if not isinstance(name, str) or name not in game.side_names:
        raise RulesError(f"'{name}' is no side; sides are {', '.join(game.side_names)}")
    return game.side_names.index(name)


def _declarer(game: Game, given: Answer) -> int | None:
    name = given.get("declarer")
    return None if name is None else _side(game, name)


def _by_side(game: Game, given: Answer, name: str) -> tuple[int, ...]:
    values = given.get(name) or {}
    if not isinstance(values, dict):
        raise RulesError(f"'{name}' gives a number for each side")
    for side in values:
        _side(game, side)
    numbers = tuple(values.get(side, 0) for side in game.side_names)
    if any(isinstance(number, bool) or not isinstance(number, int) for number in numbers):
        raise RulesError(f"'{name}' gives a whole number for each side")
    return numbers
