"""The ledger's laws, each with the fault it prevents (docs/log.md 3, 4, 7, 8, 14, and the table in 17)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from helpers_log import (
    PICKS,
    Air,
    Crash,
    Laptop,
    Toy,
    ack_of,
    all_over,
    entries_at,
    forged,
    genesis,
    give,
    identity,
    picks,
    play,
    same_logs,
    table,
)

from pinochle_lan.log.effects import (
    Differs,
    DoubleAck,
    DoubleEntry,
    IllegalContent,
    Refused,
    Repaired,
    Save,
    Send,
    StepSettled,
    StepShown,
)
from pinochle_lan.log.entry import Ack
from pinochle_lan.log.frames import FRAME_BYTES, FrameType, pack, unpack
from pinochle_lan.log.ledger import Ledger, LedgerError
from pinochle_lan.log.line import Line
from pinochle_lan.log.machine import Place, Sort
from pinochle_lan.log.pen import COURTESY_MS
from pinochle_lan.log.records import read_records
from pinochle_lan.log.step import Step
from pinochle_lan.log.store import VERSIONS_KEPT

# Settling


@pytest.mark.parametrize("members", [1, 2, 3, 4])
def test_a_game_goes_to_its_end_and_all_logs_are_equal(members: int) -> None:
    air, laptops = table(members, seed=members, hands=2)
    assert air.run(60_000, lambda: all_over(laptops))
    assert same_logs(laptops)
    settled = [[event.step for event in laptop.told(StepSettled)] for laptop in laptops]  # type: ignore[attr-defined]
    assert settled == [list(range(14))] * members
    quiet = (StepShown, StepSettled)
    assert [event for laptop in laptops for event in laptop.events if not isinstance(event, quiet)] == []


def test_17_two_laptops_need_each_other() -> None:
    """At least half would do: 0 settles alone while 1 decides otherwise."""
    zero, _ = picks(2)
    play(zero)
    assert zero.ledger.complete
    assert zero.ledger.settled_step == -1
    assert zero.ledger.unacknowledged() == (1,)


def test_17_complete_here_is_not_settled() -> None:
    """Three: 0 plays and is cut off; its card must not be final."""
    zero, one, two = picks(3)
    play(zero)
    assert [event.step for event in zero.told(StepShown)] == [0]  # type: ignore[attr-defined]
    assert zero.told(StepSettled) == []
    zero.air.link(0, 1)
    zero.air.run(100)
    assert zero.ledger.settled_step == one.ledger.settled_step == 0, "two of three are enough"
    assert two.ledger.settled_step == -1


def test_17_only_the_current_roster_is_counted() -> None:
    """An away laptop's acknowledgement must not settle anything."""
    zero, _, three = picks(4, roster=(0, 1, 2))[0], None, 3
    play(zero)
    give(zero, 3, ack_of(zero, three))
    assert zero.ledger.settled_step == -1
    give(zero, 1, ack_of(zero, 1))
    assert zero.ledger.settled_step == 0


def test_17_the_majority_is_of_the_current_roster() -> None:
    """Two of three are enough, though four once sat down."""
    laptops = picks(4, roster=(0, 1, 2))
    laptops[0].air.link(0, 1)
    play(laptops[0])
    laptops[0].air.run(100)
    assert laptops[0].ledger.settled_step == 0


def test_17_an_acknowledgement_names_the_digest() -> None:
    """Acknowledgements for another content of the step do not add up with ours."""
    zero = picks(2)[0]
    play(zero)
    give(zero, 1, ack_of(zero, 1, chain=b"x" * 32))
    assert zero.ledger.settled_step == -1
    assert zero.told(Differs) == [Differs(1, 0, rules=False)]
    assert zero.ledger.differs() == {1: 0}


def test_17_only_a_settled_prefix_is_signed_on() -> None:
    """Else a first card that is voted absent leaves the second on a dead branch."""
    zero, one = picks(2, script=("pick",) * 3)
    give(one, 0, forged(one, 0, "card 0", "x"))
    assert one.ledger.complete
    assert one.ledger.shown != one.ledger.settled
    assert one.ledger.wanted() == ()
    zero.air.link(0, 1)
    play(zero)
    zero.air.run(100)
    assert [place.kind for place in one.ledger.wanted()] == ["card 1"]


def test_a_later_acknowledgement_counts_for_the_steps_before() -> None:
    air, laptops = table(3, hands=1)
    air.run(60_000, lambda: all_over(laptops))
    late = Laptop(air, None, laptops[0].genesis, Toy((0, 1, 2)), name=b"late")
    entries = [entry for step in range(7) for entry in entries_at(laptops[0], step)]
    for entry in entries:
        give(late, 0, entry)
    assert late.ledger.settled_step < 6
    for member in (0, 1):
        give(late, 0, laptops[0].ledger._book.latest[member])
    assert late.ledger.over
    assert late.ledger.chain == laptops[0].ledger.chain


def test_an_entry_acknowledges_the_step_before_it() -> None:
    zero = picks(2)[0]
    play(zero)
    after = zero.ledger._line.open.after
    assert after is not None
    give(zero, 1, forged(zero, 1, "card 1", "y", step=1, before=after.chain, state=after.state))
    assert zero.ledger.settled_step == 0


# Disk


def test_17_an_entry_is_on_disk_before_it_is_sent() -> None:
    zero = picks(2)[0]
    effects = zero.ledger.write(zero.ledger.wanted()[0], "x")
    kinds = [type(effect) for effect in effects]
    entry_at = next(i for i, e in enumerate(effects) if isinstance(e, Send))
    assert kinds[:entry_at].count(Save) == 1
    assert unpack(effects[entry_at].frame)[0] == FrameType.ENTRY  # type: ignore[union-attr]


def test_17_what_is_acknowledged_is_on_disk_first() -> None:
    one = picks(2)[1]
    effects = one.ledger.receive(0, forged(one, 0, "card 0", "x").wire(), 0)
    kinds = [type(effect) for effect in effects]
    assert kinds.index(Save) < kinds.index(Send)
    assert unpack(effects[-1].frame)[0] == FrameType.ACK  # type: ignore[union-attr]


@pytest.mark.parametrize("effects_done", range(4))
def test_17_a_crash_between_saving_and_sending_never_chooses_twice(effects_done: int) -> None:
    zero, one = picks(2)
    zero.air.link_all()
    zero.crash_after = effects_done
    with pytest.raises(Crash):
        play(zero, "first choice")
    zero.air.remove(0)
    zero.air.add(0, zero)
    zero.restart()
    zero.air.link_all()
    zero.air.run(50)
    if zero.ledger.wanted():
        play(zero, "second choice")
    zero.air.run(3_000)
    bodies = {entry.body for laptop in (zero, one) for entry in entries_at(laptop, 0)}
    assert bodies == ({"second choice"} if effects_done == 0 else {"first choice"})
    assert zero.told(DoubleEntry) == one.told(DoubleEntry) == []


def test_own_things_are_sent_again_byte_for_byte() -> None:
    zero = picks(2)[0]
    play(zero)
    first = [send.frame for send in zero.sent]
    zero.sent.clear()
    zero.restart()
    assert sorted(send.frame for send in zero.sent) == sorted(first)


def test_a_restarted_laptop_signs_nothing_before_it_asked_the_others() -> None:
    """An old copy of the file (a restored backup) must not make its owner choose again."""
    zero, one = picks(2)
    zero.air.link_all()
    backup = zero.disk
    play(zero, "first choice")
    zero.air.run(100)
    assert one.ledger.settled_step == 0
    zero.air.remove(0)
    zero.disk = backup
    zero.air.add(0, zero)
    zero.restart()
    assert zero.ledger.muted
    assert zero.ledger.wanted() == ()
    zero.air.link_all()
    zero.air.run(5_000)
    assert not zero.ledger.muted
    assert entries_at(zero, 0)[0].body == "first choice", "one's own entries are taken back from the others"


def test_an_old_file_learns_its_own_open_entry_before_signing() -> None:
    zero, one, _ = picks(3)
    backup = zero.disk
    zero.crash_after = 2  # saved and sent, but not acknowledged: nothing is settled anywhere
    with pytest.raises(Crash):
        play(zero, "first choice")
    give(one, 0, entries_at(zero, 0)[0])
    assert one.ledger.complete
    assert one.ledger.settled_step == -1
    zero.disk = backup
    zero.restart()
    zero.plays = True
    zero.air.link(0, 1)
    zero.air.run(3_000)
    assert zero.told(DoubleEntry) == one.told(DoubleEntry) == []
    assert [entry.body for entry in entries_at(zero, 0)] == ["first choice"]


def test_a_laptop_alone_at_its_table_needs_nobody_after_a_restart() -> None:
    (zero,) = picks(1)
    play(zero)
    zero.restart()
    assert not zero.ledger.muted
    assert zero.ledger.settled_step == 0
    play(zero)


def test_F62_a_full_disk_stops_signing_and_nothing_else() -> None:
    zero, one = picks(2)
    zero.air.link_all()
    effects = zero.ledger.write(zero.ledger.wanted()[0], "lost")
    zero.ledger.save_failed([effect for effect in effects if isinstance(effect, Save)])
    assert entries_at(zero, 0) == [], "what was not saved is never sent, not by sync either"
    assert zero.ledger.acked_step(0) == -1
    assert zero.ledger.wanted() == ()
    with pytest.raises(LedgerError):
        zero.ledger.write(Place(0, "card 0", Sort.CHOICE), "again")
    zero.air.run(3_000)
    assert entries_at(one, 0) == []
    give(zero, 1, forged(zero, 0, "card 0", "from a backup"))
    assert zero.ledger.complete, "receiving and showing go on"


def test_what_could_not_be_trusted_is_judged_again() -> None:
    """A restart trusts what was acknowledged; illegal content in it must stay illegal."""
    zero, one = picks(2)
    for laptop in (zero, one):
        give(laptop, 0, forged(laptop, 0, "card 0", "bad"))
    give(one, 0, zero.ledger._book.latest[0])
    chain = one.ledger.chain
    assert one.ledger.settled_step == 0
    one.restart()
    assert one.ledger.settled_step == 0
    assert one.ledger.chain == chain
    assert len(one.told(IllegalContent)) == 2
    assert one.told(Repaired) == []


# Writing


def test_a_place_is_written_once() -> None:
    zero = picks(2)[0]
    place = zero.ledger.wanted()[0]
    play(zero)
    with pytest.raises(LedgerError, match="cannot be signed now"):
        zero.ledger.write(place, "other")


def test_nobody_signs_anothers_place_or_illegal_content() -> None:
    zero, one = picks(2)
    with pytest.raises(LedgerError):
        one.ledger.write(Place(0, "card 0", Sort.CHOICE), "x")
    with pytest.raises(LedgerError, match="bad word"):
        zero.ledger.write(zero.ledger.wanted()[0], "bad")
    assert entries_at(zero, 0) == []


def test_a_spectator_follows_and_signs_nothing() -> None:
    air, laptops = table(2, hands=1)
    watcher = Laptop(air, None, laptops[0].genesis, Toy((0, 1)), name=b"watcher")
    air.add(watcher.name, watcher)
    air.link(b"watcher", 1)
    assert air.run(60_000, lambda: all_over([*laptops, watcher]))
    assert {unpack(send.frame)[0] for send in watcher.sent} == {FrameType.HAVE}
    with pytest.raises(LedgerError, match="spectator"):
        watcher.ledger.write(Place(0, "card 0", Sort.CHOICE), "x")


def test_needs_of_the_same_step_wait_for_no_acknowledgement() -> None:
    """The whole shuffle is one step and flows (3)."""
    zero = picks(1, script=("shuffle",))[0]
    kinds = []
    while wanted := zero.ledger.wanted():
        kinds.append(wanted[0].kind)
        zero.do(zero.ledger.write(wanted[0], None))
    assert kinds == ["key", "mix 0", "seal"]
    assert [event.step for event in zero.told(StepSettled)] == [0]  # type: ignore[attr-defined]


# Reveals


def test_17_a_reveal_waits_for_the_whole_roster() -> None:
    """A liar at a table of three shows 0 and 1 different cards and acknowledges both."""
    zero = picks(3, script=("pick", "share"))[0]
    play(zero)
    give(zero, 2, ack_of(zero, 2))
    assert zero.ledger.settled_step == 0
    assert zero.ledger.wanted() == ()
    late = ack_of_settled(zero, 1)
    give(zero, 1, late)
    assert [place.kind for place in zero.ledger.wanted()] == ["share"]


def ack_of_settled(laptop: Laptop, member: int) -> Ack:
    step, (chain, state) = laptop.ledger._line.before
    return Ack.make(
        identity(member), table=laptop.genesis.table, member=member, step=step, chain=chain, state=state
    )


def test_an_entry_of_the_step_counts_as_such_an_acknowledgement() -> None:
    zero = picks(3, script=("pick", "share"))[0]
    play(zero)
    give(zero, 2, ack_of(zero, 2))
    give(zero, 1, forged(zero, 1, "share", "y"))
    assert [place.kind for place in zero.ledger.wanted()] == ["share"]


def test_seen_is_not_gated() -> None:
    """Who has no reveal signs ``seen`` at once, so whoever the reveal waits for has a place to miss (4)."""
    zero, one, _ = picks(3, script=("pick", "settle"))
    zero.air.link(0, 1)
    play(zero)
    zero.air.run(COURTESY_MS + 100)
    assert zero.ledger.settled_step == 0
    assert [place.kind for place in zero.ledger.wanted()] == ["seen"]
    assert one.ledger.wanted() == (), "its reveal waits for laptop 2"


def test_at_a_table_of_three_one_waits_a_moment_for_those_one_hears() -> None:
    zero, one, two = picks(3)
    zero.air.link_all()
    play(zero)
    give(one, 0, entries_at(zero, 0)[0])
    give(one, 0, zero.ledger._book.latest[0])
    assert one.ledger.settled_step == 0
    assert one.ledger.wanted() == ()
    assert one.ledger.wake_at_ms is not None
    one.ledger.tick(COURTESY_MS - 1)
    assert one.ledger.wanted() == ()
    one.ledger.tick(COURTESY_MS)
    assert one.ledger.wanted() != (), "a courtesy, not a condition"
    assert two.ledger.settled_step == -1


# Refusals and proofs


def test_what_is_refused_is_named_and_not_stored() -> None:
    one = picks(2)[1]
    good = forged(one, 0, "card 0", "x")
    bad = [
        (replace(good, signature=bytes(64)), "signature"),
        (forged(one, 0, "card 0", "x", table=b"u" * 16), "another table"),
        (forged(one, 1, "card 1", "x"), "not due"),
        (forged(one, 0, "card 9", "x"), "not due"),
        (forged(one, 0, "card 0", "x", before=b"x" * 32), "another history"),
        (forged(one, 0, "card 0", "x", state=b"x" * 8), "rules disagree"),
        (replace(forged(one, 0, "card 0", "x"), author=7), "number 7"),
    ]
    for entry, why in bad:
        before = len(one.told(Refused))
        give(one, 0, entry)
        refused = one.told(Refused)[before:]
        assert len(refused) == 1
        assert isinstance(refused[0], Refused)
        assert refused[0].peer == 0
        assert why in refused[0].why
        assert entries_at(one, 0) == []
    give(one, 0, good)
    assert one.ledger.complete


def test_a_refused_entry_is_told_of_once() -> None:
    one = picks(2)[1]
    for _ in range(5):
        give(one, 0, forged(one, 0, "card 9", "x"))
    assert len(one.told(Refused)) == 1


def test_an_early_entry_is_kept_and_checked_when_its_step_opens() -> None:
    one = picks(3)[1]
    early = forged(one, 0, "card 0", "wrong place", step=1)
    give(one, 0, early)
    assert one.told(Refused) == []
    give(one, 0, forged(one, 0, "card 0", "x"))
    give(one, 0, ack_of(one, 2))
    assert one.ledger.open_step == 1
    assert [event.step for event in one.told(Refused)] == [1]  # type: ignore[attr-defined]
    assert one.ledger.missing() != ()


def test_illegal_content_fills_the_place_on_every_laptop() -> None:
    zero, one = picks(2)
    for laptop in (zero, one):
        give(laptop, 0, forged(laptop, 0, "card 0", "bad"))
        assert laptop.told(IllegalContent) == [IllegalContent(0, 0, "card 0", "bad word")]
        assert laptop.ledger.complete
    assert zero.ledger.chain == one.ledger.chain


def test_a_double_entry_is_kept_pushed_and_not_acknowledged() -> None:
    one = picks(2)[1]
    one.air.link_all()
    first = forged(one, 0, "card 0", "x")
    second = forged(one, 0, "card 0", "y")
    one.crash_after = None
    one.ledger._pen.identity, pen = None, one.ledger._pen.identity
    give(one, 0, first)
    one.ledger._pen.identity = pen
    one.sent.clear()
    give(one, 0, second)
    frames = (pack(first.wire()), pack(second.wire()))
    assert one.told(DoubleEntry) == [DoubleEntry(0, 0, "card 0", *frames)]
    assert [send.frame for send in one.sent][:2] == list(frames)
    assert one.ledger.acked_step(1) == -1
    one.restart()
    assert len(entries_at(one, 0)) == 2, "both are on disk"


def test_a_proof_is_told_once_however_often_it_comes() -> None:
    one = picks(2)[1]
    for body in ("x", "y", "z", "y", "x"):
        give(one, 0, forged(one, 0, "card 0", body))
    give(one, 0, forged(one, 0, "card 0", "w", before=b"w" * 32))
    assert len(one.told(DoubleEntry)) == 1
    assert len(entries_at(one, 0)) == VERSIONS_KEPT  # any of them may be what a vote decides on


def test_a_double_that_stands_on_another_history_is_kept_too() -> None:
    one = picks(2)[1]
    give(one, 0, forged(one, 0, "card 0", "x"))
    give(one, 0, forged(one, 0, "card 0", "y", before=b"w" * 32))
    one.ledger.tick(1)
    assert len(one.told(DoubleEntry)) == 1
    assert [entry.body for entry in entries_at(one, 0)] == ["x", "y"]


def test_a_double_of_a_settled_step_is_a_proof_too() -> None:
    zero = picks(2)[0]
    second = forged(zero, 0, "card 0", "other")
    play(zero)
    give(zero, 1, ack_of(zero, 1))
    give(zero, 1, second)
    assert len(zero.told(DoubleEntry)) == 1
    assert zero.ledger.settled_step == 0


def test_of_four_the_version_that_three_settled_replaces_the_shown_one() -> None:
    """Section 8: only ever the open step, and the window is told."""
    three = picks(4)[3]
    give(three, 0, forged(three, 0, "card 0", "lie"))
    assert three.ledger.acked_step(3) == 0
    other = picks(4)[1]
    truth = forged(other, 0, "card 0", "truth")
    give(other, 0, truth)
    for member in (0, 1, 2):
        give(three, 1, ack_of(other, member))
    assert three.told(Differs) != []
    assert three.ledger.settled_step == -1
    give(three, 1, truth)
    assert three.ledger.settled_step == 0
    assert three.ledger.chain == other.ledger.chain
    shown = three.told(StepShown)
    assert [event.replaced for event in shown] == [False, True]  # type: ignore[attr-defined]
    assert three.told(DoubleAck) == [], "no honest laptop ever signs two acknowledgements"


def test_two_acknowledgements_of_one_step_are_a_proof() -> None:
    zero = picks(3)[0]
    play(zero)
    first, second = ack_of(zero, 1), ack_of(zero, 1, chain=b"x" * 32)
    zero.sent.clear()
    for ack in (second, first, second, first):
        give(zero, 2, ack)
    proof = [pack(second.wire()), pack(first.wire())]
    assert [send.frame for send in zero.sent] == proof, "pushed once"
    assert zero.told(DoubleAck) == [DoubleAck(1, 0, pack(second.wire()), pack(first.wire()))]


def test_two_acknowledgements_are_no_proof_if_one_rests_on_a_vote() -> None:
    zero = picks(3)[0]
    play(zero)
    give(zero, 2, ack_of(zero, 1, chain=b"x" * 32))
    give(zero, 2, ack_of(zero, 1, voted=True))
    assert zero.told(DoubleAck) == []


def test_F25_whose_rules_differ_is_named_with_the_step() -> None:
    zero = picks(2)[0]
    play(zero)
    give(zero, 1, ack_of(zero, 1, state=b"x" * 8))
    assert zero.told(Differs) == [Differs(1, 0, rules=True)]
    assert zero.ledger.settled_step == -1


def test_F25_a_card_flipped_in_memory_is_noticed_and_repaired_from_the_log() -> None:
    air, laptops = table(4, hands=3)
    air.run(60)
    odd = laptops[2].ledger._line.open
    odd.machine = replace(odd.machine, said=b"flipped")  # type: ignore[type-var]
    odd._after = None
    assert air.run(60_000, lambda: all_over(laptops))
    assert same_logs(laptops)
    assert len(laptops[2].told(Repaired)) == 1
    assert all(event.rules for event in laptops[2].told(Differs))  # type: ignore[attr-defined]
    assert laptops[2].told(Differs) != [], "the player is told"
    assert laptops[2].ledger.differs() == {}, "and all is well again"


def test_F25_a_lasting_bug_stops_the_odd_one_and_nobody_else() -> None:
    air, gene = Air(1), genesis(4)
    laptops = [Laptop(air, n, gene, Toy((0, 1, 2, 3), bug=b"bug" if n == 3 else b"")) for n in range(4)]
    for laptop in laptops:
        air.add(laptop.name, laptop)
    air.link_all()
    for laptop in laptops:
        laptop.do([])
    air.run(2_000)
    others = laptops[:3]
    assert laptops[3].ledger.settled_step == -1
    assert all(Differs(3, 0, rules=True) in laptop.told(Differs) or laptop.told(Refused) for laptop in others)
    assert laptops[3].told(Differs) != [] or laptops[3].told(Refused) != []


def test_F24_a_file_folds_to_the_same_everywhere(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Six fresh processes with six hash seeds."""
    import os
    import subprocess
    import sys
    from pathlib import Path

    air, laptops = table(3, hands=1)
    air.run(60_000, lambda: all_over(laptops))
    path = tmp_path_factory.mktemp("f24") / "game"
    path.write_bytes(laptops[0].disk)
    code = (
        "import sys; from helpers_log import Toy; from pinochle_lan.log.verify import verify; "
        "r = verify(open(sys.argv[1], 'rb').read(), lambda g: Toy((0, 1, 2))); "
        "print(r.fault, r.over, r.chain.hex())"
    )
    tests = Path(__file__).parents[1]
    out = set()
    for seed in range(6):
        env = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": f"{tests}{os.pathsep}{tests.parent}"}
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, env=env, check=True
        )
        out.add(done.stdout.strip())
    assert out == {f"None True {laptops[0].ledger.chain.hex()}"}


def test_unknown_frames_are_counted_and_ignored() -> None:
    zero = picks(1)[0]
    assert zero.ledger.receive(1, (99, "future"), 0) == []
    assert zero.ledger.receive(1, (int(FrameType.CHAT), 1, 2), 0) == []
    assert zero.ledger.ignored == 2


def test_records_of_unknown_types_are_passed_over() -> None:
    from pinochle_lan.log.records import pack_record

    zero = picks(1)[0]
    play(zero)
    disk = zero.disk + pack_record(77, b"\xc0") + pack_record(6, b"certificate")
    fresh = Ledger(zero.genesis, 0, identity(0), Toy((0,), script=PICKS), now_ms=0)
    fresh.restore(read_records(disk).found, 0)
    assert fresh.settled_step == 0
    with pytest.raises(LedgerError, match="empty"):
        fresh.restore((), 0)


def test_a_liar_who_floods_early_entries_hurts_its_own_window_only() -> None:
    from pinochle_lan.log.store import EARLY_ENTRIES

    one = picks(3)[1]
    rng = random.Random(1)
    for n in range(EARLY_ENTRIES + 40):
        give(one, 2, forged(one, 2, f"card {n}".ljust(32, "!"), rng.getrandbits(60), step=1 + n))
    kept = [step for step in one.ledger._store.steps() if step > 0]
    assert len(kept) <= EARLY_ENTRIES
    assert kept[0] == 1, "low steps are needed sooner"
    one.air.link(1, 0)
    assert len(one.sent[-1].frame) < FRAME_BYTES
    give(one, 0, forged(one, 0, "card 0", "x"))
    assert one.ledger.complete


def test_a_long_evening_is_read_once_and_not_again_for_each_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    air, laptops = table(2, seed=3, hands=20)
    assert air.run(600_000, lambda: all_over(laptops))
    steps = laptops[0].ledger.settled_step
    assert steps > 100
    looks: list[int] = []
    fill = Line._fill

    def counted(line: Line, step: Step) -> None:
        looks.append(step.number)
        fill(line, step)

    monkeypatch.setattr(Line, "_fill", counted)
    laptops[0].restart()
    assert laptops[0].ledger.settled_step == steps
    assert len(looks) < 4 * steps
