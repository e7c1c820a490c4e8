"""New plugin files: what ``pinochle-lan plugins new`` writes, ready to run and to be changed.

Owns the templates; writes nothing. A new file and its test pass as they are, so that an author starts from
something that works.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")

_HOUSE_RULE: Final = '''"""House rule: say here what changes, and at which table you met it."""

from typing import Any, ClassVar

from pinochle_lan.api import Around, HouseRule, Rank, Register, Variant, hookimpl


class {classname}(HouseRule):
    """Say here in one sentence, for players, what changes."""

    id, version, title = "{id}", "1.0", "{title}"
    options: ClassVar = {{"points": 80}}

    def amend(self, variant: Variant, **options: Any) -> Variant:
        # This one makes four tens a meld. Put your own change here: docs/plugins.md has recipes.
        points = variant.scaled(options["points"])
        return variant.with_meld(Around((points, points * 10), Rank.TEN))


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register({classname}())
'''

_HOUSE_RULE_TEST: Final = '''"""Tests of {file}: each sets a table, deals, and looks."""


def test_what_it_changes(pinochle):
    rule = pinochle.load("../{file}")
    table = pinochle.table("{game}", rules=[rule])
    table.deal(north="10S 10H 10D 10C AS AS 9C 9C 9D 9D 9H 9H")
    table.meld("north", trump="S").has("tens", 80)


def test_it_keeps_all_promises(pinochle):
    pinochle.conforms("../{file}", most=2)
'''

_OPPONENT: Final = '''"""Opponent: say here how it plays."""

from random import Random

from pinochle_lan.api import Choice, Legal, Opponent, Play, Register, View, hookimpl


class {classname}(Opponent):
    """Plays the lowest card that it may; everything else it leaves to the first legal choice."""

    id, version, title = "{id}", "1.0", "{title}"

    def choose(self, view: View, options: Legal, rng: Random) -> Choice:
        # ``view`` holds what this seat may know and nothing else; answer with one of ``options``.
        plays = [one for one in options if isinstance(one, Play)]
        return min(plays, key=lambda one: one.card.rank.strength) if plays else options[0]


@hookimpl
def register_opponents(register: Register) -> None:
    """Bring the player: the class, made anew for each seat and hand."""
    register({classname})
'''

_OPPONENT_TEST: Final = '''"""Tests of {file}."""

from random import Random


def test_it_answers_with_something_legal(pinochle):
    player = pinochle.load("../{file}")()
    table = pinochle.table("{game}").deal(dealer="west")
    player.prepare(table.game)
    legal = table.game.legal(table.dealer.state, 0, table.dealer.mine(0))
    assert player.choose(table.view("north"), legal, Random(1)) in legal


def test_it_keeps_all_promises(pinochle):
    pinochle.conforms("../{file}")
'''

_LOOK: Final = '''"""Look: say here what it looks like, and whose it is."""

from pinochle_lan.api import Look, Register, hookimpl

# A plum table cloth. Roles are those of docs/plugins.md; what is left out is as in ``base``.
COLOURS = {{
    "felt_centre": "#6A2F62",
    "felt_middle": "#3C1838",
    "felt_edge": "#1A0A18",
}}


@hookimpl
def register_looks(register: Register) -> None:
    """Bring the look."""
    # For card faces of your own add cards="{module}", a folder beside this file with 24 drawings.
    register(Look(id="{id}", version="1.0", title="{title}", colours=COLOURS, base="green"))
'''

_LOOK_TEST: Final = '''"""Tests of {file}; plugins check says whether its colours can be read."""

import re


def test_colours_are_six_digits(pinochle):
    look = pinochle.load("../{file}")
    assert look.colours
    assert all(re.fullmatch("#[0-9A-Fa-f]{{6}}", colour) for colour in look.colours.values())


def test_it_keeps_all_promises(pinochle):
    pinochle.conforms("../{file}")
'''

_TEMPLATES: Final[Mapping[str, tuple[str, str]]] = {
    "house-rule": (_HOUSE_RULE, _HOUSE_RULE_TEST),
    "opponent": (_OPPONENT, _OPPONENT_TEST),
    "look": (_LOOK, _LOOK_TEST),
}
KINDS: Final = tuple(_TEMPLATES)
"""What can be begun."""


class ScaffoldError(ValueError):
    """A name that will not do; the text is the sentence shown."""


@dataclass(frozen=True, slots=True)
class Scaffold:
    """Two files to write: (name, text) of the plugin, and of its test in a folder ``tests`` beside it."""

    plugin: tuple[str, str]
    test: tuple[str, str]


def begin(kind: str, name: str, game: str) -> Scaffold:
    """The files of a new plugin of one of KINDS; its test is played in ``game`` (the id of a variant).

    Raises ScaffoldError for a name that is no id.
    """
    if not _NAME.match(name):
        raise ScaffoldError(f"'{name}' is no id: use small letters, digits and hyphens, such as tens-around.")
    file = f"{name.replace('-', '_')}.py"
    words = name.split("-")
    values = {
        "id": name,
        "file": file,
        "module": file.removesuffix(".py"),
        "game": game,
        "title": " ".join(words).capitalize(),
        "classname": "".join(word.capitalize() for word in words),
    }
    plugin, test = _TEMPLATES[kind]
    return Scaffold((file, plugin.format(**values)), (f"test_{file}", test.format(**values)))
