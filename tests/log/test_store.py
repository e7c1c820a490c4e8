"""The entries a laptop holds, and what is kept of somebody who writes a place again and again."""

from __future__ import annotations

from helpers_log import identity

from pinochle_lan.codec import Value
from pinochle_lan.log.entry import Entry
from pinochle_lan.log.store import VERSIONS_KEPT, Store


def entry(body: Value, author: int = 0, step: int = 3) -> Entry:
    return Entry.make(
        identity(author),
        table=b"t" * 16,
        step=step,
        author=author,
        kind="key",
        body=body,
        before=b"c" * 32,
        state=b"s" * 8,
    )


def test_the_second_version_of_a_place_is_told_as_a_double_and_later_ones_are_not() -> None:
    store = Store()
    versions = [entry(n) for n in range(3)]
    assert store.add(versions[0]) is None
    assert store.add(versions[1]) is versions[0]
    assert store.add(versions[2]) is None
    assert store.at(3) == {(0, "key"): tuple(versions)}
    assert store.doubled(0) == [3]


def test_versions_beyond_the_most_take_the_last_ones_place_but_never_that_of_what_counts() -> None:
    """Simulator seed 7803: what a vote decided may be the version that reaches a laptop last."""
    store = Store()
    versions = [entry(n) for n in range(VERSIONS_KEPT + 3)]
    counts = versions[VERSIONS_KEPT - 1].id
    for version in versions:
        store.add(version, counts)
    held = store.at(3)[0, "key"]
    assert len(held) == store.count == VERSIONS_KEPT
    assert counts in [one.id for one in held]
    assert held[-1] is versions[-1]


def test_a_double_is_forgotten_with_its_last_version_but_one() -> None:
    store = Store()
    versions = [entry(n) for n in range(3)]
    for version in versions:
        store.add(version)
    store.remove(versions[0])
    assert store.doubled(0) == [3]
    store.remove(versions[1])
    assert store.doubled(0) == []
    store.remove(versions[2])
    assert store.at(3) == {}
    assert store.count == 0
