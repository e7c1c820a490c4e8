"""The referee's ``explain``: every answer with its reasons and the rule that each comes from; penalties."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from helpers_rules import ROOT, variants

from pinochle_lan.rules.referee import answer

GAMES = variants()
DATA = ROOT / "tests" / "data"
CASES: list[dict[str, Any]] = [
    case
    for name in ("cases.json", "cases_more.json")
    for case in json.loads((DATA / name).read_text(encoding="utf-8"))
]


def explained(variant: str, of: str, given: dict[str, Any], **options: Any) -> dict[str, Any]:
    case = {"id": 1, "variant": variant, "options": options, "kind": "explain", "of": of, "input": given}
    got = answer(case, GAMES)
    assert "answer" in got, got
    found: dict[str, Any] = got["answer"]
    return found


def why(variant: str, of: str, given: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    return [(one["sentence"], one["rule"]) for one in explained(variant, of, given, **options)["why"]]


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_explain_adds_sentences_to_the_plain_answer_of_every_case(variant: str) -> None:
    """Issue: ``kind: explain`` adds the sentence; every sentence ends, starts large and names a section."""
    for case in CASES:
        if case["variant"] == variant:
            plain = answer(case, GAMES)["answer"]
            full = explained(variant, case["kind"], case["input"], **case["options"])
            assert {key: full[key] for key in plain} == plain
            assert full["why"], case["id"]
            for one in full["why"]:
                assert one["sentence"].endswith("."), case["id"]
                assert not one["sentence"][0].islower(), case["id"]
                assert one["rule"].startswith(f"{variant} "), (case["id"], one)
            assert full["sentence"].startswith(full["why"][0]["sentence"])


def test_why_not_this_card() -> None:
    """partnership 10: each card that may not be played with the step that forbids it."""
    given = {"trump": "H", "trick": ["10S"], "hand": ["AS", "KS", "9H"]}
    assert why("partnership", "legal", given) == [
        ("KS: You must beat the ten. Play AS.", "partnership 10.3b"),
        ("9H: You have spades. Follow suit.", "partnership 10.3"),
    ]
    assert why("partnership", "legal", {**given, "card": "9H"}) == [
        ("9H: You have spades. Follow suit.", "partnership 10.3")
    ]
    assert why("partnership", "legal", {**given, "card": "AS"}) == [
        ("The AS may be played.", "partnership 10")
    ]


def test_why_this_score() -> None:
    """three-handed 8 and 13."""
    given = {
        "declarer": "A",
        "bid": 250,
        "meld": {"A": 150, "B": 60, "C": 40},
        "outcome": "played",
        "tricks": {"A": 130, "B": 120, "C": 0},
    }
    assert why("three-handed", "hand-score", given)[:2] == [
        ("A made 250 with 150 meld and 130 trick points.", "three-handed 13"),
        ("C loses 40 meld: no trick point.", "three-handed 8"),
    ]


def test_why_not_this_bid_and_why_not_this_meld() -> None:
    assert why("two-handed-kitty", "auction", {"dealer": "A", "calls": [["B", 19]]}) == [
        ("At least 20 now.", "two-handed-kitty 4")
    ]
    assert why("partnership", "auction", {"dealer": "N", "calls": [["S", 250]]}) == [
        ("It is E's turn.", "partnership 4")
    ]
    given = {
        "trump": "S",
        "hand": ["QS#2"],
        "prior": [{"meld": "run", "cards": ["AS#1", "10S#1", "KS#1", "QS#1", "JS#1"], "points": 150}],
        "propose": {"meld": "royal-marriage", "cards": ["KS#1", "QS#2"]},
    }
    assert why("two-person", "meld-progressive", given) == [
        ("This king already counts in a run.", "two-person 7.4")
    ]


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"trump": "H", "trick": [], "hand": ["AS"]}, "legal"),
        ({"trump": "H", "hand": ["AS"]}, "total"),
        ({"trump": "H", "plays": [["N", "AS"]]}, "winner"),
        ({"dealer": "N", "calls": []}, "state"),
        ({"before": {}, "delta": {}, "declarer": None}, "over"),
        ({"declarer": "NS", "bid": 250, "meld": {}, "outcome": "conceded"}, "delta"),
    ],
)
def test_what_is_explained_may_be_left_to_the_input(given: dict[str, Any], key: str) -> None:
    case = {"id": 1, "variant": "partnership", "kind": "explain", "input": given}
    assert key in answer(case, GAMES)["answer"]


def test_an_input_that_says_nothing_is_a_sentence() -> None:
    case = {"id": 1, "variant": "partnership", "kind": "explain", "input": {"x": 1}}
    assert "'of' says what is to be explained" in answer(case, GAMES)["error"]


# --- irregularities that only the referee judges (house-rules.md)

EXPOSED = {"enforcement": "penalty", "penalty_exposed_card": True}
REVOKE = {"enforcement": "penalty", "penalty_revoke": True}


def test_an_exposed_card_is_played_at_the_first_turn_where_it_is_legal() -> None:
    given = {"trump": "H", "trick": ["10S"], "hand": ["AS", "KS", "9H"], "exposed": ["KS"]}
    assert explained("partnership", "legal", given, **EXPOSED)["legal"] == ["AS"], "not legal yet"
    given = {"trump": "H", "trick": [], "hand": ["AS", "KS", "9H"], "exposed": ["KS"]}
    assert explained("partnership", "legal", given, **EXPOSED)["legal"] == ["KS"]
    assert why("partnership", "legal", {**given, "card": "AS"}, **EXPOSED) == [
        ("AS: KS must be played first.", "partnership 15")
    ]


def test_opponents_name_the_suit_that_the_partner_leads() -> None:
    given = {"trump": "H", "trick": [], "hand": ["AS", "KS", "9H"], "named": "S"}
    assert explained("partnership", "legal", given, **EXPOSED)["legal"] == ["AS", "KS"]
    none_of_it = {**given, "named": "D"}
    assert explained("partnership", "legal", none_of_it, **EXPOSED)["legal"] == ["AS", "KS", "9H"]


def test_exposed_cards_need_their_option() -> None:
    given = {"trump": "H", "trick": [], "hand": ["AS"], "exposed": ["AS"]}
    for options in ({}, {"enforcement": "penalty"}):
        case = {"id": 1, "variant": "partnership", "kind": "legal", "options": options, "input": given}
        assert "penalty_exposed_card" in answer(case, GAMES)["error"]


def test_an_illegal_card_may_be_taken_back_until_the_team_plays_again() -> None:
    """Across the end of a trick; later cards of the same trick go back freely."""
    plays = [["N", "KS"], ["E", "9H"], ["S", "9S"]]
    found = explained("partnership", "revoke", {"plays": plays, "index": 1}, **REVOKE)
    assert (found["correctable"], found["exposed"], found["back"]) == (True, "9H", ["9S"])
    plays += [["W", "AS"]]
    assert explained("partnership", "revoke", {"plays": plays, "index": 1}, **REVOKE)["correctable"] is False
    ended = [["E", "KS"], ["S", "AS"], ["W", "9S"], ["N", "9H"], ["E", "AD"]]
    found = explained("partnership", "revoke", {"plays": ended, "index": 3}, **REVOKE)
    assert (found["correctable"], found["back"]) == (True, [])


def test_a_breach_costs_the_trick_points_and_meld_without_an_earlier_trick() -> None:
    given = {
        "declarer": "NS",
        "bid": 250,
        "meld": {"NS": 150, "EW": 60},
        "outcome": "played",
        "tricks": {"NS": 160, "EW": 90},
        "breaches": [{"side": "NS", "tricks_before": 1}],
    }
    found = explained("partnership", "hand-score", given)
    assert (found["made"], found["delta"]) == (False, {"NS": -250, "EW": 150})
    given["breaches"] = [{"side": "EW", "tricks_before": 0}]
    assert explained("partnership", "hand-score", given)["delta"] == {"NS": 310, "EW": 0}


def test_the_opponent_may_ask_for_proof_of_the_contract() -> None:
    """two-handed-bidding 14.2, prove_contract = false: without ``proof`` the holder wins."""
    given = {"event": "mid-hand", "before": {"A": 130}, "hand": {"A": 20}, "declarer": "A", "bid": 25}
    options = {"prove_contract": False}
    assert explained("two-handed-bidding", "game-end", given, **options)["over"] is True
    asked = {**given, "proof": True}
    assert explained("two-handed-bidding", "game-end", asked, **options)["over"] is False


# --- nothing stops the stream

JUNK: list[Any] = [None, True, 5, -1, "", [], {}, "AS", [5], [[]], [None], {"NS": 1}, {"a": [1]}, 10**30, "x"]


def spoiled(value: Any, rng: random.Random) -> Any:
    """``value`` with one thing in it replaced by junk."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        name = rng.choice(sorted(value))
        return {**value, name: spoiled(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], spoiled(value[place], rng), *value[place + 1 :]]
    return rng.choice(JUNK)


@pytest.mark.parametrize("seed", range(4))
def test_F55_a_spoiled_case_of_any_game_is_answered_or_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(150):
        case = {k: v for k, v in rng.choice(CASES).items() if k not in ("expect", "why", "source")}
        if rng.random() < 0.5:
            case |= {"of": case["kind"], "kind": "explain"}
        got = answer(spoiled(case, rng), GAMES)
        assert ("answer" in got) != ("error" in got)
        json.dumps(got)


def test_numbers_that_no_game_knows_are_refused_at_once() -> None:
    """A target that is raised step by step must not take for ever."""
    far = {"before": {"A": 10**9 - 1, "B": 10**9 - 1}, "delta": {}, "declarer": None}
    case = {"id": 1, "variant": "two-person", "kind": "game-end", "input": far}
    assert answer(case, GAMES)["answer"] == {"over": False, "target": 10**9}
    far["before"] = {"A": 10**40}
    assert "a whole number for each side" in answer(case, GAMES)["error"]
