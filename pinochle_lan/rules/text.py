"""The rules in force as plain sentences: what the variant says, what each table and phase says, what was
changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.rules import preset
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import Option, shown
from pinochle_lan.rules.variant import Variant

_TITLES: Final = {
    "deal": "Deal",
    "auction": "Auction",
    "trump": "Trump",
    "kitty": "Kitty",
    "bury": "Burying",
    "pass": "Passing",
    "meld": "Meld",
    "turned-nine": "Turned-up nine",
    "stock": "Play with the stock",
    "play": "Play",
    "score": "Scoring",
}


def rules(game: Game) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(heading, sentences) in the order of a hand; phases that say nothing are left out."""
    sections: list[tuple[str, tuple[str, ...]]] = [("The game", (*game.variant.summary, *_sides(game)))]
    for phase in game.phases:
        lines = phase.sentences(game)
        if lines:
            sections.append((_TITLES.get(phase.name, phase.name.capitalize()), lines))
    judged = irregularities(game)
    if judged:
        sections.append(("Irregularities", judged))
    changed = (*changes(game), *preset.sentences(game.data))
    if changed:
        sections.append(("Changed at this table", changed))
    if game.house_rules:
        sections.append(("House rules", tuple(rule.sentence() for rule in game.house_rules)))
    return tuple(sections)


def marked(game: Game, usual: Game) -> tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]:
    """As ``rules``, each sentence with whether the ``usual`` game does not say it: what a page marks."""
    known = [line for _, lines in rules(usual) for line in lines]
    return tuple((title, tuple((line, line not in known) for line in lines)) for title, lines in rules(game))


def changes(game: Game) -> tuple[str, ...]:
    """The options that differ from the variant's own, one sentence each, in the variant's order."""
    lines = []
    for option in schema(game):
        usual = option.in_force(game.options).default
        value = game.options[option.name]
        if value != usual:
            lines.append(f"{option.title}: {shown(value)} (usually {shown(usual)}).")
    return tuple(lines)


def irregularities(game: Game) -> tuple[str, ...]:
    """What a table with ``enforcement = penalty`` judges, and how; elsewhere the program refuses it all."""
    if game.strict:
        return ()
    lines = ["Illegal bids and cards are accepted and judged, as far as this table has a penalty for them."]
    for option in schema(game):
        value = game.options[option.name]
        if option.name.startswith("penalty_") and value not in (False, "off"):
            effect = option.help if value is True else f"{shown(value)}."
            lines.append(f"{option.title}: {effect[:1].lower()}{effect[1:]}")
    return tuple(lines)


def schema(game: Game) -> tuple[Option, ...]:
    """All options of the game, those of its house rules last."""
    return (*game.variant.options, *(option for rule in game.house_rules for option in rule.schema()))


def options(variant: Variant) -> tuple[str, ...]:
    """One line for each option of a variant: name, allowed values, default, what it means."""
    return tuple(
        f"{option.name} ({option.allowed}; {shown(option.default)}): {option.help}"
        for option in variant.options
    )


def _sides(game: Game) -> Sequence[str]:
    if all(len(side) == 1 for side in game.sides):
        return (f"Seats {', '.join(game.seat_names)} clockwise; everybody plays alone.",)
    return (f"Seats {', '.join(game.seat_names)} clockwise; sides {' and '.join(game.side_names)}.",)
