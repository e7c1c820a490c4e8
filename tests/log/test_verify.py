"""The audit: an honest file has no fault, and each single change to one is found and named."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from helpers_log import Air, Toy, all_over, genesis, identity, table
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.codec import Value, decode
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.records import HEADER_BYTES, RecordType, header, pack_record, read_records
from pinochle_lan.log.verify import KINDS, Report, verify


def toy(gene: Genesis) -> Toy:
    return Toy(tuple(member.number for member in gene.members))


def audit(data: bytes) -> Report:
    return verify(data, toy)


@pytest.fixture(scope="module")
def disk() -> bytes:
    air, laptops = table(3, seed=11)
    assert air.run(60_000, lambda: all_over(laptops))
    return laptops[1].disk


Thing = tuple[int, bytes]


def things(data: bytes) -> list[Thing]:
    return [(record.type, record.payload) for record in read_records(data).found]


def file_of(some: list[Thing]) -> bytes:
    return header(b"t" * 16) + b"".join(pack_record(kind, payload) for kind, payload in some)


def entries(some: list[Thing]) -> list[int]:
    return [at for at, (kind, _) in enumerate(some) if kind == RecordType.ENTRY]


def kind_of(data: bytes) -> str | None:
    fault = audit(data).fault
    assert fault is None or fault.kind in KINDS
    return None if fault is None else fault.kind


def test_an_honest_file_has_no_fault(disk: bytes) -> None:
    report = audit(disk)
    assert report.fault is None
    assert report.over
    assert report.steps == 7
    assert report.genesis == genesis(3)


@pytest.mark.parametrize("seed", range(6))
def test_files_of_games_in_trouble_are_honest_too(seed: int) -> None:
    air, laptops = table(4, seed=seed, hands=1)
    air.run(40 + seed * 7)
    air.isolate(seed % 4)
    air.run(3_000)
    air.link_all()
    assert air.run(60_000, lambda: all_over(laptops))
    for laptop in laptops:
        report = audit(laptop.disk)
        assert report.fault is None
        assert report.chain == laptop.ledger.chain


def test_a_whole_but_unfinished_game_is_fine(disk: bytes) -> None:
    some = things(disk)
    for size in range(1, len(some)):
        report = audit(file_of(some[:size]))
        assert report.fault is None
        assert not report.over or size > len(some) - 4


@pytest.mark.parametrize("seed", [4, 9])
def test_a_laptop_switched_off_between_two_records_left_an_honest_file(seed: int) -> None:
    """The next step's entries may be what settled the last one, and only the first of them be written."""
    air, laptops = table(4, seed=seed, air=Air(seed, loss=0.2, reorder=0.3))
    assert air.run(60_000, lambda: all_over(laptops))
    for laptop in laptops:
        some = things(laptop.disk)
        for size in range(1, len(some)):
            assert audit(file_of(some[:size])).fault is None, size


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_each_flipped_bit_is_found(disk: bytes, data: st.DataObject) -> None:
    bad = bytearray(disk)
    bad[data.draw(st.integers(0, len(disk) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert kind_of(bytes(bad)) in ("damage", "torn", "genesis")


def test_another_version_is_not_audited_as_ours(disk: bytes) -> None:
    for at in (16, 17):
        bad = bytearray(disk)
        bad[at] ^= 2
        assert kind_of(bytes(bad)) == "damage"


def test_each_torn_end_is_found(disk: bytes) -> None:
    ends = {HEADER_BYTES} | {record.at for record in read_records(disk).found} | {len(disk)}
    for size in range(HEADER_BYTES + 1, len(disk), 7):
        if size not in ends:
            assert kind_of(disk[:size]) == "torn"


def test_each_dropped_entry_is_found(disk: bytes) -> None:
    some = things(disk)
    for at in entries(some):
        step = Entry.read(decode(some[at][1])).step
        dropped = some[:at] + some[at + 1 :]
        if step < 6:
            fault = audit(file_of(dropped)).fault
            assert fault is not None
            assert (fault.kind, fault.step) == ("missing", step)


def test_each_doubled_record_is_found(disk: bytes) -> None:
    some = things(disk)
    for at in range(1, len(some)):
        assert kind_of(file_of([*some[: at + 1], some[at], *some[at + 1 :]])) == "doubled"
    assert kind_of(file_of([some[0], *some])) == "genesis"


def test_each_entry_moved_to_another_step_is_found(disk: bytes) -> None:
    some = things(disk)
    rng = random.Random(1)
    for at in entries(some):
        other = rng.choice(entries(some))
        one, two = (Entry.read(decode(some[i][1])).step for i in (at, other))
        if one != two:
            moved = list(some)
            moved[at], moved[other] = moved[other], moved[at]
            assert kind_of(file_of(moved)) == "order"


def test_without_acknowledgements_nothing_is_settled(disk: bytes) -> None:
    bare = [thing for thing in things(disk) if thing[0] != RecordType.ACK]
    some = [Entry.read(decode(payload)) for kind, payload in bare if kind == RecordType.ENTRY]
    last = next(i for i, entry in enumerate(some) if entry.step == 4)
    assert kind_of(file_of(bare[: last + 2])) == "unsettled"


Change = Callable[[Entry], Entry]


def signed_again(entry: Entry, by: int | None = None, **changes: object) -> Entry:
    blank = replace(entry, **changes)  # type: ignore[arg-type]
    return replace(blank, signature=identity(entry.author if by is None else by).sign("entry", blank.fields))


LIES: list[tuple[str, Change]] = [
    ("signature", lambda e: signed_again(e, by=(e.author + 1) % 3)),
    ("signature", lambda e: replace(e, body="other")),
    ("signature", lambda e: signed_again(e, by=e.author, author=(e.author + 1) % 3)),
    ("member", lambda e: signed_again(e, author=9, by=0)),
    ("table", lambda e: signed_again(e, table=b"u" * 16)),
    ("place", lambda e: signed_again(e, kind="card 77")),
    ("before", lambda e: signed_again(e, before=bytes(32))),
    ("state", lambda e: signed_again(e, state=bytes(8))),
    ("illegal", lambda e: signed_again(e, body="bad")),
]


@pytest.mark.parametrize(("kind", "lie"), LIES, ids=[f"{i}-{kind}" for i, (kind, _) in enumerate(LIES)])
def test_each_lie_in_an_entry_is_found_and_named(disk: bytes, kind: str, lie: Change) -> None:
    some = things(disk)
    for at in entries(some):
        entry = lie(Entry.read(decode(some[at][1])))
        bad = [*some[:at], (int(RecordType.ENTRY), entry.payload()), *some[at + 1 :]]
        fault = audit(file_of(bad)).fault
        assert fault is not None
        assert fault.kind == kind
        assert fault.author == entry.author
        assert fault.step == entry.step
        assert f"member {entry.author}" in str(fault)


def test_a_choice_changed_and_signed_anew_breaks_the_chain(disk: bytes) -> None:
    some = things(disk)
    at = entries(some)[0]
    entry = signed_again(Entry.read(decode(some[at][1])), body="another choice")
    bad = [*some[:at], (int(RecordType.ENTRY), entry.payload()), *some[at + 1 :]]
    assert kind_of(file_of(bad)) in ("ack", "before")


def test_two_entries_for_one_place_are_found(disk: bytes) -> None:
    some = things(disk)
    for at in entries(some):
        entry = signed_again(Entry.read(decode(some[at][1])), body="second")
        for kind in (RecordType.ENTRY, RecordType.LATE):
            fault = audit(file_of([*some[: at + 1], (int(kind), entry.payload()), *some[at + 1 :]])).fault
            assert fault is not None
            assert (fault.kind, fault.author) == ("double entry", entry.author)


@pytest.mark.parametrize("change", [{"chain": bytes(32)}, {"state": bytes(8)}])
def test_an_acknowledgement_of_something_else_is_found(disk: bytes, change: dict[str, Value]) -> None:
    some = things(disk)
    at = next(i for i, thing in enumerate(some) if thing[0] == RecordType.ACK)
    ack = replace(Ack.read(decode(some[at][1])), **change)  # type: ignore[arg-type]
    ack = replace(ack, signature=identity(ack.member).sign("ack", ack.fields))
    bad = [*some[:at], (int(RecordType.ACK), ack.payload()), *some[at + 1 :]]
    fault = audit(file_of(bad)).fault
    assert fault is not None
    assert (fault.kind, fault.author) == ("ack", ack.member)


def test_a_genesis_must_be_first_whole_and_signed_by_all(disk: bytes) -> None:
    some = things(disk)
    for first in (
        [],
        [(int(RecordType.GENESIS), b"\xc0")],
        [(int(RecordType.GENESIS), genesis(3, signed=False).payload())],
        [(int(RecordType.GENESIS), genesis(3, table=b"u" * 16).payload())],
    ):
        assert kind_of(file_of(first + some[1:])) == "genesis"
    assert kind_of(header(b"t" * 16)) == "genesis"
    assert kind_of(b"") == "damage"


def test_a_record_that_is_no_entry_is_found_and_an_unknown_one_passed_over(disk: bytes) -> None:
    some = things(disk)
    assert kind_of(file_of([*some, (int(RecordType.ENTRY), b"\xc0")])) == "malformed"
    assert kind_of(file_of([*some, (77, b"\xc0")])) is None
