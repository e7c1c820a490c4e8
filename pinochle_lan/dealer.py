"""A local dealer: one program that knows every card plays a game step by step, for tests and plugin checks.

Does what the laptops of a table do together, with a seeded chance: shuffles, deals, shows, mixes. Knows no
seals, log or network. ``transcript`` writes a game as text, ``replay`` folds it again.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from pinochle_lan.cards import Card, cards
from pinochle_lan.faceup import FaceUp
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import preset, wire
from pinochle_lan.rules.actions import Action, Shown
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.state import State
from pinochle_lan.rules.variant import HouseRule, Variant

Chooser = Callable[["Dealer", Ask, Legal], Action]
"""Makes the choices of all seats: (dealer, what is asked, what is legal) to one of the legal actions."""


MOST_STEPS: Final = 1500
"""No hand of any game needs more steps."""
MOST_VOID: Final = 150
"""So many void hands in a row mean that no hand is ever played."""


class TableError(AssertionError):
    """The game went wrong in the dealer's hands: nothing to choose, a choice refused, no end."""


def digest(game: Game, state: State) -> str:
    """Hex of the state's digest."""
    return hashlib.sha256(game.encode(state)).hexdigest()[:16]


def at_random(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Any legal action; passes three times in four when bidding, so that auctions end at sane numbers."""
    actions = list(iter(legal))  # list(legal) would ask for their number first and make them all twice
    if not actions:
        raise TableError(f"{dealer.game.seat_names[ask.seat or 0]} has nothing to choose for '{ask.kind}'")
    if ask.kind == "call" and dealer.rng.random() < 0.75:
        passes = [action for action in actions if action == act.Call(action.seat, None)]
        if passes:
            return passes[0]
    return dealer.rng.choice(actions)


class Dealer(FaceUp):
    """Runs a game step by step; ``log`` holds the folded steps."""

    def __init__(self, game: Game, seed: int = 1, choose: Chooser = at_random) -> None:
        self.rng = random.Random(seed)  # noqa: S311 - a game
        super().__init__(game, self.rng, self.rng)
        self.choose = choose
        self.log: list[tuple[Action, ...]] = []
        self.watch: list[Callable[[Dealer, tuple[Action, ...], State], None]] = []
        self.next_pack: list[Card] | None = None
        self._digest: str | None = None

    @property
    def digest(self) -> str:
        """Hex of the digest of the running state; made once a step."""
        if self._digest is None:
            self._digest = digest(self.game, self.state)
        return self._digest

    def stack(self, hands: Mapping[int | str, str]) -> None:
        """Fix the next shuffle: cards by seat or zone as text, the rest of the pack filled up at random.

        Raises TableError if no shuffle is due or the pack does not hold the cards.
        """
        asks = [ask for ask in self.game.due(self.state) if ask.kind == "shuffle"]
        if not asks:
            raise TableError("The next shuffle can only be fixed when one is due")
        left = list(self.game.faces)
        piles: dict[int | str, list[Card]] = {}
        for seat, text in hands.items():
            piles[seat] = list(cards(text))
            for card in piles[seat]:
                if card not in left:
                    raise TableError(f"The pack does not hold that many {card}")
                left.remove(card)
        self.rng.shuffle(left)
        slot_map = asks[0].slot_map
        for place in slot_map:
            piles.setdefault(place, [])
        for place, pile in piles.items():
            if len(pile) > slot_map.count(place):
                raise TableError(f"{place} gets {slot_map.count(place)} cards, not {len(pile)}")
        for place in dict.fromkeys(slot_map):
            while len(piles[place]) < slot_map.count(place):
                piles[place].append(left.pop())
        self.next_pack = [piles[place].pop(0) for place in slot_map]

    def shuffled(self) -> Sequence[Card]:
        """The pack that was fixed (``stack``), else any."""
        pack, self.next_pack = self.next_pack, None
        return pack or super().shuffled()

    def chosen(self, ask: Ask, seat: int) -> Action:
        """What the chooser makes of it. Raises TableError for an ask that is no choice."""
        if ask.sort is not Sort.CHOICE:
            raise TableError(f"Nobody knows what to do for '{ask.kind}'")
        return self.choose(self, ask, self.game.legal(self.state, seat, self.mine(seat)))

    def step(self) -> tuple[Action, ...]:
        """Play one step; returns its actions."""
        asks = self.game.due(self.state)
        if not asks:
            raise TableError("The game is over")
        actions = tuple(self.answer(ask) for ask in asks)
        for action in actions:
            refusal = self.game.check(self.state, action)
            if refusal is not None:
                raise TableError(f"A legal choice is refused: {action}: {refusal}")
        self.do(*actions)
        return actions

    def do(self, *actions: Action) -> None:
        """Fold actions as one step."""
        before = self.state
        self.state = self.game.apply(before, actions)
        self._digest = None
        self.log.append(actions)
        for watcher in self.watch:
            watcher(self, actions, before)

    def until(self, *kinds: str) -> Ask:
        """Play on until a choice of one of ``kinds`` is due; returns it."""
        while self.game.due(self.state)[0].kind not in kinds:
            self.step()
        return self.game.due(self.state)[0]

    def hand(self) -> None:
        """Play on to the end of the running hand (a void one counts)."""
        deals = self.state.deals
        for _ in range(MOST_STEPS):
            if self.state.over or self.state.deals != deals:
                return
            self.step()
        raise TableError(f"A hand does not end: {MOST_STEPS} steps and no last one")

    def hands(self, count: int) -> None:
        """Play ``count`` hands, or to the end of the game. Raises TableError if none is ever scored."""
        void = 0
        for _ in range(count):
            if not self.state.over:
                scored = len(self.state.history)
                self.hand()
                void = void + 1 if len(self.state.history) == scored else 0
                if void >= MOST_VOID:
                    raise TableError(f"No hand is ever scored: {MOST_VOID} void ones in a row")


# --- transcripts: a game as text that can be folded again


class Scribe:
    """Writes a game as it is played: every step with its bodies, a comment, the digest after it."""

    def __init__(self, dealer: Dealer, title: str) -> None:
        self.lines = [
            f"# {title}",
            f"game {dealer.game.id} {json.dumps(dict(sorted(dealer.game.options.items())))}",
        ]
        dealer.watch.append(self)

    def __call__(self, played: Dealer, actions: tuple[Action, ...], before: State) -> None:
        for action in actions:
            self.lines.append(_line(played, action, before))
        self.lines.append(f"= {played.digest}")
        if len(played.state.history) > len(before.history):
            self.lines.extend(f"# {why}" for why in played.state.history[-1].why)
            self.lines.append(f"# totals {played.state.scores}")

    @property
    def text(self) -> str:
        """The transcript so far."""
        return "\n".join(self.lines) + "\n"


def transcript(dealer: Dealer, hands: int, title: str) -> str:
    """Play ``hands`` hands and write every step (``Scribe``)."""
    scribe = Scribe(dealer, title)
    dealer.hands(hands)
    return scribe.text


def _line(dealer: Dealer, action: Action, before: State) -> str:
    match action:
        case act.Ready():
            return "ready"
        case act.Drawn(seed):
            return f"draw {seed.hex()}"
        case act.Shuffled():
            return "shuffle " + " ".join(str(dealer.faces[n]) for n in sorted(dealer.faces))
        case act.Dealt(seat):
            return f"deal {seat}"
        case act.Faces(zone, shown):
            return f"show {zone} " + " ".join(str(one.slot) for one in shown)
        case act.Remixed(seat):
            ask = next(a for a in dealer.game.due(before) if a.kind == "remix" and a.seat == seat)
            return f"remix {seat} " + " ".join(str(dealer.faces[n]) for n in ask.new)
        case _:
            body = json.dumps(dealer.game.to_body(action))
            faces = " ".join(str(one.card) for one in wire.shown(action))
            comment = f"  # {faces}" if faces else ""
            return f"{dealer.game.kind_of(action)} {action.seat} {body}{comment}"


def replay(
    text: str, variants: Mapping[str, Variant], rules: Mapping[str, HouseRule] = MappingProxyType({})
) -> Iterator[tuple[int, str, str]]:
    """Fold a transcript again: (line, digest written, digest now) of every step. Needs no chance at all.

    ``rules``: house rules by id, for a game that has some. Raises TableError at a step that is refused.
    """
    dealer: Dealer | None = None
    step: list[Action] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.partition("  # ")[0].partition(" ")
        if line.startswith("#"):
            continue
        if word == "game":
            variant, _, options = rest.partition(" ")
            given = json.loads(options)
            used = [rules[id] for id in given.get(preset.ORDER, "").split()]
            dealer = Dealer(Game(variants[variant], given, used))
            continue
        assert dealer is not None
        if word == "=":
            dealer.do(*step)
            step = []
            yield number, rest, digest(dealer.game, dealer.state)
        else:
            action = _parsed(dealer, word, rest)
            refusal = dealer.game.check(dealer.state, action)
            if refusal is not None:
                raise TableError(f"Line {number} is refused: {refusal}")
            step.append(action)


def _parsed(dealer: Dealer, word: str, rest: str) -> Action:
    game, faces = dealer.game, dealer.faces
    match word:
        case "ready":
            return act.Ready()
        case "draw":
            return act.Drawn(bytes.fromhex(rest))
        case "shuffle":
            dealer.faces = dict(enumerate(cards(rest)))
            return act.Shuffled()
        case "deal":
            return act.Dealt(int(rest))
        case "show":
            zone, *slots = rest.split()
            return act.Faces(zone, tuple(Shown(int(n), faces[int(n)]) for n in slots))
        case "remix":
            seat, _, names = rest.partition(" ")
            ask = next(a for a in game.due(dealer.state) if a.kind == "remix" and a.seat == int(seat))
            faces.update(zip(ask.new, cards(names), strict=True))
            return act.Remixed(int(seat))
        case _:
            seat, _, body = rest.partition(" ")
            return game.from_body(word, int(seat), json.loads(body), faces)
