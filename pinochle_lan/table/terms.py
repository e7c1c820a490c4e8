"""What a table agreed on, put together for use: genesis, game, and who writes for which chair.

Frozen for the life of a table. Knows no state of the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from pinochle_lan.codec import encode
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.rules import text
from pinochle_lan.rules.game import Game
from pinochle_lan.sealed.group import SUITE1, Group
from pinochle_lan.table.names import unique

MOST_LAPTOPS: Final = 4
"""Laptops that can hold a key of one hand (docs/sealed-deal.md 1)."""


class TermsError(ValueError):
    """A genesis that this program cannot play. The message is a sentence for people."""


@dataclass(frozen=True)
class Terms:
    """Genesis and the game it names. Raises TermsError if they do not fit each other."""

    genesis: Genesis
    game: Game = field(repr=False)
    group: Group = field(default=SUITE1, repr=False)
    bot_names: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Opponent id to shown name."""

    def __post_init__(self) -> None:
        """Refuses what the engine or the sealed deal cannot carry."""
        numbers = [member.number for member in self.genesis.members]
        if self.genesis.suite != self.group.suite:
            raise TermsError(
                f"The table seals its cards with suite {self.genesis.suite}, which is unknown here."
            )
        if self.genesis.variant != self.game.id:
            raise TermsError(f"The table plays {self.genesis.variant}, not {self.game.id}.")
        if len(self.genesis.seats) != self.game.seats:
            raise TermsError(
                f"{self.game.title} has {self.game.seats} chairs, the table has {len(self.genesis.seats)}."
            )
        if any(seat.host not in numbers or seat.holder not in numbers for seat in self.genesis.seats):
            raise TermsError("A chair belongs to somebody who is not at the table.")
        if not 1 <= len(self.roster) <= MOST_LAPTOPS:
            raise TermsError(f"At most {MOST_LAPTOPS} laptops can deal together.")
        if self.genesis.unsigned:
            name = self.member_names[self.genesis.unsigned[0]]
            raise TermsError(f"{name} did not sign the beginning of this table.")

    @cached_property
    def rules(self) -> tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]:
        """The rules in force: (heading, sentences), each with whether the usual game does not say so."""
        return text.marked(self.game, Game(self.game.variant))

    @cached_property
    def roster(self) -> tuple[int, ...]:
        """Members whose laptops host a seat, ascending (docs/log.md 1)."""
        return tuple(sorted({seat.host for seat in self.genesis.seats}))

    @cached_property
    def keys(self) -> Mapping[int, bytes]:
        """Identity key of each member."""
        return {member.number: member.key for member in self.genesis.members}

    @cached_property
    def rules_hash(self) -> bytes:
        """Of variant, options and plugin fingerprints: part of every hand id (docs/sealed-deal.md 1)."""
        genesis = self.genesis
        return hashlib.sha256(encode((genesis.variant, genesis.options, genesis.plugins))).digest()

    @cached_property
    def member_names(self) -> Mapping[int, str]:
        """Shown name of each member, told apart by a number (field fault F38)."""
        members = self.genesis.members
        return dict(zip((m.number for m in members), unique(m.name for m in members), strict=True))

    def hosts(self, chairs: Sequence[int]) -> dict[int, int]:
        """The member that writes for each seat; ``chairs`` is the engine's map after a draw for seats."""
        return {seat: self.genesis.seats[chair].host for seat, chair in self._chairs(chairs)}

    def bots(self, chairs: Sequence[int]) -> dict[int, str]:
        """Opponent id of each seat that a bot plays."""
        plans = ((seat, self.genesis.seats[chair]) for seat, chair in self._chairs(chairs))
        return {seat: plan.bot for seat, plan in plans if plan.bot}

    def people(self, chairs: Sequence[int]) -> dict[int, int]:
        """The member who sits on each seat that a person plays."""
        plans = ((seat, self.genesis.seats[chair]) for seat, chair in self._chairs(chairs))
        return {seat: plan.holder for seat, plan in plans if not plan.bot}

    def seat_names(self, chairs: Sequence[int]) -> dict[int, str]:
        """Shown name of each seat, the person's or the bot's, told apart by a number."""
        people, bots = self.people(chairs), self.bots(chairs)
        seats = range(len(self.genesis.seats))
        members = self.member_names
        plain = [
            members[people[seat]]
            if seat in people
            else self.bot_names.get(bots[seat], bots[seat].capitalize())
            for seat in seats
        ]
        # People come first, so that a bot never takes a person's name from them.
        order = sorted(seats, key=lambda seat: (seat in bots, seat))
        shown = dict(zip(order, unique(plain[seat] for seat in order), strict=True))
        return {seat: shown[seat] for seat in seats}

    def _chairs(self, chairs: Sequence[int]) -> list[tuple[int, int]]:
        return list(enumerate(chairs or range(len(self.genesis.seats))))
