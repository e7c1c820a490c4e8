"""Sync: after any loss, delay, doubling, cut and restart all logs are equal (docs/log.md 6 and 16)."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from helpers_log import Air, Crash, Laptop, Toy, all_over, genesis, same_logs, table
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.codec import encode
from pinochle_lan.log.answers import AGAIN_MS, PART_BYTES, SHARE_MS, Answers
from pinochle_lan.log.effects import StepSettled, StepShown
from pinochle_lan.log.entry import Entry
from pinochle_lan.log.frames import FRAME_BYTES, Frame, FrameType, pack, unpack
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.sync import SHORT_ID, Have, Shelf

QUIET = (StepShown, StepSettled)


def complaints(laptops: list[Laptop]) -> list[object]:
    return [event for laptop in laptops for event in laptop.events if not isinstance(event, QUIET)]


def shelf(ledger: Ledger) -> Shelf:
    return Shelf(ledger._store, ledger._book, ledger._polls, ledger._pool)


def trouble(rng: random.Random, air: Air, laptops: list[Laptop]) -> None:
    """Something happens to a laptop: its radio goes, or its plug is pulled between two effects."""
    air.run(rng.randint(1, 400))
    victim = rng.choice(laptops)
    if rng.random() < 0.4:
        air.isolate(victim.name)
        air.run(rng.randint(1, 3_000))
    else:
        victim.crash_after = rng.randint(0, 6)
        with suppress(Crash):
            air.run(200)
        air.remove(victim.name)
        air.run(rng.randint(1, 2_000))
        air.add(victim.name, victim)
        victim.restart()
    air.link_all()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_F26_whatever_the_radio_does_all_logs_end_equal(seed: int) -> None:
    rng = random.Random(seed)
    air = Air(seed, loss=rng.choice((0, 0.05, 0.3)), dup=rng.choice((0, 0.2)), reorder=rng.choice((0, 0.3)))
    air, laptops = table(rng.choice((2, 3, 4)), seed=seed, air=air)
    for _ in range(rng.randint(0, 5)):
        trouble(rng, air, laptops)
    assert air.run(60_000, lambda: all_over(laptops))
    assert same_logs(laptops)
    assert complaints(laptops) == [], "loss is never taken for a difference"


@pytest.mark.parametrize("seed", range(10))
def test_F21_after_a_cut_both_sides_go_on_within_five_seconds(seed: int) -> None:
    air, laptops = table(2, seed=seed, hands=4)
    air.run(seed * 17 + 5)
    air.cut(0, 1)
    air.run(5_000)
    before = min(laptop.ledger.settled_step for laptop in laptops)
    missing = [laptop.ledger.missing() or laptop.ledger.unacknowledged() for laptop in laptops]
    assert all(missing), "each can say for what or whom it waits"
    air.link(0, 1)
    assert air.run(5_000, lambda: min(laptop.ledger.settled_step for laptop in laptops) > before)


def test_F22_a_move_made_offline_is_pending_and_then_everybodys() -> None:
    air, gene = Air(5), genesis(2)
    laptops = [Laptop(air, n, gene, Toy((0, 1), script=("pick",) * 4)) for n in range(2)]
    zero, one = laptops
    zero.plays = False
    for laptop in laptops:
        air.add(laptop.name, laptop)
    zero.do(zero.ledger.write(zero.ledger.wanted()[0], "offline"))
    assert zero.ledger.complete
    assert zero.ledger.settled_step == -1
    assert zero.ledger.unacknowledged() == (1,), "pending, and for whom"
    assert zero.ledger.wanted() == ()
    air.link(0, 1)
    zero.plays = True
    assert air.run(60_000, lambda: all_over(laptops))
    assert same_logs(laptops)
    shown = one.told(StepShown)[0]
    assert isinstance(shown, StepShown)
    assert shown.contents[0][1] == "offline"


def test_a_late_laptop_catches_up_by_whole_steps_from_one_peer() -> None:
    air, laptops = table(4, seed=3, hands=4)
    air.run(60)
    air.isolate(3)
    air.run(20_000)
    behind = laptops[3].ledger.settled_step
    air.link(3, 1)
    assert air.run(2_000, lambda: laptops[3].ledger.settled_step >= laptops[1].ledger.settled_step)
    assert behind <= laptops[3].ledger.settled_step


@pytest.fixture(scope="module")
def long_game() -> tuple[Air, list[Laptop]]:
    """Two laptops that finished a game of 420 steps."""
    air, laptops = table(2, seed=4, hands=60)
    assert air.run(600_000, lambda: all_over(laptops))
    return air, laptops


def test_a_whole_long_game_is_caught_up_answer_upon_answer(long_game: tuple[Air, list[Laptop]]) -> None:
    air, laptops = long_game
    late = Laptop(air, None, laptops[0].genesis, Toy((0, 1), 60), name=b"late")
    air.add(late.name, late)
    air.link(late.name, 0)
    assert air.run(250, lambda: late.ledger.over), "no answer waits for the next interval"
    assert late.ledger.chain == laptops[0].ledger.chain
    laptops[1].restart()
    assert laptops[1].ledger.over, "and read from the file at once"


def test_everybody_gone_and_back_next_week() -> None:
    air, laptops = table(3, seed=9, hands=2)
    air.run(90)
    for laptop in laptops:
        air.remove(laptop.name)
    air.now += 7 * 24 * 3600 * 1000
    for laptop in laptops:
        air.add(laptop.name, laptop)
        laptop.restart()
    air.link_all()
    assert air.run(60_000, lambda: all_over(laptops))
    assert same_logs(laptops)
    assert complaints(laptops) == []


def test_the_network_need_only_be_connected() -> None:
    """A chain 0 - 1 - 2 - 3: nobody hears everybody."""
    air, laptops = table(4, seed=2)
    for a, b in ((0, 2), (0, 3), (1, 3)):
        air.cut(a, b)
    assert air.run(120_000, lambda: all_over(laptops))
    assert same_logs(laptops)


def places(frames: list[Frame]) -> list[tuple[int, int, str]]:
    """(step, author, kind) of the entries in an answer."""
    return [
        (entry.step, entry.author, entry.kind)
        for frame in frames
        for thing in frame[2]  # type: ignore[union-attr]
        if thing[0] == FrameType.ENTRY  # type: ignore[index]
        for entry in [Entry.read(thing[1:])]  # type: ignore[index]
    ]


def test_an_answer_comes_in_parts_the_lowest_step_first(long_game: tuple[Air, list[Laptop]]) -> None:
    _, laptops = long_game
    have = Have(laptops[0].genesis.table, -1, bytes(32), (), (), asked=(0,))
    answers = Answers()
    first = answers.to(have, shelf(laptops[0].ledger), 0, 0)
    then = answers.to(have, shelf(laptops[0].ledger), 0, 10)
    assert len(first) == 2, "until it is known who else is asked"
    assert len(then) == 4
    assert all(PART_BYTES / 2 < len(pack(frame)) <= FRAME_BYTES for frame in (*first, *then[:-1]))
    assert len(pack(then[-1])) <= FRAME_BYTES
    steps = [step for step, _, _ in places([*first, *then])]
    assert steps[0] == 0
    assert steps == sorted(steps)


def test_nothing_is_sent_twice_on_one_link_unless_it_is_asked_for_long_after(
    long_game: tuple[Air, list[Laptop]],
) -> None:
    _, laptops = long_game
    have = Have(laptops[0].genesis.table, -1, bytes(32), (), ())
    answers, here = Answers(), shelf(laptops[0].ledger)
    first = places(answers.to(have, here, 0, 0))
    then = places(answers.to(have, here, 0, 300))
    assert not {*first} & {*then}
    again = places(answers.to(have, here, 0, AGAIN_MS))
    assert again[: len(first)] == first


def test_each_of_those_that_are_asked_sends_its_share_and_the_rest_when_the_others_do_not(
    long_game: tuple[Air, list[Laptop]],
) -> None:
    _, laptops = long_game
    here = shelf(laptops[0].ledger)
    have = Have(laptops[0].genesis.table, -1, bytes(32), (), (), asked=(0, 1, 2))
    all_answers = [Answers() for _ in range(3)]
    sent: list[list[tuple[int, int, str]]] = [[], [], []]
    for n, answers in enumerate(all_answers):
        while more := places(answers.to(have, here, n, 0)):
            sent[n] += more
    whole = sorted(place for some in sent for place in some)
    assert whole == sorted({*whole}), "nothing comes twice"
    missed = {place for some in sent[1:] for place in some}
    assert missed
    assert places(all_answers[0].to(have, here, 0, SHARE_MS - 1)) == []
    rest: list[tuple[int, int, str]] = []
    while more := places(all_answers[0].to(have, here, 0, SHARE_MS)):
        rest += more
    assert {*rest} == missed


def test_who_has_all_of_ones_share_and_not_of_the_others_gets_theirs_in_small_bites(
    long_game: tuple[Air, list[Laptop]],
) -> None:
    _, laptops = long_game
    here = shelf(laptops[0].ledger)
    answers = Answers()
    have = Have(laptops[0].genesis.table, -1, bytes(32), (), (), asked=(0, 1))
    mine: list[tuple[int, int, str]] = []
    while more := places(answers.to(have, here, 0, 0)):
        mine += more
    assert {(step + author) % 2 for step, author, _ in mine} == {0}
    held = tuple(
        (step, author, kind, tuple(entry.id[:SHORT_ID] for entry in here.store.at(step)[author, kind]))
        for step, author, kind in mine
    )
    bite = answers.to(replace(have, held=held), here, 0, 20)
    assert len(bite) == 1
    assert places(bite)[0] == (0, 1, "ready"), "the lowest of what the other owes"


def test_answering_an_old_question_changes_nothing() -> None:
    air, laptops = table(2, seed=1)
    air.run(60_000, lambda: all_over(laptops))
    zero, one = laptops
    old = Have(zero.genesis.table, -1, zero.genesis.digest, (), ())
    frames = Answers().to(old, shelf(one.ledger), 1, air.now)
    assert frames
    chain = zero.ledger.chain
    for frame in frames:
        assert zero.ledger.receive(1, unpack(pack(frame)), air.now) == []
    assert zero.ledger.chain == chain


def test_a_settled_table_at_rest_is_quiet() -> None:
    """While one person thinks, a question every two seconds and nothing else."""
    air, laptops = table(3, seed=1, air=Air(1))
    laptops[2].plays = False
    air.run(10_000)
    assert laptops[0].ledger.held()
    before = air.frames
    air.run(20_000)
    assert air.frames - before <= 3 * 2 * 11


def test_questions_are_answered_at_a_bounded_rate() -> None:
    air, laptops = table(2, seed=1)
    air.run(60_000, lambda: all_over(laptops))
    ledger: Ledger = laptops[0].ledger
    have = Have(laptops[0].genesis.table, -1, bytes(32), (), ()).wire()
    sent = sum(len(ledger.receive(1, have, air.now)) for _ in range(50))
    assert sent <= 1
    assert ledger.wake_at_ms is not None
    assert len(ledger.tick(ledger.wake_at_ms)) == 1, "the last question is answered a moment later"


@given(st.integers(0, 2**31), st.integers(0, 3))
@settings(max_examples=20, deadline=None)
def test_F55_mutated_frames_give_events_and_nothing_else(seed: int, members: int) -> None:
    rng = random.Random(seed)
    air, laptops = table(members + 1, seed=seed % 5)
    air.run(100)
    frames = [send.frame for laptop in laptops for send in laptop.sent]
    target = laptops[0]
    for _ in range(60):
        try:
            frame = unpack(mutated(rng, rng.choice(frames)))
        except ValueError:
            continue
        target.ledger.receive(rng.choice((1, b"stranger")), frame, air.now)
    tampered = list(unpack(rng.choice(frames)))
    for at in range(len(tampered)):
        for value in (None, (), b"", "x", -1, 2**63, ((),), (None,) * 7):
            frame = (*tampered[:at], value, *tampered[at + 1 :])
            if frame and type(frame[0]) is int:
                target.ledger.receive(1, frame, air.now)
    assert target.ledger.settled_step >= -1
    assert encode(target.ledger.chain)


def mutated(rng: random.Random, data: bytes) -> bytes:
    """A frame with some bytes changed, cut or put in."""
    bad = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(bad) or 1)
        match rng.randrange(4):
            case 0 if bad:
                bad[at] ^= 1 << rng.randrange(8)
            case 1:
                bad[at : at + rng.randint(1, 4)] = b""
            case 2:
                bad[at:at] = rng.randbytes(rng.randint(1, 4))
            case _:
                bad[at : at + 1] = bytes([rng.choice((0, 0x90, 0x91, 0xC0, 0xC4, 0xDC, 0xFF))])
    return bytes(bad)
