"""An id with a capital and a blank."""

from pinochle_lan.pluginhost.hooks import hookimpl


class Player:
    id, title, version = "Bad Id", "Player", "1.0"


@hookimpl
def register_opponents(register):
    register(Player)
