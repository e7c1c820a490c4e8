"""Card perft: the engine finds as many continuations of fixed deals as a plain function does, to a depth.

tests/data/perft.json holds the deals and the counts; deeper ones than here are counted by
``python tests/helpers_perft.py``.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers_perft import DATA, allowed, at_play, best, counted, engine_count, row_of, rows

ROWS: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))
NAMES = [f"{row['variant']}-{row['phase']}" for row in ROWS]
PLAIN = 3_000
"""Sequences that the plain function counts again here."""
ENGINE = 120
"""Sequences that the engine plays here."""


def depth(row: dict[str, Any], most: int) -> int:
    return max(n for n, count in enumerate(row["counts"], 1) if count <= most)


def test_every_game_has_its_deals() -> None:
    assert [(row["variant"], row["phase"]) for row in ROWS] == rows()


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_the_engine_counts_what_the_data_say(row: dict[str, Any]) -> None:
    deal = row_of(row["variant"], row["phase"])
    assert {key: row[key] for key in deal} == deal, "the deal itself"
    dealer = at_play(row["variant"], row["phase"])
    most = depth(row, ENGINE)
    assert [engine_count(dealer, n) for n in range(1, most + 1)] == row["counts"][:most]


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_the_plain_function_counts_what_the_data_say(row: dict[str, Any]) -> None:
    most = depth(row, PLAIN)
    assert counted(row, most) == row["counts"][:most]


def test_the_plain_function_reads_the_rules_text() -> None:
    """partnership 10 and 11, auction 10.5b."""
    assert allowed(["AS", "KS", "9S", "AH"], ["10S"], "H", either=False) == ["AS"]
    assert allowed(["10S", "KS", "JH"], ["AS", "9H"], "H", either=False) == ["10S", "KS"]
    assert sorted(allowed(["AD", "9D", "AC", "9C"], ["KD", "9C"], "C", either=True)) == ["9D", "AC", "AD"]
    assert best(["10S", "10S", "9H", "AS"], "H") == 2
