"""Bad on purpose: the hook waits for something that never comes."""

import threading

from pinochle_lan.api import hookimpl


@hookimpl
def register_house_rules(register):
    threading.Event().wait()
