"""The machine alone: who owes what in each step, what spoils a shuffle, what stops a table."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from helpers_sealed import OPEN_GROUP
from helpers_table import Bench, kinds, make_game, make_genesis

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Blank, Illegal, Place, Sort
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.ask import Sort as AskSort
from pinochle_lan.table.bodies import CANNOT, basis
from pinochle_lan.table.own import Own, SecretLost
from pinochle_lan.table.places import places, rests_on
from pinochle_lan.table.terms import Terms, TermsError

GAME = make_game()


def test_the_first_hand_goes_ready_reveal_shuffle_deal() -> None:
    """docs/engine.md 5."""
    bench = Bench()
    assert kinds(bench.machine) == [(n, "ready") for n in range(4)]
    bench.step()
    assert kinds(bench.machine) == [(n, "reveal") for n in range(4)]
    assert all(place.sort is Sort.REVEAL for place in bench.machine.due())
    bench.step()
    assert [kind for _, kind in kinds(bench.machine)] == [
        *["key"] * 4,
        *[f"mix {k}" for k in range(1, 5)],
        *[f"proof {k}" for k in range(1, 5)],
        *["seal"] * 4,
    ]
    bench.step()
    assert kinds(bench.machine) == [(n, "share") for n in range(4)]
    bench.step()
    assert [kind.split()[0] for _, kind in kinds(bench.machine)] == ["call"]


def test_beside_the_one_reveal_of_a_step_the_others_owe_seen() -> None:
    """docs/log.md 4: whoever the reveal waits for has a place in the step and can be voted absent."""
    ask = Ask("settle", 1, AskSort.REVEAL, (4, 5))
    due = places((ask,), (0, 1, 2, 3), {0: 0, 1: 1, 2: 2, 3: 3}, (0, 1, 2, 3))
    assert [place.key for place in due] == [(1, "settle 1"), (0, "seen"), (2, "seen"), (3, "seen")]
    choice = places((Ask("call", 1),), (0, 1), {0: 0, 1: 1}, (0, 1))
    assert [place.key for place in choice] == [(1, "call 1")]


def test_two_seats_of_one_laptop_never_share_a_place() -> None:
    """docs/engine.md 6, trap 2."""
    asks = tuple(Ask("meld", seat, AskSort.REVEAL) for seat in range(4))
    due = places(asks, (0, 1), {0: 0, 1: 1, 2: 0, 3: 1}, (0, 1))
    assert [place.key for place in due] == [(0, "meld 0"), (1, "meld 1"), (0, "meld 2"), (1, "meld 3")]


def test_no_share_is_owed_for_own_seats_and_each_rests_on_the_remixes_of_others() -> None:
    asks = (Ask("remix", 0, AskSort.AUTO, (1, 2), (9, 10)), Ask("remix", 1, AskSort.AUTO, (3,), (11,)))
    due = places(asks, (0, 1), {0: 0, 1: 1}, (0, 1))
    shares = {place.author: place.needs for place in due if place.kind == "share"}
    assert shares == {0: ((1, "remix 1"),), 1: ((0, "remix 0"),)}


def test_a_laptop_alone_owes_no_share_and_the_deal_is_passed_over() -> None:
    """docs/sealed-deal.md 1: a step left without places is passed over."""
    bench = Bench(laptops=1, hosts=[0, 0, 0, 0])
    bench.to("key")
    bench.step()
    assert [kind.split()[0] for _, kind in kinds(bench.machine)] == ["call"]
    assert bench.machine.dealt


def test_trusted_and_untrusted_looks_fold_to_the_same_state() -> None:
    one, two = Bench(), Bench()
    for _ in range(12):
        one.step()
        two.step(trusted=True)
    assert one.machine.digest() == two.machine.digest()


def test_the_digest_sees_what_everybody_knows_and_nothing_of_one_laptop() -> None:
    """docs/engine.md 6, trap 1."""
    bench = Bench()
    bench.to("call")
    before = bench.machine.digest()
    for seat in range(4):
        bench.owns[seat].mine(bench.machine, seat)
        assert bench.machine.digest() == before
    assert replace(bench.machine, attempt=2).digest() != before


@pytest.mark.parametrize("kind", ["key", "mix 2", "proof 3", "seal"])
def test_a_spoilt_shuffle_ends_the_attempt_and_is_done_again(kind: str) -> None:
    bench = Bench()
    bench.to("key")

    def lie(place: Place, body: Any) -> Value:
        if place.kind != kind or place.author != int([*kind.split(), "4"][1]) - 1:
            return body  # type: ignore[no-any-return]
        if kind == "key":
            return bytes(96)
        return body[0], bytes(len(body[1]))

    bench.step(lie)
    assert bench.machine.attempt == 2
    assert not bench.machine.stopped
    bench.step()
    assert bench.machine.deal is not None
    assert bench.machine.deal.setup.attempt == 2
    assert bench.machine.attempt == 1


def test_a_deck_that_cannot_be_mixed_is_passed_on_and_its_maker_blamed() -> None:
    """docs/sealed-deal.md 2: while mixing a deck not yet proved an exception means "wait for its proof"."""
    bench = Bench()
    bench.to("key")
    junk = lambda place, body: (body[0], b"\xff" * len(body[1])) if place.kind == "mix 2" else body  # noqa: E731
    contents = dict(bench.step(junk))
    said = {place.kind: content for place, content in contents.items()}
    assert said["mix 3"][1] == CANNOT  # type: ignore[index]
    assert said["mix 4"][1] == CANNOT  # type: ignore[index]
    assert isinstance(said["proof 2"], Illegal)
    assert bench.machine.attempt == 2


def test_an_honest_deck_cannot_be_given_up() -> None:
    bench = Bench()
    bench.to("key")
    bench.step(lambda place, body: (body[0], CANNOT) if place.kind == "mix 3" else body)  # type: ignore[index]
    assert bench.verdicts["mix 3"] == "it gives up a shuffle that is in order"


def test_a_body_made_for_another_version_blames_nobody() -> None:
    """docs/sealed-deal.md 1, basis: what it rests on is not what was folded."""
    bench = Bench()
    bench.to("key")
    bench.step(lambda place, body: (bytes(32), body[1]) if place.kind == "proof 2" else body)  # type: ignore[index]
    assert bench.verdicts["proof 2"] is None
    assert bench.machine.attempt == 2


def test_a_share_for_another_remix_folds_to_nothing_and_is_due_again() -> None:
    bench = Bench()
    bench.to("remix")
    before = bench.machine
    bench.step(lambda place, body: (bytes(32), body[1]) if place.kind == "share" else body)  # type: ignore[index]
    assert bench.machine.state == before.state
    assert bench.machine.due() == before.due()
    bench.step()
    assert bench.machine.state != before.state


def test_twins_are_found_at_the_fold_in_fold_order() -> None:
    bench = Bench()
    bench.to("key")
    deal = bench.machine.fresh
    assert deal is bench.machine.fresh
    key = bench.body(bench.machine.due()[1], {})
    contents = [(place, key if place.kind == "key" else Blank.SKIPPED) for place in bench.machine.due()]
    after = bench.machine.fold(contents, {})
    assert after.attempt == 2


def test_who_spoils_the_shuffle_leaves_it_to_the_others() -> None:
    """docs/sealed-deal.md 7: attempt + 1 by the roster as it then is; of two laptops none can be spared."""
    bench = Bench()
    bench.to("key")
    bench.step(lambda place, body: bytes(96) if place.key == (2, "key") else body)
    assert bench.machine.roster == (0, 1, 3)
    assert bench.machine.attempt == 2
    assert bench.machine.hosts == {0: 0, 1: 1, 2: 0, 3: 3}
    bench.to("call")
    assert len(bench.machine.peers) == 3


def test_three_spoilt_shuffles_of_two_laptops_stop_the_table_and_name_who_spoilt_the_last() -> None:
    bench = Bench(laptops=2, hosts=[0, 1, 0, 1])
    bench.to("key")
    for _ in range(3):
        bench.step(lambda place, body: bytes(96) if place.key == (1, "key") else body)
    assert bench.machine.offender == 1
    assert "P1's laptop" in bench.machine.stopped
    assert bench.machine.due() == ()


def test_illegal_content_of_one_of_two_forfeits_the_hand() -> None:
    """docs/engine.md 2: nobody can take the seat over, so the offender's side loses the hand."""
    bench = Bench(laptops=2, hosts=[0, 1, 0, 1])
    bench.to("call")
    author = bench.machine.due()[0].author
    bench.step(lambda place, body: (7, None))
    assert bench.machine.roster == (0, 1)
    assert not bench.machine.stopped
    assert [type(action).__name__ for action in bench.machine.told] == ["Forfeit"]
    assert len(bench.machine.state.history) == 1
    assert bench.machine.state.scores[author] == 0


BODIES: list[Value] = [
    None,
    7,
    b"",
    (),
    (None,),
    (None, None, None),
    ("pass", None),
    (True, None),
    (None, ()),
    (None, ((0,), b"")),
    (None, ((0, 0), bytes(96))),
    (None, (("x",), bytes(96))),
    (None, ((True,), bytes(96))),
    (("claim", "five nines", (0, 1, 2, 3, 4)), None),
    (2**40, None),
    (-10, None),
]


@pytest.mark.parametrize("body", BODIES, ids=repr)
def test_a_body_of_another_form_is_refused_with_a_reason(body: Value) -> None:
    bench = Bench()
    bench.to("call")
    place = bench.machine.due()[0]
    for trusted in (False, True):
        why = bench.machine.judge(place, body, {}, trusted)
        assert why


@pytest.mark.parametrize("kind", ["ready", "reveal", "key", "share", "remix", "meld", "card"])
def test_no_nonsense_raises_at_any_step(kind: str) -> None:
    bench = Bench()
    bench.to(kind)
    place = next(p for p in bench.machine.due() if p.kind.split()[0] == kind)
    held: dict[tuple[int, str], Value] = {}
    for need in bench.machine.due():
        if need.key in place.needs:
            held[need.key] = bench.body(need, held)
    nonsense = [*BODIES, bytes(32), (bytes(32),), (bytes(32), b"x"), ((b"x",),), (bytes(32), (b"x",)), "text"]
    if place.needs:
        nonsense += [(basis(place.needs, held), junk) for junk in (None, (), (b"x",), ("y",), b"")]
    for body in nonsense:
        for trusted in (False, True):
            why = bench.machine.judge(place, body, held, trusted)
            unjudged = bool(place.needs) and isinstance(body, tuple) and len(body) == 2
            assert why is not None or unjudged, body


def test_an_absent_laptops_choice_is_due_again_from_the_stand_in() -> None:
    """docs/log.md 10: the game rule for a missed choice is "the stand-in chooses"."""
    bench = Bench()
    bench.to("call")
    place = bench.machine.due()[0]
    bench.machine = bench.machine.fold([(place, Blank.ABSENT)], {})
    assert place.author not in bench.machine.roster
    assert {kind for _, kind in kinds(bench.machine)} == {f"sub {place.author}", "seen"}
    bench.step()
    assert kinds(bench.machine) == [((place.author + 2) % 4, place.kind)]


def test_a_lost_seed_is_said_and_never_replaced() -> None:
    bench = Bench()
    bench.to("share")
    amnesiac = Own(bench.terms, 1, random.Random(9).randbytes, {})
    place = next(place for place in bench.machine.due() if place.author == 1)
    with pytest.raises(SecretLost):
        amnesiac.body(bench.machine, place, {})
    assert amnesiac.take_fresh() == []


def test_seeds_outlive_their_hand_by_no_step() -> None:
    bench = Bench()
    own = bench.owns[0]
    bench.to("key")
    assert own.outlived(bench.machine) == []
    bench.step()
    assert own.outlived(bench.machine) == ["draw-1"]
    bench.to("card")
    assert own.outlived(bench.machine) == []
    bench.to("key")
    assert own.outlived(bench.machine) == ["hand-1-1"]


def test_the_basis_is_over_every_body_in_fold_order() -> None:
    place = Place(1, "proof 2", Sort.AUTO)
    chain = rests_on(place, (0, 1, 2))
    assert chain == ((0, "key"), (1, "key"), (2, "key"), (0, "mix 1"), (1, "mix 2"))
    bodies: dict[tuple[int, str], Value] = {key: index for index, key in enumerate(chain)}
    first = basis(chain, bodies)
    bodies[0, "mix 1"] = 99
    assert basis(chain, bodies) != first


def test_terms_that_do_not_fit_are_refused_in_a_sentence() -> None:
    genesis = make_genesis(GAME)
    with pytest.raises(TermsError, match="suite 255"):
        Terms(genesis, GAME)
    with pytest.raises(TermsError, match="not partnership"):
        Terms(replace(genesis, variant="whist"), GAME, OPEN_GROUP)
    with pytest.raises(TermsError, match="4 chairs"):
        Terms(replace(genesis, seats=genesis.seats[:3]), GAME, OPEN_GROUP)
    with pytest.raises(TermsError, match="not at the table"):
        Terms(replace(genesis, members=genesis.members[:2]), GAME, OPEN_GROUP)
