"""One step: needs, skipped places, illegal content, completeness, chain (docs/log.md 2 and 3)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import pytest
from helpers_log import Toy, identity

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.entry import Entry
from pinochle_lan.log.machine import Blank, Illegal, Place, Sort
from pinochle_lan.log.step import ABSENT, Step, next_chain, quorum

CHAIN, STATE = b"c" * 32, b"s" * 8


def step(members: int, script: tuple[str, ...] = ("shuffle",)) -> Step:
    return Step(0, Toy(tuple(range(members)), script=script), CHAIN, STATE)


def entry(author: int, kind: str, body: Value = None) -> Entry:
    return Entry.make(
        identity(author),
        table=b"t" * 16,
        step=0,
        author=author,
        kind=kind,
        body=body,
        before=CHAIN,
        state=STATE,
    )


@pytest.mark.parametrize(("roster", "least"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
def test_17_more_than_half(roster: int, least: int) -> None:
    assert quorum(tuple(range(roster))) == least


def test_the_chain_is_over_the_ids_in_fold_order() -> None:
    ids = (b"a" * 32, b"b" * 32)
    assert next_chain(CHAIN, 3, ids) == hashlib.sha256(encode((CHAIN, 3, ids))).digest()
    assert next_chain(CHAIN, 3, ids) != next_chain(CHAIN, 3, ids[::-1])


def test_a_place_is_open_once_its_needs_are_held() -> None:
    one = step(2)
    assert [place.kind for place in one.open_for(0)] == ["key"]
    one.put(entry(0, "key"))
    assert one.open_for(0) == ()
    one.put(entry(1, "key"))
    assert [place.kind for place in one.open_for(0)] == ["mix 0"]
    assert one.open_for(1) == ()
    one.put(entry(0, "mix 0"))
    assert [place.kind for place in one.open_for(1)] == ["mix 1"]


def test_F23_entries_fold_to_the_same_whatever_order_they_came_in() -> None:
    """One shuffle, one digest on all laptops."""
    kinds = [(0, "key"), (1, "key"), (0, "mix 0"), (1, "mix 1"), (0, "seal"), (1, "seal")]
    results = []
    for order in (kinds, kinds[::-1], kinds[3:] + kinds[:3]):
        one = step(2)
        for author, kind in order:
            one.put(entry(author, kind))
        assert one.complete
        assert one.after is not None
        results.append(one.after.claim)
    assert len(set(results)) == 1


def test_17_what_rests_on_something_absent_is_skipped() -> None:
    """Shuffler 0 vanishes before its mix: the step must end all the same."""
    one = step(3)
    for n in range(3):
        one.put(entry(n, "key"))
    one.decide((0, "mix 0"), ABSENT)
    assert one.missing == ()
    after = one.after
    assert after is not None
    contents = {place.kind: content for place, content in after.contents}
    assert contents["mix 0"] is Blank.ABSENT
    assert contents["mix 1"] is contents["mix 2"] is contents["seal"] is Blank.SKIPPED


def test_an_entry_in_a_skipped_place_changes_nothing() -> None:
    claims = []
    for there in (False, True):
        one = step(2)
        one.put(entry(0, "key"))
        if there:
            one.put(entry(1, "mix 1", "early"))
        one.decide((1, "key"), ABSENT)
        assert one.after is not None
        claims.append(one.after.claim)
    assert claims[0] == claims[1]


def test_illegal_content_fills_the_place_and_skips_what_needs_it() -> None:
    one = step(2)
    one.put(entry(0, "key", "bad"))
    assert one.illegal() == ((one.places[0], "bad word"),)
    one.put(entry(1, "key"))
    after = one.after
    assert after is not None
    assert after.contents[0][1] == Illegal("bad word")
    assert [content for _, content in after.contents[2:]] == [Blank.SKIPPED] * 4


def test_a_place_is_not_judged_before_its_needs_are_held() -> None:
    one = step(2)
    one.put(entry(0, "mix 0", "bad"))
    assert one.illegal() == ()
    one.put(entry(0, "key"))
    one.put(entry(1, "key"))
    assert [place.kind for place, _ in one.illegal()] == ["mix 0"]


def test_what_does_not_fit_says_why() -> None:
    one = step(2, ("pick",))
    good = entry(0, "card 0")
    assert one.misfit(good) is None
    assert "not due from member 1" in str(one.misfit(entry(1, "card 1")))
    assert "another history" in str(one.misfit(replace(good, before=bytes(32))))
    assert "rules disagree" in str(one.misfit(replace(good, state=bytes(8))))


class Wrong(Toy):
    """A machine of ours with a bug in what is due."""

    def due(self) -> Sequence[Place]:
        place = Place(0, "key", Sort.AUTO)
        return [place, place] if self.at == 0 else [replace(place, needs=((1, "mix"),))]


@pytest.mark.parametrize("at", [0, 1])
def test_a_machine_that_contradicts_itself_is_stopped(at: int) -> None:
    with pytest.raises(ValueError, match="due"):
        Step(0, Wrong((0,), at=at), CHAIN, STATE)
