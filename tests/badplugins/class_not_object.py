"""A house rule given as a class."""

from pinochle_lan.pluginhost.hooks import hookimpl


class Rule:
    id, title, version = "rule", "Rule", "1.0"


@hookimpl
def register_house_rules(register):
    register(Rule)
