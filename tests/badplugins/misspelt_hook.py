"""A hook name with a typing mistake."""

from pinochle_lan.pluginhost.hooks import hookimpl


class Player:
    id, title, version = "player", "Player", "1.0"


@hookimpl
def register_oponents(register):
    register(Player)
