"""Card art: every face at every size, told apart by its corner, in the display's own pixel layout."""

from __future__ import annotations

import itertools
from pathlib import Path

import pygame
import pytest
from helpers_ui import display

from pinochle_lan.cards import FACES, Card, card
from pinochle_lan.shipped import sprites
from pinochle_lan.ui.cardart import BACKS, DECKS, CardArt, faults, recoloured
from pinochle_lan.ui.theme import COLOUR_SAFE, FOUR_COLOURS, TWO_COLOURS

INDEX_SHARE = {"classic": 0.26, "large": 0.34, "outline": 0.34}
"""Part of the width that holds the whole index (docs/design.md, look 4)."""


def corner(art: CardArt, face: Card, width: int, share: float) -> pygame.Surface:
    sprite = art.sprite(face, width)
    return sprite.subsurface((0, 0, round(width * share), round(width * 0.62)))


def differing(one: pygame.Surface, other: pygame.Surface) -> int:
    """Pixels that differ clearly."""
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (70, 70, 70, 255), other)
    return one.get_width() * one.get_height() - mask.count()


@pytest.fixture(autouse=True, scope="module")
def _window() -> None:
    display()


@pytest.mark.parametrize("width", [60, 99, 124, 220])
def test_all_faces_render_with_distinct_index_blocks(width: int) -> None:
    art = CardArt()
    blocks = {face: corner(art, face, width, INDEX_SHARE["classic"]) for face in FACES}
    floor = width * width * 0.26 * 0.62 * 0.04  # 4 % of the block
    for one, other in itertools.combinations(FACES, 2):
        assert differing(blocks[one], blocks[other]) >= floor, (one, other)


@pytest.mark.parametrize("deck", ["large", "outline"])
def test_other_decks_are_told_apart_by_their_index(deck: str) -> None:
    art = CardArt(deck)
    blocks = {face: corner(art, face, 60, INDEX_SHARE[deck]) for face in FACES}
    for one, other in itertools.combinations(FACES, 2):
        assert differing(blocks[one], blocks[other]) >= 60, (one, other)


def test_F58_in_two_colours_the_suit_is_told_by_shape() -> None:
    art = CardArt(colours=TWO_COLOURS)
    for one, other in itertools.combinations(FACES, 2):
        blocks = (corner(art, one, 99, 0.26), corner(art, other, 99, 0.26))
        assert differing(*blocks) >= 40, (one, other)


@pytest.mark.parametrize("deck", DECKS)
def test_index_lies_in_the_sliver_that_a_hand_shows(deck: str) -> None:
    """Ink of rank and suit ends before 0.30 (large: 0.34) of the width, so a sliver names the card."""
    art = CardArt(deck)
    limit = 0.30 if deck == "classic" else 0.345
    for face in FACES:
        sprite = art.sprite(face, 250)
        strip = sprite.subsurface((12, 10, 100, 120))
        ink = pygame.mask.from_threshold(
            strip, pygame.Color(FOUR_COLOURS.paper[face.suit]), (60, 60, 60, 255)
        )
        parts = [box for box in ink.get_bounding_rects() if box.h * box.w > 60 and box.left < 40]
        assert parts, face
        assert max(box.right + 12 for box in parts) <= 250 * limit, face


def test_index_is_thirteen_pixels_high_on_the_smallest_card() -> None:
    sprite = CardArt().sprite(card("KS"), 60)
    rank = sprite.subsurface((2, 2, 14, 17))
    ink = pygame.mask.from_threshold(rank, pygame.Color("#15191F"), (90, 90, 90, 255))
    assert max(box.h for box in ink.get_bounding_rects()) >= 11


@pytest.mark.parametrize("tilt", [0.0, 5.0, -90.0])
@pytest.mark.parametrize("width", [60, 220])
def test_sprites_have_the_layout_of_the_display(width: int, tilt: float) -> None:
    like = pygame.Surface((1, 1), pygame.SRCALPHA).convert_alpha()
    art = CardArt()
    for face in (card("QS"), None):
        sprite = art.sprite(face, width, tilt)
        assert sprite.get_masks() == like.get_masks()
        assert sprite.get_bitsize() == like.get_bitsize()


def test_sprites_are_premultiplied_and_their_corners_clear() -> None:
    for tilt in (0.0, 7.0):
        sprite = CardArt().sprite(card("9H"), 99, tilt)
        assert sprite.get_at((0, 0)).a == 0
        edge = [sprite.get_at((x, y)) for x in range(8) for y in range(8)]
        assert all(max(pixel.r, pixel.g, pixel.b) <= pixel.a + 1 for pixel in edge)


def test_sizes_and_shading() -> None:
    art = CardArt()
    face = card("AH")
    assert art.sprite(face, 124).get_size() == (124, 174)
    assert art.sprite(face, 124, 90).get_width() > 170
    bright, dim = art.sprite(face, 124), art.sprite(face, 124, dim=True)
    spot = (100, 30)
    assert dim.get_at(spot).r < bright.get_at(spot).r - 60


def test_tilts_are_kept_in_half_degrees() -> None:
    art = CardArt()
    assert art.sprite(card("JD"), 99, 4.9) is art.sprite(card("JD"), 99, 5.1)
    assert art.sprite(card("JD"), 99, 4.4) is not art.sprite(card("JD"), 99, 5.1)


def test_backs_differ_and_a_back_is_no_face() -> None:
    sheets = [CardArt(back=name).sprite(None, 99) for name in BACKS]
    assert differing(*sheets) > 4000
    assert differing(sheets[0], CardArt().sprite(card("AS"), 99)) > 4000


def test_faces_are_drawn_ahead_within_a_budget() -> None:
    art = CardArt()
    art.fit(60)
    time = itertools.count()  # a second passes whenever the clock is read
    for _ in FACES:
        assert art.waiting
        art.warm(6, lambda: float(next(time)))
    art.warm(6, lambda: 0.0)
    assert not art.waiting
    assert art.version == 0


def test_after_a_resize_cards_are_drawn_at_once_and_sharpened_later() -> None:
    art = CardArt()
    art.fit(60)
    art.warm(1e9, lambda: 0.0)
    small = art.sprite(card("KS"), 60)
    assert art.sprite(card("KS"), 60) is small
    art.fit(220)
    rough = art.sprite(card("KS"), 220)
    art.warm(1e9, lambda: 0.0)
    assert art.version == 1
    sharp = art.sprite(card("KS"), 220)
    assert sharp.get_size() == rough.get_size()
    assert differing(sharp, rough) > 300
    assert differing(sharp, CardArt().sprite(card("KS"), 220)) == 0


def test_colour_sets_replace_exactly_suit_and_tint() -> None:
    face = card("QC")
    drawing = (sprites() / "classic" / "QC.svg").read_text("utf-8")
    other = recoloured(drawing, face.suit, COLOUR_SAFE)
    assert FOUR_COLOURS.paper[face.suit] not in other
    assert FOUR_COLOURS.tint[face.suit] not in other
    assert other.count(COLOUR_SAFE.paper[face.suit]) == drawing.count(FOUR_COLOURS.paper[face.suit]) >= 4


@pytest.mark.parametrize("deck", DECKS)
def test_shipped_decks_are_complete_and_small(deck: str) -> None:
    folder = sprites() / deck
    assert faults(folder) == []
    files = sorted(folder.glob("*.svg"))
    assert len(files) == 24
    assert sum(path.stat().st_size for path in files) < 320_000


def test_a_foreign_deck_is_checked(tmp_path: Path) -> None:
    for face in FACES:
        text = (sprites() / "large" / f"{face}.svg").read_text("utf-8")
        (tmp_path / f"{face}.svg").write_text(text, "utf-8")
    assert faults(tmp_path) == []
    assert CardArt(folder=tmp_path).sprite(card("10D"), 60).get_size() == (60, 84)
    (tmp_path / "AS.svg").unlink()
    (tmp_path / "KS.svg").write_text("no drawing", "utf-8")
    square = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0,0 L9,9"/></svg>'
    (tmp_path / "QS.svg").write_text(square, "utf-8")
    (tmp_path / "JS.svg").write_text(" " * 300_000, "utf-8")
    found = faults(tmp_path)
    assert len(found) == 4
    assert found[0] == "AS.svg is missing."
    assert any("10 x 10" in sentence for sentence in found)
