"""Names of twenty letters, also in other writing: nothing overlaps, and what matters is not cut."""

from __future__ import annotations

import helpers_scenes as samples
import helpers_scenes_more as more
import pygame
import pytest
from helpers_layout import cut, faults

from pinochle_lan.front import Front
from pinochle_lan.ui.fonts import Fonts
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Frame
from pinochle_lan.ui.memory import Memory
from pinochle_lan.ui.page import CardItem, Label, Meter, Page
from pinochle_lan.ui.scenes import build
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.settings import UiSettings
from pinochle_lan.ui.text import TextCache

SIZES = ((1024, 640), (1280, 720), (1920, 1080))


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def page_of(front: Front, frame: Frame, **memory: object) -> tuple[Page, TextCache]:
    text = TextCache(Fonts(system=False), frame.scale)
    look = Look(frame, text, Memory(**memory), UiSettings())  # type: ignore[arg-type]
    return build(front, look), text


def label(page: Page, text: str) -> Rect:
    return next(item.box for item in page.items if isinstance(item, Label) and item.text == text)


@pytest.mark.parametrize("sample", ["talking", "auction", "meld", "score", "setup", "waiting", "deciding"])
@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_long_names_overlap_nothing(sample: str, text_size: float) -> None:
    front = more.renamed(samples.samples()[sample])
    for wide, high in SIZES:
        frame = Frame(wide, high, text=text_size)
        page, text = page_of(front, frame)
        assert list(faults(page, frame, text)) == [], (wide, high)


def test_the_score_sheet_has_room_for_two_long_names() -> None:
    frame = Frame(1280, 720)
    page, text = page_of(more.renamed(samples.score()), frame)
    both = f"{more.LONG[1]} and {more.LONG[3]}"
    assert both not in cut(page, frame, text)
    bars = [item.box for item in page.items if isinstance(item, Meter)]
    assert len(bars) == 2
    assert all(label(page, both).right <= bar.x for bar in bars)


@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_points_and_bids_stay_where_the_name_has_no_room(text_size: float) -> None:
    frame = Frame(1280, 720, text=text_size)
    page, text = page_of(more.renamed(samples.play()), frame)
    told = [item.text for item in page.items if isinstance(item, Label) and "took 30" in item.text]
    assert told
    assert not set(told) & set(cut(page, frame, text))
    page, text = page_of(more.renamed(samples.auction()), frame)
    told = [item.text for item in page.items if isinstance(item, Label) and "300 or more" in item.text]
    assert told
    assert not set(told) & set(cut(page, frame, text))


def test_who_led_is_told_over_its_card_and_not_over_the_next_one() -> None:
    for text_size in (1.0, 1.25, 1.5):
        page, _ = page_of(more.renamed(samples.play()), Frame(1280, 720, text=text_size))
        led, across = (
            next(item for item in page.items if isinstance(item, CardItem) and item.id == name)
            for name in ("trick-7-1", "trick-7-2")
        )
        tag = next(item.box for item in page.items if isinstance(item, Label) and item.of == led.id)
        assert not tag.meets(across.pose.box)
