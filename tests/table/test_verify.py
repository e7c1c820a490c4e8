"""``verify`` finds nothing in honest files and names the first fault in damaged and forged ones."""

from __future__ import annotations

import functools
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers_log import identity
from helpers_sealed import OPEN_GROUP
from helpers_table import Room, make_game, passing

from pinochle_lan.codec import Value, decode
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.records import HEADER_BYTES, Record, RecordType, pack_record, read_records
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.verify import VerifyResult, replay, verify

GAME = make_game()
HELPERS = Path(__file__).resolve().parents[1]


def game_of(genesis: Genesis) -> Game:
    """What this laptop's plugins make of a table."""
    if genesis.plugins[0][1] != hashlib.sha256(b"partnership").digest():
        raise RulesError("The game was played with another variant partnership")
    return GAME


def audit(data: bytes) -> VerifyResult:
    return verify(data, game_of, OPEN_GROUP)


@functools.cache
def honest() -> bytes:
    """The file of one laptop after two hands that were played out."""
    room = Room(GAME, seed=3, hands=2, chooser=passing)
    room.start()
    room.play()
    return bytes(room.laptops[1].disk)


def records() -> list[Record]:
    return list(read_records(honest()).found)


def file_of(found: list[Record]) -> bytes:
    return honest()[:HEADER_BYTES] + b"".join(pack_record(record.type, record.payload) for record in found)


def entry_of(record: Record) -> Entry:
    return Entry.read(decode(record.payload))


def place_of(kind: str, nth: int = 0) -> int:
    """Index of the nth entry record whose kind begins with that word."""
    found = [
        index
        for index, record in enumerate(records())
        if record.type == RecordType.ENTRY and entry_of(record).kind.split()[0] == kind
    ]
    return found[nth]


def signed(entry: Entry, signer: int, **changes: Any) -> Record:
    """The entry with changes, signed by a member."""
    changed = replace(entry, **changes)
    whole = replace(changed, signature=identity(signer).sign("entry", changed.fields))
    return Record(RecordType.ENTRY, whole.payload())


def forged(
    kind: str, change: Callable[[Entry], dict[str, Any]], nth: int = 0, signer: int | None = None
) -> bytes:
    """The file up to an entry that its author signed with other content."""
    index = place_of(kind, nth)
    entry = entry_of(records()[index])
    who = entry.author if signer is None else signer
    return file_of([*records()[:index], signed(entry, who, **change(entry))])


def author_of(kind: str, nth: int = 0) -> int:
    return entry_of(records()[place_of(kind, nth)]).author


def flipped(payload: Value) -> bytes:
    assert isinstance(payload, bytes)
    return payload[:-1] + bytes([payload[-1] ^ 1])


def before(kind: str, nth: int = 0) -> TableMachine:
    """The state at the step of an entry."""
    step = entry_of(records()[place_of(kind, nth)]).step
    return next(
        told.machine for told in replay(honest(), game_of, OPEN_GROUP, trusted=True) if told.step == step - 1
    )


def test_an_honest_file_is_sound() -> None:
    result = audit(honest())
    assert result.ok
    assert result.fault is None
    assert (result.hands, result.over) == (2, False)
    assert result.entries > 150


DAMAGES: dict[str, Callable[[], tuple[bytes, str, int | None]]] = {}
"""Name to (file, kind of the fault, its author)."""


def damage(make: Callable[[], tuple[bytes, str, int | None]]) -> Callable[[], tuple[bytes, str, int | None]]:
    DAMAGES[make.__name__] = make
    return make


@damage
def a_flipped_bit() -> tuple[bytes, str, int | None]:
    data = bytearray(honest())
    data[len(data) // 2] ^= 4
    return bytes(data), "damage", None


@damage
def a_cut_end() -> tuple[bytes, str, int | None]:
    return honest()[:-7], "torn", None


@damage
def a_dropped_entry() -> tuple[bytes, str, int | None]:
    index = place_of("card", 5)
    return file_of(records()[:index] + records()[index + 1 :]), "missing", author_of("card", 5)


@damage
def a_doubled_entry() -> tuple[bytes, str, int | None]:
    index = place_of("card", 5)
    return file_of(records()[: index + 1] + records()[index:]), "doubled", author_of("card", 5)


@damage
def two_entries_out_of_order() -> tuple[bytes, str, int | None]:
    one, two = place_of("card", 5), place_of("card", 6)
    found = records()
    found[one], found[two] = found[two], found[one]
    return file_of(found), "order", author_of("card", 5)


@damage
def an_entry_signed_by_another() -> tuple[bytes, str, int | None]:
    author = author_of("card", 3)
    return forged("card", lambda e: {}, 3, signer=(author + 1) % 4), "signature", author


@damage
def a_card_that_is_not_in_the_hand() -> tuple[bytes, str, int | None]:
    machine = before("card", 1)
    author = author_of("card", 1)
    other = next(
        n
        for n, s in enumerate(machine.state.slots)
        if s.zone == "hand" and machine.hosts[s.owner or 0] != author
    )
    return forged("card", lambda e: {"body": (other, ((other,), bytes(96)))}, 1), "illegal", author


@damage
def a_card_played_already() -> tuple[bytes, str, int | None]:
    first = entry_of(records()[place_of("card")]).body
    assert isinstance(first, tuple)
    return forged("card", lambda e: {"body": (first[0], None)}, 4), "illegal", author_of("card", 4)


@damage
def a_card_with_a_false_opening() -> tuple[bytes, str, int | None]:
    nth = next(n for n in range(48) if entry_of(records()[place_of("card", n)]).body[1] is not None)  # type: ignore[index]

    def lie(entry: Entry) -> dict[str, Any]:
        said, (slots, proof) = entry.body  # type: ignore[misc]
        return {"body": (said, (slots, flipped(proof)))}

    return forged("card", lie, nth), "illegal", author_of("card", nth)


@damage
def a_wrong_turn() -> tuple[bytes, str, int | None]:
    author = author_of("call", 1)
    other = (author + 1) % 4
    return forged("call", lambda e: {"author": other}, 1, signer=other), "place", other


@damage
def a_bid_too_low() -> tuple[bytes, str, int | None]:
    return forged("call", lambda e: {"body": (10, None)}), "illegal", author_of("call")


@damage
def a_meld_that_is_none() -> tuple[bytes, str, int | None]:
    nth = next(n for n in range(4) if entry_of(records()[place_of("meld", n)]).body[0])  # type: ignore[index]

    def lie(entry: Entry) -> dict[str, Any]:
        (first, *_), (slots, proof) = entry.body  # type: ignore[misc]
        return {"body": ((first, first), (slots, proof))}

    return forged("meld", lie, nth), "illegal", author_of("meld", nth)


@damage
def a_wrong_share() -> tuple[bytes, str, int | None]:
    def lie(entry: Entry) -> dict[str, Any]:
        (payload,) = entry.body  # type: ignore[misc]
        return {"body": (flipped(payload),)}

    return forged("share", lie), "illegal", author_of("share")


@damage
def a_wrong_proof_of_a_shuffle() -> tuple[bytes, str, int | None]:
    def lie(entry: Entry) -> dict[str, Any]:
        base, payload = entry.body  # type: ignore[misc]
        return {"body": (base, flipped(payload))}

    return forged("proof", lie), "illegal", author_of("proof")


@damage
def a_seal_of_another_shuffle() -> tuple[bytes, str, int | None]:
    def lie(entry: Entry) -> dict[str, Any]:
        base, payload = entry.body  # type: ignore[misc]
        return {"body": (base, flipped(payload))}

    return forged("seal", lie), "illegal", author_of("seal")


@damage
def a_wrong_remix() -> tuple[bytes, str, int | None]:
    return forged("remix", lambda e: {"body": flipped(e.body)}), "illegal", author_of("remix")


@damage
def another_number_than_was_committed_to() -> tuple[bytes, str, int | None]:
    return forged("reveal", lambda e: {"body": bytes(32)}), "illegal", author_of("reveal")


@damage
def something_in_a_ready() -> tuple[bytes, str, int | None]:
    return forged("ready", lambda e: {"body": ()}), "illegal", author_of("ready")


@damage
def a_score_of_other_rules() -> tuple[bytes, str, int | None]:
    """The first entry after a hand names another state: its author's rules scored the hand otherwise."""
    index = next(
        n
        for n, r in enumerate(records())
        if r.type == RecordType.ENTRY and entry_of(r).kind == "key" and entry_of(r).step > 9
    )
    entry = entry_of(records()[index])
    return file_of([*records()[:index], signed(entry, entry.author, state=bytes(8))]), "state", entry.author


@damage
def another_history() -> tuple[bytes, str, int | None]:
    return forged("card", lambda e: {"before": bytes(32)}, 7), "before", author_of("card", 7)


@damage
def another_table() -> tuple[bytes, str, int | None]:
    return forged("card", lambda e: {"table": bytes(16)}, 7), "table", author_of("card", 7)


@damage
def an_acknowledgement_of_something_else() -> tuple[bytes, str, int | None]:
    index, ack = next(
        (n, Ack.read(decode(r.payload)))
        for n, r in enumerate(records())
        if r.type == RecordType.ACK and n > 60
    )
    lie = Ack.make(
        identity(ack.member),
        table=ack.table,
        member=ack.member,
        step=ack.step,
        chain=bytes(32),
        state=ack.state,
    )
    found = records()
    found[index] = Record(RecordType.ACK, lie.payload())
    return file_of(found), "ack", ack.member


@damage
def no_acknowledgements() -> tuple[bytes, str, int | None]:
    kept = [record for record in records() if record.type != RecordType.ACK]
    cut = next(
        n for n, r in enumerate(kept) if r.type == RecordType.ENTRY and entry_of(r).kind.startswith("card")
    )
    return file_of(kept[: cut + 1]), "unsettled", None


@damage
def an_unsigned_beginning() -> tuple[bytes, str, int | None]:
    found = records()
    fields, signatures = decode(found[0].payload)  # type: ignore[misc]
    from pinochle_lan.codec import encode

    found[0] = Record(RecordType.GENESIS, encode((fields, signatures[:2])))  # type: ignore[index]
    return file_of(found), "genesis", 2


@pytest.mark.parametrize("name", DAMAGES)
def test_the_fault_is_named(name: str) -> None:
    data, kind, author = DAMAGES[name]()
    result = audit(data)
    assert not result.ok
    assert result.fault is not None
    assert (result.fault.kind, result.fault.author) == (kind, author), str(result.fault)
    if author is not None and kind != "genesis":
        assert result.fault.name == f"P{author}"
        assert str(result.fault).startswith("step ")


def test_a_plugin_of_another_version_is_named() -> None:
    def other(genesis: Genesis) -> Game:
        return game_of(replace(genesis, plugins=(("variant partnership", bytes(32)),)))

    result = verify(honest(), other, OPEN_GROUP)
    assert result.fault is not None
    assert result.fault.kind == "terms"
    assert str(result.fault) == "The game was played with another variant partnership"


def test_a_suite_this_program_does_not_know_is_refused() -> None:
    result = verify(honest(), game_of)
    assert result.fault is not None
    assert "suite 255" in result.fault.why


def test_nonsense_is_no_game_file() -> None:
    for data in (b"", b"hello", honest()[:20], honest()[:HEADER_BYTES]):
        assert not audit(data).ok


def test_meld_held_back_is_found_out_when_the_cards_are_known() -> None:
    """docs/rules/README.md, "Found out later": a short meld is legal when shown, and named by the audit."""

    room = Room(GAME, seed=3, chooser=passing)
    cheat = room.laptops[author_of_meld()]
    writer = cheat.table._writer
    assert writer is not None
    own = writer.own
    whole = own.body

    def body(machine: Any, place: Any, held: Any) -> Value:
        return ((), None) if place.kind.startswith("meld") else whole(machine, place, held)

    own.body = body  # type: ignore[method-assign]
    room.start()
    room.play()
    result = audit(bytes(room.laptops[0].disk))
    assert result.fault is not None
    assert result.fault.kind == "meld held back"
    assert result.fault.name == f"P{cheat.number}"


def author_of_meld() -> int:
    """Who showed meld in the first hand."""
    nth = next(n for n in range(4) if entry_of(records()[place_of("meld", n)]).body[0])  # type: ignore[index]
    return author_of("meld", nth)


def test_replay_tells_the_game_in_words() -> None:
    text = [line.text for told in replay(honest(), game_of, OPEN_GROUP) for line in told.lines]
    assert any("has the bid at" in line for line in text)
    assert sum("takes trick" in line for line in text) >= 12
    assert text[-1].startswith("After hand 2:")


SCRIPT = """
import sys
sys.path[:0] = sys.argv[2:]
from table_verify_helper import digest
print(digest(sys.argv[1]))
"""


@pytest.mark.parametrize("hashseed", ["0", "1", "77"])
def test_F24_the_same_file_gives_the_same_digest_in_every_process(hashseed: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pinochle"
    path.write_bytes(honest())
    helper = tmp_path / "table_verify_helper.py"
    helper.write_text(
        "import importlib.util, sys\n"
        "def digest(path):\n"
        f"    spec = importlib.util.spec_from_file_location('tv', {str(Path(__file__).resolve())!r})\n"
        "    module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)\n"
        "    data = open(path, 'rb').read()\n"
        "    last = list(module.replay(data, module.game_of, module.OPEN_GROUP, trusted=True))[-1]\n"
        "    return last.machine.digest().hex()\n",
        encoding="utf-8",
    )
    folders = [str(tmp_path), str(HELPERS), str(HELPERS.parent)]
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path), *folders],
        env={**os.environ, "PYTHONHASHSEED": hashseed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    last = list(replay(honest(), game_of, OPEN_GROUP, trusted=True))[-1]
    assert run.stdout.strip() == last.machine.digest().hex()
