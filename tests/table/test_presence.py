"""Who is heard: links, and what linked laptops tell of theirs (docs/log.md 6)."""

from __future__ import annotations

import pytest
from helpers_table import TABLE

from pinochle_lan.codec import Value
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import FrameType
from pinochle_lan.table.presence import CAST_OUT_MS, SILENT_MS, STALE_MS, TELL_MS, Presence


def told(*members: Value, table: bytes = TABLE) -> tuple[Value, ...]:
    return int(FrameType.PRESENCE), table, members


def ear() -> Presence:
    return Presence(TABLE, 0, (0, 1, 2), 0)


def test_whoever_is_never_heard_is_gone_after_ten_seconds() -> None:
    presence = ear()
    assert not presence.gone(1, SILENT_MS - 1)
    assert presence.gone(1, SILENT_MS)
    assert not presence.gone(0, SILENT_MS), "it hears itself"
    assert presence.wake_at(0) == SILENT_MS


def test_a_link_is_an_ear_and_silence_counts_from_its_end() -> None:
    presence = ear()
    presence.linked(1, 5)
    assert presence.silent_ms(1, 60_000) == 0
    presence.unlinked(1, 60_000)
    assert presence.silent_ms(1, 61_000) == 1_000


def test_heard_by_way_of_another_until_that_word_is_stale() -> None:
    presence = ear()
    presence.linked(1, 0)
    presence.take(1, told(0, 2), 20_000)
    assert presence.via(2, 20_000) == 1
    assert not presence.gone(2, 20_000 + STALE_MS - 1)
    assert presence.silent_ms(2, 20_000 + STALE_MS) == STALE_MS
    presence.unlinked(1, 20_001)
    assert presence.via(2, 20_001) is None


def test_it_tells_twice_a_second_while_a_link_is_missing_and_then_no_more() -> None:
    presence = ear()
    presence.linked(1, 0)
    assert presence.due(0) == told(1)
    assert presence.due(TELL_MS - 1) is None
    assert presence.due(TELL_MS) == told(1)
    presence.linked(2, 600)
    assert presence.due(600) == told(1, 2)
    presence.take(1, told(0, 2), 700)
    presence.take(2, told(0, 1), 700)
    assert presence.due(100_000) is None
    assert presence.wake_at(700) is None


def test_another_laptops_missing_link_makes_it_tell_too() -> None:
    presence = ear()
    for member in (1, 2):
        presence.linked(member, 0)
    assert presence.due(0) is not None
    presence.take(1, told(0), 1_000)
    assert presence.due(1_000 + TELL_MS) == told(1, 2)


def test_F55_who_was_cast_out_is_gone_as_soon_as_nobody_else_hears_it() -> None:
    presence = ear()
    presence.linked(1, 0)
    presence.linked(2, 0)
    presence.unlinked(2, 1_000, cast_out=True)
    assert presence.cast_out(2)
    assert not presence.gone(2, 1_000 + CAST_OUT_MS - 1)
    assert presence.due(1_000) is not None
    presence.take(1, told(0, 2), 1_100)
    assert presence.due(1_100) is not None
    assert presence.wake_at(1_100) == 1_100 + CAST_OUT_MS
    assert not presence.gone(2, 1_100 + CAST_OUT_MS), "another one hears it"
    presence.take(1, told(0), 1_500)
    assert presence.gone(2, 1_500 + CAST_OUT_MS)
    presence.linked(2, 2_000)
    assert not presence.cast_out(2)
    presence.unlinked(2, 3_000)
    assert not presence.gone(2, 3_000 + SILENT_MS - 1)


def test_F55_news_of_who_hears_whom_is_answered_at_once() -> None:
    presence = ear()
    for member in (1, 2):
        presence.linked(member, 0)
    assert presence.due(0) is not None
    presence.take(1, told(0), 1_000)
    assert presence.due(1_000) == told(1, 2)
    presence.take(1, told(0), 1_001)
    assert presence.due(1_001) is None, "no news"
    assert presence.due(1_000 + TELL_MS) == told(1, 2)


@pytest.mark.parametrize("fields", [(), (b"x", ()), (TABLE, 7), (TABLE, tuple(range(65)))])
def test_nonsense_is_refused(fields: tuple[Value, ...]) -> None:
    with pytest.raises(Malformed):
        ear().take(1, (int(FrameType.PRESENCE), *fields), 0)


def test_strangers_and_unlinked_laptops_tell_nothing() -> None:
    presence = ear()
    presence.take(1, told(2), 20_000)
    assert presence.gone(2, 20_000)
    presence.linked(1, 0)
    presence.take(1, told(99, "x", True), 20_000)
    assert presence.via(2, 20_000) is None
