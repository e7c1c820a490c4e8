"""Made for a later program."""

from pinochle_lan.pluginhost.hooks import hookimpl

API = 999


@hookimpl
def register_opponents(register):
    register(object)
