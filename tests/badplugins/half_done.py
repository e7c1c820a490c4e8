"""Registers one thing, then breaks."""

from pinochle_lan.api import Opponent, hookimpl


class Player(Opponent):
    id, title, version = "half", "Half", "1.0"

    def choose(self, view, options, rng):
        return options[0]


@hookimpl
def register_opponents(register):
    """The first is dropped with the second."""
    register(Player)
    raise RuntimeError("after the first")
