"""The kit for plugin authors: the pytest fixture ``pinochle`` and the table that it sets.

``table = pinochle.table(VARIANT, rules=["tens-around"])``, then deal, bid, name, play and look, all in the
text notation of cards. Our own tests use it, too. What a test got wrong and what a rule refuses is an
AssertionError with a sentence.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from pinochle_lan import shipped
from pinochle_lan.cards import Suit, cards, suit
from pinochle_lan.conformance.suite import Report, check
from pinochle_lan.dealer import Dealer, TableError, at_random
from pinochle_lan.pluginhost.host import load_all, load_file
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import melds
from pinochle_lan.rules.actions import Action, Shown
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.state import Melded
from pinochle_lan.rules.text import rules as rules_page
from pinochle_lan.rules.variant import HouseRule, Variant
from pinochle_lan.rules.view import HandResult, View

_LONG: Final = {"north": "N", "east": "E", "south": "S", "west": "W"}


class MeldCheck:
    """The meld of one seat, shown or still in the hand."""

    def __init__(self, found: Sequence[melds.Found | Melded]) -> None:
        self.found = tuple(found)
        self.items: dict[str, int] = melds.items(found)
        """Points by the meld's name: ``run``, ``royal-marriage``, ``tens`` ..."""
        self.total: int = melds.total(found)

    def has(self, name: str, points: int | None = None) -> None:
        """Fail unless the meld is there, with those points if given."""
        there = self.items.get(name)
        if there is None or points not in (None, there):
            wanted = name if points is None else f"{name} for {points}"
            raise AssertionError(f"no {wanted}; there is {self._listed()}")

    def has_not(self, name: str) -> None:
        """Fail if the meld is there."""
        if name in self.items:
            raise AssertionError(f"there is {name}: {self._listed()}")

    def _listed(self) -> str:
        return ", ".join(f"{name} {points}" for name, points in self.items.items()) or "no meld"

    def __repr__(self) -> str:
        return f"MeldCheck({self._listed()})"


class Table:
    """A game where one laptop knows every card. Seats go by name: ``north`` or ``N``, ``A``, ``B``."""

    def __init__(
        self, variant: Variant, options: Mapping[str, OptionValue], rules: Sequence[HouseRule], seed: int = 1
    ) -> None:
        self._variant, self._options, self._rules, self._seed = variant, dict(options), tuple(rules), seed
        self.dealer = Dealer(Game(variant, options, rules), seed, at_random)

    @property
    def game(self) -> Game:
        """The rules in force."""
        return self.dealer.game

    @property
    def score(self) -> dict[str, int]:
        """Game score by side: ``{"NS": 120, "EW": 0}``."""
        return dict(zip(self.game.side_names, self.dealer.state.scores, strict=True))

    @property
    def last(self) -> HandResult:
        """The last scored hand. Fails if there is none."""
        if not self.dealer.state.history:
            raise AssertionError("no hand is scored yet")
        return self.dealer.state.history[-1]

    @property
    def why(self) -> str:
        """The lines of the last score, one under the other."""
        return "\n".join(self.last.why)

    @property
    def asked(self) -> tuple[str, str]:
        """(kind, seat name) of the choice that is due; empty texts if the game is over."""
        for ask in self.game.due(self.dealer.state):
            return ask.kind, "" if ask.seat is None else self.game.seat_names[ask.seat]
        return "", ""

    @property
    def rules(self) -> str:
        """The rules page as text."""
        return "\n".join("\n".join((title, *lines)) for title, lines in rules_page(self.game))

    # --- up to a moment

    def deal(self, dealer: str | None = None, **hands: str) -> Table:
        """Deal a hand with these cards in these seats or zones (``kitty="9C"``); the rest comes at random.

        Plays on to the first choice that somebody makes. ``dealer`` fixes who deals a first hand.
        """
        state = self.dealer.state
        if dealer is not None and state.deals == 1 and state.stage in ("ready", "draw"):
            given = {**self._options, "first_dealer": self.seat(dealer)}
            self.dealer = Dealer(Game(self._variant, given, self._rules), self._seed, at_random)
        self.dealer.until("shuffle")
        self.dealer.stack({self._place(name): text for name, text in hands.items()})
        self.dealer.step()
        self.on()
        return self

    def _place(self, name: str) -> int | str:
        return name if name in ("kitty", "stock", "dummy") else self.seat(name)

    def on(self, *kinds: str) -> Table:
        """Play on to the next choice, or to the next one of ``kinds``; choices before it are random."""
        automatic = ("ready", "draw", "shuffle", "deal", "show", "remix", "meld", "settle")
        while self.asked[0] in automatic or (kinds and self.asked[0] not in kinds):
            if not self.game.due(self.dealer.state):
                raise AssertionError(f"the game is over and nobody was asked for {' or '.join(kinds)}")
            self.dealer.step()
        return self

    def seat(self, name: str) -> int:
        """The number of a seat. Fails for a name that there is not."""
        wanted = _LONG.get(name.lower(), name.upper())
        if wanted not in self.game.seat_names:
            raise AssertionError(f"there is no seat '{name}'; seats are {', '.join(self.game.seat_names)}")
        return self.game.seat_names.index(wanted)

    # --- choices

    def do(self, *actions: Action) -> Table:
        """Make choices as their authors would; fails with the refusal's sentence if one is not allowed."""
        for action in actions:
            seat = getattr(action, "seat", None)
            mine = None if seat is None else self.dealer.mine(seat)
            refusal = self.game.check(self.dealer.state, action, mine)
            if refusal is not None:
                raise AssertionError(f"refused: {refusal} ({refusal.rule})")
            self.dealer.do(action)
            self.on()
        return self

    def bid(self, *numbers: int | None) -> Table:
        """Calls of whoever is due; None passes."""
        for number in numbers:
            self.do(act.Call(self._due("call"), number))
        return self

    def name(self, trump: str) -> Table:
        """Declarer names trump by its letter, with king and queen where they are needed."""
        return self.do(self._choice("name", suit=suit(trump)))

    def answer(self, word: str) -> Table:
        """The word of whoever is asked a question of a house rule."""
        return self.do(act.Answer(self._due("answer"), word))

    def bury(self, text: str, trump: str) -> Table:
        """Declarer lays these cards away and names trump."""
        seat = self._due("bury")
        return self.do(act.Bury(seat, self.slots(seat, text), suit(trump)))

    def give(self, text: str) -> Table:
        """Whoever passes cards passes these."""
        seat = self._due("pass")
        return self.do(act.PassCards(seat, self.slots(seat, text)))

    def play(self, *texts: str) -> Table:
        """Cards of whoever is due, in order: ``table.play("AS", "9S", "KS", "QS")``."""
        for text in texts:
            seat = self._due("card")
            self.do(*self._plays(seat, text))
        return self

    def finish(self) -> Table:
        """Play the running hand to its end with random legal choices."""
        self.dealer.hand()
        return self

    # --- looking

    def meld(self, seat: str, trump: str | None = None) -> MeldCheck:
        """The meld of a seat: what it showed, or before that what its hand would be worth with ``trump``."""
        number, state = self.seat(seat), self.dealer.state
        if state.melds and state.melds[number] and trump is None:
            return MeldCheck(state.melds[number])
        named: Suit | None = state.trump if trump is None else suit(trump)
        hand = [self.dealer.faces[n] for n in state.hand(number)]
        return MeldCheck(melds.find(hand, named, self.game.rules.melds))

    def legal(self, seat: str) -> str:
        """The cards that the seat may play now, as text in the order of suits and ranks."""
        mine = self.dealer.mine(self.seat(seat))
        legal = self.game.legal(self.dealer.state, self.seat(seat), mine)
        found = {one.card for one in legal if isinstance(one, act.Play)}
        return " ".join(str(card) for card in dict.fromkeys(self.game.faces) if card in found)

    def refusal(self, seat: str, text: str) -> Refusal | None:
        """Why the seat may not play that card, or None."""
        number = self.seat(seat)
        (play,) = self._plays(number, text)
        return self.game.check(self.dealer.state, play, self.dealer.mine(number))

    def hand(self, seat: str) -> str:
        """The cards of a seat as text, in the order of suits and ranks."""
        held = [self.dealer.faces[n] for n in self.dealer.state.hand(self.seat(seat))]
        return " ".join(str(card) for card in sorted(held, key=self.game.faces.index))

    def view(self, seat: str | None = None) -> View:
        """What a seat sees, None = a spectator."""
        number = None if seat is None else self.seat(seat)
        mine = {} if number is None else self.dealer.mine(number)
        return self.game.view(self.dealer.state, number, mine)

    def slots(self, seat: int, text: str) -> tuple[int, ...]:
        """Slots of these faces in the seat's hand: open copies first, then the lowest. Fails without them."""
        state = self.dealer.state
        hand = sorted(state.hand(seat), key=lambda n: (not state.slots[n].open, n))
        found: list[int] = []
        for card in cards(text):
            there = [n for n in hand if self.dealer.faces[n] == card and n not in found]
            if not there:
                raise AssertionError(f"{self.game.seat_names[seat]} does not hold {card}")
            found.append(there[0])
        return tuple(found)

    def _plays(self, seat: int, text: str) -> tuple[act.Play, ...]:
        return tuple(act.Play(seat, Shown(n, self.dealer.faces[n])) for n in self.slots(seat, text))

    def _due(self, kind: str) -> int:
        for ask in self.game.due(self.dealer.state):
            if ask.kind == kind and ask.seat is not None:
                return ask.seat
        raise AssertionError(f"nobody is asked for '{kind}' now; due is {' of '.join(self.asked)}")

    def _choice(self, kind: str, **wanted: object) -> Action:
        seat = self._due(kind)
        legal = self.game.legal(self.dealer.state, seat, self.dealer.mine(seat))
        for action in legal:
            if all(getattr(action, name, None) == value for name, value in wanted.items()):
                return action
        raise AssertionError(f"{self.game.seat_names[seat]} cannot answer '{kind}' with that")


class Pinochle:
    """What the fixture ``pinochle`` gives: tables of shipped games under the plugins that a test wants."""

    def __init__(self, registry: Registry, folder: Path) -> None:
        self.registry = registry
        self._folder = folder

    def load(self, path: str | Path) -> Any:
        """What a plugin file registers first: a house rule, a variant or the class of an opponent.

        A relative path starts at the folder of the test. Fails with the line and the hint if it is broken.
        """
        found = load_file(self._folder / path)
        for problem in found.problems:
            raise AssertionError(str(problem))
        return found.plugins[0].thing

    def table(
        self,
        variant: str | Variant,
        rules: Sequence[str | HouseRule] = (),
        seed: int = 1,
        **options: Any,
    ) -> Table:
        """A table before its first hand. ``rules`` apply in that order; ids are those of shipped house rules.

        Options of the table and of the rules by name; a dot is written as two underscores, a hyphen as one:
        ``tens_around__points=60``.
        """
        plain = self.registry.variants[variant] if isinstance(variant, str) else variant
        used = [self.registry.house_rules[rule] if isinstance(rule, str) else rule for rule in rules]
        given = {_option(name, used): value for name, value in options.items()}
        return Table(plain, given, used, seed)

    def conforms(self, plugin: object, **how: Any) -> Report:
        """Fail unless ``plugins check`` passes: of a file, or of the file that a rule or class stands in.

        ``how``: seed, hands, most (games).
        """
        path = plugin if isinstance(plugin, str | Path) else inspect.getsourcefile(_class(plugin))
        if path is None:
            raise AssertionError("nobody knows which file that comes from")
        report = check(self._folder / path, [("shipped", shipped.plugins())], **how)
        for finding in report.findings:
            raise AssertionError(f"{finding.game}: {finding.sentence}\n{finding.transcript}")
        return report


def _class(plugin: object) -> Any:
    return plugin if inspect.isclass(plugin) else type(plugin)


def _option(name: str, rules: Sequence[HouseRule]) -> str:
    """``tens_around__points`` to ``tens-around.points``; an option of the game stays as it is."""
    head, dots, tail = name.partition("__")
    ids = {rule.id.replace("-", "_"): rule.id for rule in rules}
    return f"{ids.get(head, head)}.{tail}" if dots else name


@pytest.fixture(scope="session")
def pinochle_plugins() -> Registry:
    """The shipped plugins alone, read once."""
    return load_all([("shipped", shipped.plugins())], installed=False)


@pytest.fixture
def pinochle(pinochle_plugins: Registry, request: pytest.FixtureRequest) -> Pinochle:
    """Tables of pinochle for a test of a plugin."""
    return Pinochle(pinochle_plugins, request.path.parent)


__all__ = ["MeldCheck", "Pinochle", "Report", "Table", "TableError", "pinochle", "pinochle_plugins"]
