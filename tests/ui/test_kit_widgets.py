"""The text field driven by inputs, and what buttons, plates and bubbles look like."""

from __future__ import annotations

import pygame
import pytest
from helpers_ui import painter

from pinochle_lan.ui import clipboard
from pinochle_lan.ui.events import Composing, Key, Pointer, Typed
from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Plate
from pinochle_lan.ui.painter import Painter
from pinochle_lan.ui.widgets.bubbles import toast, tooltip
from pinochle_lan.ui.widgets.button import button
from pinochle_lan.ui.widgets.plate import plate
from pinochle_lan.ui.widgets.textfield import TextField, Use

BOX = Rect(100, 100, 160, 44)


def field(value: str = "", limit: int = 40) -> TextField:
    return TextField(Rect(100, 100, 240, 38), value, limit=limit)


def keys(text: TextField, *names: str, **held: bool) -> Use:
    for name in names:
        use = text.handle(Key(name, **held), 0)
    return use


# ---------------------------------------------------------------- words at a large text size


def test_words_give_large_text_back_before_they_are_cut() -> None:
    brush = painter(text=1.5)
    room = brush.texts.width("Back soon", 13.5, Weight.BOLD) * 0.8
    size = brush.squeezed("Back soon", 13.5, Weight.BOLD, room)
    assert brush.texts.width("Back soon", size, Weight.BOLD) <= room
    assert brush.squeezed("Back soon", 13.5, Weight.BOLD, room / 9) == 13.5 / 1.5  # as small as at 100 %
    assert painter().squeezed("Back soon", 13.5, Weight.BOLD, room / 9) == 13.5


# ---------------------------------------------------------------- the text field


def test_typing_moves_and_deletes() -> None:
    text = field("Ana")
    text.handle(Typed("ë"), 0)
    keys(text, "home", "delete", "end", "backspace", "left")
    text.handle(Typed("-"), 0)
    assert text.value == "n-a"
    assert keys(text, "return") is Use.ENTERED


def test_selection_is_replaced() -> None:
    text = field("Dana")
    keys(text, "a", ctrl=True)
    assert text.selection == (0, 4)
    text.handle(Typed("Zoë"), 0)
    assert text.value == "Zoë"
    keys(text, "left", "left", shift=True)
    keys(text, "backspace")
    assert (text.value, text.caret) == ("Z", 1)


def test_copy_cut_and_paste(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [""]
    monkeypatch.setattr(clipboard, "put", lambda text: kept.__setitem__(0, text))
    monkeypatch.setattr(clipboard, "get", lambda: kept[0])
    text = field("K7Q-4MD")
    keys(text, "a", "c", "x", ctrl=True)
    assert text.value == ""
    keys(text, "v", ctrl=True)
    assert text.value == "K7Q-4MD"


def test_F39_pasted_rubbish_is_cleaned_and_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "get", lambda: "a\n\0b\u202e" + "c" * 400)
    text = field(limit=12)
    keys(text, "v", ctrl=True)
    assert text.value == "a b" + "c" * 9
    text.handle(Typed("more"), 0)
    assert len(text.value) == 12
    assert not field("\ud800x\0").value.startswith("\ud800")


def test_letters_are_never_shortcuts_while_typing() -> None:
    """The key that writes a letter is used up; the letter itself comes as text."""
    text = field()
    assert text.handle(Key("g", typed="g"), 0) is Use.USED
    assert keys(text, "up") is Use.NOT
    assert text.value == ""


def test_input_method_text_shows_before_it_is_finished() -> None:
    text = field("a")
    text.handle(Composing("に", 1), 0)
    assert (text.value, text.composing) == ("a", "に")
    keys(text, "backspace")
    assert text.value == "a"
    text.handle(Typed("日"), 0)
    assert (text.value, text.composing) == ("a日", "")


def test_a_click_sets_the_caret_and_dragging_selects() -> None:
    text = field("wwww iiii")
    text.draw(painter(640, 360))
    left, middle = text.rect.x + 12, text.rect.cy
    text.handle(Pointer("down", left, middle, 1), 0)
    assert text.caret == 0
    text.handle(Pointer("move", text.rect.right, middle), 0)
    text.handle(Pointer("up", text.rect.right, middle, 1), 0)
    assert text.selection == (0, 9)


# ---------------------------------------------------------------- what is drawn

PLATES = {
    "waiting": Plate(Rect(400, 200, 400, 160), "Ben", "x"),
    "to act": Plate(Rect(400, 200, 400, 160), "Ben", "x", turn=True),
    "ready": Plate(Rect(400, 200, 400, 160), "Ben", "x", ready=True),
    "passed": Plate(Rect(400, 200, 400, 160), "Ben", "x", passed=True),
    "dealer": Plate(Rect(400, 200, 400, 160), "Ben", "x", dealer=True),
    "does not answer": Plate(Rect(400, 200, 400, 160), "Ben", "x", link="waiting"),
    "gone": Plate(Rect(400, 200, 400, 160), "Ben", "x", link="gone"),
}


def grey(item: Plate) -> bytes:
    """The plate without its colours."""
    brush = painter(320, 180)
    brush.surface.fill("#0C3A2E")
    plate(brush, item)
    return pygame.image.tobytes(pygame.transform.grayscale(brush.surface), "RGB")


def test_F58_every_plate_state_looks_different_without_colour() -> None:
    assert len({grey(item) for item in PLATES.values()}) == len(PLATES)


def inside(brush: Painter, box: Rect) -> bool:
    """Whether all text drawn lately lies inside the box, from left to right."""
    assert brush.boxes
    return all(box.x - 0.6 <= text.x and text.right <= box.right + 0.6 for _, text in brush.boxes)


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5])
def test_texts_stay_inside_their_controls_at_every_size(text: float) -> None:
    brush = painter(1024, 600, text)
    for label, wide in (("Get rules from Marisol and join", 160.0), ("Pass", 90.0), ("Sit here", 60.0)):
        brush.boxes = []
        box = Rect(100, 100, wide, 44)
        button(brush, box, label, "primary", cap="Enter", focused=True)
        assert inside(brush, box), label
    brush.boxes = []
    plate(brush, Plate(Rect(100, 100, 176, 52), "Anna Andreevna", "bot plays for Anna", dealer=True))
    assert inside(brush, Rect(100, 100, 176, 52))


def test_a_pressed_button_looks_pressed_and_a_dead_one_does_not() -> None:
    def picture(**state: bool) -> bytes:
        brush = painter(640, 360)
        brush.surface.fill("#0C3A2E")
        button(brush, BOX, "Go", **state)
        return pygame.image.tobytes(brush.surface, "RGB")

    looks = [picture(), picture(hovered=True), picture(hovered=True, held=True), picture(focused=True)]
    assert len(set(looks)) == 4
    assert picture(enabled=False) == picture(enabled=False, hovered=True, held=True)


def test_tips_stay_inside_their_area() -> None:
    brush = painter(1280, 720)
    for x, y in ((2, 400), (1270, 400), (640, 20), (640, 700)):
        box = tooltip(brush, Rect(x, y, 8, 12), "Sorts your hand by rank, then by suit.", brush.area)
        assert brush.area.covers(box)
    assert tooltip(brush, Rect(600, 4, 80, 30), "Sorts your hand by rank.", brush.area).y > 34
    assert tooltip(brush, Rect(600, 400, 80, 30), "Sorts your hand by rank.", brush.area).bottom < 400
    assert toast(brush, 640, 80, "Ben is back.").cy == pytest.approx(80)
