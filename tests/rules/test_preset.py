"""House rules as data: presets out of TOML, melds and counters as settings, a sentence for every mistake."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from helpers_rules import game, variants
from hypothesis import given
from hypothesis import strategies as st

from pinochle_lan import shipped
from pinochle_lan.dealer import Dealer
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.rules import melds, preset, text
from pinochle_lan.rules.errors import OptionError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.preset import Preset

PRESETS = sorted((shipped.plugins() / "presets").glob("*.toml"))
KITCHEN = """
title = "Kitchen"
variants = ["partnership"]
text = "As we play at home."

[options]
minimum_bid = 200

[melds]
tens = [80, 800]
pinochle = [40, 400]
dix = 0

[counters]
A = 11
10 = 10
K = 4
Q = 3
J = 2
last = 20

[rules]
set-costs-double = true
save-bid = { points = 120 }
trump-first = false
"""


def read(toml: str) -> Preset:
    return preset.read(tomllib.loads(toml), "kitchen.toml")


def test_a_preset_is_read_whole() -> None:
    found = read(KITCHEN)
    assert (found.title, found.text, found.variants) == ("Kitchen", "As we play at home.", ("partnership",))
    assert found.rules == ("set-costs-double", "save-bid")
    assert dict(found.settings) == {
        "minimum_bid": 200,
        "meld.tens": "80 800",
        "meld.pinochle": "40 400",
        "meld.dix": "0",
        "counters.points": "11 10 4 3 2 0",
        "counters.last": 20,
        "set-costs-double": True,
        "save-bid": True,
        "save-bid.points": 120,
        "house_rules": "set-costs-double save-bid",
    }


def test_melds_and_counters_of_a_table_are_its_own() -> None:
    given = {"meld.tens": "80 800", "meld.dix": 0, "meld.aces": "120", "counters.points": "11 10 4 3 2 0"}
    made = game(**given)
    table = {meld.name: meld.points for meld in made.rules.melds}
    assert table["tens"] == (80, 800)
    assert table["aces"] == (120,)
    assert "dix" not in table
    assert made.rules.counters.points == (11, 10, 4, 3, 2, 0)
    assert made.rules.scoring.pool == 250
    last = game(**{"counters.last": 30})
    assert (last.rules.counters.last, last.rules.scoring.pool) == (30, 270)


def test_spares_of_a_run_stand_behind_it() -> None:
    table = game(**{"meld.spare": 40}).rules.melds
    assert [meld.name for meld in table][:2] == ["run", "spare"]
    found = melds.find(variants()["partnership"].pack[:0], None, table)
    assert found == ()


def test_what_a_table_sets_travels_with_its_options_and_stands_on_the_rules_page() -> None:
    given = {"meld.tens": "80 800", "meld.dix": 0, "counters.points": "11 10 4 3 2 0", "counters.last": 5}
    made = game(**given)
    again = game(**dict(made.options))
    assert dict(again.options) == dict(made.options)
    assert again.rules.melds == made.rules.melds
    page = dict(text.rules(made))["Changed at this table"]
    assert "Tens: 80, 800." in page
    assert "Dix is no meld." in page
    assert "Card points of A 10 K Q J 9: 11 10 4 3 2 0." in page
    assert "Last trick: 5." in page


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_shipped_presets_fit_the_games_that_they_name_and_are_played(path: Path) -> None:
    registry = load_all([("shipped", shipped.plugins())], installed=False)
    found = preset.read(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
    assert found.variants
    assert found.text
    for variant in found.variants:
        assert found.fits(variant)
        dealer = Dealer(Game(registry.variants[variant], dict(found.settings)), 3)
        dealer.hands(1)
        assert dealer.state.deals == 2


def test_the_shipped_presets_say_what_their_names_say() -> None:
    by_name = {path.stem: preset.read(tomllib.loads(path.read_text(encoding="utf-8"))) for path in PRESETS}
    assert list(by_name) == ["190-and-no-passing", "bicycle-rules", "divided-by-ten"]
    made = game(**dict(by_name["190-and-no-passing"].settings))
    assert made.rules.auction is not None
    assert made.rules.auction.minimum == 190
    assert dict(game(**dict(by_name["divided-by-ten"].settings)).options)["target"] == 150
    made = game("two-handed", **dict(by_name["bicycle-rules"].settings))
    assert made.rules.end.target == 1000


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("", 'kitchen.toml needs a title: title = "..."'),
        ("title = 3", "needs a title"),
        ('title = "x"\nmeld = 3', "'meld' that means nothing; did you mean 'melds'?"),
        ('title = "x"\nqqq = 3', "'qqq' that means nothing; it may have title, variant"),
        ('title = "x"\noptions = 3', r"\[options\] of kitchen.toml is no table"),
        ('title = "x"\n[options]\na = 1.5', r"\[options\] a of kitchen.toml is a number, a word"),
        ('title = "x"\n[melds]\ntens = -1', r"\[melds\] tens of kitchen.toml is a number of points from 0"),
        ('title = "x"\n[melds]\ntens = [1,2,3,4,5]', "up to 4 of them"),
        ('title = "x"\n[melds]\ntens = true', "is a number of points"),
        ('title = "x"\n[counters]\nX = 3', "has 'X'; ranks are A, 10, K, Q, J, 9, and last"),
        ('title = "x"\nvariants = [3]', "variants are the ids of games"),
        ('title = "x"\n[rules]\nsave-bid = 3', r"\[rules\] save-bid of kitchen.toml is no table"),
    ],
)
def test_a_mistake_in_a_preset_is_said_with_its_key(toml: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        read(toml)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"meld.tenss": 3}, "no meld for 'meld.tenss'; did you mean 'meld.tens'?"),
        ({"meld.zzz": 3}, "no meld for 'meld.zzz'; its melds are run, royal-marriage"),
        ({"meld.tens": "a lot"}, "'meld.tens' is 1 to 4 numbers from 0 to 100000"),
        ({"meld.tens": True}, "'meld.tens' is 1 to 4 numbers"),
        ({"meld.tens": ""}, "'meld.tens' is 1 to 4 numbers"),
        ({"meld.tens": "100001"}, "'meld.tens' is 1 to 4 numbers"),
        ({"counters.points": "11 10"}, "'counters.points' is 6 numbers from 0 to 100000"),
        ({"counters.last": "1 2"}, "'counters.last' is 1 numbers"),
    ],
)
def test_settings_are_refused_by_name(settings: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        game(**settings)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.dictionaries(st.sampled_from(preset.KNOWN), PLAIN, max_size=6)


@given(PLAIN | KEYS)
def test_whatever_stands_in_a_file_gives_a_preset_or_a_sentence(value: object) -> None:
    """Law 11: what somebody else wrote is hostile until it was read."""
    try:
        found = preset.read(value)
    except OptionError as error:
        said: object = str(error)
    else:
        said = all(isinstance(one, bool | int | str) for _, one in found.settings)
    assert said
