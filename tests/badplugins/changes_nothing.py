"""A house rule that forgot what it changes."""

from pinochle_lan.api import HouseRule, hookimpl


class Rule(HouseRule):
    id, title, version = "empty", "Empty", "1.0"


@hookimpl
def register_house_rules(register):
    """Registers it all the same."""
    register(Rule())
