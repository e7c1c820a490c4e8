"""The rules in force as plain sentences: what the variant says, what each table and phase says, what was
changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """As ``rules``, each sentence with whether the ``usual`` game does not say it: what a page marks.

    A sentence that a house rule brought or changed ends with the rule's title.
    """
    known = [line for _, lines in rules(usual) for line in lines]
    brought = _brought(game)
    return tuple(
        (title, tuple((_signed(line, brought), line not in known) for line in lines))
        for title, lines in rules(game)
    )


def _signed(line: str, brought: Mapping[str, str]) -> str:
    return f"{line} ({brought[line]})" if line in brought else line


def _brought(game: Game) -> Mapping[str, str]:
    """Sentences of the game to the title of the house rule without which they would not stand there."""
    found: dict[str, str] = {}
    told = _told(game, len(game.house_rules))
    before = _told(game, 0)
    for n, rule in enumerate(game.house_rules):
        after = _told(game, n + 1)
        found |= {line: rule.title for line in after if line not in before and line in told}
        before = after
    return found


def _told(game: Game, count: int) -> tuple[str, ...]:
    """What the phases say under the first ``count`` house rules alone."""
    kept = game.house_rules[:count]
    names = [option.name for option in game.variant.options]
    names += [option.name for rule in kept for option in rule.schema()]
    given = {name: value for name, value in game.options.items() if name in names}
    played = Game(game.variant, {**given, **game.data}, kept)
    return tuple(line for phase in played.phases for line in phase.sentences(played))


def changes(game: Game) -> tuple[str, ...]:
    """The options that differ from the variant's own, one sentence each, in the variant's order."""
    lines = []
    for option in changed(game):
        usual = option.in_force(game.options).default
        lines.append(f"{option.title}: {shown(game.options[option.name])} (usually {shown(usual)}).")
    return tuple(lines)


def changed(game: Game) -> tuple[Option, ...]:
    """The options that differ from the variant's own, in the variant's order."""
    return tuple(
        option
        for option in schema(game)
        if game.options[option.name] != option.in_force(game.options).default
    )


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
