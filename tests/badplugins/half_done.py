"""Registers one thing, then breaks."""

from pinochle_lan.pluginhost.hooks import hookimpl


class Player:
    id, title, version = "half", "Half", "1.0"


@hookimpl
def register_opponents(register):
    """The first is dropped with the second."""
    register(Player)

    raise RuntimeError("after the first")
