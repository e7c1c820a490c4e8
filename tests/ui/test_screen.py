"""The screen whole: clicks and keys in, intents out, pictures on a surface, nothing drawn when nothing
changed.
"""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import pygame
import pytest
from helpers_person import Player

from pinochle_lan.cards import cards
from pinochle_lan.front import Front
from pinochle_lan.intents import Act, JoinTable, LeaveTable, ReadyUp, SetName
from pinochle_lan.rules.actions import Call, PassCards, Play, Shown
from pinochle_lan.ui.events import Key, Pointer, Typed
from pinochle_lan.ui.guard import BURST_MS, PATIENCE_MS
from pinochle_lan.ui.page import Button, Field
from pinochle_lan.ui.screen import Screen
from pinochle_lan.ui.settings import UiSettings


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


ACE = Act(Play(0, Shown(2, cards("AH")[0])), 143)


def my_lead() -> Front:
    """The trick is won, my lead is next: one step later."""
    front = samples.play_any()
    assert front.table is not None
    return replace(front, table=replace(front.table, step=144))


def test_mouse_plays_the_legal_card() -> None:
    player = Player(samples.play())
    player.click("hand:2")
    assert player.sent == [ACE]


@pytest.mark.parametrize("clicks", [2, 3, 10])
def test_F37_double_click_plays_one_card(clicks: int) -> None:
    player = Player(samples.play())
    x, y = player.middle("hand:2")
    for _ in range(clicks):
        player.click_at(x, y, 200 // clicks)
    assert player.sent == [ACE]


@pytest.mark.parametrize("clicks", [2, 3, 10])
def test_F37_second_click_never_leads_the_next_trick(clicks: int) -> None:
    player = Player(samples.play())
    x, y = player.middle("hand:2")
    for _ in range(clicks):
        player.click_at(x, y, 200 // clicks)
        player.show(my_lead())
    assert player.sent == [ACE]
    player.now += BURST_MS
    player.click("hand:0", 0)
    assert len(player.sent) == 2


def test_F37_step_is_locked_until_something_comes_of_it() -> None:
    player = Player(samples.play())
    player.click("hand:2")
    player.click("hand:2", 900)
    assert player.sent == [ACE]
    player.click("hand:2", PATIENCE_MS)
    assert player.sent == [ACE, ACE]


def test_F37_keys_act_once_too() -> None:
    player = Player(samples.play())
    player.key("home")
    player.key("return")
    player.key("return", 50)
    assert player.sent == [ACE]


def test_refused_card_sends_nothing_and_explains() -> None:
    player = Player(samples.play())
    player.click("hand:3")
    assert player.sent == []
    assert player.screen.memory.tip == 3
    player.screen.draw(player.now + 30)
    player.screen.draw(player.now + 3000)
    assert player.screen.memory.tip is None


def test_keyboard_alone_plays_a_hand() -> None:
    player = Player(samples.auction())
    player.key("+")
    player.key("return")
    assert player.sent == [Act(Call(0, 310), 143)]
    player = Player(samples.auction())
    for digit in "325":
        player.key(digit)
    player.key("return")
    assert player.sent == [Act(Call(0, 325), 143)]
    player = Player(samples.auction())
    player.key("p")
    assert player.sent == [Act(Call(0, None), 143)]
    player = Player(samples.passing())
    player.key("tab")
    while not player.screen.memory.focus.startswith("hand:"):
        player.key("tab")
    for _ in range(4):
        player.key("space")
        player.key("right")
    player.show(samples.passing())
    assert len(player.screen.memory.picked) == 4
    player.screen.handle(Key("tab"), player.now)
    while player.screen.memory.focus != "go:confirm":
        player.key("tab" if not player.screen.memory.focus.startswith("go:") else "right")
    player.key("return")
    (act,) = player.sent
    assert isinstance(act, Act)
    assert isinstance(act.action, PassCards)
    player = Player(samples.play())
    player.key("right")
    assert player.screen.memory.focus == "hand:2"
    player.key("space")
    assert player.sent == [ACE]
    player = Player(samples.score())
    player.key("return")
    assert player.sent == [ReadyUp(True)]


def test_rank_and_suit_keys_jump() -> None:
    player = Player(samples.play_any())
    player.key("j")
    assert player.screen.memory.focus == "hand:5"
    player.key("a")
    first = player.screen.memory.focus
    player.key("a")
    assert {first, player.screen.memory.focus} < {"hand:0", "hand:2", "hand:4"}
    player.key("c", shift=True)
    assert player.screen.memory.focus == "hand:4"


def test_arrows_skip_what_may_not_be_played_unless_shift_is_held() -> None:
    player = Player(samples.play())
    player.key("right")
    player.key("right")
    assert player.screen.memory.focus == "hand:2"
    player.key("right", shift=True)
    assert player.screen.memory.focus != "hand:2"


def test_focus_is_never_lost_when_the_screen_changes() -> None:
    player = Player(samples.auction())
    player.key("tab")
    player.show(samples.melds())
    assert player.screen.page.find(player.screen.memory.focus) is not None


def test_half_made_choices_do_not_outlive_their_step() -> None:
    player = Player(samples.passing())
    player.click("hand:3")
    assert player.screen.memory.picked == (3,)
    front = samples.passing()
    assert front.table is not None
    player.show(replace(front, table=replace(front.table, step=150)))
    assert player.screen.memory.picked == ()


def test_name_typed_at_first_start() -> None:
    player = Player(samples.samples()["name"])
    assert isinstance(player.screen.page.find(player.screen.memory.focus), Field)
    player.type("Zoë")
    player.key("return")
    assert player.sent == [SetName("Zoë")]


def test_letters_in_a_field_are_no_shortcuts() -> None:
    player = Player(samples.samples()["lobby"])
    player.click("code")
    player.type("bnm")
    assert player.screen.memory.field("code") == "bnm"
    assert player.sent == []
    assert player.saved == []
    player.key("return")
    assert player.sent == [JoinTable(code="BNM")]


def test_leaving_asks_first() -> None:
    player = Player(samples.play())
    player.screen.close_asked(player.now)
    assert not player.screen.closed
    assert player.screen.memory.dialog == "leave"
    player.key("escape")
    assert player.screen.memory.dialog == ""
    player.screen.close_asked(player.now)
    player.screen.close_asked(player.now)
    assert player.screen.closed
    lobby = Player(samples.samples()["lobby"])
    lobby.screen.close_asked(0)
    assert lobby.screen.closed


def test_leave_from_the_menu() -> None:
    player = Player(samples.play())
    player.click("bar:menu")
    player.click("menu:leave")
    player.click("leave:go")
    assert player.sent == [LeaveTable()]


def test_click_beside_a_dialog_closes_it() -> None:
    player = Player(samples.play())
    player.key("l")
    assert player.screen.memory.dialog == "last"
    player.click_at(20, 700)
    assert player.screen.memory.dialog == ""
    assert player.sent == []


def test_settings_are_saved_and_seen_at_once() -> None:
    player = Player(samples.play())
    player.key("escape")
    player.click("menu:settings")
    player.click("text_size:150")
    player.click("trick_hold:1800")
    assert player.saved[-1] == UiSettings(speed=0, text_size=150, trick_hold=1800)
    assert player.screen.frame.text == 1.5
    player.click("theme:contrast")
    player.click("deck:large")
    player.click("colours:safe")
    assert player.screen.draw(player.now)


def test_sort_key_is_kept() -> None:
    player = Player(samples.play())
    player.key("s")
    assert player.saved[-1].sort == "rank"


def test_sound_key_says_what_it_did() -> None:
    player = Player(samples.play())
    player.key("m")
    assert not player.saved[-1].sound
    assert player.screen.draw(player.now)


def test_unchanged_screen_is_not_drawn_again() -> None:
    player = Player(samples.play())
    assert player.screen.draw(player.now)
    assert not player.screen.draw(player.now + 5000)
    assert player.screen.wake_ms(player.now + 5000) is None
    player.screen.handle(Pointer("move", *player.middle("hand:2")), player.now)
    assert player.screen.draw(player.now)


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1920, 1080)])
def test_F48_every_card_is_hit_at_its_edges(size: tuple[int, int]) -> None:
    player = Player(samples.twenty(), size=size)
    page = player.screen.page
    items = [item for item in page.cards() if item.id.startswith("hand:")]
    for item in items:
        left = item.pose.cx - item.pose.w / 2
        for x in (left + 6, left + item.shown - 8):
            hit = page.at(x, item.pose.cy)
            assert hit is not None
            assert hit.id == item.id


def test_F48_live_resize_lays_out_again() -> None:
    player = Player(samples.play())
    player.screen.draw(0)
    for size in ((1024, 600), (1600, 900), (1280, 720)):
        surface = pygame.Surface(size).convert()
        player.screen.resize(surface)
        assert player.screen.draw(0)
        assert surface.get_at((size[0] - 3, size[1] - 3))[:3] != (0, 0, 0)


def test_F57_log_goes_on_while_the_trick_is_held() -> None:
    player = Player(samples.play(), UiSettings())
    front = samples.play_any()
    assert front.table is not None
    assert front.table.view is not None
    full = samples.trick(7, 1, "KH 9H 10H AH", winner=0, points=30)
    view = replace(
        front.table.view, last_trick=full, trick=replace(full, number=8, plays=(), winner=None, points=None)
    )
    lines = (*front.table.lines, samples.Line("Dana takes the trick: 30 points.", 0, 5, 7))
    player.screen.draw(player.now)
    player.show(replace(front, table=replace(front.table, view=view, lines=lines, step=144)))
    player.screen.draw(player.now + 400)
    page = player.screen.page
    assert [item.id for item in page.cards() if item.id.startswith("trick-7")] != []
    assert any("takes the trick" in str(item) for item in page.items)
    player.screen.draw(player.now + 3000)
    assert [item.id for item in player.screen.page.cards() if item.id.startswith("trick-7")] == []


def test_click_ends_the_hold_and_acts() -> None:
    player = Player(samples.play(), UiSettings(trick_hold=0))
    front = my_lead()
    assert front.table is not None
    assert front.table.view is not None
    full = samples.trick(7, 1, "KH 9H 10H AH", winner=0, points=30)
    view = replace(front.table.view, last_trick=full)
    player.show(replace(front, table=replace(front.table, view=view)))
    player.click("hand:0", 2000)
    assert len(player.sent) == 1


def test_wheel_pages_the_score() -> None:
    player = Player(samples.long_score())
    player.screen.handle(Pointer("wheel", 600, 400, wheel=1.0), player.now)
    assert player.screen.memory.scrolled("score") == 1
    player.screen.handle(Pointer("wheel", 600, 400, wheel=-1.0), player.now)
    assert player.screen.memory.scrolled("score") == 0


@pytest.mark.parametrize("name", list(samples.samples()))
def test_every_sample_is_drawn(name: str) -> None:
    player = Player(samples.samples()[name])
    assert player.screen.draw(0)
    assert (
        len({player.surface.get_at((x, y))[:3] for x in range(0, 1280, 40) for y in range(0, 720, 40)}) > 20
    )


def test_the_login_name_is_proposed_and_typing_replaces_it() -> None:
    front = samples.samples()["lobby"]
    front = replace(front, lobby=replace(front.lobby, name=""))
    posted: list[object] = []
    screen = Screen(pygame.Surface((1280, 720)).convert(), front, post=posted.append, login="Root\n")
    screen.handle(Typed("Zoë"), 10)
    screen.handle(Key("return"), 20)
    assert posted == [SetName("Zoë")]
    screen = Screen(pygame.Surface((1280, 720)).convert(), front, post=posted.append, login="Root\n")
    button = screen.page.find("go:name")
    assert isinstance(button, Button)
    assert button.do[0] == SetName("Root")


def test_enter_confirms_once_enough_cards_are_picked() -> None:
    player = Player(samples.passing())
    player.key("right")
    player.key("return")
    for _ in range(3):
        player.key("right", shift=True)
        player.key("space")
    assert len(player.screen.memory.picked) == 4
    player.key("space")
    assert len(player.screen.memory.picked) == 3
    player.key("space")
    assert player.sent == []
    player.key("return")
    assert len(player.sent) == 1


def test_pressing_on_and_on_does_not_lock_the_table_for_ever() -> None:
    player = Player(samples.play())
    x, y = player.middle("hand:2")
    player.click_at(x, y, 0)
    player.show(my_lead())
    for _ in range(6):
        player.click_at(x, y, 190)
    assert len(player.sent) == 2
