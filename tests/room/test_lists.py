"""What the lobby lists: games and opponents, the ones to begin with first."""

from __future__ import annotations

from pinochle_lan import shipped
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.room import lists


def test_the_marked_game_and_opponent_come_first() -> None:
    registry = load_all([("shipped", shipped.plugins())])
    assert lists.variants(registry)[0].id == registry.starter.id
    assert registry.starter.starter
    first, *_ = lists.opponents(registry)
    assert registry.opponents[first[0]].starter


def test_without_games_there_is_none_to_begin_with() -> None:
    assert Registry().starter is None
    assert lists.variants(Registry()) == ()
