"""Measures of look.md 5 and 13: steps of the hand, places at the table, windows of any shape."""

from __future__ import annotations

import pytest

from pinochle_lan.ui import layout_lobby, layout_table
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import CARD_W, SLIVER, Frame, backs, columns, fan, rows

SIZES = ((1024, 600), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (3440, 1440), (1200, 1600))


@pytest.mark.parametrize(("count", "step"), [(12, 76), (15, 60), (18, 49), (20, 44)])
def test_hand_steps_beside_the_side_panel(count: int, step: int) -> None:
    poses = fan(count, 502, 625, 1004 - 40)
    assert int(poses[1].cx - poses[0].cx) == step
    assert all(pose.w == CARD_W for pose in poses)


@pytest.mark.parametrize(("count", "step"), [(12, 81), (15, 64), (18, 52), (20, 47)])
def test_hand_steps_at_1024x600(count: int, step: int) -> None:
    frame = Frame(1024, 600)
    poses = fan(count, frame.table.cx, 650, frame.table.w - 40)
    assert abs((poses[1].cx - poses[0].cx) * frame.k - step) < 1.01


def test_every_card_of_twenty_shows_its_index() -> None:
    for wide, high in SIZES:
        frame = Frame(wide, high)
        poses = fan(20, frame.table.cx, 625, frame.table.w - 40)
        assert poses[1].cx - poses[0].cx >= SLIVER * poses[0].w


def test_small_and_empty_hands() -> None:
    assert fan(0, 0, 0, 900) == ()
    (only,) = fan(1, 500, 600, 900)
    assert (only.cx, only.tilt) == (500, 0)
    assert backs(0, 0, 0, 100) == ()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("stock", [False, True])
@pytest.mark.parametrize("bidding", [False, True])
def test_seats_trick_and_hand_keep_apart(
    size: tuple[int, int], seats: int, *, stock: bool, bidding: bool
) -> None:
    frame = Frame(*size)
    places = layout_table.table(frame, seats, stock, bidding=bidding)
    plates = [place.plate for place in places.seats]
    assert all(places.felt.covers(plate) for plate in plates)
    for place, one in enumerate(plates):
        assert not any(one.meets(other) for other in plates[place + 1 :])
        assert not one.meets(places.trump)
        assert not one.meets(places.message)
    for place in places.seats:
        assert not any(place.trick.box.meets(plate) for plate in plates)
        assert place.trick.box.bottom <= places.message.y + 1
    assert places.tools.right <= places.felt.right
    assert not places.message.meets(places.tools)


def test_while_bidding_the_side_plates_stand_beside_the_panel() -> None:
    places = layout_table.table(Frame(1280, 720), 4, bidding=True)
    for side in (places.seats[1], places.seats[3]):
        assert side.plate.cy == 250
        assert side.bubble.y > places.panel.y
        assert not side.plate.meets(places.panel)


def test_side_panel_from_1180_points_also_on_dense_displays() -> None:
    assert Frame(1180, 720).side
    assert not Frame(1179, 720).side
    assert not Frame(2048, 1200, ratio=2.0).side
    assert Frame(2560, 1440, ratio=2.0).side


def test_ultrawide_keeps_the_table_within_reach() -> None:
    frame = Frame(5120, 1440)
    assert frame.table.w == 1500
    assert frame.table.x > 0
    assert frame.panel.right == frame.w


def test_numbers_of_seats_that_no_game_has() -> None:
    with pytest.raises(ValueError, match="5 seats"):
        layout_table.table(Frame(1280, 720), 5)
    with pytest.raises(ValueError, match="5 seats"):
        layout_lobby.seat_map(Rect(0, 0, 400, 400), 5)


def test_lobby_list_grows_with_the_window() -> None:
    small, tall = layout_lobby.lobby(Frame(1280, 720)), layout_lobby.lobby(Frame(1280, 1300))
    assert len(tall.rows) > len(small.rows) >= 3
    for places in (small, tall):
        assert not places.rows[-1].meets(places.own)
        assert not places.own.meets(places.join)
        assert not places.own.meets(places.detail)


def test_columns_and_rows_fill_their_box() -> None:
    box = Rect(10, 20, 100, 60)
    assert columns(box, 4, 4)[-1].right == pytest.approx(110)
    assert rows(box, 3, 3)[-1].bottom == pytest.approx(80)
