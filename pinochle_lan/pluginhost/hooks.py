"""The four hooks of a plugin. Each says "here is register"; none returns anything, none depends on an order.

A plugin is one Python file. It marks a function of one of these names with ``@hookimpl``; the host calls it
once with a ``register`` callable and the plugin hands over what it brings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pluggy

PROJECT: Final = "pinochle_lan"
API: Final = 1
"""The number of the plugin interface. A plugin may state ``API = 1``; a higher one than ours is refused."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a plugin's function as one of the hooks below."""

Register = Callable[[Any], None]


@hookspec
def register_variants(register: Register) -> None:
    """Bring games: call ``register(variant)`` once for each."""


@hookspec
def register_house_rules(register: Register) -> None:
    """Bring changes to games: call ``register(house_rule)`` once for each."""


@hookspec
def register_opponents(register: Register) -> None:
    """Bring players: call ``register(OpponentClass)``; the class is made anew for each seat and hand."""


@hookspec
def register_looks(register: Register) -> None:
    """Bring card faces and table cloths: call ``register(look)`` once for each."""


HOOKS: Final[dict[str, str]] = {
    "register_variants": "variant",
    "register_house_rules": "house rule",
    "register_opponents": "opponent",
    "register_looks": "look",
}
"""Hook name to the kind of thing it brings, in the order in which the hooks are called."""
