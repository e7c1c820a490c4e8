"""The game file: whatever happens to it, what stands whole in it is read (docs/log.md 14; F62)."""

from __future__ import annotations

import errno
import os
from io import FileIO
from pathlib import Path

import pytest
from helpers_log import Laptop, Toy, all_over, genesis, table
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.log import gamefile
from pinochle_lan.log.effects import DoubleEntry, Save
from pinochle_lan.log.gamefile import GameFile, GameFileError, genesis_of, load
from pinochle_lan.log.records import HEADER_BYTES, RecordType, header, pack_record, read_records


@pytest.fixture(scope="module")
def disk() -> bytes:
    """A finished game of two laptops, as laptop 0 saved it."""
    air, laptops = table(2, seed=7)
    assert air.run(60_000, lambda: all_over(laptops))
    return laptops[0].disk


def test_a_record_is_marker_length_type_payload_crc() -> None:
    import zlib

    record = pack_record(2, b"abc")
    assert record == b"\xa5\x5a\x03\x00\x00\x00\x02abc" + zlib.crc32(b"\x02abc").to_bytes(4, "little")


@given(st.lists(st.tuples(st.integers(0, 255), st.binary(max_size=40)), max_size=6))
def test_records_come_back(things: list[tuple[int, bytes]]) -> None:
    data = header(b"t" * 16) + b"".join(pack_record(kind, payload) for kind, payload in things)
    records = read_records(data)
    assert [(record.type, record.payload) for record in records.found] == things
    assert (records.table, records.damage, records.torn, records.end) == (b"t" * 16, (), 0, len(data))


@given(st.binary(max_size=400))
def test_any_bytes_are_read_without_an_error(data: bytes) -> None:
    records = read_records(data)
    assert records.end + records.torn == len(data)


def test_F62_cut_at_every_byte_only_the_last_record_is_lost(disk: bytes) -> None:
    ends = [0, HEADER_BYTES]
    for record in read_records(disk).found:
        ends.append(record.at + 11 + len(record.payload))
    for size in range(HEADER_BYTES, len(disk)):
        records = read_records(disk[:size])
        whole = max(end for end in ends if end <= size)
        assert records.end == whole
        assert records.torn == size - whole
        assert records.damage == ()


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_F62_a_flipped_bit_loses_one_record(disk: bytes, data: st.DataObject) -> None:
    good = read_records(disk).found
    at = data.draw(st.integers(HEADER_BYTES, len(disk) - 1))
    bad = bytearray(disk)
    bad[at] ^= 1 << data.draw(st.integers(0, 7))
    kept = [record.payload for record in read_records(bytes(bad)).found]
    lost = [record.payload for record in good if record.payload not in kept]
    assert len(lost) == 1
    assert len(kept) == len(good) - 1


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_F62_a_damaged_file_is_mended_by_the_others(seed: int) -> None:
    air, laptops = table(3, seed=seed, hands=2)
    air.run(100)
    zero = laptops[0]
    air.remove(0)
    bad = bytearray(zero.disk)
    first = read_records(zero.disk).found[1].at
    bad[first + seed % (len(bad) - first)] ^= 0x10
    zero.disk = bytes(bad)
    air.add(0, zero)
    zero.restart()
    air.link_all()
    assert air.run(60_000, lambda: all_over(laptops))
    assert [event for laptop in laptops for event in laptop.told(DoubleEntry)] == []


def test_a_file_is_created_appended_and_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "games" / "one.pinochle"
    gene = genesis(2)
    with GameFile.create(path, gene) as game:
        game.append(pack_record(RecordType.ENTRY, b"one"))
        game.flush()
    again, records = GameFile.open(path)
    with again:
        assert genesis_of(path, records.found) == gene
        assert [record.payload for record in records.found[1:]] == [b"one"]
        again.append(pack_record(RecordType.ACK, b"two"))
    assert [record.payload for record in load(path).found[1:]] == [b"one", b"two"]


def test_a_file_is_never_made_over_another(tmp_path: Path) -> None:
    path = tmp_path / "one.pinochle"
    GameFile.create(path, genesis(2)).close()
    before = path.read_bytes()
    with pytest.raises(GameFileError, match="Cannot create"):
        GameFile.create(path, genesis(3))
    assert path.read_bytes() == before


def test_F62_a_torn_tail_is_cut_before_anything_is_appended(tmp_path: Path) -> None:
    path = tmp_path / "one.pinochle"
    record = pack_record(RecordType.ENTRY, b"x" * 50)
    GameFile.create(path, genesis(2)).close()
    whole = path.read_bytes()
    for cut in range(1, len(record)):
        path.write_bytes(whole + record[:cut])
        game, records = GameFile.open(path)
        with game:
            assert records.torn == cut
            game.append(record)
        assert path.read_bytes() == whole + record


class Full(FileIO):
    """A disk with so many bytes left."""

    left = 0

    def write(self, data: bytes | memoryview) -> int:  # type: ignore[override]
        part = bytes(data)[: Full.left]
        if not part:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        Full.left -= len(part)
        return super().write(part) or 0


def test_F62_a_full_disk_is_said_and_leaves_whole_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.pinochle"
    GameFile.create(path, genesis(2)).close()
    whole = path.read_bytes()
    monkeypatch.setattr(gamefile, "FileIO", Full)
    game, _ = GameFile.open(path)
    with game:
        Full.left = 30
        with pytest.raises(GameFileError, match=r"No space left.*free some space"):
            game.append(pack_record(RecordType.ENTRY, b"x" * 50))
        Full.left = 1_000
        with pytest.raises(GameFileError, match="restart"):
            game.append(pack_record(RecordType.ENTRY, b"y"))
    assert path.read_bytes() == whole


def test_F62_no_room_for_a_new_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamefile, "FileIO", Full)
    Full.left = 5
    with pytest.raises(GameFileError, match="No space left"):
        GameFile.create(tmp_path / "one.pinochle", genesis(2))


def test_a_flush_that_fails_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameFile.create(tmp_path / "one.pinochle", genesis(2))

    def fails(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(gamefile, "_flush", fails)
    with game, pytest.raises(GameFileError, match="Cannot write"):
        game.flush()


def test_files_that_are_none_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(GameFileError, match="Cannot read"):
        load(tmp_path / "missing")
    other = tmp_path / "other"
    other.write_bytes(b"something else")
    with pytest.raises(GameFileError, match="not a pinochle game file"):
        load(other)
    newer = bytearray(header(b"t" * 16) + pack_record(RecordType.GENESIS, b""))
    newer[16] = 9
    other.write_bytes(newer)
    with pytest.raises(GameFileError, match="newer version"):
        load(other)
    newer[16] = 1
    other.write_bytes(newer)
    with pytest.raises(GameFileError, match="older version"):
        load(other)
    headless = header(b"t" * 16) + pack_record(RecordType.GENESIS, genesis(2).payload()[:-1])
    with pytest.raises(GameFileError, match="The beginning of x is damaged; copy the file"):
        genesis_of(Path("x"), read_records(headless).found)


def test_a_game_goes_on_from_a_real_file(tmp_path: Path) -> None:
    air, laptops = table(2, seed=3, hands=2)
    air.run(90)
    path = tmp_path / "one.pinochle"
    path.write_bytes(laptops[0].disk)
    game, records = GameFile.open(path)
    fresh = Laptop(air, 0, genesis_of(path, records.found), Toy((0, 1), 2), seed=3)
    effects = fresh.ledger.restore(records.found, air.now)
    with game:
        for effect in effects:
            if isinstance(effect, Save):
                game.append(effect.record)
        game.flush()
    assert fresh.ledger.settled_step >= laptops[0].ledger.settled_step - 1
    assert fresh.ledger.chains[:3] == laptops[0].ledger.chains[:3]
