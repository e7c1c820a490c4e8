"""What a check found: which promise is broken, a sentence, and where to look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

CHECKS: Final[Mapping[str, str]] = {
    "source": "the source uses nothing that differs between laptops",
    "loads": "the file loads and registers something",
    "options": "every option takes its default and its limits",
    "fits": "it fits a game",
    "ends": "hands and games end",
    "cards": "no card is lost or doubled",
    "points": "points add up",
    "choices": "whoever is asked has choices, and all of them are legal",
    "leaks": "nobody sees or influences what is not his",
    "changes": "a step changes nothing but the state it returns",
    "same": "the same log gives the same digests in another process with another hash seed",
    "crashes": "nothing raises",
    "opponents": "computer players cope",
}
"""The promises, by the word of the check, in the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken promise."""

    check: str
    """A key of CHECKS."""
    sentence: str
    line: int | None = None
    """Line in the author's file."""
    game: str = ""
    """Which game was played: variant, house rules, options in words."""
    seed: int | None = None
    transcript: str = ""
    """The game up to the fault; ``pinochle_lan.dealer.replay`` folds it again."""

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Finding:
        """Back from ``plain``."""
        return cls(**{field.name: row[field.name] for field in fields(cls)})
