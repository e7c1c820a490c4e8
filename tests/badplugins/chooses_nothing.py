"""An opponent that forgot to choose."""

from pinochle_lan.api import Opponent, hookimpl


class Player(Opponent):
    id, title, version = "dumb", "Dumb", "1.0"


@hookimpl
def register_opponents(register):
    """Registers it all the same."""
    register(Player)
