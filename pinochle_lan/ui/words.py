"""The vocabulary of the screens: cards, numbers, people, sides, and where the game stands (look.md 11).

With ``turns`` (what the person is to do), ``presence`` (who is there and who is waited for) and ``tellings``
(between hands) it holds every sentence, ready for translation. Sees snapshots and views; knows no boxes and
no pygame. Refusals bring their own sentence with the rule behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules.view import SeatView, View
from pinochle_lan.table.snapshot import Line, Person, Snapshot
from pinochle_lan.ui.page import Run
from pinochle_lan.ui.theme import hues

TITLE: Final = "Pinochle LAN"
CLAIM: Final = "No server. Every laptop at the table keeps the game."
NOTHING_YET: Final = (
    "Nothing yet. Same Wi-Fi? A guest network or a firewall can hide tables. "
    "Ask for the table code and join with it below."
)
SEARCH_PATIENCE_MS: Final = 8000
COPIED: Final = "Copied. Send it to somebody: Presets, Paste a preset takes it."

RANK_OF: Final = {str(rank): rank for rank in Rank}
_RANKS: Final = {rank.title: rank for rank in Rank}
_SUITS: Final = {suit.title.lower(): suit for suit in Suit}
_SPOKEN: Final = re.compile(
    r"(?:\bthe )?\b(ace|ten|king|queen|jack|nine) of (spades|hearts|diamonds|clubs)\b"
    r"|(?<![\w-])(10|[AKQJ9])([SHDC])(?![\w-])"
)
_PHASES: Final = {
    "deal": "Deal",
    "auction": "Auction",
    "trump": "Trump",
    "pass": "Passing",
    "kitty": "Kitty",
    "bury": "Bury",
    "meld": "Meld",
    "stock": "Stock open",
    "score": "Score",
    "over": "Over",
}


def card_runs(card: Card, weight: str = "b") -> tuple[Run, ...]:
    """A card in a sentence: rank and suit shape."""
    return (Run(str(card.rank), weight), Run("", suit=card.suit))


def rich(text: str, tone: str = "", card_tone: str = "text") -> tuple[Run, ...]:
    """A plain sentence with its cards (``ten of hearts``, ``10H``) as rank and suit shape."""
    runs: list[Run] = []
    at = 0
    for found in _SPOKEN.finditer(text):
        if found.start() > at:
            runs.append(Run(text[at : found.start()], "", tone))
        rank = str(_RANKS[found[1]]) if found[1] else found[3]
        suit = _SUITS[found[2]] if found[2] else Suit(found[4])
        runs += [Run(rank, "b", card_tone), Run("", suit=suit)]
        at = found.end()
    if at < len(text):
        runs.append(Run(text[at:], "", tone))
    return tuple(runs)


def spoken(text: str) -> str:
    """The sentence with its cards written out: ``Take the 9D`` becomes ``Take the nine of diamonds``."""

    def face(found: re.Match[str]) -> str:
        if found[1]:
            return found[0]
        return f"{Rank(found[3]).title} of {Suit(found[4]).title.lower()}"

    return _SPOKEN.sub(face, text)


def plain(runs: Iterable[Run]) -> str:
    """A sentence as bare text, for narration."""
    return "".join(run.suit.title.lower() if run.suit else run.text for run in runs).strip()


def joined(names: Iterable[str]) -> str:
    """``Ann``, ``Ann and Ben``, ``Ann, Ben and Cleo``."""
    known = list(names)
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}" if known else ""


def number(value: int) -> str:
    """1,400 and −260."""
    return f"{value:,}".replace("-", "−")


def person(snap: Snapshot, seat: int) -> Person | None:
    """Who sits on a chair."""
    return next((who for who in snap.people if who.seat == seat), None)


def name(snap: Snapshot, seat: int | None) -> str:
    """``You``, the shown name, or the seat's letter."""
    if seat is None:
        return "Nobody"
    who = person(snap, seat)
    if seat == snap.seat or (who is not None and who.you):
        return "You"
    if who is not None and who.name:
        return who.name
    if snap.view is not None:
        return snap.view.seats[seat].name
    return f"Seat {seat + 1}"


def hue(snap: Snapshot, who: Person | None) -> int:
    """The colour of somebody's avatar at this table, a place in ``theme.AVATARS``; -1 = by the name."""
    return -1 if who is None else hues(tuple(one.name for one in snap.people))[snap.people.index(who)]


def verb(snap: Snapshot, seat: int, plain_form: str, s_form: str) -> str:
    """``You bid``, ``Ben bids``."""
    who = name(snap, seat)
    return f"{who} {plain_form if who == 'You' else s_form}"


_VERB: Final = re.compile(r"^ (\w+)|(?<= and )(names)(?= )")
_OWN_FORM: Final = {"has": "have", "is": "are", "passes": "pass", "buries": "bury", "cannot": "cannot"}


def told(snap: Snapshot, line: Line) -> tuple[str, str]:
    """A line of the log as who and what: ``("You", " bid 250.")``; nobody if it begins with no name."""
    me = next((who for who in snap.people if who.you), None)
    text = line.text
    if me is not None:
        text = re.sub(rf"(?<= to ){re.escape(me.name)}(?=\.$)", "you", text)
    who = person(snap, line.seat) if line.seat is not None else None
    if who is None or not who.name or not text.startswith(f"{who.name} "):
        return "", text
    rest = text[len(who.name) :]
    return ("You", _VERB.sub(_own_form, rest)) if who.you else (who.name, rest)


def named(snap: Snapshot, text: str) -> tuple[str, str, int | None]:
    """A sentence about a laptop as whose it is, the rest, and that person's seat; nobody if it names none."""
    for who in sorted(snap.people, key=lambda one: -len(one.name)):
        rest = text.removeprefix(who.name)
        if who.name and not who.bot and rest != text and rest[:1] in (" ", "'"):
            return who.name, rest, who.seat
    return "", text, None


def _own_form(found: re.Match[str]) -> str:
    verb = found[1] or found[2]
    said = _OWN_FORM.get(verb) or verb.removesuffix("s")
    return found[0].replace(verb, said)


def players(view: View) -> tuple[SeatView, ...]:
    """The chairs that somebody plays; a dummy that belongs to nobody stands after them."""
    return tuple(chair for chair in view.seats if chair.side >= 0)


def my_side(view: View) -> int | None:
    """The viewer's side, or None for a spectator."""
    return None if view.viewer is None else view.seats[view.viewer].side


def side_short(snap: Snapshot, view: View, side: int) -> str:
    """US and THEM for two teams, YOU and names where each plays alone."""
    seats = view.sides[side].seats
    if len(seats) == 1:
        return name(snap, seats[0]).upper()
    mine = my_side(view)
    if mine is None or len(view.sides) != 2:
        return view.sides[side].name
    return "US" if side == mine else "THEM"


def side_people(snap: Snapshot, view: View, side: int) -> str:
    """``You and Ana``."""
    seats = sorted(view.sides[side].seats, key=lambda seat: seat != view.viewer)
    return joined(name(snap, seat) for seat in seats)


def side_tone(view: View, side: int) -> str:
    """Role of the theme for a side: ours or theirs. Words always go with it (F58)."""
    mine = my_side(view)
    return "us" if side == (0 if mine is None else mine) else "them"


def place_line(view: View) -> str:
    """Where the game stands: ``Single deck, partners · Hand 5 · Trick 7 of 12``."""
    parts = [view.title, f"Hand {view.hand_number}"]
    if view.trick is not None and view.phase not in ("score", "over"):
        total = f" of {view.tricks_total}" if view.tricks_total else ""
        parts.append(f"Trick {view.trick.number}{total}")
        if view.stock_left:
            parts.append("stock open")
    elif view.phase in _PHASES:
        parts.append(_PHASES[view.phase])
    return " · ".join(parts)


def partner(view: View, seat: int) -> int | None:
    """The seat that plays with this one, or None."""
    mates = [mate for mate in view.sides[view.seats[seat].side].seats if mate != seat]
    return mates[0] if len(mates) == 1 else None


def contract(snap: Snapshot, view: View) -> tuple[str, ...]:
    """Under the trump suit: ``You bid 310 · meld 230``, and shorter ways to say it, the shortest last."""
    if view.declarer is None:
        return ("",)
    who = name(snap, view.declarer)
    if view.bid is None:
        return (who,)
    said = f"{who} bid {view.bid}"
    meld = view.sides[view.seats[view.declarer].side].meld
    return (f"{said} · meld {meld}", f"{who} {view.bid} · meld {meld}", said) if meld else (said,)
