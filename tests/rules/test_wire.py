"""Bodies of entries: every action goes there and back, and no value from outside does harm."""

from __future__ import annotations

import pytest
from helpers_rules import Dealer, game
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan import codec
from pinochle_lan.cards import FACES, Suit, card
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Shown
from pinochle_lan.rules.errors import RulesError

PLAYING = game(nines_redeal=5)
FACE = dict(enumerate(FACES))
ONE = (Shown(3, FACE[3]),)
TWO = (Shown(3, FACE[3]), Shown(5, FACE[5]))

ACTIONS = [
    act.Call(1, 260),
    act.Call(1, None),
    act.Claim(2, "nines", TWO),
    act.Name(0, Suit.HEARTS),
    act.Name(0, Suit.HEARTS, TWO),
    act.Name(0, None, TWO),
    act.PassCards(3, (4, 1, 9, 7)),
    act.Bury(2, (1, 2, 3), Suit.SPADES),
    act.Bury(2, (1, 2, 4), Suit.SPADES, TWO),
    act.ShowMeld(1, ()),
    act.ShowMeld(1, TWO),
    act.Settle(1, ONE),
    act.Lay(0, ()),
    act.Lay(0, (act.Laid("marriage", TWO), act.Laid("dix", ONE))),
    act.Take(0, True),
    act.Play(2, ONE[0]),
    act.GiveUp(2),
    act.AskProof(1, False),
]


@pytest.mark.parametrize("action", ACTIONS, ids=[type(a).__name__ + str(n) for n, a in enumerate(ACTIONS)])
def test_a_body_gives_the_action_back(action: act.Choice) -> None:
    body = PLAYING.to_body(action)
    wire = codec.decode(codec.encode(body))
    assert PLAYING.from_body(PLAYING.kind_of(action), action.seat, wire, FACE) == action


def test_both_bodies_of_go() -> None:
    other = game(first_leader="left_of_dealer")
    for action in (act.GoOn(1), act.GiveUp(1)):
        assert other.kind_of(action) == "go"
        assert other.from_body("go", 1, other.to_body(action), {}) == action


@pytest.mark.parametrize("action", ACTIONS)
def test_F40_no_face_is_in_a_body(action: act.Choice) -> None:
    names = {str(face) for face in FACES}

    def words(value: codec.Value) -> list[str]:
        if isinstance(value, tuple):
            return [word for item in value for word in words(item)]
        return [value] if isinstance(value, str) else []

    assert not names & set(words(PLAYING.to_body(action)))


WRONG = [
    ("sing", None, "'sing' is no kind"),
    ("call", -1, "A bid is a whole number"),
    ("call", True, "A bid is a whole number"),
    ("call", 2**31, "A bid is a whole number"),
    ("call", "250", "A bid is a whole number"),
    ("call", ("claim", "nines"), "A claim names itself"),
    ("name", "H", "Naming trump come as a list"),
    ("name", ("H",), "Naming trump has two parts"),
    ("name", ("X", ()), "'X' is no suit"),
    ("name", (7, ()), "A suit is one of"),
    ("pass", (1, 1, 2, 3), "A slot is named twice"),
    ("pass", tuple(range(81)), "Slots come as a list of at most 80"),
    ("bury", ((1, 2, 3), "S"), "Burying names the cards"),
    ("meld", (99,), "Slot 99 was named without a proof"),
    ("lay", ((7, ()),), "A meld is named in words"),
    ("take", 1, "The last draw is yes or no"),
    ("card", None, "A slot is a whole number"),
    ("card", 99, "without a proof"),
    ("go", "maybe", "Declarer says"),
    ("proof?", None, "Asking for proof is yes or no"),
]


@pytest.mark.parametrize(("kind", "body", "sentence"), WRONG)
def test_a_wrong_body_is_a_sentence(kind: str, body: codec.Value, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence.replace("?", r"\?")):
        PLAYING.from_body(kind, 0, body, FACE)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=6) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=5).map(tuple),
    max_leaves=10,
)
KINDS = ["call", "name", "pass", "bury", "meld", "settle", "lay", "take", "card", "go", "proof?", "answer"]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(KINDS), VALUES)
def test_F55_any_body_is_an_action_or_a_sentence(kind: str, body: codec.Value) -> None:
    try:
        action = PLAYING.from_body(kind, 1, body, FACE)
    except RulesError:
        return
    if kind != "go":
        assert PLAYING.to_body(action) == body, "one action, one body"


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(KINDS), VALUES, st.integers(0, 3), st.integers(0, 60))
def test_F55_any_action_is_judged_without_a_crash(
    kind: str, body: codec.Value, seat: int, steps: int
) -> None:
    dealer = _at(steps)
    try:
        action = dealer.game.from_body(
            kind, seat, body, {**dealer.game.public(dealer.state), 200: card("AS")}
        )
    except RulesError:
        return
    refusal = dealer.game.check(dealer.state, action)
    assert refusal is None or str(refusal)


_CACHE: list[Dealer] = []


def _at(steps: int) -> Dealer:
    """A dealer after ``steps`` steps of one fixed hand."""
    while len(_CACHE) <= steps:
        dealer = Dealer(game(first_dealer=0), 9)
        for _ in range(len(_CACHE)):
            dealer.step()
        _CACHE.append(dealer)
    return _CACHE[steps]
