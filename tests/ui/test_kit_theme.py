"""Colours: contrast floors of docs/design.md (look 2), and suits that stay apart without colour vision."""

from __future__ import annotations

import itertools
from dataclasses import fields

import pytest

from pinochle_lan.cards import Suit
from pinochle_lan.ui.theme import (
    AVATARS,
    COLOUR_SAFE,
    FOUR_COLOURS,
    GREEN,
    SUIT_COLOURS,
    THEMES,
    Theme,
    contrast,
    hues,
    luminance,
    mix,
    rgb,
)

BODY, LARGE = 4.5, 3.0
# (ink, ground, floor): every pair that the kit draws
PAIRS = [
    ("text", "panel", BODY),
    ("text", "raised", BODY),
    ("text", "control", BODY),
    ("text", "bar", BODY),
    ("text", "felt_centre", BODY),
    ("text", "felt_middle", BODY),
    ("muted", "panel", BODY),
    ("muted", "control", BODY),
    ("muted", "bar", BODY),
    ("log", "side", BODY),
    ("gold", "panel", BODY),
    ("gold", "bar", BODY),
    ("gold", "felt_middle", BODY),
    ("gold", "gold_dark", BODY),
    ("on_gold", "gold", BODY),
    ("us", "panel", BODY),
    ("us_paper", "paper", BODY),
    ("us_paper", "paper_band", BODY),
    ("them", "panel", BODY),
    ("them_paper", "paper", BODY),
    ("them_paper", "paper_band", BODY),
    ("good", "panel", BODY),
    ("bad", "paper", LARGE),
    ("amber", "panel", BODY),
    ("tip_ink", "tip_paper", BODY),
    ("tip_text", "tip_paper", BODY),
    ("on_danger", "danger", BODY),
    ("on_disabled", "disabled", BODY),
    ("ink", "paper", BODY),
    ("ink", "speech_quiet", BODY),
    ("ink_muted", "paper", BODY),
    ("ink_muted", "paper_band", BODY),
    ("control_line", "panel", LARGE),
    ("focus", "panel", LARGE),
    ("focus", "felt_centre", LARGE),
    ("focus_paper", "paper", LARGE),
]


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.id)
@pytest.mark.parametrize(("ink", "ground", "floor"), PAIRS)
def test_contrast_of_every_pair(theme: Theme, ink: str, ground: str, floor: float) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= floor


def test_contrast_formula_on_published_values() -> None:
    # WCAG 2.2: black on white is 21, a colour on itself 1; #767676 is the well-known 4.54 grey
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#123456", "#123456") == pytest.approx(1)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)
    assert luminance("#FFFFFF") == pytest.approx(1)


def test_measured_values_of_the_green_theme() -> None:
    assert contrast(GREEN.text, GREEN.panel) == pytest.approx(14.8, abs=0.1)
    assert contrast(GREEN.text, GREEN.felt_centre) == pytest.approx(5.5, abs=0.1)
    assert contrast(GREEN.gold, GREEN.panel) == pytest.approx(9.8, abs=0.1)
    assert contrast(GREEN.on_disabled, GREEN.disabled) == pytest.approx(4.9, abs=0.1)


@pytest.mark.parametrize("colours", SUIT_COLOURS.values(), ids=lambda colours: colours.id)
@pytest.mark.parametrize("suit", list(Suit))
def test_suits_read_on_paper_and_on_panels(colours, suit: Suit) -> None:
    assert contrast(colours.paper[suit], GREEN.paper) >= BODY
    assert contrast(colours.paper[suit], colours.tint[suit]) >= LARGE
    for theme in THEMES.values():
        for ground in (theme.panel, theme.side, theme.bar, theme.raised):
            assert contrast(colours.dark[suit], ground) >= BODY


@pytest.mark.parametrize(("disc", "initial"), AVATARS)
def test_initials_read_on_avatars(disc: str, initial: str) -> None:
    assert contrast(initial, disc) >= BODY


def test_no_two_people_of_a_table_have_one_colour() -> None:
    assert hues(("Dana", "Robo", "Opa", "")) == (0, 1, 2, -1)  # all three would pick the first
    assert hues(("Caro",)) == hues(("Caro", "Ben"))[:1]
    many = hues(tuple(f"Guest {number}" for number in range(8)))
    assert sorted(set(many)) == list(range(len(AVATARS)))


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.id)
def test_every_role_is_a_colour(theme: Theme) -> None:
    for field in fields(theme):
        if field.name not in ("id", "title", "flat", "back"):
            rgb(getattr(theme, field.name))
    with pytest.raises(ValueError, match="write #RRGGBB"):
        rgb("red")


def test_mix_goes_from_one_to_the_other() -> None:
    assert mix("#000000", "#FFFFFF", 0) == "#000000"
    assert mix("#000000", "#FFFFFF", 1) == "#FFFFFF"
    assert mix("#000000", "#FF8000", 0.5) == "#804000"


# Machado, Oliveira, Fernandes 2009, severity 1.0
BLINDNESS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _lab(colour: str, matrix) -> tuple[float, float, float]:
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (level / 255 for level in rgb(colour))
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in matrix
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _least(colours, matrix) -> float:
    points = [_lab(colour, matrix) for colour in colours.paper.values()]
    return min(
        sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        for one, other in itertools.combinations(points, 2)
    )


@pytest.mark.parametrize("seen", list(BLINDNESS))
def test_F58_suits_stay_apart_for_colour_blind_eyes(seen: str) -> None:
    assert _least(COLOUR_SAFE, BLINDNESS[seen]) >= 25
    assert _least(FOUR_COLOURS, BLINDNESS[seen]) >= 12
