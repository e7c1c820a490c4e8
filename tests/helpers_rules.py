"""A plain local dealer: plays the shuffles that the engine never does, with a seeded random, and knows every
card.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pinochle_lan import codec
from pinochle_lan.cards import Card, cards
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import wire
from pinochle_lan.rules.actions import Action, Shown
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.state import State
from pinochle_lan.rules.variant import Variant

ROOT = Path(__file__).resolve().parents[1]

Chooser = Callable[["Dealer", Ask, Legal], Action]


def variants() -> dict[str, Variant]:
    """Every variant in ``plugins/``, read without the plugin host."""
    found: dict[str, Variant] = {}
    for path in sorted((ROOT / "plugins").glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"shipped_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        if hasattr(module, "register_variants"):
            module.register_variants(lambda variant: found.setdefault(variant.id, variant))
    return found


def game(variant: str = "partnership", rules: Sequence[Any] = (), **options: Any) -> Game:
    """A game by variant id; option names with a dot are written with two underscores."""
    given = {name.replace("__", "."): value for name, value in options.items()}
    return Game(variants()[variant], given, rules)


def digest(game: Game, state: State) -> str:
    """Hex of the state's digest."""
    return hashlib.sha256(codec.encode(game.encode(state))).hexdigest()[:16]


def at_random(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Any legal action; passes three times in four when bidding, so that auctions end at sane numbers."""
    actions = list(legal)
    assert actions, f"nothing to choose for {ask}"
    if ask.kind == "call" and dealer.rng.random() < 0.75:
        passes = [action for action in actions if action == act.Call(action.seat, None)]
        if passes:
            return passes[0]
    return dealer.rng.choice(actions)


class Dealer:
    """Runs a game step by step. ``faces`` holds the face of every living slot; ``log`` the folded steps."""

    def __init__(self, game: Game, seed: int = 1, choose: Chooser = at_random) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.choose = choose
        self.state = game.start()
        self.faces: dict[int, Card] = {}
        self.log: list[tuple[Action, ...]] = []
        self.watch: list[Callable[[Dealer, tuple[Action, ...], State], None]] = []
        self.next_pack: list[Card] | None = None

    def mine(self, *seats: int) -> dict[int, Card]:
        """What a laptop that hosts ``seats`` may know."""
        return {
            n: self.faces[n]
            for n, slot in enumerate(self.state.slots)
            if slot.owner in seats and slot.zone in ("hand", "meld", "buried") and n in self.faces
        }

    def stack(self, hands: Mapping[int, str], rest: str = "") -> None:
        """Fix the next shuffle: cards by seat as text, the rest of the pack filled up at random."""
        asks = [ask for ask in self.game.due(self.state) if ask.kind == "shuffle"]
        assert asks, "no shuffle is due"
        left = list(self.game.faces)
        piles: dict[int | str, list[Card]] = {}
        for seat, text in hands.items():
            piles[seat] = list(cards(text))
            for card in piles[seat]:
                left.remove(card)
        self.rng.shuffle(left)
        slot_map = asks[0].slot_map
        for place in slot_map:
            piles.setdefault(place, [])
        for place in dict.fromkeys(slot_map):
            while len(piles[place]) < slot_map.count(place):
                piles[place].append(left.pop())
        self.next_pack = [piles[place].pop(0) for place in slot_map]

    def answer(self, ask: Ask) -> Action:
        """The action that answers one ask."""
        game, state = self.game, self.state
        seat = ask.seat if ask.seat is not None else -1
        match ask.kind:
            case "ready":
                return act.Ready()
            case "draw":
                return act.Drawn(self.rng.randbytes(32))
            case "shuffle":
                pack = self.next_pack or list(game.faces)
                if self.next_pack is None:
                    self.rng.shuffle(pack)
                self.next_pack = None
                self.faces = dict(enumerate(pack))
                return act.Shuffled()
            case "deal":
                return act.Dealt(seat)
            case "show":
                return act.Faces(ask.zone, tuple(Shown(n, self.faces[n]) for n in ask.slots))
            case "remix":
                mixed = [self.faces.pop(n) for n in ask.slots]
                self.rng.shuffle(mixed)
                self.faces.update(zip(ask.new, mixed, strict=True))
                return act.Remixed(seat)
            case "meld":
                return game.best_meld(state, seat, self.mine(seat))
            case "settle":
                return game.settle(state, seat, self.mine(seat))
            case _:
                assert ask.sort is Sort.CHOICE
                return self.choose(self, ask, game.legal(state, seat, self.mine(seat)))

    def step(self) -> tuple[Action, ...]:
        """Play one step; returns its actions."""
        asks = self.game.due(self.state)
        assert asks, "the game is over"
        actions = tuple(self.answer(ask) for ask in asks)
        for action in actions:
            refusal = self.game.check(self.state, action)
            assert refusal is None, f"{action}: {refusal}"
        self.do(*actions)
        return actions

    def do(self, *actions: Action) -> None:
        """Fold actions as one step."""
        before = self.state
        self.state = self.game.apply(before, actions)
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
        while not self.state.over and self.state.deals == deals:
            self.step()

    def hands(self, count: int) -> None:
        """Play ``count`` hands, or to the end of the game."""
        for _ in range(count):
            if not self.state.over:
                self.hand()


# --- transcripts: a game as text that can be folded again


def transcript(dealer: Dealer, hands: int, title: str) -> str:
    """Play ``hands`` hands and write every step: what is due, its body, a comment, the digest after it."""
    lines = [f"# {title}", f"game {dealer.game.id} {json.dumps(dict(sorted(dealer.game.options.items())))}"]

    def write(played: Dealer, actions: tuple[Action, ...], before: State) -> None:
        for action in actions:
            lines.append(_line(played, action, before))
        lines.append(f"= {digest(played.game, played.state)}")
        if len(played.state.history) > len(before.history):
            lines.extend(f"# {why}" for why in played.state.history[-1].why)
            lines.append(f"# totals {played.state.scores}")

    dealer.watch.append(write)
    dealer.hands(hands)
    return "\n".join(lines) + "\n"


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


def replay(text: str) -> Iterator[tuple[int, str, str]]:
    """Fold a transcript again: (line, digest written, digest now) of every step. Needs no chance at all."""
    dealer: Dealer | None = None
    step: list[Action] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.partition("  # ")[0].partition(" ")
        if line.startswith("#"):
            continue
        if word == "game":
            variant, _, options = rest.partition(" ")
            dealer = Dealer(Game(variants()[variant], json.loads(options)))
            continue
        assert dealer is not None
        if word == "=":
            dealer.do(*step)
            step = []
            yield number, rest, digest(dealer.game, dealer.state)
        else:
            action = _parsed(dealer, word, rest)
            refusal = dealer.game.check(dealer.state, action)
            assert refusal is None, f"line {number}: {refusal}"
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
