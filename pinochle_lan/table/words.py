"""Public events in words: one table from an action and the views around it to lines of the log panel.

Owns sentences only. It sees views of a spectator, so a line can never tell what a seat keeps to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pinochle_lan.cards import Card
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.view import HandResult, View
from pinochle_lan.table.snapshot import Line

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def face(card: Card) -> str:
    """A card for people: ``ten of hearts``."""
    return f"{card.rank.title} of {card.suit.title.lower()}"


def faces(some: Sequence[Card]) -> str:
    """Cards for people, separated by commas."""
    return ", ".join(face(card) for card in some)


def joined(names: Sequence[str]) -> str:
    """``Ann``, ``Ann and Ben``, ``Ann, Ben and Cleo``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def lines(
    actions: Sequence[act.Action], before: View, done: View, after: View, names: Mapping[int, str]
) -> tuple[Line, ...]:
    """What the public reads about one folded step.

    The views are a spectator's: before the step, after its actions alone (``done``), and after what the fold
    did by
    itself. ``names`` are the shown names of the seats. The actions' own sentences come first, then what
    followed:
    auction won, trick taken, hand scored, game over.
    """
    told: list[Line] = []
    for action in actions:
        make = _SENTENCES.get(type(action))
        text = make(action, done, names) if make is not None else ""
        if text:
            told.append(Line(text, getattr(action, "seat", None), before.hand_number, _trick_number(before)))
    told += _auction(before, done, after, names)
    told += _taken(before, done, names)
    for result in after.history[len(before.history) :]:
        told += _score(result, after)
    if after.over and not before.over:
        told.append(Line(_won(after, names), None, after.hand_number))
    return tuple(told)


def _trick_number(view: View) -> int:
    return view.trick.number if view.trick is not None else 0


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _call(action: act.Call, _: View, names: Mapping[int, str]) -> str:
    who = names[action.seat]
    return f"{who} passes." if action.bid is None else f"{who} bids {action.bid}."


def _name(action: act.Name, _: View, names: Mapping[int, str]) -> str:
    who = names[action.seat]
    if action.suit is None:
        return f"{who} has no marriage and cannot name trump."
    return f"{who} names {action.suit.title.lower()} trump."


def _pass(action: act.PassCards, view: View, names: Mapping[int, str]) -> str:
    receiver = next((s.seats for s in view.sides if action.seat in s.seats), ())
    partner = [names[seat] for seat in receiver if seat != action.seat]
    to = f" to {joined(partner)}" if partner else ""
    return f"{names[action.seat]} passes {_number(len(action.slots))} cards{to}."


def _bury(action: act.Bury, _: View, names: Mapping[int, str]) -> str:
    trump = f" and names {action.suit.title.lower()} trump" if action.suit is not None else ""
    return f"{names[action.seat]} buries {_number(len(action.slots))} cards{trump}."


def _meld(action: act.ShowMeld, view: View, names: Mapping[int, str]) -> str:
    who = names[action.seat]
    seat = view.seats[action.seat]
    if not action.shown:
        return f"{who} has no meld."
    items = ", ".join(meld.title for meld in seat.meld)
    return (
        f"{who} shows {seat.meld_points} meld: {items}." if items else f"{who} shows {seat.meld_points} meld."
    )


def _lay(action: act.Lay, view: View, names: Mapping[int, str]) -> str:
    if not action.melds:
        return ""
    laid = ", ".join(f"{meld.meld.replace('-', ' ')} ({_cards(meld.shown)})" for meld in action.melds)
    return f"{names[action.seat]} lays {laid}."


def _cards(shown: Sequence[act.Shown]) -> str:
    return faces([item.card for item in shown])


def _take(action: act.Take, _: View, names: Mapping[int, str]) -> str:
    return f"{names[action.seat]} takes the {'turn-up' if action.turn_up else 'face-down card'}."


def _play(action: act.Play, _: View, names: Mapping[int, str]) -> str:
    return f"{names[action.seat]} plays the {face(action.card)}."


def _give_up(action: act.GiveUp, _: View, names: Mapping[int, str]) -> str:
    return f"{names[action.seat]} gives the hand up."


def _go_on(action: act.GoOn, _: View, names: Mapping[int, str]) -> str:
    return f"{names[action.seat]} plays the hand."


def _claim(action: act.Claim, _: View, names: Mapping[int, str]) -> str:
    return f"{names[action.seat]} claims a misdeal ({action.what.replace('_', ' ')}): {_cards(action.shown)}."


def _proof(action: act.AskProof, _: View, names: Mapping[int, str]) -> str:
    return f"{names[action.seat]} {'asks for proof' if action.wanted else 'lets the contract stand'}."


def _settle(action: act.Settle, _: View, names: Mapping[int, str]) -> str:
    return f"{names[action.seat]} opens {_cards(action.shown)}." if action.shown else ""


def _forfeit(action: act.Forfeit, _: View, names: Mapping[int, str]) -> str:
    return f"{names[action.seat]} forfeits the hand."


def _drawn(_action: act.Drawn, view: View, names: Mapping[int, str]) -> str:
    return (
        f"The draw is done: {names[view.dealer]} deals." if view.dealer is not None else "The draw is done."
    )


def _shuffled(_action: act.Shuffled, view: View, _: Mapping[int, str]) -> str:
    return f"Hand {view.hand_number}: shuffled by every laptop and sealed."


def _faces(action: act.Faces, _: View, _names: Mapping[int, str]) -> str:
    zone = {"turn-up": "Turn-up", "kitty": "Kitty"}.get(action.zone, action.zone.capitalize())
    return f"{zone}: {_cards(action.shown)}."


_SENTENCES: Final[dict[type, Callable[[Any, View, Mapping[int, str]], str]]] = {
    act.Call: _call,
    act.Name: _name,
    act.PassCards: _pass,
    act.Bury: _bury,
    act.ShowMeld: _meld,
    act.Lay: _lay,
    act.Take: _take,
    act.Play: _play,
    act.GiveUp: _give_up,
    act.GoOn: _go_on,
    act.Claim: _claim,
    act.AskProof: _proof,
    act.Settle: _settle,
    act.Forfeit: _forfeit,
    act.Drawn: _drawn,
    act.Shuffled: _shuffled,
    act.Faces: _faces,
}
"""Ready, Dealt and Remixed say nothing: what follows them does."""


def _auction(before: View, done: View, after: View, names: Mapping[int, str]) -> list[Line]:
    view = done if done.declarer is not None else after
    if before.phase != "auction" or view.declarer is None or before.declarer is not None or view.bid is None:
        return []
    text = f"{names[view.declarer]} has the bid at {view.bid}."
    return [Line(text, view.declarer, before.hand_number)]


def _taken(before: View, after: View, names: Mapping[int, str]) -> list[Line]:
    trick = after.last_trick
    if trick is None or trick.winner is None or trick == before.last_trick:
        return []
    points = f" for {trick.points}" if trick.points is not None else ""
    text = f"{names[trick.winner]} takes trick {trick.number}{points}."
    return [Line(text, trick.winner, before.hand_number, trick.number)]


def _score(result: HandResult, after: View) -> list[Line]:
    totals = ", ".join(
        f"{side.name} {total}" for side, total in zip(after.sides, result.totals, strict=False)
    )
    told = [Line(why, None, result.number) for why in result.why]
    told.append(Line(f"After hand {result.number}: {totals}.", None, result.number))
    return told


def _won(after: View, names: Mapping[int, str]) -> str:
    if after.winner is None:
        return "The game is over."
    side = after.sides[after.winner]
    people = [names[seat] for seat in side.seats]
    return f"{joined(people)} {'win' if len(people) > 1 else 'wins'} the game."
