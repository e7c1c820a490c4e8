"""Every sentence of the screens in one place, ready for translation (look.md 11).

Sees snapshots and views; knows no boxes and no pygame. Refusals bring their own sentence with the rule
behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules.actions import Bury, Call, Choice, Lay, Name, PassCards, Play
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import (
    ActionOffer,
    BidOffer,
    CardView,
    MeldOffer,
    PickOffer,
    PlayOffer,
    SeatView,
    SuitOffer,
    View,
)
from pinochle_lan.table.snapshot import Line, Person, Snapshot, Waiting
from pinochle_lan.ui.page import Run

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


def network_line(snap: Snapshot) -> tuple[str, str, int]:
    """The network mark: words, tone, bars (0 to 3)."""
    others = [laptop for laptop in snap.laptops if not laptop.you]
    if not others:
        return "this laptop alone", "good", 3
    gone = [laptop for laptop in others if not laptop.linked]
    if gone:
        worst = gone[0]
        seconds = worst.silent_ms // 1000
        return f"waiting for {worst.name}, {seconds} s", "amber", 1
    linked = len(snap.laptops) - len(gone)
    times = sorted(laptop.rtt_ms for laptop in others if laptop.rtt_ms is not None)
    speed = f" · {times[len(times) // 2]} ms" if times else ""
    return f"{linked} of {len(snap.laptops)} connected{speed}", "good", 3


def laptop_name(snap: Snapshot, member: int) -> str:
    """The name of a member's laptop; empty if it is not at the table."""
    return next((item.name for item in snap.laptops if item.member == member), "")


def waiting_line(snap: Snapshot, waiting: Waiting) -> str:
    """``Waiting for Ben (6 s)``."""
    laptop = laptop_name(snap, waiting.member)
    who = name(snap, waiting.seat) if waiting.seat is not None else laptop or "a laptop"
    seconds = waiting.since_ms // 1000
    if who == "You":
        return "The table waits for you."
    if waiting.gone:
        silent = next((item.silent_ms for item in snap.laptops if item.member == waiting.member), 0)
        return f"{laptop or who}'s laptop does not answer. {(silent or waiting.since_ms) // 1000} s"
    return f"Waiting for {who} ({seconds} s)" if seconds >= 3 else f"Waiting for {who}"


def message(snap: Snapshot) -> tuple[bool, tuple[Run, ...]]:
    """The message line: whether it is the person's turn, and the sentence."""
    view = snap.view
    if view is None:
        return False, (Run("The table is being set up."),)
    if snap.pending:
        return False, (Run("Sent. One moment."),)
    if view.offers:
        hint = hint_runs(snap)
        return True, hint or (Run("Your turn  ", "b", "gold"), *_offer_runs(snap, view))
    absent = [waiting for waiting in snap.waiting if waiting.gone]
    if absent:
        return False, (Run(waiting_line(snap, absent[0])),)
    if view.turn:
        seat = view.turn[0]
        who = person(snap, seat)
        late = next((w for w in snap.waiting if w.seat == seat and w.since_ms >= 3000), None)
        if late is not None:
            return False, (Run(waiting_line(snap, late)),)
        thinking = "is thinking" if who is not None and who.bot else "is to act"
        return False, (Run(f"{name(snap, seat)} {thinking}."),)
    if snap.waiting:
        return False, (Run(waiting_line(snap, snap.waiting[0])),)
    return False, (Run("Dealing." if view.phase == "deal" else "One moment."),)


def hint_runs(snap: Snapshot) -> tuple[Run, ...]:
    """The hint that was asked for, in words: what, and why; nothing while there is none."""
    if snap.hint is None:
        return ()
    if not snap.hint.lines:
        return (Run("Hint  ", "b", "gold"), Run("Nobody here can say."))
    best = snap.hint.lines[0]
    return (Run("Hint  ", "b", "gold"), *choice_runs(snap, best.choice), Run(f": {best.reason}."))


def choice_runs(snap: Snapshot, choice: Choice) -> tuple[Run, ...]:
    """A choice in a few words: the card, the bid, the suit."""
    match choice:
        case Play(shown=shown):
            return card_runs(shown.card)
        case Call(bid=bid):
            return (Run("Pass" if bid is None else f"Bid {bid}", "b"),)
        case Name(suit=suit):
            return (Run("No trump to name", "b"),) if suit is None else (Run(suit.title, "b"),)
        case PassCards(slots=slots) | Bury(slots=slots):
            held = {} if snap.view is None else {item.slot: item.card for item in _own_hand(snap.view)}
            runs: list[Run] = []
            for card in (held.get(slot) for slot in slots):
                if card is not None:
                    runs += [*((Run(" "),) if runs else ()), *card_runs(card)]
            return tuple(runs)
        case Lay(melds=melds):
            return (Run(f"Lay {len(melds)}" if melds else "Lay nothing", "b"),)
    return (Run("Go on", "b"),)


def _own_hand(view: View) -> tuple[CardView, ...]:
    return view.seats[view.viewer].hand if view.viewer is not None else ()


def _offer_runs(snap: Snapshot, view: View) -> tuple[Run, ...]:
    for offer in sorted(view.offers, key=lambda one: not isinstance(one, PickOffer)):
        if isinstance(offer, BidOffer):
            return (Run("Bid or pass" if offer.may_pass else "You have to bid"),)
        if isinstance(offer, SuitOffer):
            return (Run("Name the trump suit"),)
        if isinstance(offer, PickOffer):
            return (Run(pick_title(snap, offer)),)
        if isinstance(offer, MeldOffer):
            return (Run("Lay a meld, or go on"),)
        if isinstance(offer, PlayOffer):
            return play_runs(view, offer)
    return (Run("Choose"),)


def pick_title(snap: Snapshot, offer: PickOffer) -> str:
    """``Pass 4 cards to Ana`` or ``Bury 3 cards``."""
    cards = "card" if offer.count == 1 else "cards"
    if offer.kind == "bury":
        return f"Bury {offer.count} {cards}"
    to = f" to {name(snap, offer.receiver)}" if offer.receiver is not None else ""
    return f"Pass {offer.count} {cards}{to}"


def is_copy(why: Refusal) -> bool:
    """Whether a card is refused only because its twin that everybody has seen goes first."""
    return why.code == "open_copy"


def narrowed(offer: PlayOffer) -> bool:
    """Whether some face may not be played."""
    return not all(is_copy(why) for _, why in offer.refused)


def own_cards(snap: Snapshot) -> tuple[CardView, ...]:
    """The person's cards, those laid down and still playable included."""
    if snap.view is None or snap.view.viewer is None:
        return ()
    chair = snap.view.seats[snap.view.viewer]
    return (*chair.hand, *chair.table)


def play_runs(view: View, offer: PlayOffer) -> tuple[Run, ...]:
    """What must be done now, told from the reasons why other cards are refused; no rule is derived here."""
    trick = view.trick
    if trick is None or not trick.plays:
        return (Run("Your lead." if narrowed(offer) else "Your lead. Any card."),)
    led = trick.plays[0].card.suit
    if not narrowed(offer):
        if view.stock_left or view.phase == "stock":
            return (Run("Any card is legal while the stock lasts"),)
        return (Run(f"{led.title} were led. Any card."),)
    winning = next((play.card for play in trick.plays if play.winning), trick.plays[0].card)
    codes = [refusal.code for _, refusal in offer.refused]
    if "beat" in codes or "overtrump" in codes:
        start = f"{led.title} were led. " if winning.suit is led else ""
        return (Run(f"{start}You must beat "), *card_runs(winning))
    if "follow" in codes:
        return (Run(f"{led.title} were led. Follow suit."),)
    if "trump" in codes:
        return (Run(f"No {led.title.lower()} left: play a trump."),)
    return (Run(f"{led.title} were led."),)


def seat_state(snap: Snapshot, view: View, seat: int, meld: bool, *, short: bool) -> str:
    """The line under a name on its plate."""
    chair = view.seats[seat]
    who = person(snap, seat)
    laptop = next((item for item in snap.laptops if who is not None and item.member == who.host), None)
    if who is not None and who.away and not who.you:
        return "away, a bot plays"
    if laptop is not None and not laptop.linked and not laptop.you:
        return "back soon?" if short else "back in a moment?"
    if chair.dummy:
        return "dummy"
    if meld:
        return f"Meld {chair.meld_points}"
    held = len(chair.hand) + len(chair.table)
    mate = partner(view, seat)
    if seat == view.viewer:
        if mate is not None and not chair.meld_points:
            return f"Partner: {name(snap, mate)}"
        melded = f" · meld {chair.meld_points}" if chair.meld_points and not short else ""
        return f"{held} cards{melded}"
    if view.trick is None and (chair.bid is not None or chair.passed):
        return "Passed" if chair.passed else f"Bid {chair.bid}"
    lead = ""
    if view.viewer is not None and chair.side == view.seats[view.viewer].side:
        lead = "" if short else "Partner · "
    elif who is not None and who.bot:
        lead = "" if short else "Bot · "
    if view.stock_left or chair.table:
        return f"{len(chair.hand)} left · meld {chair.meld_points}"
    return f"{lead}{held} card{'' if held == 1 else 's'}"


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


def offered(view: View) -> tuple[ActionOffer, ...]:
    """The choices that are plain buttons."""
    return tuple(offer for offer in view.offers if isinstance(offer, ActionOffer))
