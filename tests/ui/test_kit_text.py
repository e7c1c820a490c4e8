"""Text: cleaning of names, letters from other faces, shortening, wrapping, suits inside sentences."""

from __future__ import annotations

import pytest
from helpers_ui import fonts, painter

from pinochle_lan.cards import Suit, card
from pinochle_lan.ui.fonts import REPLACEMENT, Fonts, Weight
from pinochle_lan.ui.geometry import Rect, Scale
from pinochle_lan.ui.page import Plate
from pinochle_lan.ui.text import Span, TextCache, clean, enrich, plain
from pinochle_lan.ui.widgets.bubbles import toast, tooltip
from pinochle_lan.ui.widgets.plate import plate
from pinochle_lan.ui.widgets.textfield import TextField

ODD_NAMES = [
    "",
    " ",
    "   \t ",
    "x" * 200,
    "🎲🃏😀",
    "عمر",
    "שרה",
    "\u202eevil\u202c",
    "two\nlines",
    "nul\0nul",
    "\ud800",
    "a\ud83cb",
    "e\u0301\u0302\u0303",
    "Ωmega Жук Zoë",
    "龍",
    "\u200b\u200d\ufeff",
    "é" * 32,
    "♠♥♦♣",
    "\U0010ffff\ue000",
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_F39_odd_names_are_drawn_without_fault(name: str) -> None:
    brush = painter(320, 180)
    brush.text(name, 10, 10, max_width=78)
    brush.avatar(30, 40, 18, name)
    brush.rich([Span(name, Weight.HEAVY), " led ", card("10H"), name], 10, 60, max_width=200)
    brush.paragraph(name, 10, 80, 120)
    plate(brush, Plate(Rect(10, 100, 176, 52), name, name))
    TextField(Rect(10, 160, 200, 36), name, placeholder=name).draw(brush, focused=True)
    tooltip(brush, Rect(100, 100, 40, 30), name, brush.area)
    toast(brush, 160, 40, name)
    shown = clean(name)
    assert len(shown) <= 400
    assert all(letter.isprintable() for letter in shown)


def test_F39_cleaning_keeps_letters_and_takes_the_rest() -> None:
    assert clean("\u202eAna\u202c\0\n Lee ") == "Ana Lee "
    assert clean("Zoë Ωmega Жук عمر 龍 😀") == "Zoë Ωmega Жук عمر 龍 😀"
    assert clean("a\ud800b") == "ab"
    assert clean("e\u0301") == "é"
    assert clean("x" * 900, 32) == "x" * 32


def test_F50_letters_come_from_the_face_that_has_them() -> None:
    runs = fonts().runs("Zoë עומר ok", Weight.BOLD, 16)
    assert "".join(part for part, _ in runs) == "Zoë עומר ok"
    assert len({id(font) for _, font in runs}) == 2


def test_F50_letters_that_nobody_has_become_a_mark_and_never_a_box() -> None:
    runs = fonts().runs("a🎲b", Weight.REGULAR, 16)
    assert "".join(part for part, _ in runs) == f"a{REPLACEMENT}b"


def test_F50_every_face_has_latin_greek_cyrillic_and_the_signs_of_our_sentences() -> None:
    for weight in Weight:
        assert len(fonts().runs("AÀÿŁőαΩ Жя · – … “x” ’ €", weight, 16)) == 1, weight


def test_F50_fonts_are_found_from_anywhere(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    assert Fonts(system=False).font(Weight.SERIF, 24).size("Score")[0] > 20


def test_font_sizes_follow_window_and_text_factor() -> None:
    assert Scale(1.0).font_px(16) == 16
    assert Scale(0.8).font_px(16) == round(16 * 0.92)
    assert Scale(0.8, 1.5).font_px(16) == round(16 * 0.92 * 1.5)
    assert Scale(3.0).font_px(14) == 42
    assert Scale(0.5).font_px(11) == 12


def test_figures_all_have_one_width() -> None:
    brush = painter(320, 180)
    for weight in (Weight.REGULAR, Weight.BOLD, Weight.BLACK):
        steps = {
            brush.texts.width(str(digit) * 8, 16, weight) - brush.texts.width(str(digit) * 4, 16, weight)
            for digit in range(10)
        }
        assert len(steps) == 1


def test_blank_is_not_kerned_away() -> None:
    brush = painter(320, 180)
    apart = brush.texts.width("by Ana", 14) - brush.texts.width("by", 14) - brush.texts.width("Ana", 14)
    assert apart >= brush.texts.width(" ", 14) - 0.6


def test_long_text_ends_in_an_ellipsis_within_its_width() -> None:
    texts = TextCache(fonts(), Scale())
    short = texts.fit("Marriage in diamonds of the Kitchen table", 90, 14, Weight.BOLD)
    assert short.endswith("…")
    assert texts.width(short, 14, Weight.BOLD) <= 90
    assert texts.fit("Run", 90, 14) == "Run"
    assert texts.fit("Run", 2, 14) == "…"


def test_text_is_centred_on_its_capitals() -> None:
    brush = painter(200, 100)
    brush.scale = brush.texts.scale = Scale(1.0)
    brush.surface.fill("#000000")
    brush.text("HHH", 100, 50, size=40, weight=Weight.BLACK, colour="#FFFFFF", align="center")
    lit = [y for y in range(100) if any(brush.surface.get_at((x, y)).r > 128 for x in range(40, 160))]
    assert abs((lit[0] + lit[-1]) / 2 - 50) <= 1.5


def test_cards_and_suits_are_found_in_a_sentence() -> None:
    assert enrich("Only AH or 10♥ is high enough.") == [
        "Only ",
        card("AH"),
        " or ",
        card("10H"),
        " is high enough.",
    ]
    assert enrich("Trump is ♠, KISS") == ["Trump is ", Suit.SPADES, ", KISS"]
    assert enrich("AS played QS", keep={"AS"}) == ["AS played ", card("QS")]
    assert enrich("110H 10HX x-9C") == ["110H 10HX x-9C"]
    assert plain(enrich("Ben led KD")) == "Ben led KD"
    assert plain([Span("Ana"), " named ", Suit.HEARTS]) == "Ana named Hearts"


def test_wrapping_keeps_lines_inside_and_loses_no_word() -> None:
    texts = TextCache(fonts(), Scale())
    parts = [
        "You must beat ",
        card("10H"),
        ", even when your ",
        Span("partner", Weight.BLACK),
        " is winning.",
    ]
    lines = texts.wrap(parts, 110, 15)
    assert len(lines) >= 3
    assert all(texts.rich_width(line, 15) <= 110 for line in lines)
    assert " ".join(plain(line) for line in lines) == plain(parts)


def test_wrapping_never_begins_a_line_with_a_stop() -> None:
    texts = TextCache(fonts(), Scale())
    for width in range(40, 200, 7):
        for line in texts.wrap(["Only a long word and ", card("10H"), "."], width, 15):
            assert line[0] != "."


def test_a_word_wider_than_the_line_is_shortened() -> None:
    texts = TextCache(fonts(), Scale())
    lines = texts.wrap("a " + "w" * 80 + " b", 100, 15)
    assert all(texts.rich_width(line, 15) <= 100 for line in lines)
    assert plain(lines[-1]) == "b"


def test_rich_sentences_stay_inside_their_width() -> None:
    brush = painter(640, 360)
    brush.boxes = []
    drawn = brush.rich(["Ben played ", card("10H"), " and then a long story follows"], 10, 20, max_width=120)
    assert drawn <= 120
    assert all(box.right <= 10 + 121 for _, box in brush.boxes)


def test_boxes_are_recorded_for_layout_checks() -> None:
    brush = painter(640, 360)
    brush.boxes = []
    with brush.shifted(100, 0):
        brush.text("Ana", 10, 20)
    ((text, box),) = brush.boxes
    assert text == "Ana"
    assert box.x == pytest.approx(110, abs=1)


def test_lines_have_the_layout_of_the_display() -> None:
    brush = painter(640, 360)
    like = brush.surface.convert_alpha().get_masks()
    assert brush.texts.line("Ana", 16, Weight.BOLD, "#FFFFFF").get_masks() == like
    assert brush.texts.line("Ana שרה", 16, Weight.BOLD, "#FFFFFF").get_masks() == like
