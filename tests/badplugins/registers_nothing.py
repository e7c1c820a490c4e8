"""A hook that hands over nothing."""

from pinochle_lan.pluginhost.hooks import hookimpl


@hookimpl
def register_opponents(register):
    """Nobody comes."""
