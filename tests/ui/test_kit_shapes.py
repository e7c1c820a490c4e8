"""Shapes: display layout, soft edges, stretching, felt; and the units they are placed in."""

from __future__ import annotations

import itertools

import pygame
import pytest
from helpers_ui import display, painter

from pinochle_lan.cards import Suit, card
from pinochle_lan.ui import shapes as shapes_module
from pinochle_lan.ui.geometry import Rect, Scale
from pinochle_lan.ui.shapes import ShapeCache
from pinochle_lan.ui.theme import CONTRAST, GREEN, THEMES


def test_shapes_have_the_layout_of_the_display() -> None:
    display()
    like = pygame.Surface((1, 1), pygame.SRCALPHA).convert_alpha().get_masks()
    kit = ShapeCache()
    made = [
        kit.panel((200, 90), 12, "#10211D", border="#FFFFFF", border_px=1.4, gradient=30),
        kit.shadow((200, 90), 12, 8, 110),
        kit.glow((124, 174), 8, 7, GREEN.gold),
        kit.disc(20, "#FF0000", 2, "#000000"),
        kit.arc(20, 3, 0.6, GREEN.gold),
        kit.dashes(20, 3, GREEN.amber),
        kit.suit(Suit.CLUBS, 20, "#6FDB9B"),
        kit.polygon((20, 10), ((0, 0), (1, 0), (0.5, 1)), "#FFFFFF"),
        kit.oval((300, 170), GREEN.gold),
    ]
    assert all(sheet.get_masks() == like for sheet in made)


@pytest.mark.parametrize("size", [(200, 90), (90, 36), (36, 36), (700, 3), (1120, 632)])
def test_stretched_panels_equal_whole_ones(size: tuple[int, int]) -> None:
    """Corners come from a small sheet; the outcome must not differ from one drawn at full size."""
    display()
    radius = min(14, size[0] // 2, size[1] // 2)
    fast = ShapeCache().panel(size, radius, "#10211D", fill_alpha=240, border="#5C8578", border_px=1.4)
    whole = shapes_module._rounded(
        size, radius, fill="#10211D", fill_alpha=240, border="#5C8578", border_px=1.4, border_alpha=255
    )
    for x in range(0, size[0], max(1, size[0] // 60)):
        for y in range(0, size[1], max(1, size[1] // 40)):
            one, other = fast.get_at((x, y)), whole.get_at((x, y))
            assert all(abs(a - b) <= 12 for a, b in zip(one, other, strict=True)), (x, y, one, other)


def test_panels_have_clear_corners_and_full_middles() -> None:
    display()
    sheet = ShapeCache().panel((100, 60), 14, "#336699")
    assert sheet.get_at((0, 0)).a == 0
    assert sheet.get_at((50, 30)) == pygame.Color("#336699")
    rim = ShapeCache().panel((100, 60), 14, None, border="#FFFFFF", border_px=2)
    assert rim.get_at((50, 30)).a == 0
    assert rim.get_at((50, 0)).a == 255


def test_shadow_is_darkest_in_the_middle_and_fades_to_nothing() -> None:
    display()
    sheet = ShapeCache().shadow((300, 200), 10, 8, 120)
    assert sheet.get_size() == (332, 232)
    assert sheet.get_at((166, 116)).a == 120
    assert sheet.get_at((0, 116)).a <= 4
    row = [sheet.get_at((x, 116)).a for x in range(0, 60)]
    assert row == sorted(row)


def test_shapes_of_no_size_are_harmless() -> None:
    brush = painter(320, 180)
    brush.panel(Rect(10, 10, 0, 20), fill="#FFFFFF", shadow=4)
    brush.panel(Rect(10, 10, -5, 20), fill="#FFFFFF", border="#000000")
    brush.bar(Rect(10, 50, 100, 10), 0, GREEN.us)
    brush.bar(Rect(10, 50, 100, 10), 7, GREEN.us)
    brush.card(card("AS"), 600, 500, 0.1)
    assert brush.surface.get_at((10, 10)) == brush.surface.get_at((0, 0))


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.id)
def test_felt_is_lighter_in_the_middle_with_a_soft_edge(theme) -> None:
    brush = painter(640, 360, theme=theme)
    brush.felt()
    middle, corner = brush.surface.get_at((320, 165)), brush.surface.get_at((2, 357))
    if theme is CONTRAST:
        assert middle == corner == pygame.Color(0, 0, 0)
    else:
        assert sum(middle[:3]) > sum(corner[:3]) + 60
        wanted = pygame.Color(theme.felt_centre)
        assert all(abs(a - b) <= 5 for a, b in zip(middle[:3], wanted[:3], strict=True))


def test_felt_has_no_bands() -> None:
    """Neighbouring pixels differ by grain only: no step of the light is visible as an edge."""
    brush = painter(640, 360)
    brush.felt()
    for y in (60, 180, 300):
        row = [brush.surface.get_at((x, y)).g for x in range(640)]
        assert max(abs(a - b) for a, b in itertools.pairwise(row)) <= 8


def test_suit_shapes_are_told_apart_without_colour() -> None:
    display()
    sheets = {suit: ShapeCache().suit(suit, 16, "#000000") for suit in Suit}
    masks = {suit: pygame.mask.from_surface(sheet, 100) for suit, sheet in sheets.items()}
    for one in Suit:
        for other in Suit:
            if one is not other:
                shared = masks[one].overlap_area(masks[other], (0, 0))
                assert masks[one].count() + masks[other].count() - 2 * shared >= 18, (one, other)


@pytest.mark.parametrize("k", [0.8, 1.0, 1.25, 1.5, 2.0, 3.0])
def test_F48_neighbours_in_units_are_neighbours_in_pixels(k: float) -> None:
    scale = Scale(k)
    for i in range(20):
        left, _, wide, _ = scale.box(Rect(i * 63.3, 0, 63.3, 10))
        assert left + wide == scale.box(Rect((i + 1) * 63.3, 0, 63.3, 10))[0]


@pytest.mark.parametrize(
    ("size", "k"), [((1280, 720), 1), ((1024, 600), 0.8), ((3840, 2160), 3), ((2560, 1080), 1.5)]
)
def test_F48_the_scale_fits_the_window(size: tuple[int, int], k: float) -> None:
    assert Scale.fit(*size).k == pytest.approx(k)


def test_rectangles() -> None:
    box = Rect(10, 20, 30, 40)
    assert (box.right, box.bottom, box.cx, box.cy) == (40, 60, 25, 40)
    assert Rect.at(25, 40, 30, 40) == box
    assert box.inset(5) == Rect(15, 25, 20, 30)
    assert box.moved(1, 2) == Rect(11, 22, 30, 40)
    assert box.holds(10, 20)
    assert not box.holds(40, 60)
    assert box.hit_area() == Rect.at(25, 40, 36, 40)
    assert box.covers(box.inset(1))
    assert not box.meets(box.moved(30, 0))


def test_resizing_drops_what_was_kept() -> None:
    brush = painter(640, 360)
    brush.card(card("QS"), 100, 100, 99)
    brush.text("Ana", 10, 10)
    before = brush.texts.width("Ana", 16)
    brush.resize(display(1280, 720), Scale.fit(1280, 720))
    assert brush.scale.k == 1.0
    assert brush.texts.width("Ana", 16) != before
    brush.card(card("QS"), 100, 100, 99)
    assert brush.surface.get_at((100, 60)).r > 150


def test_clip_and_shift_are_undone() -> None:
    brush = painter(320, 180)
    brush.surface.fill("#000000")
    with brush.clip(Rect(0, 0, 100, 100)), brush.shifted(80, 0):
        brush.panel(Rect(0, 0, 100, 100), radius=0, fill="#FFFFFF")
    scale = brush.scale
    assert brush.surface.get_at((scale.px(90), scale.px(50))).r == 255
    assert brush.surface.get_at((scale.px(110), scale.px(50))).r == 0
    assert brush.surface.get_at((scale.px(40), scale.px(50))).r == 0
    brush.panel(Rect(200, 0, 20, 20), radius=0, fill="#FFFFFF")
    assert brush.surface.get_at((scale.px(210), scale.px(10))).r == 255
