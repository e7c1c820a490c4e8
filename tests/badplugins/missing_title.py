"""An opponent without a title."""

from pinochle_lan.pluginhost.hooks import hookimpl


class Player:
    id, version = "player", "1.0"


@hookimpl
def register_opponents(register):
    register(Player)
