"""Opens the window: the profile, the house behind it, pygame on the main thread."""

from __future__ import annotations

import getpass
import os
import secrets
import sys

from pinochle_lan.bridge import Bridge
from pinochle_lan.cli.common import Setup
from pinochle_lan.front import Front, Lobby
from pinochle_lan.intents import Intent
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.profile import Profile
from pinochle_lan.room.house import House
from pinochle_lan.trace import from_environment

SWITCH_S = 0.001
"""How long the window's thread may keep the interpreter from the network's: at the usual 5 ms a frame
delays a card on its way out (docs/measurements.md).
"""
PACE_MS = 700
"""The least time a bot takes where somebody looks on."""


def open_window(setup: Setup) -> int:
    """The command without a command; the exit status."""
    registry = setup.registry()
    with Profile(setup.folder()) as profile:
        return show_window(profile, registry, ())


def show_window(profile: Profile, registry: Registry, intents: tuple[Intent, ...]) -> int:
    """The window until it is closed, with ``intents`` posted at once; the exit status."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # stdout is ours
    from pinochle_lan.ui.window import run_window  # noqa: PLC0415 - after the line above

    sys.setswitchinterval(SWITCH_S)
    bridge = Bridge(Front(Lobby(profile.settings.name, "")), from_environment())
    with House(profile, registry, bridge, seed=secrets.token_hex(8), pace_ms=PACE_MS) as house:
        house.start()
        for intent in intents:
            bridge.post(intent)
        run_window(bridge, profile.settings.window, profile.save_window, _login())
    return 0


def _login() -> str:
    """The name under which this person uses the laptop, or nothing."""
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):  # an account without a name; no such module on some systems
        return ""
