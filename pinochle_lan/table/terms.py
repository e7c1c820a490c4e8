"""What a table agreed on, put together for use: genesis, game, and who writes for which chair.

Frozen; who was welcomed since and who has which chair is part of the state, which holds terms that say so.
Knows no state of the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from pinochle_lan.codec import encode
from pinochle_lan.log.genesis import MEMBERS_MOST, Genesis, Member, SeatPlan
from pinochle_lan.rules import text
from pinochle_lan.rules.game import Game
from pinochle_lan.sealed.group import SUITE1, Group
from pinochle_lan.shown import unique
from pinochle_lan.table.hosts import person_plan
from pinochle_lan.table.names import player

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
    files: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """Path of each plugin's file to its name at the table: to tell whose code failed or differs."""
    rebuild: Callable[[], Game] | None = field(default=None, repr=False, compare=False)
    """Puts the game together again out of the same plugins."""
    newcomers: tuple[Member, ...] = ()
    """Members welcomed since the beginning, ascending."""
    chairs: tuple[SeatPlan, ...] = ()
    """Who has each chair now; empty = as in the beginning."""

    def __post_init__(self) -> None:
        """Refuses what the engine or the sealed deal cannot carry."""
        if self.newcomers or self.chairs:
            return  # made of terms that were judged
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

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody at the table since its beginning, ascending by number."""
        return (*self.genesis.members, *self.newcomers)

    @property
    def seats(self) -> tuple[SeatPlan, ...]:
        """Who has each chair now."""
        return self.chairs or self.genesis.seats

    def welcomed(self, key: bytes, name: str) -> Terms:
        """With one more member, who gets the next number; as they are if it is one already."""
        if key in self.keys.values() or len(self.members) >= MEMBERS_MOST:
            return self
        newcomer = Member(max(self.keys) + 1, key, player(name))
        return replace(self, newcomers=(*self.newcomers, newcomer))

    def seated(self, chair: int, member: int) -> Terms:
        """With a person on a chair."""
        plans = list(self.seats)
        plans[chair] = person_plan(member)
        return replace(self, chairs=tuple(plans))

    def number(self, key: bytes) -> int | None:
        """The member number of a key, None for a stranger."""
        return self._numbers.get(key)

    @cached_property
    def _numbers(self) -> Mapping[bytes, int]:
        return {key: number for number, key in self.keys.items()}

    @cached_property
    def roster(self) -> tuple[int, ...]:
        """Members whose laptops host a seat, ascending (docs/log.md 1)."""
        return tuple(sorted({seat.host for seat in self.seats}))

    @cached_property
    def keys(self) -> Mapping[int, bytes]:
        """Identity key of each member."""
        return {member.number: member.key for member in self.members}

    @cached_property
    def rules_hash(self) -> bytes:
        """Of variant, options and plugin fingerprints: part of every hand id (docs/sealed-deal.md 1)."""
        genesis = self.genesis
        return hashlib.sha256(encode((genesis.variant, genesis.options, genesis.plugins))).digest()

    @cached_property
    def member_names(self) -> Mapping[int, str]:
        """Shown name of each member, told apart by a number (field fault F38)."""
        members = self.members
        return dict(zip((m.number for m in members), unique(m.name for m in members), strict=True))

    def hosts(self, chairs: Sequence[int]) -> dict[int, int]:
        """The member that writes for each seat; ``chairs`` is the engine's map after a draw for seats."""
        return {seat: self.seats[chair].host for seat, chair in self._chairs(chairs)}

    def bots(self, chairs: Sequence[int]) -> dict[int, str]:
        """Opponent id of each seat that a bot plays."""
        plans = ((seat, self.seats[chair]) for seat, chair in self._chairs(chairs))
        return {seat: plan.bot for seat, plan in plans if plan.bot}

    def people(self, chairs: Sequence[int]) -> dict[int, int]:
        """The member who sits on each seat that a person plays."""
        plans = ((seat, self.seats[chair]) for seat, chair in self._chairs(chairs))
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
