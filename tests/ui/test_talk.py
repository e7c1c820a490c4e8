"""Talk at the table: phrases, free text, balloons, muting; nothing of it touches the game."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import helpers_scenes_more as more
import pygame
import pytest
from helpers_person import Player

from pinochle_lan.front import Front
from pinochle_lan.intents import PutAway, Say
from pinochle_lan.table.snapshot import Remark
from pinochle_lan.ui import chatter
from pinochle_lan.ui.page import Button, Label, Sentence
from pinochle_lan.ui.settings import UiSettings

QUIET = UiSettings(speed=0)


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def saying(front: Front, member: int, text: str) -> Front:
    """The front after one more remark."""
    snap = more.table_of(front)
    number = snap.chat[-1].number + 1 if snap.chat else 1
    return replace(front, table=replace(snap, chat=(*snap.chat, Remark(number, member, text))))


def texts(player: Player) -> str:
    items = player.screen.page.items
    labels = [item.text for item in items if isinstance(item, Label)]
    runs = [run.text for item in items if isinstance(item, Sentence) for run in item.runs]
    return "|".join((*labels, *runs))


def test_one_click_says_a_phrase() -> None:
    player = Player(more.talking())
    player.click("quick:1")
    assert player.sent == [Say("Thanks")]


def test_slash_opens_the_chat_and_digits_say_phrases_until_something_is_typed() -> None:
    player = Player(more.talking())
    player.type("/")
    assert player.screen.memory.focus == "chat:text"
    player.type("1")
    assert player.sent == [Say("Nice!")]
    player.type("No 2, sorry")
    player.key("return")
    assert player.sent[1:] == [Say("No 2, sorry")]
    assert player.screen.memory.field("chat:text") == ""
    player.key("escape")
    assert player.screen.memory.focus != "chat:text"
    assert player.screen.memory.dialog == ""


def test_letters_typed_in_the_chat_play_no_card_and_bid_nothing() -> None:
    player = Player(more.talking())
    player.type("/")
    player.type("pass h l s a")
    assert player.sent == []
    assert player.screen.memory.field("chat:text") == "pass h l s a"


def test_digits_stay_bids_while_bidding() -> None:
    front = samples.auction()
    player = Player(replace(front, table=replace(more.table_of(front), people=samples.people(bots=()))))
    player.click("tabs:chat")
    player.screen.memory = replace(player.screen.memory, focus="")
    player.key("3")
    assert player.sent == []
    assert player.screen.memory.field("bid") == "3"


def test_a_balloon_stands_by_the_plate_for_four_seconds() -> None:
    front = more.talking()
    player = Player(front)
    assert player.screen.memory.balloons == (), "what was said before the table was opened is no news"
    player.show(saying(front, 1, "Hear, hear"))
    assert "Hear, hear" in texts(player)
    assert player.screen.wake_ms(player.now) == chatter.BALLOON_MS
    player.screen.settle(player.now + chatter.BALLOON_MS)
    assert "Hear, hear" not in texts(player)


def test_unread_remarks_are_counted_on_the_tab_until_it_is_opened() -> None:
    front = more.talking()
    player = Player(front)
    front = saying(front, 1, "One")
    player.show(front)
    player.show(saying(front, 2, "Two"))
    tab = player.screen.page.find("tabs:chat")
    assert isinstance(tab, Button)
    assert tab.label == "Chat 2"
    player.click("tabs:chat")
    tab = player.screen.page.find("tabs:chat")
    assert isinstance(tab, Button)
    assert tab.label == "Chat"
    assert "One" in texts(player)


def test_in_a_narrow_window_the_drawers_button_counts_and_opens_the_chat() -> None:
    front = more.talking()
    player = Player(front, size=(1024, 600))
    player.show(saying(front, 1, "One"))
    button = player.screen.page.find("tools:log")
    assert isinstance(button, Button)
    assert button.label == "Chat 1"
    player.key("g")
    assert player.screen.memory.drawer
    assert player.screen.memory.tab == "chat"
    assert player.screen.memory.focus != "chat:text", "cards can still be played by keys"
    player.key("g")
    button = player.screen.page.find("tools:log")
    assert isinstance(button, Button)
    assert button.label == "Log"


def test_whoever_is_muted_is_neither_seen_nor_heard() -> None:
    front = more.talking()
    player = Player(front)
    player.click("tabs:chat")
    player.click("mute:3")
    assert player.screen.memory.muted == (1,)
    player.show(saying(front, 1, "Hear, hear"))
    assert "Hear, hear" not in texts(player)
    assert "Well bid" in texts(player)
    player.click("mute:3")
    assert "Hear, hear" in texts(player)


def test_chat_can_be_switched_off_altogether() -> None:
    front = more.talking()
    player = Player(front, UiSettings(speed=0, chat=False))
    assert player.screen.page.find("quick:0") is None
    player.show(saying(front, 1, "Hear, hear"))
    assert player.screen.memory.balloons == ()
    assert "Hear, hear" not in texts(player)


def test_nobody_to_talk_to_no_chat() -> None:
    front = samples.play()
    alone = samples.people(bots=(1, 2, 3))
    player = Player(replace(front, table=replace(more.table_of(front), people=alone)))
    assert player.screen.page.find("quick:0") is None
    assert player.screen.page.find("tabs:chat") is None


def test_over_the_score_sheet_a_remark_is_news_at_the_top() -> None:
    front = samples.score()
    player = Player(front)
    player.show(saying(front, 2, "Good game"))
    assert player.screen._notes.toast(player.now) == "Ana: Good game"


def test_putting_the_melds_away_is_shown_to_the_others() -> None:
    player = Player(samples.melds())
    player.click("go:play")
    assert player.sent == [PutAway(5)]


def test_the_meld_screen_says_who_is_ready() -> None:
    front = samples.melds()
    snap = more.table_of(front)
    people = tuple(replace(who, seen=5 if who.seat == 2 else 4) for who in snap.people)
    player = Player(replace(front, table=replace(snap, people=people)))
    marks = [item for item in player.screen.page.items if getattr(item, "kind", "") in ("tick", "ring")]
    assert [item.kind for item in marks if item.box.y > 600 and item.box.x < 700] == [  # type: ignore[union-attr]
        *("ring", "tick", "tick", "ring")
    ], "you, Ben (a bot), Ana, Caro"
