"""Riders: small signed requests that the next entry carries (docs/log.md 11)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers_log import Laptop, ack_of, entries_at, forged, genesis, give, identity, picks, play, same_logs

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.effects import DoubleAck, Refused, RosterChanged
from pinochle_lan.log.entry import RIDERS_BYTES, Malformed
from pinochle_lan.log.ledger import LedgerError
from pinochle_lan.log.past import NO_PAST, RiderRules
from pinochle_lan.log.pool import RIDERS_EACH, Pool
from pinochle_lan.log.records import RecordType, read_records
from pinochle_lan.log.rider import BACK, FAULT, KICK, LEAVE, TURN, VOID, Rider, fault_fields, is_proof

TABLE = b"t" * 16


def rider(member: int, type_: str, *fields: Value) -> Rider:
    return Rider.make(identity(member), TABLE, member, type_, fields)


def linked(members: int) -> list[Laptop]:
    laptops = picks(members, script=("pick",) * 8)
    laptops[0].air.link_all()
    return laptops


def ask(laptop: Laptop, type_: str, *fields: Value) -> None:
    laptop.do(laptop.ledger.request(type_, fields))
    laptop.air.run(100)


def test_a_rider_is_carried_by_the_next_entry_of_whoever_is_due() -> None:
    zero, one, two, three = laptops = linked(4)
    three.returns = False
    ask(three, LEAVE, -1)
    assert zero.ledger.settled.roster == (0, 1, 2, 3), "a wish is nothing yet"
    play(zero)
    zero.air.run(3_000)
    assert all(laptop.ledger.settled.roster == (0, 1, 2) for laptop in laptops)
    assert one.told(RosterChanged) == [RosterChanged(0, gone=(3,), back=())]
    assert three.ledger.away == {3: 0}
    play(one)
    zero.air.run(3_000)
    assert entries_at(two, 1)[0].riders == (), "folded once"
    assert [laptop.ledger._pool.riders() for laptop in laptops] == [[], [], [], []]


def test_a_rider_carried_twice_folds_once() -> None:
    """Two authors of one step may carry the same rider; so may a hostile one, later."""
    laptops = picks(3, script=("ready", "pick"))
    zero = laptops[0]
    wish = rider(2, KICK, 1, 0)
    for author in (0, 1, 2):
        give(zero, author, forged(zero, author, "ready", None, riders=(wish.wire()[1:],)))
    after = zero.ledger._line.open.after
    assert after is not None
    assert [one.id for one in after.riders] == [wish.id]
    assert wish.id in after.past.folded


def test_riders_fold_in_the_order_of_their_ids_within_an_entry() -> None:
    zero = picks(4)[0]
    wishes = [rider(member, KICK, 1, 0) for member in (3, 2, 0)]
    give(zero, 0, forged(zero, 0, "card 0", "x", riders=tuple(wish.wire()[1:] for wish in wishes)))
    after = zero.ledger._line.open.after
    assert after is not None
    assert [one.id for one in after.riders] == sorted(wish.id for wish in wishes)
    assert after.machine.roster == (0, 2, 3), "three of four wanted it"


def test_what_is_no_rider_folds_to_nothing_on_every_laptop() -> None:
    zero, one = picks(2)
    good = rider(1, TURN, True)
    bad: tuple[Value, ...] = (
        (good.signed, bytes(64)),
        ("nonsense",),
        None,
        rider(0, BACK, 7).wire()[1:],
        rider(0, FAULT, 1, "entry", ((), b""), ((), b"")).wire()[1:],
        replace(good, table=b"u" * 16).wire()[1:],
        good.wire()[1:],
    )
    entry = forged(zero, 0, "card 0", "x", riders=bad)
    for laptop in (zero, one):
        give(laptop, 0, entry)
        after = laptop.ledger._line.open.after
        assert after is not None
        assert [found.id for found in after.riders] == [good.id]
    assert zero.ledger.chain == one.ledger.chain


def test_illegal_content_carries_nothing() -> None:
    zero = picks(4)[0]
    wish = rider(3, LEAVE, -1)
    give(zero, 0, forged(zero, 0, "card 0", "bad", riders=(wish.wire()[1:],)))
    after = zero.ledger._line.open.after
    assert after is not None
    assert after.riders == ()


def test_a_rider_is_at_most_512_bytes() -> None:
    with pytest.raises(Malformed, match="limits"):
        rider(0, TURN, b"x" * 512)
    with pytest.raises(LedgerError, match="limits"):
        picks(1)[0].ledger.request(TURN, (b"x" * 512,))
    longest = fault_fields(1, "entry", *(forged(picks(2)[0], 1, "k" * 32, body) for body in ("x", "y")))
    assert rider(0, FAULT, *longest).fields == longest


def test_an_entry_carries_8_KiB_of_riders_and_the_next_one_the_rest() -> None:
    pool = Pool(RiderRules(genesis(4)))
    for member in range(4):
        for n in range(RIDERS_EACH):
            assert pool.add(rider(member, "chat", n, b"x" * 300), NO_PAST)
    load = pool.load(NO_PAST)
    assert len(encode(tuple(one.wire()[1:] for one in load))) <= RIDERS_BYTES
    assert 15 < len(load) < len(pool.riders()) == 4 * RIDERS_EACH


def test_a_flood_of_riders_pushes_out_its_own_only() -> None:
    pool = Pool(RiderRules(genesis(2)))
    pool.add(rider(1, LEAVE, 0), NO_PAST)
    for n in range(3 * RIDERS_EACH):
        pool.add(rider(0, "chat", n), NO_PAST)
    assert [one.member for one in pool.riders()].count(0) == RIDERS_EACH
    assert [one.member for one in pool.riders()].count(1) == 1


def test_riders_are_in_the_file_and_back_after_a_restart() -> None:
    zero = picks(1)[0]
    ask(zero, TURN, True)
    assert [record.type for record in read_records(zero.disk).found].count(RecordType.RIDER) == 1
    zero.restart()
    assert [one.fields for one in zero.ledger._pool.riders()] == [(True,)]
    play(zero)
    assert len(entries_at(zero, 0)[0].riders) == 1
    zero.restart()
    assert zero.ledger._pool.riders() == [], "folded ones are not taken up again"


def test_a_lost_rider_is_brought_by_sync() -> None:
    zero, one, two = picks(3)
    one.do(one.ledger.request(TURN, (True,)))
    assert zero.ledger._pool.riders() == []
    zero.air.link(0, 2)
    two.air.link(2, 1)
    zero.air.run(8_000)
    assert [found.type for found in zero.ledger._pool.riders()] == [TURN], "over two links"


def test_an_unsound_rider_is_refused_by_name() -> None:
    zero = picks(2)[0]
    give(zero, 1, replace(rider(1, LEAVE, 0), signature=bytes(64)))
    give(zero, 1, rider(1, FAULT, 0, "entry", ((), b""), ((), b"")))
    give(zero, 1, replace(rider(1, LEAVE, 0), member=9))
    told = zero.told(Refused)
    words = ["signature", "proves nothing", "number 9"]
    assert all(word in event.why for word, event in zip(words, told, strict=True))  # type: ignore[attr-defined]
    assert zero.ledger._pool.riders() == []


def test_all_of_the_roster_void_a_hand() -> None:
    laptops = linked(3)
    for laptop in laptops:
        ask(laptop, VOID, 0)
    play(laptops[0])
    laptops[0].air.run(3_000)
    assert all(laptop.ledger.over for laptop in laptops)
    assert same_logs(laptops)


def test_two_of_three_cannot_void_a_hand() -> None:
    laptops = linked(3)
    for laptop in laptops[:2]:
        ask(laptop, VOID, 0)
    play(laptops[0])
    laptops[0].air.run(3_000)
    assert laptops[0].ledger.settled_step == 0
    assert not laptops[0].ledger.over


def test_two_acknowledgements_put_their_author_away() -> None:
    zero, one, two, three = linked(4)
    zero.air.isolate(3)
    play(zero)
    zero.air.run(100)
    step, (chain, state) = zero.ledger._line.before
    lies = [replace(ack_like(one, step, chain, state), chain=other) for other in (chain, b"x" * 32)]
    signed = [replace(lie, signature=identity(3).sign("ack", lie.fields)) for lie in lies]
    for ack in signed:
        give(one, 3, ack)
    one.air.run(100)
    assert len(one.told(DoubleAck)) == 1
    play(one)
    one.air.run(3_000)
    assert one.ledger.settled.roster == two.ledger.settled.roster == (0, 1, 2)
    assert three.ledger.settled_step == -1


def ack_like(laptop: Laptop, step: int, chain: bytes, state: bytes):  # type: ignore[no-untyped-def]
    from pinochle_lan.log.entry import Ack

    return Ack(laptop.genesis.table, 3, step, chain, state, False, bytes(64))


def test_a_proof_names_one_offender_and_one_place() -> None:
    zero = picks(3)[0]
    key = identity(1).key
    one, two = (forged(zero, 1, "card 1", body) for body in ("x", "y"))
    other_place = forged(zero, 1, "card 2", "y")
    other_author = forged(zero, 2, "card 1", "y")
    assert is_proof(fault_fields(1, "entry", one, two), TABLE, key)
    assert not is_proof(fault_fields(1, "entry", one, one), TABLE, key)
    assert not is_proof(fault_fields(1, "entry", one, other_place), TABLE, key)
    assert not is_proof(fault_fields(1, "entry", one, other_author), TABLE, key)
    assert not is_proof(fault_fields(2, "entry", one, two), TABLE, key)
    assert not is_proof(fault_fields(1, "vote", one, two), TABLE, key)
    assert not is_proof(fault_fields(1, "entry", one, two), b"u" * 16, key)
    play(zero)
    honest = ack_of(zero, 1), ack_of(zero, 1, chain=b"x" * 32, voted=True)
    assert not is_proof(fault_fields(1, "ack", *honest), TABLE, key), "after a vote it may say something else"


def test_a_muted_laptop_asks_for_nothing() -> None:
    zero = picks(2)[0]
    play(zero)
    zero.restart()
    assert zero.ledger.muted
    with pytest.raises(LedgerError):
        zero.ledger.leave()
    assert zero.ledger.come_back() == []
