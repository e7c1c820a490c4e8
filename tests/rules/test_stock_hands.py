"""What must hold in every hand of the stock games: it ends, nothing is lost, nothing leaks, all agree."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest
from helpers_conformance import (
    hands,
    random_game,
    watch_audit,
    watch_choices,
    watch_pack,
    watch_points,
    watch_views,
)
from helpers_rules import ROOT, Dealer, digest, game, replay, transcript, variants
from helpers_stock import down

from pinochle_lan.rules.actions import Action, Lay
from pinochle_lan.rules.referee import answer
from pinochle_lan.rules.state import State
from pinochle_lan.rules.wire import shown

GAMES = variants()
STOCK = ("two-handed", "two-person", "two-handed-bidding")
CASES = json.loads((ROOT / "tests" / "data" / "cases.json").read_text(encoding="utf-8"))
OURS = [case for case in CASES if case["variant"] in STOCK]


@pytest.mark.parametrize("case", OURS, ids=[case["id"] for case in OURS])
def test_F06_every_row_of_the_table_of_examples_is_right(case: dict[str, Any]) -> None:
    got = answer({key: case[key] for key in ("id", "variant", "options", "kind", "input")}, GAMES)["answer"]
    for key, value in case["expect"].items():
        have = got.get(key, "missing")
        assert (sorted(have) == sorted(value)) if isinstance(value, list) else have == value, (case, got)


def test_the_table_of_examples_is_whole() -> None:
    assert len(OURS) == 59
    assert sum(case["input"].get("mode") == "progressive" for case in OURS) == 28


@pytest.mark.parametrize(
    "changes",
    [
        {"propose": None},
        {"propose": {"meld": "aces", "cards": ["AS#1", "AS#1"]}},
        {"propose": {"meld": 3, "cards": []}},
        {"prior": [{"meld": "tens", "cards": [], "points": 1}]},
        {"prior": ["run"]},
        {"hand": "KS"},
        {"hand": [3]},
    ],
)
def test_F55_a_progressive_case_that_cannot_be_read_is_a_sentence(changes: dict[str, Any]) -> None:
    case = next(case for case in OURS if case["id"] == "p001")
    got = answer({**case, "input": case["input"] | changes}, GAMES)
    assert got["error"]
    assert answer({**case, "variant": "partnership"}, GAMES)["error"].endswith("it has no stock")


# --- random hands under random options


def watch_hands(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """docs/engine.md 6, trap 12: both hold equally many cards, on hand and table, whenever one leads."""
    state = dealer.state
    due = dealer.game.due(state)
    if due and due[0].kind == "card" and not state.trick:
        sizes = [len(state.hand(seat)) + len(down(dealer, seat)) for seat in range(2)]
        assert sizes[0] == sizes[1]
        assert sizes[0] == (12 if len(state.winners) <= 12 else 24 - len(state.winners))


def watch_melds(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """Section 7: points are never lost; no card serves twice in a class but for the upgrades."""
    state = dealer.state
    if state.deals != before.deals or not state.melds or not before.melds:
        return
    for seat in range(2):
        assert state.melds[seat][: len(before.melds[seat])] == before.melds[seat]
        used: dict[tuple[str, int], list[str]] = {}
        for record in state.melds[seat]:
            for slot in record.slots:
                used.setdefault((record.group, slot), []).append(record.name)
        for names in used.values():
            assert len(names) == len(dict.fromkeys(names)), names
            assert len(names) < 4
    for action in actions:
        if isinstance(action, Lay):
            limit = dealer.game.options["melds_per_trick"]
            assert not limit or sum(one.meld != "dix-exchange" for one in action.melds) <= 1


@pytest.mark.parametrize("name", STOCK)
def test_F15_random_hands_under_random_options_end_and_conserve(name: str) -> None:
    """A hundred hands at twenty tables, every rule of section 16 set to anything it allows."""
    rng = random.Random(name)
    scored = 0
    for number in range(20):
        table = random_game(GAMES[name], rng)
        watchers = [watch_pack, watch_points, watch_hands, watch_melds, watch_audit]
        if number % 5 == 0:
            watchers.append(watch_choices)
        for dealer in hands(table, 5, 1000 * number, *watchers):
            scored += len(dealer.state.history)
    assert scored > 50


@pytest.mark.parametrize("name", STOCK)
def test_F40_views_of_stock_games_leak_nothing(name: str) -> None:
    """Law 2: the stock, the draws and the other hand are backs, whatever this laptop knows."""
    rng = random.Random(name)
    played = [hands(random_game(GAMES[name], rng), 2, number, watch_views) for number in range(3)]
    assert all(dealer.log for games in played for dealer in games)


@pytest.mark.parametrize("name", STOCK)
def test_every_laptop_folds_the_same_digests_from_bodies_and_public_faces(name: str) -> None:
    """docs/engine.md 6, trap 1."""
    dealer = Dealer(game(name), 21)
    laptops = [dealer.game.start() for _ in range(2)]

    def follow(played: Dealer, actions: tuple[Action, ...], before: State) -> None:
        for seat, state in enumerate(laptops):
            arrived = []
            for action in actions:
                kind = played.game.kind_of(action)
                if kind in ("ready", "draw", "shuffle", "deal", "remix", "show"):
                    arrived.append(action)
                    continue
                opened = {n: played.faces[n] for n in played.game.opens(state, action)}
                assert all(one.slot in opened or state.slots[one.slot].card for one in shown(action))
                faces = {**played.game.public(state), **opened}
                body = json.loads(json.dumps(played.game.to_body(action)))
                arrived.append(played.game.from_body(kind, action.seat, body, faces))  # type: ignore[union-attr]
            assert all(played.game.check(state, one) is None for one in arrived)
            laptops[seat] = played.game.apply(state, arrived)
        assert len({digest(played.game, state) for state in [*laptops, played.state]}) == 1

    dealer.watch.append(follow)
    dealer.hands(2)
    assert dealer.state.deals > 2


def test_F19_permuting_what_is_hidden_changes_no_view_and_no_choice() -> None:
    """Law 9: not in melds, exchanges and draws either."""
    dealer = Dealer(game("two-handed", first_dealer=0), 12)

    def swap(played: Dealer, actions: tuple[Action, ...], before: State) -> None:
        asks = played.game.due(played.state)
        if not asks or asks[0].kind not in ("card", "lay", "take"):
            return
        seat = asks[0].seat
        assert seat is not None
        hidden = [
            n
            for n, slot in enumerate(played.state.slots)
            if n in played.faces and slot.card is None and n not in played.state.hand(seat)
        ]
        turned = dict(zip(hidden, [played.faces[n] for n in hidden[1:] + hidden[:1]], strict=True))
        whole = dict(played.faces)
        assert played.game.view(played.state, seat, whole) == played.game.view(
            played.state, seat, whole | turned
        )
        now = list(played.game.legal(played.state, seat, whole))
        assert now == list(played.game.legal(played.state, seat, whole | turned))

    dealer.watch.append(swap)
    dealer.hand()
    assert dealer.state.history


FRESH = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
from helpers_rules import Dealer, digest, game
for name in {names!r}:
    dealer = Dealer(game(name, melds_per_trick=0), 5)
    dealer.watch.append(lambda played, actions, before: print(digest(played.game, played.state)))
    dealer.hands(2)
"""


@pytest.mark.parametrize("hash_seed", ["1", "2024"])
def test_F24_a_fresh_process_with_another_hash_seed_folds_the_same_bytes(hash_seed: str) -> None:
    code = FRESH.format(tests=str(ROOT / "tests"), root=str(ROOT), names=STOCK)
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": hash_seed, "PATH": "", "SYSTEMROOT": "C:\\Windows"},
    )
    digests: list[str] = []
    for name in STOCK:
        dealer = Dealer(game(name, melds_per_trick=0), 5)
        dealer.watch.append(lambda played, actions, before: digests.append(digest(played.game, played.state)))
        dealer.hands(2)
    assert run.stdout.split() == digests


# --- golden transcripts

GOLDEN = ROOT / "tests" / "golden"
RECORDED: list[tuple[str, str, int, int, dict[str, Any]]] = [
    ("two-handed", "two-handed", 7, 2, {}),
    (
        "two-handed-open",
        "two-handed",
        9,
        1,
        {
            "meld_timing": "before_draw",
            "melds_per_trick": 0,
            "last_draw_choice": False,
            "deal.remix_draws": False,
        },
    ),
    ("two-person", "two-person", 7, 2, {}),
    ("two-handed-bidding", "two-handed-bidding", 11, 6, {}),
    ("two-handed-bidding-proof", "two-handed-bidding", 3, 2, {"prove_contract": False, "target": 50}),
]


@pytest.mark.parametrize(("name", "variant", "seed", "count", "options"), RECORDED)
def test_golden_transcripts_fold_to_the_recorded_digests(
    name: str, variant: str, seed: int, count: int, options: dict[str, Any]
) -> None:
    """A change here is a change of the rules' engine: raise the engine number and write the file anew."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    steps = list(replay(text))
    assert len(steps) > 60
    for line, recorded, now in steps:
        assert recorded == now, f"{name}.txt line {line}"
    assert transcript(Dealer(game(variant, **options), seed), count, f"{name}, seed {seed}") == text
