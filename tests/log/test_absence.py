"""Absence: each rule of docs/log.md 17 that needs a vote, on the schedule that broke without it.

Laptops sign nothing by themselves here; what travels is given by hand where the schedule says so.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from helpers_log import (
    Air,
    Crash,
    Laptop,
    Toy,
    ack_of,
    ballot,
    entries_at,
    forged,
    genesis,
    give,
    picks,
    play,
    said,
    same_logs,
)

from pinochle_lan.codec import Value, decode
from pinochle_lan.log.ballot import Ballot, Certificate
from pinochle_lan.log.effects import (
    Decided,
    Differs,
    DoubleEntry,
    DoubleVote,
    Effect,
    Late,
    Refused,
    RosterChanged,
    Save,
    Send,
    StepShown,
)
from pinochle_lan.log.entry import Ack
from pinochle_lan.log.frames import FrameType, pack, unpack
from pinochle_lan.log.machine import HAND_BACK
from pinochle_lan.log.polls import EARLY_BALLOTS, Polls
from pinochle_lan.log.records import RecordType, pack_record, read_records
from pinochle_lan.log.rider import BACK
from pinochle_lan.log.step import ABSENT
from pinochle_lan.log.verify import verify

CARD = (0, "card 0")


def suspect(*laptops: Laptop, author: int = 0) -> None:
    """These may call the author absent from now on."""
    for laptop in laptops:
        laptop.may_vote = lambda place: place.author == author
        laptop.do(laptop.ledger.tick(laptop.air.now))


def trust(*laptops: Laptop) -> None:
    """These call nobody absent any more."""
    for laptop in laptops:
        laptop.may_vote = lambda _: False


def link(*laptops: Laptop) -> Air:
    """Links these with each other."""
    air = laptops[0].air
    for one in laptops:
        for other in laptops:
            if one is not other:
                air.link(one.name, other.name)
    return air


def part(*laptops: Laptop) -> None:
    """Cuts these off from everybody."""
    for laptop in laptops:
        laptop.air.isolate(laptop.name)


def frames(laptop: Laptop, kind: FrameType) -> list[tuple[Value, ...]]:
    return [frame for frame in (unpack(send.frame) for send in laptop.sent) if frame[0] == kind]


def acks(laptop: Laptop, step: int = 0) -> list[bool]:
    """``voted`` of each acknowledgement the laptop sent of a step, in order."""
    sent = dict.fromkeys(Ack.read(frame[1:]) for frame in frames(laptop, FrameType.ACK))
    return [ack.voted for ack in sent if ack.step == step and ack.member == laptop.number]


def restarted(laptop: Laptop) -> Laptop:
    """The plug was pulled and the laptop is there again."""
    if laptop.name in laptop.air.nodes:
        laptop.air.remove(laptop.name)
    laptop.air.add(laptop.name, laptop)
    laptop.restart()
    return laptop


# The rows of section 17


def test_17_two_laptops_never_vote_on_each_other() -> None:
    """At least half would do: 0 plays and settles alone, 1 votes 0 absent alone."""
    zero, one = picks(2)
    play(zero)
    suspect(one)
    assert said(one) == []
    link(zero, one)
    zero.air.run(3_000)
    assert zero.ledger.settled_step == one.ledger.settled_step == 0
    assert same_logs([zero, one])


def test_17_complete_here_is_not_final() -> None:
    """0 plays, is cut off, 1 and 2 decide absent: 0 replaces what it showed and is told."""
    zero, one, two = picks(3)
    zero.returns = False
    play(zero)
    link(one, two)
    suspect(one, two)
    one.air.run(3_000)
    assert one.ledger.settled_step == two.ledger.settled_step == 0
    assert one.told(Decided) == [Decided(0, 0, "card 0", absent=True)]
    assert zero.ledger.settled_step == -1
    link(zero, one)
    zero.air.run(3_000)
    assert same_logs([zero, one, two])
    assert zero.ledger.settled_step == 0
    assert [event.replaced for event in zero.told(StepShown)] == [False, True]  # type: ignore[attr-defined]
    assert [type(event) for event in zero.told(Late)] == [Late]
    assert zero.told(RosterChanged) == [RosterChanged(0, gone=(0,), back=())]
    assert acks(zero) == [False, True], "it acknowledges the new content; that is no fault"
    assert zero.told(Differs) == one.told(Differs) == two.told(Differs) == []


@pytest.mark.parametrize("effects_done", range(3))
def test_17_votes_are_on_disk_before_they_are_sent(effects_done: int) -> None:
    """Votes absent, crashes, learns the entry: it must not vote for it in the same round."""
    one = picks(3)[1]
    other = picks(3)[0]
    play(other)
    one.crash_after = effects_done
    with suppress(Crash):
        suspect(one)
    sent = said(one)
    one.may_vote = lambda _: False
    restarted(one)
    one.ledger._talk._met = None
    give(one, 0, entries_at(other, 0)[0])
    give(one, 2, ballot(one, 2, CARD, ABSENT))
    first = [value for confirm, round_, value in said(one) if (confirm, round_) == (False, 1)]
    assert len(set(first)) == 1
    if sent:
        assert first[0] == ABSENT


def test_17_whoever_holds_the_entry_votes_for_it() -> None:
    """0's card is acknowledged by 0 and 1: neither may vote it absent, so the card wins."""
    zero, one, two = picks(3)
    link(zero, one)
    play(zero)
    zero.crash_after = one.crash_after = None
    entry = entries_at(zero, 0)[0]
    lone = picks(3)[1]
    give(lone, 0, entry)
    assert acks(lone) == [False]
    suspect(lone)
    give(lone, 2, ballot(lone, 2, CARD, ABSENT))
    assert said(lone)[0] == (False, 1, entry.id), "although its policy would call 0 absent"
    assert two.ledger.settled_step == -1


def test_17_who_voted_does_not_acknowledge_a_late_entry() -> None:
    """1 votes absent, then gets the card: its old vote and 2's may decide absent."""
    zero, one, two = picks(3)
    suspect(one)
    assert said(one) == [(False, 1, ABSENT)]
    play(zero)
    give(one, 0, entries_at(zero, 0)[0])
    assert one.ledger.complete, "shown all the same"
    assert acks(one) == []
    give(one, 2, ballot(one, 2, CARD, ABSENT))
    give(one, 2, ballot(one, 2, CARD, ABSENT, confirm=True))
    assert one.ledger._line.open.absent(CARD) or one.ledger.settled_step == 0
    assert acks(one) == [True]
    assert two.ledger.settled_step == -1


def test_17_after_the_certificate_the_entry_is_dropped() -> None:
    """Certificate by 1 and 2, then the card comes: kept as late, never folded, never acknowledged."""
    zero, one, two = picks(3)
    play(zero)
    link(one, two)
    suspect(one, two)
    one.air.run(3_000)
    chain = one.ledger.chain
    give(one, 0, entries_at(zero, 0)[0])
    give(one, 0, zero.ledger._book.latest[0])
    assert one.ledger.chain == chain
    assert acks(one) == [True]
    assert len(one.told(Late)) == 1
    assert [record.type for record in read_records(one.disk).found].count(RecordType.LATE) == 1
    give(one, 0, entries_at(zero, 0)[0])
    assert len(one.told(Late)) == 1, "told once"
    assert one.told(Refused) == []
    assert verify(one.disk, lambda _: one.machine).fault is None


def test_17_one_round_of_votes_decides_nothing() -> None:
    """1 and 2 voted absent but nobody saw both votes: 0 and 1 may agree on the card in round 2."""
    zero, one, two = picks(3)
    play(zero)
    entry = entries_at(zero, 0)[0]
    suspect(one)
    suspect(two)
    one.may_vote = two.may_vote = lambda _: False
    link(zero, one)
    zero.air.run(4_000)
    assert zero.ledger.settled_step == one.ledger.settled_step == 0
    assert entry.id in zero.ledger._line._ids[0]
    assert said(one)[:3] == [(False, 1, ABSENT), (True, 1, None), (False, 2, entry.id)]
    give(two, 1, ballot(two, 1, CARD, ABSENT))
    assert not two.ledger.complete
    assert said(two)[-1] == (True, 1, ABSENT), "its confirm counts for nothing any more"
    link(two, one)
    two.air.run(4_000)
    assert same_logs([zero, one, two])


def test_17_a_confirmed_value_is_carried_into_the_next_round() -> None:
    """Absent confirmed by 2; 1 then holds the card, but absent may be decided: it votes absent again."""
    zero, one, _ = picks(3)
    play(zero)
    entry = entries_at(zero, 0)[0]
    suspect(one)
    give(one, 0, ballot(one, 0, CARD, entry.id))
    one.air.run(2_000)
    give(one, 0, entry)
    assert said(one) == [(False, 1, ABSENT), (True, 1, None)]
    give(one, 2, ballot(one, 2, CARD, ABSENT))
    give(one, 2, ballot(one, 2, CARD, ABSENT, confirm=True))
    one.do(one.ledger.tick(2_000))
    assert said(one)[-1] == (False, 2, ABSENT)


def test_17_acknowledgements_of_card_and_absent_are_not_added_up() -> None:
    zero, one, two = picks(3)
    play(zero)
    entry = entries_at(zero, 0)[0]
    suspect(one)
    give(one, 2, ballot(one, 2, CARD, ABSENT))
    give(one, 0, entry)
    give(one, 0, zero.ledger._book.latest[0])
    give(one, 2, ballot(one, 2, CARD, ABSENT, confirm=True))
    assert one.ledger.complete
    assert one.ledger.settled_step == -1, "0 acknowledged the card, 1 its absence: one each"
    give(one, 2, ack_of(one, 2, voted=True))
    assert one.ledger.settled_step == 0
    assert two.ledger.settled_step == -1


def test_17_an_acknowledgement_that_rests_on_a_vote_needs_its_certificate() -> None:
    one = picks(3)[1]
    entry = forged(one, 0, "card 0", "x")
    one.ledger._pen.identity, pen = None, one.ledger._pen.identity
    give(one, 0, entry)
    one.ledger._pen.identity = pen
    for member in (0, 2):
        give(one, member, ack_of(one, member, voted=True))
    assert one.ledger.settled_step == -1
    for member in (0, 2):
        give(one, member, ballot(one, member, CARD, entry.id))
        give(one, member, ballot(one, member, CARD, entry.id, confirm=True))
    assert one.ledger.settled_step == 0
    assert one.told(Decided) == [Decided(0, 0, "card 0", absent=False)]


def test_17_nothing_is_signed_on_a_step_that_may_be_voted_away() -> None:
    """0 plays, the first card is voted absent: 0 has signed nothing that stands on it."""
    air, gene = Air(0), genesis(3)
    script = ("pick",) * 3
    laptops = [Laptop(air, n, gene, Toy((0, 1, 2), script=script)) for n in range(3)]
    zero, one, two = laptops
    for laptop in laptops:
        laptop.plays = False
        air.add(laptop.name, laptop)
    play(zero)
    assert zero.ledger.complete
    assert zero.ledger.wanted() == ()
    link(one, two)
    suspect(one, two)
    air.run(3_000)
    link(*laptops)
    air.run(3_000)
    assert [entry for step in (1, 2) for entry in entries_at(zero, step) if entry.author == 0] == []
    assert [laptop.told(DoubleEntry) for laptop in laptops] == [[], [], []]


def test_17_an_away_laptop_is_not_counted_until_a_settled_step_brings_it_back() -> None:
    zero, one, two, three = laptops = picks(4)
    zero.returns = False
    link(one, two, three)
    suspect(one, two, three)
    one.air.run(4_000)
    assert one.ledger.settled.roster == (1, 2, 3)
    link(zero, one)
    zero.air.run(2_000)
    part(two, three)
    assert one.ledger.wanted() != ()
    play(one)
    zero.air.run(3_000)
    assert zero.ledger.acked_step(0) == 1, "it acknowledges"
    assert one.ledger.settled_step == 0, "but 0 and 1 are not two of 1, 2, 3"
    give(one, 0, ballot(one, 0, (1, "card 0"), ABSENT))
    assert any("no vote" in event.why for event in one.told(Refused))  # type: ignore[attr-defined]
    link(one, two)
    one.air.run(3_000)
    assert one.ledger.settled_step == 1
    assert len(laptops) == 4


def test_17_four_then_three_then_two_by_majorities_of_the_current_roster() -> None:
    """Four, one voted out, one more gone: two of the current three go on."""
    zero, one, two, three = picks(4)
    link(one, two, three)
    suspect(one, two, three)
    one.air.run(4_000)
    part(one)
    suspect(two, three, author=1)
    two.air.run(4_000)
    assert two.ledger.settled.roster == three.ledger.settled.roster == (2, 3)
    part(three)
    suspect(two, author=2)
    play(two)
    two.air.run(30_000)
    assert two.ledger.settled_step == 1, "two are needed both: the table pauses"
    link(two, zero, one)
    two.air.run(10_000)
    assert two.ledger.settled_step == 1, "the two that went before cannot replace one of them"
    link(two, three)
    two.air.run(5_000)
    assert two.ledger.settled_step >= 2


def test_17_a_step_in_which_too_many_are_absent_is_void() -> None:
    """Each pair accuses the third in one step that is due from all: nobody leaves, the same is due again."""
    air, gene = Air(0), genesis(3)
    laptops = [Laptop(air, n, gene, Toy((0, 1, 2), script=("ready", "pick"))) for n in range(3)]
    for laptop in laptops:
        laptop.plays = False
        air.add(laptop.name, laptop)
    zero = laptops[0]
    state = zero.ledger.settled.digest()
    for author in range(3):
        voters = [n for n in range(3) if n != author]
        for confirm in (False, True):
            for laptop in laptops:
                for n in voters:
                    give(laptop, n, ballot(laptop, n, (author, "ready"), ABSENT, confirm=confirm))
    link(*laptops)
    air.run(3_000)
    assert [laptop.ledger.settled_step for laptop in laptops] == [0, 0, 0]
    assert same_logs(laptops)
    assert zero.ledger.settled.roster == (0, 1, 2)
    assert zero.ledger.settled.digest() == state
    assert [place.kind for place in zero.ledger.places()] == ["ready"] * 3
    for laptop in laptops:
        play(laptop, None)
    air.run(3_000)
    assert zero.ledger.settled_step == 1
    assert [place.kind for place in zero.ledger.places()] == ["card 1"]


def test_17_a_shuffle_whose_first_mixer_vanishes_ends_and_starts_anew() -> None:
    """0 vanishes before its mix: what needs it is skipped, nobody else is blamed."""
    air, gene = Air(0), genesis(3)
    laptops = [Laptop(air, n, gene, Toy((0, 1, 2), script=("shuffle", "pick"))) for n in range(3)]
    zero, one, two = laptops
    for laptop in laptops:
        laptop.plays = False
        air.add(laptop.name, laptop)
    link(*laptops)
    for laptop in laptops:
        play(laptop, None)
    air.run(100)
    part(zero)
    assert [place.kind for place in zero.ledger.wanted()] == ["mix 0"]
    for laptop in (one, two):
        laptop.may_vote = lambda _: True
    air.run(4_000)
    assert one.ledger.settled.roster == (1, 2)
    assert one.told(Decided) == [Decided(0, 0, "mix 0", absent=True)], (
        "a place that nobody can fill is not voted on"
    )
    assert [place.kind for place in one.ledger.places()] == ["key", "key", "mix 0", "mix 1", "seal", "seal"]


def test_17_ballots_count_only_with_their_basis() -> None:
    """A liar among four confirms absent without a quorum of votes for it."""
    zero = picks(4)[0]
    play(zero)
    entry = entries_at(zero, 0)[0]
    liar = 3
    for member, value in ((1, entry.id), (2, ABSENT), (liar, ABSENT)):
        give(zero, member, ballot(zero, member, CARD, value))
    poll = zero.ledger._polls.at(0)[CARD]
    give(zero, liar, ballot(zero, liar, CARD, ABSENT, confirm=True))
    assert liar not in poll.confirms(1, (0, 1, 2, 3))
    give(zero, 1, ballot(zero, 1, CARD, None, confirm=True))
    assert 1 in poll.confirms(1, (0, 1, 2, 3))
    give(zero, liar, ballot(zero, liar, CARD, ABSENT, round_=2))
    assert poll.votes(2, (0, 1, 2, 3)) == {}, "a quorum of confirms of round 1 is not here"
    give(zero, 2, ballot(zero, 2, CARD, None, confirm=True))
    zero.do(zero.ledger.tick(2_000))
    assert said(zero)[-1] == (False, 2, entry.id), "the liar's confirm bound nobody"


def test_17_a_reveal_does_not_wait_for_whoever_is_decided_absent() -> None:
    air, gene = Air(0), genesis(3)
    laptops = [Laptop(air, n, gene, Toy((0, 1, 2), script=("pick", "share", "pick"))) for n in range(3)]
    zero, one, two = laptops
    for laptop in laptops:
        laptop.plays = False
        air.add(laptop.name, laptop)
    link(zero, one)
    play(zero)
    air.run(3_000)
    assert zero.ledger.settled_step == 0
    assert zero.ledger.wanted() == one.ledger.wanted() == (), "2 did not acknowledge"
    suspect(zero, one, author=2)
    air.run(3_000)
    assert zero.ledger.decided() == {(2, "share"): ABSENT}
    assert [place.kind for place in zero.ledger.wanted()] == ["share"]
    play(zero)
    play(one)
    air.run(1_000)
    assert zero.ledger.settled.roster == (0, 1)
    assert two.ledger.settled_step == -1


def test_17_seen_lets_a_dead_laptop_be_voted_on() -> None:
    """``settle`` is due from one; the dead laptop it waits for misses its ``seen``."""
    air, gene = Air(0), genesis(3)
    laptops = [Laptop(air, n, gene, Toy((0, 1, 2), script=("pick", "settle", "pick"))) for n in range(3)]
    zero, one, _ = laptops
    for laptop in laptops:
        laptop.plays = False
        air.add(laptop.name, laptop)
    link(zero, one)
    play(zero)
    air.run(3_000)
    suspect(zero, one, author=2)
    air.run(3_000)
    for laptop in (zero, one):
        play(laptop)
    air.run(3_000)
    assert zero.ledger.settled_step == one.ledger.settled_step == 1
    assert zero.ledger.settled.roster == (0, 1)


def test_17_a_liar_of_three_is_proved_by_its_two_signatures() -> None:
    """Acknowledges the card with 0, votes absent with 1: no law can stop it, two signatures name it."""
    zero, _, _ = picks(3)
    play(zero)
    give(zero, 2, ballot(zero, 2, CARD, ABSENT))
    ack = ack_of(zero, 2)
    zero.ledger._book.note_ack(ack)
    zero.do(zero.ledger.tick(1))
    told = zero.told(DoubleVote)
    assert [(event.member, event.step) for event in told] == [(2, 0)]  # type: ignore[attr-defined]
    assert told[0].first == pack(ack.wire())  # type: ignore[attr-defined]


# The table of section 9


def test_9_the_card_reached_one_survivor_who_crashes_of_four() -> None:
    """The two others wait; the survivor's disk decides for the card even after two absent votes."""
    zero, one, two, three = picks(4)
    play(zero)
    entry = entries_at(zero, 0)[0]
    give(one, 0, entry)
    one.air.remove(1)
    link(two, three)
    suspect(two, three)
    two.air.run(30_000)
    assert two.ledger.settled_step == -1
    assert said(two) == [(False, 1, ABSENT)]
    restarted(one)
    link(one, two, three)
    one.air.run(8_000)
    assert one.ledger.settled_step == two.ledger.settled_step == three.ledger.settled_step == 0
    assert entry.id in three.ledger._line._ids[0]
    assert three.ledger.settled.roster == (0, 1, 2, 3)


def test_9_the_card_reached_one_survivor_who_crashes_of_five() -> None:
    """Three go on with absent; the card was nowhere settled."""
    zero, one, *rest = picks(5)
    play(zero)
    give(one, 0, entries_at(zero, 0)[0])
    link(*rest)
    suspect(*rest)
    rest[0].air.run(4_000)
    assert [laptop.ledger.settled_step for laptop in rest] == [0, 0, 0]
    link(one, rest[0])
    one.air.run(3_000)
    assert one.ledger.settled_step == 0
    assert same_logs([one, *rest])


def test_9_the_owner_returns_in_mid_vote_while_the_other_holder_is_down() -> None:
    """Its vote and two absent votes split round 1; round 2 decides for the card."""
    zero, one, two, three = picks(4)
    play(zero)
    entry = entries_at(zero, 0)[0]
    one.air.remove(1)
    link(two, three)
    suspect(two, three)
    two.air.run(3_000)
    link(zero, two, three)
    two.air.run(8_000)
    assert [laptop.ledger.settled_step for laptop in (zero, two, three)] == [0, 0, 0]
    assert entry.id in two.ledger._line._ids[0]
    rounds = [round_ for confirm, round_, value in said(two) if not confirm]
    assert rounds == [1, 2]


def test_9_a_certificate_known_only_to_a_laptop_that_crashed() -> None:
    """Its parts are on the voters' disks; exchanging them gives the same certificate."""
    zero, one, two = picks(3)
    for laptop in (one, two):
        suspect(laptop)
    votes = {n: ballot(one, n, CARD, ABSENT) for n in (1, 2)}
    give(one, 2, votes[2])
    give(two, 1, votes[1])
    assert not one.ledger.decided()
    give(one, 2, ballot(one, 2, CARD, ABSENT, confirm=True))
    assert one.ledger.decided() == {CARD: ABSENT}
    one.air.remove(1)
    assert two.ledger.decided() == {}
    for laptop in (one, two):
        restarted(laptop)
    link(one, two)
    two.air.run(3_000)
    assert two.ledger.settled_step == one.ledger.settled_step == 0
    assert zero.ledger.settled_step == -1


def test_9_halves_of_four_pause_and_heal_in_mid_vote() -> None:
    """No side had a quorum; after healing every entry wins."""
    zero, one, two, three = laptops = picks(4)
    link(zero, one)
    link(two, three)
    play(zero)
    suspect(two, three)
    zero.air.run(20_000)
    assert [laptop.ledger.settled_step for laptop in laptops] == [-1] * 4
    link(*laptops)
    zero.air.run(8_000)
    assert [laptop.ledger.settled_step for laptop in laptops] == [0] * 4
    assert same_logs(laptops)
    assert len(zero.ledger._line._ids[0]) == 1
    assert zero.ledger.settled.roster == (0, 1, 2, 3)


@pytest.mark.parametrize("decided_first", [False, True])
def test_9_signed_and_saved_but_not_sent(decided_first: bool) -> None:
    """Sent again after the restart: taken if the place is open, else late; never another choice."""
    zero, one, two = picks(3)
    zero.crash_after = 1
    with suppress(Crash):
        play(zero, "the choice")
    link(one, two)
    if decided_first:
        suspect(one, two)
        one.air.run(3_000)
        assert one.ledger.settled_step == 0
    zero.returns = False
    restarted(zero)
    link(zero, one, two)
    zero.air.run(4_000)
    assert same_logs([zero, one, two])
    assert zero.ledger.settled_step == 0
    assert [entry.body for entry in entries_at(zero, 0)] == ["the choice"]
    assert len(zero.ledger._line._ids[0]) == (0 if decided_first else 1)
    assert len(one.told(Late)) == (1 if decided_first else 0)


def test_9_three_then_two_then_a_pause() -> None:
    """The first to leave comes back only through a settled step, so it cannot stand in for the second."""
    zero, one, two = picks(3)
    link(one, two)
    suspect(one, two)
    one.air.run(3_000)
    assert one.ledger.settled.roster == (1, 2)
    part(two)
    link(zero, one)
    suspect(one, author=2)
    play(one)
    zero.air.run(20_000)
    assert one.ledger.settled_step == 0
    link(one, two)
    one.air.run(5_000)
    assert one.ledger.settled_step >= 1


def test_9_a_voter_signs_both_ways_of_four() -> None:
    """No two outcomes can get their quorum, and the liar is named by its two votes."""
    zero, one, two, _ = picks(4)
    play(zero)
    entry = entries_at(zero, 0)[0]
    lies = [ballot(zero, 3, CARD, value) for value in (entry.id, ABSENT)]
    for laptop in (zero, one, two):
        for lie in lies:
            give(laptop, 3, lie)
    link(zero, one, two)
    zero.air.run(6_000)
    assert [laptop.ledger.settled_step for laptop in (zero, one, two)] == [0, 0, 0]
    assert same_logs([zero, one, two])
    proofs = zero.told(DoubleVote)
    assert [(event.member, event.kind) for event in proofs] == [(3, "card 0")]  # type: ignore[attr-defined]


def test_9_settled_on_one_laptop_only() -> None:
    """0 alone saw the acknowledgements, and went: no quorum without an acker can decide otherwise."""
    zero, one, two, three = picks(4)
    play(zero)
    entry = entries_at(zero, 0)[0]
    for laptop in (one, two):
        give(laptop, 0, entry)
        give(zero, laptop.number or 0, laptop.ledger._book.latest[laptop.number or 0])
    assert zero.ledger.settled_step == 0
    zero.air.remove(0)
    link(one, two, three)
    suspect(one, two, three)
    one.air.run(5_000)
    assert three.ledger.settled_step >= 0
    assert one.ledger.chains[1] == three.ledger.chains[1] == zero.ledger.chains[1]


def test_9_the_founder_dies_like_anybody() -> None:
    air, gene = Air(4), genesis(4)
    laptops = [Laptop(air, n, gene, Toy((0, 1, 2, 3), 2)) for n in range(4)]
    for laptop in laptops:
        air.add(laptop.name, laptop)
    link(*laptops)
    for laptop in laptops:
        laptop.do([])
    air.run(30)
    air.remove(0)
    for laptop in laptops[1:]:
        laptop.may_vote = lambda place: place.author == 0
    assert air.run(60_000, lambda: all(laptop.ledger.over for laptop in laptops[1:]))
    assert same_logs(laptops[1:])


# Double entries go to the vote


def test_7_a_double_entry_of_four_is_decided_and_its_author_put_away() -> None:
    zero, one, two, three = picks(4)
    first, second = forged(one, 0, "card 0", "x"), forged(one, 0, "card 0", "y")
    give(one, 0, first)
    give(two, 0, first)
    give(three, 0, second)
    link(one, two, three)
    one.air.run(10_000)
    assert [laptop.ledger.settled_step for laptop in (one, two, three)] == [0, 0, 0]
    assert same_logs([one, two, three])
    play(one)
    one.air.run(3_000)
    assert one.ledger.settled.roster == (1, 2, 3), "the fault rider was folded with the next entry"
    assert zero.ledger.settled_step == -1


def test_7_with_two_laptops_a_double_entry_changes_no_roster() -> None:
    zero, one = picks(2)
    for body in ("x", "y"):
        give(one, 0, forged(one, 0, "card 0", body))
    assert len(one.told(DoubleEntry)) == 1
    assert one.ledger.settled_step == zero.ledger.settled_step == -1
    assert acks(one) in ([], [False])


# Order on disk, file, limits


def test_14_a_ballot_and_its_basis_are_saved_before_it_is_sent() -> None:
    zero = picks(4)[0]
    play(zero)
    entry = entries_at(zero, 0)[0]
    effects: list[Effect] = []
    for member in (1, 2):
        given = ballot(zero, member, CARD, entry.id)
        zero.do(effects)
        effects = zero.ledger.receive(member, unpack(pack(given.wire())), 2_000)
    saved: list[bytes] = []
    for effect in effects:
        if isinstance(effect, Save):
            saved += [record.payload for record in read_records(effect.record).found]
        if isinstance(effect, Send) and unpack(effect.frame)[0] == FrameType.CONFIRM:
            confirm = Ballot.read(unpack(effect.frame)[1:], confirm=True)
            assert confirm.payload() in saved
            votes = [vote for vote in zero.ledger._polls.at(0)[CARD].ballots() if not vote.confirm]
            assert all(vote.payload() in read_all(zero.disk) + saved for vote in votes)
            return
    raise AssertionError("no confirm was sent")


def read_all(disk: bytes) -> list[bytes]:
    return [record.payload for record in read_records(disk).found]


def test_a_restarted_laptop_votes_on_where_it_was() -> None:
    zero, one, two = picks(3)
    suspect(one)
    give(one, 2, ballot(one, 2, CARD, ABSENT))
    before = said(one)
    one.sent.clear()
    restarted(one)
    assert said(one) == before, "own ballots of the open step are sent again"
    assert one.ledger.wake_at_ms is None
    assert zero.ledger.settled_step == two.ledger.settled_step == -1


def test_an_old_file_learns_its_own_votes_before_it_votes() -> None:
    """A restored backup must not vote twice in one round."""
    _, one, two = picks(3)
    backup = one.disk
    link(one, two)
    suspect(one)
    one.air.run(50)
    assert said(one) == [(False, 1, ABSENT)]
    one.disk = backup
    one.sent.clear()
    entry = forged(two, 0, "card 0", "x")
    restarted(one)
    give(one, 0, entry)
    link(one, two)
    one.air.run(3_000)
    votes = [value for confirm, round_, value in said(one) if (confirm, round_) == (False, 1)]
    assert votes in ([], [ABSENT])
    assert two.told(DoubleVote) == []


def test_15_ballots_for_nobody_are_refused_by_name() -> None:
    one = picks(3)[1]
    bad = [
        (ballot(one, 2, (0, "card 9"), ABSENT), "not due"),
        (ballot(one, 0, CARD, ABSENT), "itself absent"),
    ]
    for given, why in bad:
        give(one, 2, given)
        told = one.told(Refused)[-1]
        assert isinstance(told, Refused)
        assert why in told.why
    assert one.ledger._polls.at(0) == {}


def test_15_a_flood_of_early_ballots_hurts_its_own_window_only() -> None:
    polls = Polls()
    one = picks(3)[1]
    for step in range(EARLY_BALLOTS + 40, 0, -1):
        made = ballot(one, 2, CARD, ABSENT)
        polls.add(Ballot(False, made.table, step, *CARD, 1, ABSENT, 2, made.signature), early=True)
    held = [step for step in polls.steps() for poll in polls.at(step).values() if list(poll.ballots())]
    assert len(held) == EARLY_BALLOTS
    assert held[0] == 1, "low steps are needed sooner"


# Stand-in and return


def test_10_who_was_away_is_back_with_the_next_entry_and_the_stand_in_hands_back() -> None:
    zero, one, two = laptops = picks(3)
    link(one, two)
    suspect(one, two)
    one.air.run(3_000)
    trust(one, two)
    assert [(place.author, place.kind) for place in one.ledger.places()] == [(1, "card 0")], "the stand-in"
    assert zero.ledger.settled_step == -1
    link(zero, one, two)
    zero.air.run(1_000)
    assert one.ledger.returning() == (0,)
    play(one, HAND_BACK)
    zero.air.run(3_000)
    assert all(laptop.ledger.settled.roster == (0, 1, 2) for laptop in laptops)
    assert [(place.author, place.kind) for place in zero.ledger.wanted()] == [CARD]
    assert RosterChanged(1, gone=(), back=(0,)) in one.told(RosterChanged)
    assert one.ledger.away == {}


def test_10_an_old_back_is_useless_later() -> None:
    zero, one, two = picks(3)
    link(one, two)
    suspect(one, two)
    one.air.run(3_000)
    trust(one, two)
    link(zero, one)
    zero.air.run(2_000)
    old = one.ledger._pool.riders()[0]
    assert (old.type, old.fields) == (BACK, (0,))
    play(one, HAND_BACK)
    zero.air.run(3_000)
    assert two.ledger.settled.roster == (0, 1, 2)
    part(zero)
    two.air.run(10)
    suspect(one, two)
    one.air.run(3_000)
    assert one.ledger.away == {0: 2}
    give(one, 2, old)
    assert one.ledger.returning() == ()
    entry = forged(one, 1, "card 0", "x", riders=(old.wire()[1:],))
    give(two, 1, entry)
    two.air.run(3_000)
    assert two.ledger.settled.roster == (1, 2), "carried all the same, it folds to nothing"


def test_the_outcome_is_in_every_file_and_every_file_is_sound() -> None:
    zero, one, two = laptops = picks(3)
    play(zero)
    link(one, two)
    suspect(one, two)
    one.air.run(3_000)
    link(*laptops)
    zero.air.run(3_000)
    for laptop in laptops:
        kinds = [record.type for record in read_records(laptop.disk).found]
        assert kinds.count(RecordType.CERTIFICATE) == 1
        report = verify(laptop.disk, lambda _: one.machine)
        assert report.fault is None
        assert report.chain == laptop.ledger.chain
        fresh = restarted(laptop).ledger
        assert fresh.settled_step == 0
        assert fresh.settled.roster == (1, 2)


def test_a_forged_certificate_is_named_by_the_audit() -> None:
    _, one, two = picks(3)
    link(one, two)
    suspect(one, two)
    one.air.run(3_000)
    found = read_records(one.disk).found
    whole = Certificate.read(decode(next(r.payload for r in found if r.type == RecordType.CERTIFICATE)))
    for forged_one in (
        replace(whole, confirms=whole.confirms[:1]),
        replace(whole, votes=((1, bytes(64)), *whole.votes[1:])),
    ):
        data = one.disk[: found[0].at]
        for record in found:
            payload = forged_one.payload() if record.type == RecordType.CERTIFICATE else record.payload
            data += pack_record(record.type, payload)
        fault = verify(data, lambda _: one.machine).fault
        assert fault is not None
        assert fault.kind == "certificate"
