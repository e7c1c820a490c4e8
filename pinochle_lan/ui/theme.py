"""Colours: tables of roles (themes), tables of suits (colour sets), and how contrast is measured.

Data only; draws nothing. Colours are ``#RRGGBB`` texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from pinochle_lan.cards import Suit


@dataclass(frozen=True, slots=True)
class Theme:
    """One look: every colour the window uses, by role. Gold means: act here."""

    id: str
    title: str
    felt_centre: str
    felt_middle: str
    felt_edge: str
    bar: str
    side: str
    bar_line: str
    panel: str
    raised: str
    control: str
    line: str
    panel_line: str
    control_line: str
    text: str
    muted: str
    log: str
    gold: str
    on_gold: str
    gold_deep: str
    gold_dark: str
    """Fill of a chosen row or chip whose text is gold."""
    us: str
    us_paper: str
    them: str
    them_paper: str
    good: str
    bad: str
    amber: str
    tip_paper: str
    tip_ink: str
    tip_text: str
    danger: str
    on_danger: str
    disabled: str
    on_disabled: str
    paper: str
    paper_line: str
    paper_band: str
    ink: str
    ink_muted: str
    speech_quiet: str
    focus: str
    focus_paper: str
    flat: bool = False
    """No vignette, no grain: the felt is one colour."""
    back: str = "claret"
    """Card back that goes with it."""


@dataclass(frozen=True, slots=True)
class SuitColours:
    """One colour per suit: on paper (faces, score sheet) and on dark panels."""

    id: str
    title: str
    paper: Mapping[Suit, str]
    dark: Mapping[Suit, str]
    tint: Mapping[Suit, str]
    """Background of courts and aces."""


def _suits(spade: str, heart: str, diamond: str, club: str) -> Mapping[Suit, str]:
    order = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
    return MappingProxyType(dict(zip(order, (spade, heart, diamond, club), strict=True)))


GREEN: Final = Theme(
    id="green",
    title="Green felt",
    felt_centre="#1D6D54",
    felt_middle="#0C3A2E",
    felt_edge="#051C16",
    bar="#071712",
    side="#0B1B17",
    bar_line="#2C4B41",
    panel="#10211D",
    raised="#182E28",
    control="#224038",
    line="#33574C",
    panel_line="#3F6459",
    control_line="#5C8578",
    text="#F4F1E8",
    muted="#B4C4BC",
    log="#D9E2DC",
    gold="#F0C050",
    on_gold="#22190A",
    gold_deep="#A8741A",
    gold_dark="#2A2410",
    us="#5FD0BE",
    us_paper="#0B6156",
    them="#FF9B85",
    them_paper="#A93A1F",
    good="#57C785",
    bad="#E5534B",
    amber="#FFB454",
    tip_paper="#FFF1EE",
    tip_ink="#7A1512",
    tip_text="#33211D",
    danger="#8E2F2B",
    on_danger="#FFFFFF",
    disabled="#22352F",
    on_disabled="#8FA39A",
    paper="#FFFDF8",
    paper_line="#D9D0BC",
    paper_band="#F3EDDD",
    ink="#22281F",
    ink_muted="#6B6250",
    speech_quiet="#DCE4DF",
    focus="#FFFFFF",
    focus_paper="#0B6156",
)

MIDNIGHT: Final = replace(
    GREEN,
    id="blue",
    title="Midnight blue",
    felt_centre="#1F4E7E",
    felt_middle="#10294A",
    felt_edge="#071223",
    bar="#08111F",
    side="#0B1626",
    bar_line="#263F5E",
    panel="#0F1C2E",
    raised="#18293F",
    control="#213852",
    line="#2F4C6C",
    panel_line="#3C5B7D",
    control_line="#5F82A8",
    muted="#B4C1D1",
    log="#DAE2EC",
    gold_dark="#2B2615",
    disabled="#22303F",
    on_disabled="#8FA0B3",
    speech_quiet="#DCE2EA",
    back="navy",
)

CONTRAST: Final = replace(
    GREEN,
    id="contrast",
    title="High contrast",
    felt_centre="#000000",
    felt_middle="#000000",
    felt_edge="#000000",
    bar="#000000",
    side="#000000",
    bar_line="#FFFFFF",
    panel="#0A0A0A",
    raised="#141414",
    control="#1E1E1E",
    line="#FFFFFF",
    panel_line="#FFFFFF",
    control_line="#FFFFFF",
    text="#FFFFFF",
    muted="#E4E4E4",
    log="#FFFFFF",
    gold="#FFD84D",
    on_gold="#000000",
    gold_dark="#332B00",
    us="#7CF0DD",
    us_paper="#004F45",
    them="#FFB3A1",
    them_paper="#8C2407",
    good="#7CF0A8",
    bad="#EE4B45",
    tip_paper="#FFFFFF",
    tip_ink="#7A0000",
    tip_text="#000000",
    danger="#A00000",
    disabled="#1A1A1A",
    on_disabled="#B8B8B8",
    paper="#FFFFFF",
    paper_line="#555555",
    paper_band="#ECECEC",
    ink="#000000",
    ink_muted="#3A3A3A",
    speech_quiet="#E6E6E6",
    flat=True,
    back="navy",
)

THEMES: Final = MappingProxyType({theme.id: theme for theme in (GREEN, MIDNIGHT, CONTRAST)})

FOUR_COLOURS: Final = SuitColours(
    "four",
    "Four colours",
    paper=_suits("#15191F", "#CC2A1A", "#1463C4", "#0E7D5F"),
    dark=_suits("#EEF1F5", "#FF7D7D", "#7FB8FF", "#6FDB9B"),
    tint=_suits("#E9EBEF", "#FCEBE8", "#E7F0FB", "#E5F3EE"),
)
COLOUR_SAFE: Final = SuitColours(
    "safe",
    "Colour-safe",
    paper=_suits("#1B2026", "#B62303", "#0226D5", "#9B4FA0"),
    dark=_suits("#EEF1F5", "#FF8A5C", "#8FA6FF", "#E0A6E4"),
    tint=_suits("#E9EBEF", "#FBECE6", "#E9ECFC", "#F5EBF6"),
)
TWO_COLOURS: Final = SuitColours(
    "two",
    "Two colours",
    paper=_suits("#1B2026", "#C41E2E", "#C41E2E", "#1B2026"),
    dark=_suits("#EEF1F5", "#FF7D7D", "#FF7D7D", "#EEF1F5"),
    tint=_suits("#F5F0E4", "#F5F0E4", "#F5F0E4", "#F5F0E4"),
)
SUIT_COLOURS: Final = MappingProxyType({s.id: s for s in (FOUR_COLOURS, COLOUR_SAFE, TWO_COLOURS)})

AVATARS: Final = (
    ("#8E7CE0", "#120A33"),
    ("#E07A5F", "#1E0F0A"),
    ("#4FA3D9", "#06131C"),
    ("#D98BB8", "#2A0C1D"),
    ("#B7C75A", "#1B2005"),
    ("#58B79B", "#06201A"),
)
"""(disc, initial) of avatars; a name picks one by the sum of its code points."""


@lru_cache(maxsize=64)
def hues(names: tuple[str, ...]) -> tuple[int, ...]:
    """The place in AVATARS of each name at one table; who comes later gives way where two would look alike.

    Where there are more names than colours, the rest take what their names pick.
    """
    taken: list[int] = []
    for name in names:
        wanted = sum(map(ord, name)) % len(AVATARS)
        ways = ((wanted + step) % len(AVATARS) for step in range(len(AVATARS)))
        taken.append(next((way for way in ways if way not in taken), wanted) if name else -1)
    return tuple(taken)


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green, blue of ``#RRGGBB``. Raises ValueError for anything else."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"'{colour}' is no colour; write #RRGGBB")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2, definition of relative luminance)."""

    def linear(level: int) -> float:
        share = level / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(level) for level in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2, definition of contrast ratio)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """``one`` with ``share`` (0 to 1) of ``other`` in it."""
    pairs = zip(rgb(one), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
