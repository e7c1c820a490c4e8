"""The list of tables: what was announced, corrected by asking. Time is a number here."""

from __future__ import annotations

from dataclasses import replace

from pinochle_lan.codec import Value
from pinochle_lan.net import found as found_module
from pinochle_lan.net.addresses import Address
from pinochle_lan.net.found import FoundTable, Host, Sighting, Sightings
from pinochle_lan.net.notice import Notice

ANN, BOB = b"A" * 32, b"B" * 32
NOTICE = Notice(b"table", "Ann's table", "Ann", ANN, "partnership", 4, 3, 1, 1)
HOST = Host(ANN, (Address("10.0.0.1", 47470),))
HELLO: Value = (1, 1, (b"table",), "Ann")


def only(sightings: Sightings, now: int) -> FoundTable:
    (table,) = sightings.tables(now)
    return table


def asked(sightings: Sightings, now: int) -> Sighting:
    (sighting,) = sightings.due(now)
    return sighting


def test_a_table_is_listed_at_once_and_asked_at_once() -> None:
    sightings = Sightings()
    assert sightings.seen("i", NOTICE, HOST, 1000)
    assert only(sightings, 1000).answered is False
    sighting = asked(sightings, 1000)
    assert sightings.due(1000) == ()
    sightings.answered(sighting, HELLO, 12, 1010)
    table = only(sightings, 1010)
    assert (table.answered, table.ghost, table.rtt_ms, table.hello) == (True, False, 12, HELLO)
    assert not sightings.seen("i", NOTICE, HOST, 1020)
    assert sightings.due(6009) == ()
    assert len(sightings.due(6010)) == 1


def test_F43_greyed_within_15_s_and_gone_later_and_back_when_it_answers() -> None:
    sightings = Sightings()
    sightings.seen("i", NOTICE, HOST, 0)
    sightings.answered(asked(sightings, 0), HELLO, 5, 0)
    now = 5_000  # the worst case: it died right after its answer, and each question waits its whole 3 s
    while not only(sightings, now).ghost:
        now = max(now, sightings.next_ms() or 0) + 3_000
        sightings.missed(asked(sightings, now), now)
    assert now <= 15_000
    greyed = now
    assert only(sightings, greyed + found_module.GHOST_MS - 1).ghost
    assert sightings.tables(greyed + found_module.GHOST_MS) == ()
    later = greyed + found_module.GHOST_MS + 1
    sightings.answered(asked(sightings, later), HELLO, 5, later)
    assert not only(sightings, later).ghost


def test_F43_a_laptop_that_is_there_without_the_table_is_greyed_at_once() -> None:
    sightings = Sightings()
    sightings.seen("i", NOTICE, HOST, 0)
    sightings.answered(asked(sightings, 0), (1, 1, (b"another",), "Ann"), 5, 0)
    assert only(sightings, 0).ghost


def test_one_lost_question_greys_nothing() -> None:
    sightings = Sightings()
    sightings.seen("i", NOTICE, HOST, 0)
    sightings.missed(asked(sightings, 0), 3000)
    assert not only(sightings, 3000).ghost
    assert sightings.next_ms() == 3000 + found_module.AGAIN_MS


def test_F36_a_table_of_another_version_stays_in_the_list() -> None:
    sightings = Sightings()
    sightings.seen("i", replace(NOTICE, protocol=9), HOST, 0)
    sightings.alive(asked(sightings, 0), 0)
    table = only(sightings, 0)
    assert (table.ghost, table.answered, table.notice.protocol) == (False, False, 9)


def test_goodbye_takes_the_row_away() -> None:
    sightings = Sightings()
    sightings.seen("i", NOTICE, HOST, 0)
    assert sightings.withdrawn("i")
    assert not sightings.withdrawn("i")
    assert sightings.tables(0) == ()
    assert sightings.next_ms() is None


def test_one_row_a_table_however_many_laptops_announce_it() -> None:
    sightings = Sightings()
    bob = Host(BOB, (Address("10.0.0.2", 47470),))
    sightings.seen("bob", replace(NOTICE, name="Bob says otherwise"), bob, 0)
    sightings.seen("ann", NOTICE, HOST, 0)
    assert only(sightings, 0).notice == NOTICE
    assert only(sightings, 0).hosts == (HOST, bob)
    for sighting in sightings.due(0):
        if sighting.host is bob:
            sightings.answered(sighting, HELLO, 3, 0)
        else:
            sightings.missed(sighting, 0)
    assert only(sightings, 0).hosts == (bob, HOST)


def test_F38_two_tables_of_one_name_are_two_rows_in_a_steady_order() -> None:
    sightings = Sightings()
    for number in (3, 1, 2):
        sightings.seen(str(number), replace(NOTICE, table_id=bytes([number])), HOST, 0)
    assert [table.table_id for table in sightings.tables(0)] == [b"\x01", b"\x02", b"\x03"]


def test_F44_a_changed_address_is_asked_at_once() -> None:
    sightings = Sightings()
    sightings.seen("i", NOTICE, HOST, 0)
    sightings.answered(asked(sightings, 0), HELLO, 5, 0)
    moved = Host(ANN, (Address("10.0.0.101", 47470),))
    assert sightings.seen("i", NOTICE, moved, 100)
    assert asked(sightings, 100).host == moved


def test_F55_announcements_are_limited_and_ghosts_make_room() -> None:
    sightings = Sightings()
    for number in range(found_module.MAX_SIGHTINGS + 5):
        sightings.seen(str(number), replace(NOTICE, table_id=b"%d" % number), HOST, 0)
    assert len(sightings.tables(0)) == found_module.MAX_SIGHTINGS
    assert sightings.crowded_out == 5
    first = sightings.due(0)[0]
    sightings.answered(first, (1, 1), 1, 0)
    assert sightings.seen("new", NOTICE, HOST, 0)
    assert len(sightings.tables(0)) == found_module.MAX_SIGHTINGS


def test_searching_anew_asks_everybody() -> None:
    sightings = Sightings()
    sightings.seen("i", NOTICE, HOST, 0)
    sightings.answered(asked(sightings, 0), HELLO, 5, 0)
    sightings.ask_all(10)
    assert asked(sightings, 10).instance == "i"
