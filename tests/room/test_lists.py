"""What the lobby lists: games and opponents, the ones to begin with first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import helpers_shell as shell

from pinochle_lan import shipped
from pinochle_lan.log.signing import Identity
from pinochle_lan.net.found import FoundTable
from pinochle_lan.net.notice import from_txt, to_txt
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.registry import Plugin, Registry, Source
from pinochle_lan.profile import Profile
from pinochle_lan.room import lists
from pinochle_lan.room.doors import Doors
from pinochle_lan.room.games import Games
from pinochle_lan.room.plugins import Stock
from pinochle_lan.rules.view import SideView, View
from pinochle_lan.table.snapshot import Person, Snapshot


def test_the_marked_game_and_opponent_come_first() -> None:
    registry = load_all([("shipped", shipped.plugins())])
    assert lists.variants(registry)[0].id == registry.starter.id
    assert registry.starter.starter
    first, *_ = lists.opponents(registry)
    assert registry.opponents[first[0]].starter


def test_without_games_there_is_none_to_begin_with() -> None:
    assert Registry().starter is None
    assert lists.variants(Registry()) == ()


def test_a_listed_table_tells_what_it_changed_and_how_its_plugins_compare() -> None:
    games = Games(shell.registry())
    chairs = (Person(0, "Ana"), *(Person(n, "") for n in (1, 2, 3)))
    options = (("house_rules", "tens-around"), ("minimum_bid", 300), ("tens-around", True))
    snap = Snapshot("setup", "Kitchen", b"t" * 16, "", True, 0, chairs, (), "partnership", options)
    told = lists.notice(snap, None, b"k" * 32, "Ana", games)
    assert told is not None
    assert told.differs == ("Lowest bid: 300", "Tens around score")
    assert [name for name, _ in told.plugins] == ["house rule tens-around", "variant partnership"]
    seen = from_txt({name.encode(): value for name, value in to_txt(told, b"k" * 32).items()})[0]
    assert seen == told
    foreign = (*seen.plugins[1:], ("house rule tens-around", "00000000"), ("house rule grandma", "0badcafe"))
    row = lists.listed(FoundTable(replace(seen, plugins=foreign), ()), games.registry, lambda table: None)
    assert row.options == ("Lowest bid: 300", "Tens around score")
    assert row.plugins == (
        (games.registry.variants["partnership"].title, "same"),
        ("Tens around score", "different"),
        ("house rule grandma", "missing"),
    )
    assert row.why_not == ""


def test_where_the_rules_say_so_the_winner_deals_first_in_the_next_game(tmp_path: Path) -> None:
    with Profile(tmp_path) as profile:
        doors = Doors(profile, Stock(shell.registry(), tmp_path), Identity(profile.identity))
        sides = tuple(SideView(name, (n,), n) for n, name in enumerate("ABC"))
        view = View("v", "V", (), 0, (), sides, 9, 0, "over", (), 100)

        def dealer(variant: str, winner: int | None) -> object:
            genesis, _ = Games(shell.registry()).terms(bytes(16), variant, {})
            return dict(doors.once_more(genesis, replace(view, winner=winner)))["first_dealer"]

        assert dealer("three-handed", 2) == 2
        assert dealer("three-handed", None) == "random"
        assert dealer("auction", 1) == "draw_high"


def test_a_game_whose_file_cannot_say_its_rules_is_listed_with_the_reason() -> None:
    plain = shell.registry()
    one = plain.variants["partnership"]

    def fails(options: object) -> object:
        raise KeyError("nines")

    broken = replace(one, id="odd", make=fails)
    source = Source("odd", __file__, "profile", b"x" * 32)
    registry = Registry([*plain.plugins, Plugin("variant", "odd", "Odd", "1.0", broken, source)])
    (info,) = [info for info in lists.variants(registry) if info.id == "odd"]
    assert info.book == (("The game", (("Its rules cannot be told: 'nines'.", False),)),)
    assert all(info.book for info in lists.variants(registry))
