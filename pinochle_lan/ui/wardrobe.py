"""What the window wears: theme, suit colours and card drawings by the person's settings and the looks of
plugins.

A look is somebody else's: its colours and drawings are checked here, and what does not hold is left out with
a sentence. Keeps nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from pinochle_lan.shelf import LookInfo
from pinochle_lan.ui.cardart import DECKS, CardArt, fault, faults
from pinochle_lan.ui.settings import LOOK, UiSettings
from pinochle_lan.ui.theme import GREEN, SUIT_COLOURS, THEMES, SuitColours, Theme, contrast, rgb

CLASSIC: Final = DECKS[0]
FLOORS: Final = (
    ("text", "panel", 4.5),
    ("text", "raised", 4.5),
    ("text", "control", 4.5),
    ("text", "bar", 4.5),
    ("text", "felt_centre", 4.5),
    ("text", "felt_middle", 4.5),
    ("muted", "panel", 4.5),
    ("muted", "bar", 4.5),
    ("log", "side", 4.5),
    ("gold", "panel", 4.5),
    ("gold", "gold_dark", 4.5),
    ("on_gold", "gold", 4.5),
    ("us", "panel", 4.5),
    ("them", "panel", 4.5),
    ("amber", "panel", 4.5),
    ("good", "panel", 4.5),
    ("ink", "paper", 4.5),
    ("ink_muted", "paper", 4.5),
    ("tip_ink", "tip_paper", 4.5),
    ("on_danger", "danger", 4.5),
    ("on_disabled", "disabled", 4.5),
    ("control_line", "panel", 3.0),
    ("focus", "panel", 3.0),
    ("focus", "felt_centre", 3.0),
)
"""(ink, ground, least contrast) that a theme must keep to be read."""


class Outfit(NamedTuple):
    """What to draw with. ``problem``: why a chosen look is not worn, in a sentence; empty = it is."""

    theme: Theme
    suits: SuitColours
    cards: CardArt
    problem: str = ""


def outfit(settings: UiSettings, looks: Sequence[LookInfo]) -> Outfit:
    """The settings made into colours and drawings; a look that is gone or faulty gives way to the kit."""
    problems: list[str] = []
    theme = _theme(settings.theme, looks, problems)
    suits = SUIT_COLOURS[settings.colours]
    deck, folder = settings.deck, None
    look = chosen(settings.deck, looks)
    if settings.deck.startswith(LOOK):
        deck = CLASSIC
        if look is not None and look.cards:
            found = faults(Path(look.cards))
            problems += [_said(look, found)] if found else []
            folder = None if found else Path(look.cards)
    back = _back(look, problems) or _back(chosen(settings.theme, looks), problems)
    return Outfit(theme, suits, CardArt(deck, suits, theme.back, folder, back), " ".join(problems[:1]))


def chosen(value: str, looks: Sequence[LookInfo]) -> LookInfo | None:
    """The look that a setting names; None if it names none, or one that is not there."""
    return next((look for look in looks if value == LOOK + look.id), None)


def _theme(value: str, looks: Sequence[LookInfo], problems: list[str]) -> Theme:
    look = chosen(value, looks)
    if look is None:
        return THEMES.get(value, GREEN)
    try:
        return dressed(look.base, value, look.title, look.colours)
    except ValueError as error:
        problems.append(_said(look, [f"{str(error)[:1].upper()}{str(error)[1:]}."]))
        return THEMES.get(look.base, GREEN)


def _back(look: LookInfo | None, problems: list[str]) -> Path | None:
    if look is None or not look.back:
        return None
    found = fault(Path(look.back))
    problems += [_said(look, found)] if found else []
    return None if found else Path(look.back)


def _said(look: LookInfo, found: Sequence[str]) -> str:
    more = f" And {len(found) - 1} more." if len(found) > 1 else ""
    return f"The look '{look.title}' is not used: {found[0]}{more}"


def dressed(base: str, id: str, title: str, colours: Iterable[tuple[str, str]]) -> Theme:
    """A theme with some colours of its own. Raises ValueError, naming a role that is wrong or unreadable."""
    if base not in THEMES:
        raise ValueError(f"there is no cloth '{base}'; there are {', '.join(THEMES)}")
    given = dict(colours)
    roles = [item.name for item in fields(Theme) if item.type == "str"][2:-1]
    for role, colour in given.items():
        if role not in roles:
            near = get_close_matches(role, roles, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise ValueError(f"there is no colour '{role}'{hint}")
        rgb(colour)
    theme = replace(THEMES[base], id=id, title=title, **cast("dict[str, Any]", given))
    for ink, ground, floor in FLOORS:
        ratio = contrast(getattr(theme, ink), getattr(theme, ground))
        if ratio < floor:
            raise ValueError(f"{ink} on {ground} has a contrast of {ratio:.1f}; it needs {floor}")
    return theme
