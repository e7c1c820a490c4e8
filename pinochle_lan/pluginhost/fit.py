"""Whether a registered thing is what its hook promises: its base class, options that can be read.

Knows the base classes of ``pinochle_lan.api``; plays nothing.
"""

from __future__ import annotations

from typing import Any

from pinochle_lan.pluginhost.look import Look
from pinochle_lan.rules.opponent import Opponent
from pinochle_lan.rules.options import Option
from pinochle_lan.rules.variant import HouseRule, Variant


def misfit(kind: str, thing: Any) -> tuple[str, str] | None:
    """(sentence, hint) why the thing cannot be used, None if it can. Raises what its code raises."""
    match kind:
        case "variant" if not isinstance(thing, Variant):
            return "register(...) got no Variant", "Make it with Variant(...) of pinochle_lan.api."
        case "house rule" if not isinstance(thing, HouseRule):
            return "register(...) got no HouseRule", "Write class MyRule(HouseRule) and register(MyRule())."
        case "house rule" if type(thing).amend is HouseRule.amend:
            return "the house rule changes nothing", "Write def amend(self, variant, **options)."
        case "opponent" if not issubclass(thing, Opponent):
            return "register(...) got no Opponent", "Write class MyPlayer(Opponent) and register(MyPlayer)."
        case "opponent" if thing.choose is Opponent.choose:
            return "the opponent chooses nothing", "Write def choose(self, view, options, rng)."
        case "look" if not isinstance(thing, Look):
            return "register(...) got no Look", "Make it with Look(...) of pinochle_lan.api."
    if kind in ("variant", "house rule") and not _readable(kind, thing):
        return "its options cannot be read", 'Write options = {"points": 80}, or a tuple of Option(...).'
    return None


def _readable(kind: str, thing: Any) -> bool:
    try:
        options = thing.options if kind == "variant" else thing.schema()
    except (AttributeError, TypeError, ValueError):
        return False
    return isinstance(options, tuple) and all(isinstance(one, Option) for one in options)
