"""What must hold in every hand: it ends, cards and points are conserved, nothing leaks, every laptop
agrees.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from helpers_rules import ROOT, Dealer, digest, game, replay, transcript

from pinochle_lan.cards import Card
from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import CardView

OPTIONS: list[dict[str, Any]] = [
    {},
    {"pass_count": 0, "first_leader": "left_of_dealer", "counters": "classic"},
    {
        "pass_count": 3,
        "pass_order": "simultaneous",
        "trump_needs_marriage": True,
        "must_beat": "trump_led_only",
    },
    {"all_pass": "redeal_next", "nines_redeal": 5, "score_scale": "tenth", "run_extra": "40_each"},
    {"auto_set": False, "allow_concede": False, "counters": "half", "first_lead_must_be_trump": True},
    {
        "enforcement": "penalty",
        "set_rule": "opponents_score_bid",
        "seating": "draw",
        "first_dealer": "draw_low",
    },
]


def watch_pack(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """docs/engine.md 6, trap 12: all slots once, N in all, after each fold."""
    if dealer.state.slots:
        assert zones.cards_held(dealer.state.slots) == len(dealer.game.pack)
        living = [n for n, slot in enumerate(dealer.state.slots) if slot.zone in zones.ZONES]
        assert Counter(dealer.faces[n] for n in living) == Counter(dealer.game.faces)
        for n, slot in enumerate(dealer.state.slots):
            assert slot.card in (None, dealer.faces.get(n))


def watch_points(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """partnership 12: 250 in every played hand."""
    if len(dealer.state.history) > len(before.history):
        result = dealer.state.history[-1]
        if result.played:
            assert sum(result.tricks) == dealer.game.rules.counters.pool(dealer.game.faces)
        assert all(line.endswith(")") and f"({dealer.game.id}" in line for line in result.why)


def watch_choices(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """Never an empty choice, never one for another seat."""
    for ask in dealer.game.due(dealer.state):
        if ask.sort is Sort.CHOICE:
            assert len(dealer.game.due(dealer.state)) == 1, "choices stand alone"
            assert ask.seat is not None
            assert dealer.game.legal(dealer.state, ask.seat, dealer.mine(ask.seat))
            for other in range(dealer.game.seats):
                if other != ask.seat:
                    assert not dealer.game.legal(dealer.state, other, dealer.mine(other))


@pytest.mark.parametrize("options", OPTIONS, ids=[str(n) for n in range(len(OPTIONS))])
def test_random_hands_end_and_conserve_cards_and_points(options: dict[str, Any]) -> None:
    """partnership 2 and 12: 200 hands over all options together."""
    dealer = Dealer(game(**options, target=500), 100 + len(options))
    dealer.watch += [watch_pack, watch_points]
    if not options:
        dealer.watch.append(watch_choices)
    played = 0
    while played < 34:
        if dealer.state.over:
            again = Dealer(dealer.game, played)
            again.watch = dealer.watch
            dealer = again
        dealer.hand()
        played += 1
    assert dealer.log


def seen(thing: object) -> list[CardView]:
    """Every card view in a view, wherever it stands."""
    if isinstance(thing, CardView):
        return [thing]
    if is_dataclass(thing) and not isinstance(thing, type):
        return [one for field in fields(thing) for one in seen(getattr(thing, field.name))]
    if isinstance(thing, tuple) and not isinstance(thing, Card):
        return [one for item in thing for one in seen(item)]
    return []


def test_F40_a_view_leaks_no_face() -> None:
    """Law 2 and law 9: of a laptop that hosts all seats each view holds its own seat's cards alone."""
    dealer = Dealer(game(first_dealer=0), 8)

    def look(played: Dealer, actions: tuple[Action, ...], before: State) -> None:
        everything = played.mine(0, 1, 2, 3)
        for seat in (None, 0, 1, 2, 3):
            view = played.game.view(played.state, seat, everything)
            own = () if seat is None else played.state.hand(seat)
            for one in seen(view):
                public = played.state.slots[one.slot].card if one.slot < len(played.state.slots) else one.card
                if one.card is not None and public is None:
                    assert one.slot in own, f"seat {seat} sees slot {one.slot}"
            if seat is not None:
                alone = played.game.view(played.state, seat, played.mine(seat))
                assert view == alone, "other seats' faces change nothing"

    dealer.watch.append(look)
    dealer.hand()


def test_F19_permuting_what_is_hidden_changes_no_view_and_no_choice() -> None:
    """Law 9."""
    dealer = Dealer(game(first_dealer=0), 12)

    def swap(played: Dealer, actions: tuple[Action, ...], before: State) -> None:
        asks = played.game.due(played.state)
        if not asks or asks[0].sort is not Sort.CHOICE or asks[0].seat is None:
            return
        seat = asks[0].seat
        mine = played.mine(0, 1, 2, 3)
        hidden = [n for n in mine if n not in played.state.hand(seat) and played.state.slots[n].card is None]
        turned = dict(zip(hidden, [mine[n] for n in hidden[1:] + hidden[:1]], strict=True))
        other = mine | turned
        assert played.game.view(played.state, seat, mine) == played.game.view(played.state, seat, other)
        if asks[0].kind == "card":
            now = list(played.game.legal(played.state, seat, mine))
            assert now == list(played.game.legal(played.state, seat, other))

    dealer.watch.append(swap)
    dealer.hand()


def test_every_laptop_folds_the_same_digests_from_bodies_and_public_faces() -> None:
    """docs/engine.md 6, trap 1: a private face in the state would make digests differ."""
    dealer = Dealer(game(), 21)
    laptops = [dealer.game.start() for _ in range(4)]

    def follow(played: Dealer, actions: tuple[Action, ...], before: State) -> None:
        for seat, state in enumerate(laptops):
            arrived = []
            for action in actions:
                ask_seat = getattr(action, "seat", None)
                kind = played.game.kind_of(action)
                if kind in ("ready", "draw", "shuffle", "deal", "remix", "show"):
                    arrived.append(action)
                    continue
                assert ask_seat is not None
                opened = {n: played.faces[n] for n in played.game.opens(state, action)}
                faces = {**played.game.public(state), **opened}
                body = played.game.to_body(action)
                arrived.append(played.game.from_body(kind, ask_seat, body, faces))
            laptops[seat] = played.game.apply(state, arrived)
        assert len({digest(played.game, state) for state in [*laptops, played.state]}) == 1

    dealer.watch.append(follow)
    dealer.hands(2)


FRESH = """
import sys
sys.path.insert(0, {tests!r})
sys.path.insert(0, {root!r})
from helpers_rules import Dealer, digest, game
dealer = Dealer(game(**{options!r}), {seed})
print(digest(dealer.game, dealer.state))
dealer.watch.append(lambda played, actions, before: print(digest(played.game, played.state)))
dealer.hands(2)
"""


@pytest.mark.parametrize("hash_seed", ["1", "2024"])
def test_F24_a_fresh_process_with_another_hash_seed_folds_the_same_bytes(hash_seed: str) -> None:
    options = OPTIONS[2]
    code = FRESH.format(tests=str(ROOT / "tests"), root=str(ROOT), options=options, seed=5)
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": hash_seed, "PATH": "", "SYSTEMROOT": "C:\\Windows"},
    )
    dealer = Dealer(game(**options), 5)
    digests = [digest(dealer.game, dealer.state)]
    dealer.watch.append(lambda played, actions, before: digests.append(digest(played.game, played.state)))
    dealer.hands(2)
    assert run.stdout.split() == digests


# --- golden transcripts

GOLDEN = ROOT / "tests" / "golden"
RECORDED = [
    ("partnership", 7, 2, {}),
    ("partnership-open", 3, 1, {"pass_order": "simultaneous", "trump_needs_marriage": True}),
]


@pytest.mark.parametrize(("name", "seed", "hands", "options"), RECORDED)
def test_golden_transcripts_fold_to_the_recorded_digests(
    name: str, seed: int, hands: int, options: dict[str, Any]
) -> None:
    """A change here is a change of the rules' engine: raise the engine number and write the file anew."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    steps = list(replay(text))
    assert len(steps) > 60
    for line, recorded, now in steps:
        assert recorded == now, f"{name}.txt line {line}"
    assert transcript(Dealer(game(**options), seed), hands, f"{name}, seed {seed}") == text


def test_a_transcript_is_readable() -> None:
    text = (GOLDEN / "partnership.txt").read_text(encoding="utf-8")
    assert "# NS" in text or "# EW" in text
    assert json.loads(text.splitlines()[1].split(" ", 2)[2])["minimum_bid"] == 250
