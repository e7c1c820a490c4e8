"""Face-down cards that others can read or follow: ``python tests/bench/sealed_peek.py [--hands 1008]``.

Whole hands of all nine games with the real group, one laptop a seat, played at random. In each, all laptops
but one put the log and their secrets together (takeover off; the other games' hands are played again with
takeover on, where all but one honest one do). They try every sum of shares on each card of the one spied on
and on all that lies face down, at every phase and every twelfth step. Then the links: whether the slot of a
face-down card tells how it came to the hand (a pass, the kitty, the stock), whether anything of an old slot
shows in the new one after a remix, and whether a gained card goes to each new slot equally often. All
counts must be 0 and each p above 0.001; exits 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from helpers_peek import Count, Hand, chi_square  # noqa: E402
from helpers_sealed import OPEN_GROUP  # noqa: E402
from helpers_table import make_game  # noqa: E402

from pinochle_lan.rules.game import Game  # noqa: E402
from pinochle_lan.sealed.escrow import FEWEST  # noqa: E402
from pinochle_lan.sealed.group import SUITE1, Group  # noqa: E402

GAMES = (
    "auction", "double-deck", "double-pack", "partnership", "three-handed",
    "two-handed", "two-handed-bidding", "two-handed-kitty", "two-person",
)  # fmt: skip
P_LEAST = 0.001


def hand(game: Game, number: int, takeover: bool, group: Group) -> tuple[Count, bool]:
    """(what was found, whether cards were played) in one hand; another laptop is spied on in each."""
    victim = number % game.seats
    honest = (
        {victim, (victim + 1 + number // game.seats % (game.seats - 1)) % game.seats}
        if takeover
        else {victim}
    )
    spies = [laptop for laptop in range(game.seats) if laptop not in honest]
    every = 10**6 if group is not SUITE1 else 12
    one = Hand(game, group, number, victim, spies, every=every)
    return one.play(), one.played


def series(name: str, hands: int, takeover: bool, group: Group = SUITE1) -> Count:
    """Hands of one game; prints its line."""
    options = {"deal.takeover": takeover} if make_game(name).seats >= FEWEST else {}
    game = make_game(name, **options)
    total, played, begun = Count(), 0, time.process_time()
    for number in range(1, hands + 1):
        found, cards = hand(game, number, takeover, group)
        total.add(found)
        played += cards
    row = {
        "game": name,
        "takeover": takeover,
        "hands": hands,
        "with tricks": played,
        "cards tried": total.cards,
        "read": total.read,
        "choices": total.choices,
        "told apart": total.told_apart,
        "pairs": total.pairs,
        "linked": total.linked,
        "p by cards remixed": {size: round(chi_square(counts), 4) for size, counts in fair(total)},
        "cpu s": round(time.process_time() - begun),
    }
    print(json.dumps(row), flush=True)
    return total


def fair(total: Count) -> list[tuple[int, list[int]]]:
    """The counts that are enough for a chi-square: five expected in each cell."""
    return [(size, counts) for size, counts in sorted(total.places.items()) if sum(counts) >= 5 * size > 5]


def main() -> int:
    """Plays the hands and prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1008, help="with takeover off, over all games")
    parser.add_argument("--on", type=int, default=40, help="with takeover on, for each game of three or four")
    parser.add_argument("--slots", action="store_true", help="only the slots, with the fast test group")
    parser.add_argument("--games", default=",".join(GAMES))
    args = parser.parse_args()
    games = args.games.split(",")
    total = Count()
    for name in games:
        total.add(series(name, args.hands // len(games), False, OPEN_GROUP if args.slots else SUITE1))
    for name in games:
        if args.on and not args.slots and make_game(name).seats >= FEWEST:
            total.add(series(name, args.on, True))
    p = {size: chi_square(counts) for size, counts in fair(total)}
    uneven = [size for size, chance in p.items() if chance <= P_LEAST]
    print(
        f"{total.cards} face-down cards tried, {total.read} read; {total.choices} choices, "
        f"{total.told_apart} told apart; {total.pairs} pairs, {total.linked} linked; "
        f"smallest p {min(p.values(), default=1):.4f} over {len(p)} sizes of remix"
    )
    return 1 if total.bad or uneven else 0


if __name__ == "__main__":
    sys.exit(main())
