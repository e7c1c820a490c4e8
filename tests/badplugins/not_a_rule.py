"""Bad on purpose: what it registers has a name, but is no house rule."""

from pinochle_lan.api import hookimpl


class Almost:
    id, version, title = "almost", "1.0", "Almost"


@hookimpl
def register_house_rules(register):
    register(Almost())
