"""A variant: a game as plain tables, a list of phases and a few numbers. And house rules, which change one.

How to write a game
-------------------
One file in ``plugins/`` that imports ``pinochle_lan.api`` alone. Read ``plugins/partnership.py`` beside this.

1. **Who and what**: ``id``, ``version``, ``title``, ``seat_names`` clockwise, ``sides`` (tuples of seats;
   everybody his own side where all play alone), ``side_names``, ``pack`` (``pack(2)`` = 48 cards; ``pack(4,
   ranks without the nine)`` = 80).
2. **Options**: ``option(name)`` takes one of house-rules.md with a default of your own; write ``Option(...)``
   for a new one. A variant in tenths gives ranges and choices in tenths and does not offer ``score_scale``.
   What hangs on another option: ``option("target", 120).when("scoring", "alternate", option("target", 15))``.
   What means nothing beside most values of another: ``Option(...).only_with("enforcement", "penalty")``; the
   setup form leaves it out elsewhere.
3. **Rules**: a function ``rules(o: Options) -> Rules`` that fills the tables from the options in force:
   ``auction`` (or None), ``melds``, ``following`` (legal cards), ``counters``, ``scoring``, ``end``,
   ``claims`` and ``phases``. The building blocks read the standard option names themselves:
   ``AuctionRules.of(o)``, ``Following.of(o)``, ``Counters.of(o)``, ``Scoring.of(o, pool)``,
   ``GameEnd.of(o)``, ``Laying.of(o)``, ``meld_table(o, table)``; pass ``unit=10`` for a variant in tenths.
   What they cannot say goes into a small subclass in your file (for instance a ``Scoring`` with its own
   ``score``, a ``GameEnd`` with its own ``mid_hand``).
4. **Phases**, in order: ``Deal(packets)``, ``Auction()``, ``NameTrump()``, ``Kitty()``, ``Burying(3)``,
   ``Passing(4)``, ``ShowMelds()``, ``Go()``, ``TrickPlay()``, ``Settling()``, ``ScoreHand()``. In a game with
   a stock ``TurnedNine()``, ``StockPlay()`` and ``LaterPlay()`` stand where others have meld and play
   (``plugins/two_handed.py``). Each takes its own parameters. A phase that has nothing to ask is left by
   itself, so ``Passing(0)`` or ``Go()`` where declarer leads do no harm.
5. **Sections**: ``sections`` maps refusal and score codes to the paragraphs of your rules text: a refusal
   then says "partnership 10.3b". Unknown codes fall back to the variant's title alone.

A phase of your own is a subclass of ``Phase`` (rules/phases/base.py): ``enter`` does what happens by itself,
``due`` says what is asked next from the state alone (empty = the phase is over), ``check`` refuses,
``offers`` and ``choices`` list what a seat may do, ``apply`` folds one action, ``after`` what follows a whole
step. Rules:

- Ask only for what somebody decides or opens. What has one outcome is done in ``enter`` or ``after``.
- ``due`` must follow from the state: what is missing is due again. Never count messages.
- A slot changes zone with ``zones.move``; say who knows it by the zone, nothing else. Queue what keys must
  do: ``game.queue_deal(state, seat, slots)`` (a stock draw), ``game.queue_show(state, zone, slots)`` (turn a
  card), ``game.queue_remix(state, seat)`` (after every private gain). Queued asks stand in one step, before
  all others.
- ``state.stage`` is a word for where in the phase the hand is; ``state.notes`` keeps what has no field
  (``state.noted(name, value)``: plain tuples, numbers, text). Both are cleared for you.
- To end a hand early set ``state.ended`` to a word: the phases up to ``ScoreHand`` are skipped and
  ``Scoring`` sees the word as ``Tally.outcome``. ``redeal-next`` / ``redeal-same`` / ``misdeal`` score
  nothing and deal again.
- To win in mid-hand call ``game.scored(state)`` after an event that scores: it asks ``GameEnd.mid_hand``.

House rules change a variant after its options are resolved: ``variant.with_rules(melds=...)`` replaces a
table, ``variant.before(name, phase)``, ``variant.after(name, phase)``, ``variant.instead(name, phase)`` and
``variant.without(name)`` change the list of phases by phase name; ``with_meld``, ``with_claim``,
``with_bids``, ``with_counters`` and ``rescored`` are the usual changes in one line. They apply in the order
in which the table's settings name them. How to write one: docs/plugins.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from pinochle_lan.cards import Card
from pinochle_lan.rules.auction import AuctionRules
from pinochle_lan.rules.claims import Misdeal
from pinochle_lan.rules.end import GameEnd
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.laying import Laying
from pinochle_lan.rules.melds import Meld
from pinochle_lan.rules.options import Option, Options, OptionValue
from pinochle_lan.rules.score import Change, Rescored, Scoring
from pinochle_lan.rules.tricks import Counters, Following, Winner, winner

if TYPE_CHECKING:
    from pinochle_lan.rules.phases.base import Phase


@dataclass(frozen=True)
class Rules:
    """The tables of a game under given options. House rules replace any of them with ``with_rules``."""

    melds: tuple[Meld, ...]
    following: Following
    counters: Counters
    scoring: Scoring
    end: GameEnd
    phases: tuple[Phase, ...]
    auction: AuctionRules | None = None
    claims: tuple[Misdeal, ...] = ()
    winner: Winner = winner
    laying: Laying | None = None
    """How melds are laid during play, in a game with a stock; None elsewhere."""
    start_scores: tuple[int, ...] = ()
    """Scores by side before the first hand (a handicap); empty = nothing."""
    referee: Mapping[str, Callable[..., dict[str, Any]]] = field(default_factory=lambda: MappingProxyType({}))
    """Answers of the referee that the common code cannot give, by kind: ``f(game, input) -> expect``; the
    kind ``meld`` with ``mode`` progressive is asked for as ``meld-progressive``."""


@dataclass(frozen=True)
class Variant:
    """A game as it is registered. ``rules`` are those under ``chosen``, by default the default options."""

    id: str
    version: str
    title: str
    seat_names: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    side_names: tuple[str, ...]
    pack: tuple[Card, ...]
    options: tuple[Option, ...]
    make: Callable[[Options], Rules]
    sections: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Refusal and score codes to sections of the variant's rules text."""
    summary: tuple[str, ...] = ()
    """A few sentences about the game as a whole, for players."""
    winner_deals: bool = False
    """In a next game of the same people the winner deals first."""
    starter: bool = False
    """The game that a new table begins with, and commands that are told none."""
    chosen: Options | None = None
    table: Rules | None = None

    @property
    def rules(self) -> Rules:
        """The tables in force. Raises RulesError before options are resolved."""
        if self.table is None:
            raise RulesError(f"The options of {self.title} are not resolved yet")
        return self.table

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases in force, in order."""
        return self.rules.phases

    def resolved(self, options: Options) -> Variant:
        """The same variant with the tables made for ``options`` (its own, whole mapping)."""
        return replace(self, chosen=options, table=self.make(options))

    def with_rules(self, **changes: Any) -> Variant:
        """The variant with tables replaced by name. Raises RulesError for an unknown table."""
        unknown = [name for name in changes if not hasattr(self.rules, name)]
        if unknown:
            raise RulesError(f"{self.title} has no table '{unknown[0]}'")
        return replace(self, table=replace(self.rules, **changes))

    def before(self, name: str, phase: Phase) -> Variant:
        """The variant with ``phase`` put before the phase ``name``."""
        place = self._place(name)
        return self.with_rules(phases=(*self.phases[:place], phase, *self.phases[place:]))

    def after(self, name: str, phase: Phase) -> Variant:
        """The variant with ``phase`` put after the phase ``name``."""
        place = self._place(name) + 1
        return self.with_rules(phases=(*self.phases[:place], phase, *self.phases[place:]))

    def instead(self, name: str, phase: Phase) -> Variant:
        """The variant with ``phase`` in the place of the phase ``name``."""
        place = self._place(name)
        return self.with_rules(phases=(*self.phases[:place], phase, *self.phases[place + 1 :]))

    def without(self, name: str) -> Variant:
        """The variant without the phase ``name``."""
        place = self._place(name)
        return self.with_rules(phases=(*self.phases[:place], *self.phases[place + 1 :]))

    # --- the usual changes in one line

    @property
    def scale(self) -> int:
        """What points in full scale are divided by at this table: 10 where an ace counts 1, else 1."""
        return 10 if max(self.rules.counters.points) < 10 else 1

    def scaled(self, points: int) -> int:
        """Points in full scale as this table writes them."""
        return points // self.scale

    def with_meld(self, meld: Meld) -> Variant:
        """With one more meld, in the place of the one that has its name if there is one."""
        others = tuple(other for other in self.rules.melds if other.name != meld.name)
        return self.with_rules(melds=(*others, meld))

    def with_claim(self, claim: Misdeal) -> Variant:
        """With one more reason to ask for a new deal, in the place of the one that has its name.

        Raises RulesError if the game never asks for what the claim stands in place of.
        """
        if claim.kind == "call" and self.rules.auction is None:
            raise RulesError(f"{self.title} has no auction")
        others = tuple(other for other in self.rules.claims if other.name != claim.name)
        return self.with_rules(claims=(*others, claim))

    def with_bids(self, **numbers: Any) -> Variant:
        """With numbers of the auction replaced by name (``AuctionRules``). Raises RulesError."""
        auction = self.rules.auction
        if auction is None:
            raise RulesError(f"{self.title} has no auction")
        unknown = [name for name in numbers if not hasattr(auction, name)]
        if unknown:
            raise RulesError(f"an auction has no number '{unknown[0]}'")
        return self.with_rules(auction=replace(auction, **numbers))

    def with_counters(self, counters: Counters) -> Variant:
        """With other card points; the scoring learns what play can bring."""
        scoring = self.rules.scoring.with_pool(counters.pool(self.pack))
        return self.with_rules(counters=counters, scoring=scoring)

    def rescored(self, change: Change, *says: str) -> Variant:
        """With ``change(tally, score)`` behind the scoring; ``says`` are sentences for the rules page."""
        return self.with_rules(scoring=Rescored.over(self.rules.scoring, change, says))

    def _place(self, name: str) -> int:
        names = [phase.name for phase in self.phases]
        if name not in names:
            raise RulesError(f"{self.title} has no phase '{name}'; it has {', '.join(names)}")
        return names.index(name)


class HouseRule:
    """Base class of house rules: changes a variant whose options are resolved.

    Rules apply in the order in which the table's settings name them. The first line of the class's docstring
    is what the rules page says.
    """

    id: str = ""
    version: str = ""
    title: str = ""
    options: ClassVar[Mapping[str, OptionValue] | tuple[Option, ...]] = MappingProxyType({})
    """Its own options: name to default (numbers may be anything from 0), or full ``Option`` records. A table
    sets them as ``id.name``."""
    excludes: ClassVar[tuple[str, ...]] = ()
    """Ids of house rules that contradict this one: a table cannot have both."""

    def amend(self, variant: Variant, **options: Any) -> Variant:
        """The changed variant. ``options`` holds this rule's own options by their short names."""
        # Not abstract: a plugin that forgot it is loaded, refused and told what to write (pluginhost/fit.py).
        raise NotImplementedError

    def sentence(self) -> str:
        """What the rule says, for players: its title and the first line of its docstring."""
        text = (type(self).__doc__ or "").strip() if type(self) is not HouseRule else ""
        return f"{self.title}: {text.splitlines()[0].strip()}" if text else f"{self.title}."

    def schema(self) -> tuple[Option, ...]:
        """Its options under their full names."""
        if isinstance(self.options, tuple):
            return tuple(replace(option, name=f"{self.id}.{option.name}") for option in self.options)
        found = []
        for name, default in self.options.items():
            title = name.replace("_", " ").capitalize()
            text = f"{title} of the house rule '{self.title}'."
            full = f"{self.id}.{name}"
            if isinstance(default, bool):
                found.append(Option(full, title, text, default, (False, True)))
            elif isinstance(default, int):
                found.append(Option(full, title, text, default, (), 0, 100_000))
            else:
                found.append(Option(full, title, text, default, (default,)))
        return tuple(found)

    def own(self, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """This rule's options by their short names, out of the whole mapping."""
        start = f"{self.id}."
        return {name.removeprefix(start): value for name, value in values.items() if name.startswith(start)}
