"""What a computer player is: a view and the legal actions in, one of them out."""

from __future__ import annotations

from typing import Any

from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.view import View


class Opponent:
    """Base class of opponents; a fresh instance plays one seat for one hand.

    It never gets anything but the view of its seat, so what it cannot see cannot change what it does.
    """

    id: str = ""
    version: str = ""
    title: str = ""

    def choose(self, view: View, options: Legal, rng: Any) -> Choice:
        """One of ``options``.

        ``rng`` is a seeded random.Random of this seat and hand; use no other chance.
        """
        raise NotImplementedError
