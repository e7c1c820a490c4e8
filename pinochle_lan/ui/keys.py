"""What a key means on a page: move the focus, jump to a card, type a bid, press a button. One place for all
keys.

Pure: takes the page and what is focused, answers with what to do. Knows no pygame and keeps nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pinochle_lan.cards import Rank, Suit
from pinochle_lan.ui.events import Key
from pinochle_lan.ui.page import Button, CardItem, Field, Hot, Page, Target, region

RANK_KEYS: Final = {
    "a": Rank.ACE,
    "t": Rank.TEN,
    "k": Rank.KING,
    "q": Rank.QUEEN,
    "j": Rank.JACK,
    "9": Rank.NINE,
}
SUIT_KEYS: Final = {"s": Suit.SPADES, "h": Suit.HEARTS, "d": Suit.DIAMONDS, "c": Suit.CLUBS}
_BACK: Final = ("left", "up")
_ON: Final = ("right", "down")


@dataclass(frozen=True, slots=True)
class Press:
    """Activate the target with that id."""

    id: str


@dataclass(frozen=True, slots=True)
class Focus:
    """Give the keyboard to the target with that id."""

    id: str


@dataclass(frozen=True, slots=True)
class Digit:
    """A digit typed while bidding."""

    digit: str


@dataclass(frozen=True, slots=True)
class Command:
    """Something of the window: sound, full screen, say, chat, keys, rules."""

    what: str


Meaning = Press | Focus | Digit | Command


def meaning(page: Page, focus: str, key: Key) -> Meaning | None:
    """What the key means here, or None."""
    if key.name == "f11":
        return Command("full screen")
    if key.name in ("f1", "f2"):
        return Command("keys" if key.name == "f1" else "rules")
    targets = page.targets()
    focused = next((target for target in targets if target.id == focus), None)
    if key.name == "tab":
        return _tab(targets, focused, back=key.shift)
    if key.ctrl or key.alt:
        return None
    if key.name == "escape":
        return _shortcut(targets, "escape")
    if key.name in ("return", "space"):
        picking = focused is not None and (isinstance(focused, CardItem) or region(focused) == "melds")
        if key.name == "return" and picking:
            # Enough is picked: Enter confirms, Space still takes it back.
            confirm = _shortcut(targets, "return")
            if confirm is not None:
                return None if key.repeat else confirm
        if focused is not None and not (key.name == "space" and isinstance(focused, Field)):
            return None if key.repeat else Press(focused.id)
        return None if key.repeat else _shortcut(targets, "return")
    if isinstance(focused, Field):
        return None
    if key.typed == "/":
        return Command("chat")
    if key.name in (*_BACK, *_ON, "home", "end"):
        return _move(targets, focused, key)
    bidding = any(target.id == "go:bid" for target in targets)
    if bidding and (key.name.isdigit() or key.name == "backspace"):
        return Digit(key.name)
    if key.shift and key.name in SUIT_KEYS:
        return _jump(targets, focused, suit=SUIT_KEYS[key.name])
    pressed = _shortcut(targets, key.name) or _shortcut(targets, key.typed.lower())
    if pressed is not None:
        return None if key.repeat and key.name not in ("+", "-") else pressed
    if key.name in RANK_KEYS:
        return _jump(targets, focused, rank=RANK_KEYS[key.name])
    return {"m": Command("sound"), "w": Command("say"), "r": Command("say")}.get(key.name)


def _shortcut(targets: tuple[Target, ...], name: str) -> Press | None:
    if not name:
        return None
    for target in reversed(targets):
        if isinstance(target, Button | Hot) and name in target.keys and target.enabled:
            return Press(target.id)
    return None


def _tab(targets: tuple[Target, ...], focused: Target | None, *, back: bool) -> Focus | None:
    """To the next group in reading order; a hand is one group, entered at its first legal card."""
    groups: list[str] = []
    for target in targets:
        if region(target) not in groups:
            groups.append(region(target))
    if not groups:
        return None
    if focused is None:
        place = len(groups) - 1 if back else 0
    else:
        place = (groups.index(region(focused)) + (-1 if back else 1)) % len(groups)
    return Focus(_first(targets, groups[place]).id)


def _first(targets: tuple[Target, ...], group: str) -> Target:
    members = [target for target in targets if region(target) == group]
    return next((target for target in members if _legal(target)), members[0])


def _legal(target: Target) -> bool:
    return not isinstance(target, CardItem | Button | Hot) or target.enabled


def _move(targets: tuple[Target, ...], focused: Target | None, key: Key) -> Focus | None:
    """Along the group; from nowhere into the hand. Illegal cards are skipped, with Shift they are not."""
    group = region(focused) if focused is not None else "hand"
    members = [target for target in targets if region(target) == group]
    if not members and any(region(target) == "bar" for target in targets):
        return None  # at a table arrows are for cards: without any they must not wander off to the menu
    members = members or list(targets)
    if members and isinstance(members[0], CardItem) and not key.shift:
        members = [target for target in members if _legal(target)] or members
    if not members:
        return None
    if key.name == "home":
        return Focus(members[0].id)
    if key.name == "end":
        return Focus(members[-1].id)
    ids = [target.id for target in members]
    if focused is None or focused.id not in ids:
        return Focus(ids[0 if key.name in _ON else -1])
    step = 1 if key.name in _ON else -1
    return Focus(ids[(ids.index(focused.id) + step) % len(ids)])


def _jump(
    targets: tuple[Target, ...], focused: Target | None, rank: Rank | None = None, suit: Suit | None = None
) -> Focus | None:
    """To the next card of that rank or suit after the focused one; legal ones first."""
    cards = [target for target in targets if isinstance(target, CardItem) and target.card is not None]
    fits = [
        target
        for target in cards
        if target.card is not None
        and (target.card.rank is rank if rank is not None else target.card.suit is suit)
    ]
    fits = [target for target in fits if target.enabled] or fits
    if not fits:
        return None
    ids = [target.id for target in fits]
    if focused is not None and focused.id in ids:
        return Focus(ids[(ids.index(focused.id) + 1) % len(ids)])
    return Focus(ids[0])
