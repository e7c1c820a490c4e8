"""A hook that wants an argument which there is not."""

from pinochle_lan.pluginhost.hooks import hookimpl


class Player:
    id, title, version = "player", "Player", "1.0"


@hookimpl
def register_opponents(register, registry):
    register(Player)
