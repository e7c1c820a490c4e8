"""The referee: every worked case of the partnership game, and everything else as a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers_rules import ROOT, variants
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.rules.referee import answer

CASES = json.loads((ROOT / "tests" / "data" / "cases.json").read_text(encoding="utf-8"))
OURS = [case for case in CASES if case["variant"] == "partnership"]
GAMES = variants()


def right(expect: dict[str, Any], got: dict[str, Any]) -> bool:
    for key, value in expect.items():
        if key == "legal":
            if sorted(got.get(key, [])) != sorted(value):
                return False
        elif key == "items":
            if got.get(key) != {name: points for name, points in value.items() if points}:
                return False
        elif got.get(key, "missing") != value:
            return False
    return True


@pytest.mark.parametrize("case", OURS, ids=[case["id"] for case in OURS])
def test_F06_every_row_of_the_table_of_examples_is_right(case: dict[str, Any]) -> None:
    given_case = {key: case[key] for key in ("id", "variant", "options", "kind", "input")}
    got = answer(given_case, GAMES)
    assert "error" not in got, got
    assert right(case["expect"], got["answer"]), (case["why"], case["expect"], got)


def test_the_partnership_table_is_whole() -> None:
    assert len(OURS) == 75
    assert {case["kind"] for case in OURS} == {"meld", "legal", "trick", "hand-score", "auction", "game-end"}


def case(kind: str = "legal", **changes: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "id": "x",
        "variant": "partnership",
        "options": {},
        "kind": kind,
        "input": {"trump": "H", "trick": [], "hand": ["AS"]},
    }
    return whole | changes


WRONG = [
    ([], "A case is an object"),
    ({}, "'variant' is missing"),
    (case(variant="whist"), "There is no variant 'whist'"),
    (case(options={"minimum_bit": 3}), "did you mean 'minimum_bid'?"),
    (case(options=[1]), "'options' is an object"),
    (case(options={"target": None}), "'options' is an object"),
    (case(input=None), "'input' is an object"),
    (case("poker"), "no answer to 'poker' cases"),
    (case(input={"trump": "X", "trick": [], "hand": []}), "'X' is no suit"),
    (case(input={"trump": "H", "trick": [], "hand": ["1S"]}), "'1S' is no card"),
    (case(input={"trump": "H", "trick": [], "hand": ["AS"] * 3}), "has only 2 AS"),
    (case(input={"trump": "H", "trick": ["AS", "KS", "QS", "JS"], "hand": ["AS"]}), "is full"),
    (case(input={"trump": "H", "trick": [], "hand": [7]}), "A card is written as text"),
    (case("trick", input={"trump": "H", "plays": [["N", "AS"], "E"]}), "list of pairs"),
    (case("trick", input={"trump": "H", "plays": [["Q", "AS"]]}), "'Q' is no seat"),
    (case("trick", input={"trump": "H", "leader": "E", "plays": [["N", "AS"]]}), "The leader plays first"),
    (case("auction", input={"dealer": "N", "calls": [["E", "250"]]}), "A call is a whole number"),
    (case("hand-score", input={"outcome": "won"}), "'outcome' is one of"),
    (case("hand-score", input={"outcome": "played", "meld": {"AB": 1}}), "'AB' is no side"),
    (case("game-end", input={"before": {"NS": "a"}}), "a whole number for each side"),
    (case("meld", input={"mode": "progressive"}), "no answer to 'meld-progressive' cases"),
]


@pytest.mark.parametrize(("wrong", "sentence"), WRONG)
def test_what_cannot_be_answered_is_a_sentence(wrong: Any, sentence: str) -> None:
    got = answer(wrong, GAMES)
    assert sentence in got["error"]
    assert got["id"] in ("x", None)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=4)
    | st.sampled_from(["AS", "N", "NS", "pass", "H"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
FIELDS = [
    "trump",
    "trick",
    "hand",
    "plays",
    "leader",
    "dealer",
    "calls",
    "outcome",
    "meld",
    "tricks",
    "before",
    "delta",
]


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(["meld", "legal", "trick", "hand-score", "auction", "game-end", "?"]),
    fields=st.dictionaries(
        st.sampled_from([*FIELDS, "declarer", "bid", "dix_only", "tricks_won", "target"]), VALUES
    ),
)
def test_F55_no_case_stops_the_stream(kind: str, fields: dict[str, Any]) -> None:
    got = answer({"id": 1, "variant": "partnership", "kind": kind, "input": fields}, GAMES)
    assert ("answer" in got) != ("error" in got)
    json.dumps(got)


def test_penalties_of_bids_are_judged_by_the_referee() -> None:
    """House rules, irregularities: a bid out of turn is void, the offender and partner are out."""
    out_of_turn = {"enforcement": "penalty", "penalty_bid_out_of_turn": True}
    calls = [["E", 250], ["W", 300]]
    got = answer(case("auction", options=out_of_turn, input={"dealer": "N", "calls": calls}), GAMES)
    assert got["answer"] == {"state": "open", "next": "S", "min": 260}
    calls += [["S", 260], ["N", "pass"]]
    got = answer(case("auction", options=out_of_turn, input={"dealer": "N", "calls": calls}), GAMES)
    assert got["answer"] == {"state": "won", "declarer": "S", "bid": 260}
    standing = [["E", 250], ["W", 300], ["S", "pass"], ["N", "pass"]]
    got = answer(case("auction", options=out_of_turn, input={"dealer": "N", "calls": standing}), GAMES)
    assert got["answer"] == {"state": "won", "declarer": "E", "bid": 250}, "the partner's standing bid stays"
    both = [["S", 250], ["N", 260]]
    got = answer(case("auction", options=out_of_turn, input={"dealer": "N", "calls": both}), GAMES)
    assert got["answer"] == {"state": "open", "next": "E", "min": 250}


def test_a_bid_too_low_must_be_raised_at_once() -> None:
    """House rules: a pass is not enough, and the offender's partner is out."""
    low = {"enforcement": "penalty", "penalty_insufficient_bid": True}
    calls: list[list[Any]] = [["E", 250], ["S", 255]]
    got = answer(case("auction", options=low, input={"dealer": "N", "calls": calls}), GAMES)
    assert got["answer"] == {"state": "open", "next": "S", "min": 260}
    got = answer(case("auction", options=low, input={"dealer": "N", "calls": [*calls, ["S", "pass"]]}), GAMES)
    assert got["answer"] == {"state": "illegal", "index": 2}
    calls += [["S", 260], ["W", "pass"], ["E", "pass"]]
    got = answer(case("auction", options=low, input={"dealer": "N", "calls": calls}), GAMES)
    assert got["answer"] == {"state": "won", "declarer": "S", "bid": 260}
