"""Bad on purpose: a version is a few characters that people can compare aloud."""

from pinochle_lan.api import HouseRule, hookimpl


class Long(HouseRule):
    id, version, title = "long-version", "1.0 of the seventh of November", "Long"

    def amend(self, variant, **options):
        return variant


@hookimpl
def register_house_rules(register):
    register(Long())
