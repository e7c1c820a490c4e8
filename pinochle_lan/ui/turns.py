"""What the person has to do now, in sentences: the message line, a hint, what an offer asks (look.md 11).

Told from the offers of the view and the reasons why other cards are refused; no rule is derived here.
"""

from __future__ import annotations

from pinochle_lan.rules.actions import Bury, Call, Choice, Lay, Name, PassCards, Play
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import (
    ActionOffer,
    BidOffer,
    CardView,
    MeldOffer,
    PickOffer,
    PlayOffer,
    SuitOffer,
    View,
)
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import words
from pinochle_lan.ui.page import Run
from pinochle_lan.ui.presence import waiting_line


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
        who = words.person(snap, seat)
        late = next((w for w in snap.waiting if w.seat == seat and w.since_ms >= 3000), None)
        if late is not None:
            return False, (Run(waiting_line(snap, late)),)
        thinking = "is thinking" if who is not None and who.bot else "is to act"
        return False, (Run(f"{words.name(snap, seat)} {thinking}."),)
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
            return words.card_runs(shown.card)
        case Call(bid=bid):
            return (Run("Pass" if bid is None else f"Bid {bid}", "b"),)
        case Name(suit=suit):
            return (Run("No trump to name", "b"),) if suit is None else (Run(suit.title, "b"),)
        case PassCards(slots=slots) | Bury(slots=slots):
            held = {} if snap.view is None else {item.slot: item.card for item in _own_hand(snap.view)}
            runs: list[Run] = []
            for card in (held.get(slot) for slot in slots):
                if card is not None:
                    runs += [*((Run(" "),) if runs else ()), *words.card_runs(card)]
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
    to = f" to {words.name(snap, offer.receiver)}" if offer.receiver is not None else ""
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
        return (Run(f"{start}You must beat "), *words.card_runs(winning))
    if "follow" in codes:
        return (Run(f"{led.title} were led. Follow suit."),)
    if "trump" in codes:
        return (Run(f"No {led.title.lower()} left: play a trump."),)
    return (Run(f"{led.title} were led."),)


def offered(view: View) -> tuple[ActionOffer, ...]:
    """The choices that are plain buttons."""
    return tuple(offer for offer in view.offers if isinstance(offer, ActionOffer))
