"""Who is older, said so that both sides understand it."""

from __future__ import annotations

import pytest

from pinochle_lan.codec import Value
from pinochle_lan.net import versions
from pinochle_lan.net.errors import Gone, Reason


@pytest.mark.parametrize(
    ("mine", "theirs", "sentence"),
    [
        ((1, 1), (1, 1), None),
        ((2, 1), (1, 9), "Ann runs an older pinochle-lan (protocol 1, here 2): update it there."),
        ((1, 9), (2, 1), "This laptop runs an older pinochle-lan (protocol 1, Ann has 2): update it here."),
        ((1, 2), (1, 1), "Ann runs an older pinochle-lan (rules engine 1, here 2): update it there."),
        (
            (1, 1),
            (1, 2),
            "This laptop runs an older pinochle-lan (rules engine 1, Ann has 2): update it here.",
        ),
    ],
)
def test_difference(mine: tuple[int, int], theirs: tuple[int, int], sentence: str | None) -> None:
    assert versions.difference("Ann", mine, theirs) == sentence


@pytest.mark.parametrize(
    ("hello", "numbers", "tables", "name"),
    [
        ((1, 2, (b"t", b"u"), "Ann", "more"), (1, 2), (b"t", b"u"), "Ann"),
        ((1, 2), (1, 2), (), ""),
        ((1, 2, (b"t", 5), 7), (1, 2), (b"t",), ""),
        ((1, True), None, (), ""),
        ((1,), None, (), ""),
        (None, None, (), ""),
        ("hello", None, (), ""),
    ],
)
def test_reading_a_hello(
    hello: Value, numbers: tuple[int, int] | None, tables: tuple[bytes, ...], name: str
) -> None:
    assert versions.numbers(hello) == numbers
    assert versions.tables(hello) == tables
    assert versions.name(hello) == name


@pytest.mark.parametrize("reason", Reason)
def test_F33_every_reason_has_its_own_words(reason: Reason) -> None:
    assert Gone(reason).sentence("Ann") == f"Ann {Gone(reason)}."
    assert len({Gone(other).words for other in Reason}) == len(Reason)
