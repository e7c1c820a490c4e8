"""Why the table itself refuses a choice, whatever the rules say; its sentences stand with theirs."""

from __future__ import annotations

from typing import Final

from pinochle_lan.rules.refusal import SENTENCES, Refusal

SENTENCES.update(
    {
        "stale": "The table has moved on since that click; look again.",
        "pending": "Your last choice is still on its way to the others.",
        "no_seat": "This laptop has no choice to make at this table.",
        "away": "A stand-in plays your seat right now. You are back with the next card that anybody plays.",
        "chatty": "Too many remarks at once: wait a moment, then say it again.",
        "chair": "That chair is a person's, or promised to somebody. Take one where a bot plays.",
        "unheard": "Nothing can be asked for until this laptop has heard from the others.",
        "stopped": "The table has stopped; nothing can be played.",
    }
)

STALE: Final = Refusal("stale")
"""Made on an older snapshot (field fault F37)."""
PENDING: Final = Refusal("pending")
NO_SEAT: Final = Refusal("no_seat")
AWAY: Final = Refusal("away")
STOPPED: Final = Refusal("stopped")
CHAIR: Final = Refusal("chair")
UNHEARD: Final = Refusal("unheard")
CHATTY: Final = Refusal("chatty")
