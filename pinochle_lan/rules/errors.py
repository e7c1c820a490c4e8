"""What goes wrong when a game is set up or a value is read: always a sentence, never a traceback for a
player.
"""

from __future__ import annotations


class RulesError(ValueError):
    """A value or an action that the rules cannot read. The message is the sentence a player sees."""


class OptionError(RulesError):
    """An option that is unknown, has a wrong value or contradicts another one."""
