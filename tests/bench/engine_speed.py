"""Engine speed: whole random partnership hands through the public API, beside OpenSpiel in the same run.

``python tests/bench/engine_speed.py [ROUNDS]`` plays rounds of each game in turn, so that a busy machine
slows all of them alike, and prints cards played to tricks a second. ``pyspiel`` (open_spiel) is compared
where it can be imported: random euchre, spades and hearts, played from Python. Then it folds partnership
hands from the bodies of their entries, proofs aside: decoded, checked as on arrival, applied.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers_rules import Dealer, digest, game  # noqa: E402

from pinochle_lan.rules.actions import Action, Play  # noqa: E402
from pinochle_lan.rules.game import Game  # noqa: E402

try:
    import pyspiel
except ImportError:
    pyspiel = None

HANDS = 5
"""Hands of each game in a round."""
ITSELF = ("ready", "draw", "shuffle", "deal", "remix", "show")
"""What the table does by itself: no body of a seat."""


PLAYING = game("partnership")


def pinochle(seed: int) -> int:
    """Play a random partnership hand: legal actions listed, one chosen, applied; cards played."""
    dealer = Dealer(PLAYING, seed)
    dealer.hand()
    return sum(isinstance(action, Play) for actions in dealer.log for action in actions)


def spiel(name: str) -> Callable[[int], int]:
    """A player of random OpenSpiel hands."""
    made = pyspiel.load_game(name)

    def play(seed: int) -> int:
        chance = random.Random(seed)
        state = made.new_initial_state()
        cards = 0
        while not state.is_terminal():
            if state.is_chance_node():
                action = chance.choice([outcome for outcome, _ in state.chance_outcomes()])
            else:
                action = chance.choice(state.legal_actions())
                cards += name != "euchre" or "PLAY" in str(state.current_phase()).upper()
            state.apply_action(action)
        return cards if name == "euchre" else 52

    return play


def entries(playing: Game, seed: int) -> tuple[list[Any], str]:
    """A hand as what arrives: (kind, seat, body, opened faces) or an action of the table; its digest."""
    dealer = Dealer(playing, seed)
    steps: list[list[Any]] = []

    def note(played: Dealer, actions: tuple[Action, ...], before: Any) -> None:
        row: list[Any] = []
        for action in actions:
            kind = playing.kind_of(action)
            if kind in ITSELF:
                row.append(action)
                continue
            opened = {n: played.faces[n] for n in playing.opens(before, action)}
            row.append((kind, getattr(action, "seat", None), playing.to_body(action), opened))
        steps.append(row)

    dealer.watch.append(note)
    dealer.hand()
    return steps, digest(playing, dealer.state)


def fold(playing: Game, steps: list[Any]) -> str:
    """Decode, check and apply every entry; the digest at the end."""
    state = playing.start()
    for step in steps:
        actions = []
        for row in step:
            action = row
            if isinstance(row, tuple):
                kind, seat, body, opened = row
                action = playing.from_body(kind, seat, body, {**playing.public(state), **opened})
            assert playing.check(state, action) is None
            actions.append(action)
        state = playing.apply(state, actions)
    return digest(playing, state)


def main(rounds: int = 20) -> int:
    """Measure and print; 1 if the median fold takes more than 50 ms."""
    players: dict[str, Callable[[int], int]] = {"pinochle partnership": pinochle}
    if pyspiel is None:
        print("pyspiel cannot be imported here: no comparison")
    else:
        players |= {f"pyspiel {name}": spiel(name) for name in ("euchre", "spades", "hearts")}
    took = dict.fromkeys(players, 0.0)
    cards = dict.fromkeys(players, 0)
    for number in range(rounds):
        for name, play in players.items():
            begun = time.process_time()
            for hand in range(HANDS):
                cards[name] += play(number * HANDS + hand)
            took[name] += time.process_time() - begun
    for name, count in cards.items():
        hands = rounds * HANDS
        print(f"{name}: {hands} hands, {count} cards, {count / took[name]:,.0f} cards a second (CPU time)")
    times = []
    for seed in range(rounds * 2):
        steps, end = entries(PLAYING, seed)
        begun = time.process_time()
        assert fold(PLAYING, steps) == end
        times.append(1000 * (time.process_time() - begun))
    middle = statistics.median(times)
    worst = max(times)
    print(f"a 48-card hand folds from its entries in {middle:.1f} ms (median; worst {worst:.1f}, CPU time)")
    return 0 if middle <= 50 else 1


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:2])))
