"""Bad on purpose: it never comes to an end when it is loaded."""

from pinochle_lan.api import hookimpl

DONE = any(False for _ in iter(int, 1))


@hookimpl
def register_house_rules(register):
    register(None)
