"""Bodies of entries: a seat's action as plain values without faces, and back again from hostile values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pinochle_lan import cards
from pinochle_lan.cards import Card, Suit
from pinochle_lan.codec import Value
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Action, Shown
from pinochle_lan.rules.errors import RulesError

KINDS: Final[Mapping[type, str]] = {
    act.Call: "call",
    act.Name: "name",
    act.PassCards: "pass",
    act.Bury: "bury",
    act.ShowMeld: "meld",
    act.Lay: "lay",
    act.Take: "take",
    act.Play: "card",
    act.GoOn: "go",
    act.AskProof: "proof?",
    act.Answer: "answer",
    act.Settle: "settle",
    act.Ready: "ready",
    act.Drawn: "draw",
    act.Shuffled: "shuffle",
    act.Dealt: "deal",
    act.Remixed: "remix",
    act.Faces: "show",
    act.Forfeit: "forfeit",
}
"""Kind of the ask that each action answers; a claim and giving up depend on the game."""

MOST_SLOTS: Final = 80
"""No body names more slots than the largest pack has cards."""
LONGEST_WORD: Final = 32
"""Letters of an answer."""


def shown(action: Action) -> tuple[Shown, ...]:
    """The slots with faces that an action opens."""
    match action:
        case act.Play(_, one):
            return (one,)
        case act.Lay(_, melds):
            once = {one.slot: one for meld in melds for one in meld.shown}
            return tuple(once[slot] for slot in sorted(once))
        case act.Name() | act.Bury() | act.ShowMeld() | act.Claim() | act.Settle() | act.Faces():
            return action.shown
        case _:
            return ()


def to_body(action: Action) -> Value:
    """The body of a seat's action. Raises RulesError for actions that have none (dealings)."""
    match action:
        case act.Call(_, bid):
            return bid
        case act.Claim(_, what, faces):
            return ("claim", what, _slots(faces))
        case act.Name(_, suit, faces):
            return (None if suit is None else suit.value, _slots(faces))
        case act.PassCards(_, slots):
            return slots
        case act.Bury(_, slots, suit, faces):
            return (slots, None if suit is None else suit.value, _slots(faces))
        case act.ShowMeld(_, faces) | act.Settle(_, faces):
            return _slots(faces)
        case act.Lay(_, melds):
            return tuple((meld.meld, _slots(meld.shown)) for meld in melds)
        case act.Take(_, turn_up):
            return turn_up
        case act.Play(_, one):
            return one.slot
        case act.GiveUp():
            return "give up"
        case act.GoOn():
            return "play"
        case act.AskProof(_, wanted):
            return wanted
        case act.Answer(_, word):
            return word
        case _:
            raise RulesError(f"A {type(action).__name__} has no body of a seat")


def from_body(kind: str, seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    """The action of a body; see ``Game.from_body``."""
    reader = _READERS.get(kind)
    if reader is None:
        raise RulesError(f"'{kind}' is no kind of a seat's action")
    return reader(seat, tuple(body) if isinstance(body, list) else body, faces)


# --- readers: one a kind


def _call(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    if isinstance(body, tuple):
        return _claim(seat, body, faces)
    if body is None:
        return act.Call(seat, None)
    return act.Call(seat, _number(body, "A bid"))


def _claim(seat: int, body: tuple[Value, ...], faces: Mapping[int, Card]) -> Action:
    if len(body) != 3 or body[0] != "claim" or not isinstance(body[1], str):
        raise RulesError("A claim names itself and its slots")
    return act.Claim(seat, body[1], _faces(body[2], faces))


def _name(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    suit, slots = _pair(body, "Naming trump")
    return act.Name(seat, _suit(suit), _faces(slots, faces))


def _pass(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    return act.PassCards(seat, _numbers(body))


def _bury(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    parts = _tuple(body, "Burying")
    if len(parts) != 3:
        raise RulesError("Burying names the cards, the suit and what is shown for it")
    return act.Bury(seat, _numbers(parts[0]), _suit(parts[1]), _faces(parts[2], faces))


def _meld(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    return act.ShowMeld(seat, _faces(body, faces))


def _settle(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    return act.Settle(seat, _faces(body, faces))


def _lay(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    laid = []
    for item in _tuple(body, "Melds"):
        name, slots = _pair(item, "A meld")
        if not isinstance(name, str):
            raise RulesError("A meld is named in words")
        laid.append(act.Laid(name, _faces(slots, faces)))
    return act.Lay(seat, tuple(laid))


def _take(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    if not isinstance(body, bool):
        raise RulesError("The last draw is yes or no: the turned-up card or not")
    return act.Take(seat, body)


def _card(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    if isinstance(body, tuple):
        return _claim(seat, body, faces)
    if body == "give up" and isinstance(body, str):
        return act.GiveUp(seat)
    slot = _number(body, "A slot")
    return act.Play(seat, _faces((slot,), faces)[0])


def _go(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    if body == "play":
        return act.GoOn(seat)
    if body == "give up":
        return act.GiveUp(seat)
    raise RulesError("Declarer says 'play' or 'give up'")


def _proof(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    if not isinstance(body, bool):
        raise RulesError("Asking for proof is yes or no")
    return act.AskProof(seat, body)


def _answer(seat: int, body: Value, faces: Mapping[int, Card]) -> Action:
    if not isinstance(body, str) or not 0 < len(body) <= LONGEST_WORD:
        raise RulesError(f"An answer is a word of at most {LONGEST_WORD} letters")
    return act.Answer(seat, body)


_READERS: Final[Mapping[str, Callable[[int, Value, Mapping[int, Card]], Action]]] = {
    "call": _call,
    "name": _name,
    "pass": _pass,
    "bury": _bury,
    "meld": _meld,
    "settle": _settle,
    "lay": _lay,
    "take": _take,
    "card": _card,
    "go": _go,
    "proof?": _proof,
    "answer": _answer,
}


# --- values


def _slots(faces: tuple[Shown, ...]) -> tuple[int, ...]:
    return tuple(one.slot for one in faces)


def _tuple(body: Value, what: str) -> tuple[Value, ...]:
    if isinstance(body, list):
        body = tuple(body)
    if not isinstance(body, tuple) or len(body) > MOST_SLOTS:
        raise RulesError(f"{what} come as a list of at most {MOST_SLOTS}")
    return body


def _pair(body: Value, what: str) -> tuple[Value, Value]:
    both = _tuple(body, what)
    if len(both) != 2:
        raise RulesError(f"{what} has two parts")
    return both[0], both[1]


def _number(body: Value, what: str) -> int:
    if isinstance(body, bool) or not isinstance(body, int) or not 0 <= body < 2**31:
        raise RulesError(f"{what} is a whole number from 0 up")
    return body


def _numbers(body: Value) -> tuple[int, ...]:
    numbers = tuple(_number(item, "A slot") for item in _tuple(body, "Slots"))
    if len(set(numbers)) != len(numbers):
        raise RulesError("A slot is named twice")
    return numbers


def _faces(body: Value, faces: Mapping[int, Card]) -> tuple[Shown, ...]:
    found = []
    for slot in _numbers(body):
        if slot not in faces:
            raise RulesError(f"Slot {slot} was named without a proof of its face")
        found.append(Shown(slot, faces[slot]))
    return tuple(found)


def _suit(body: Value) -> Suit | None:
    if body is None:
        return None
    if not isinstance(body, str):
        raise RulesError("A suit is one of C, D, H, S")
    try:
        return cards.suit(body)
    except cards.CardError as fault:
        raise RulesError(str(fault)) from None
