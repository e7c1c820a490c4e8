"""Smaller signs of the table: thinking dots, tags that wait for their card, one's own name, lost hands, the
exchange of the nine, the end by the rules, the deal's proofs, the review.
"""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import helpers_scenes_more as more
import pygame
import pytest
from helpers_layout import faults
from helpers_person import Player

from pinochle_lan.front import Front
from pinochle_lan.intents import Act, AskReview
from pinochle_lan.rules.actions import Lay, Play, Shown
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import PlayOffer
from pinochle_lan.table.snapshot import Fair, Line, Waiting
from pinochle_lan.ui import tellings, words
from pinochle_lan.ui.fonts import Fonts
from pinochle_lan.ui.layout import Frame
from pinochle_lan.ui.memory import Balloon, Memory
from pinochle_lan.ui.page import Button, CardItem, Hot, Label, Page, Plate, Sentence, Shape
from pinochle_lan.ui.scenes import build, fair
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.settings import UiSettings
from pinochle_lan.ui.text import TextCache
from pinochle_lan.ui.widgets.plate import DOT_MS


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def page_of(sample: str, frame: Frame, memory: dict[str, object]) -> tuple[Page, TextCache]:
    text = TextCache(Fonts(system=False), frame.scale)
    look = Look(frame, text, Memory(**memory), UiSettings())  # type: ignore[arg-type]
    return build(samples.samples()[sample], look), text


def words_on(player: Player) -> str:
    items = player.screen.page.items
    labels = [item.text for item in items if isinstance(item, Label)]
    runs = [words.plain(item.runs) for item in items if isinstance(item, Sentence)]
    return "|".join((*labels, *runs))


def bots_turn() -> Front:
    front = samples.play()
    snap = more.table_of(front)
    assert snap.view is not None
    return replace(front, table=replace(snap, view=replace(snap.view, offers=(), turn=(samples.BEN,))))


# --- dots


def test_a_thinking_bot_moves_its_dots_slowly_and_nothing_else_wakes_the_window() -> None:
    player = Player(bots_turn(), UiSettings())
    now = 10 * DOT_MS
    plates = [item for item in player.screen.page.items if isinstance(item, Plate)]
    assert [item.name for item in plates if item.thinks] == ["Ben"]
    assert player.screen.draw(now)
    assert not player.screen.draw(now + DOT_MS - 1)
    assert player.screen.wake_ms(now) == DOT_MS
    assert player.screen.draw(now + DOT_MS)


def test_without_motion_and_for_people_there_are_no_dots() -> None:
    player = Player(bots_turn(), UiSettings(speed=0))
    assert player.screen.wake_ms(0) is None
    person = replace(bots_turn(), table=replace(more.table_of(bots_turn()), people=samples.people(bots=())))
    assert Player(person, UiSettings()).screen.wake_ms(0) is None


def test_with_a_turn_clock_the_time_that_is_left_stands_at_the_seat() -> None:
    front = samples.play()
    snap = more.table_of(front)

    def left(**changes: object) -> list[int]:
        table = replace(snap, **changes)  # type: ignore[arg-type]
        plates = [
            item for item in Player(replace(front, table=table)).screen.page.items if isinstance(item, Plate)
        ]
        return [item.left for item in plates]

    assert left() == [-1] * 4
    waiting = (Waiting(0, samples.ME, "card", 7_500, False),)
    assert left(clock=30, waiting=waiting) == [750, -1, -1, -1]
    late = (Waiting(0, samples.ME, "card", 90_000, False),)
    assert left(clock=30, waiting=late)[0] == 0


# --- tags


def test_tags_of_the_trick_belong_to_their_cards_and_are_not_drawn_before_them() -> None:
    player = Player(samples.play())
    tags = [item for item in player.screen.page.items if isinstance(item, Label) and item.of]
    assert {item.text: item.of for item in tags} == {"Ben led": "trick-7-1", "Winning": "trick-7-3"}
    grounds = [item.of for item in player.screen.page.items if isinstance(item, Shape) and item.of]
    assert grounds == ["trick-7-1", "trick-7-3"]
    paint = player.screen._picture._paint
    surface = player.surface

    def drawn(without: tuple[str, ...]) -> bytes:
        surface.fill("#000000")
        paint.page(player.screen.page, hover="", focus="", pressed="", without=without)
        chip = pygame.Rect(590, 198, 68, 22)
        return pygame.image.tobytes(surface.subsurface(chip), "RGB")

    assert drawn(()) != drawn(("trick-7-3",))


# --- one's own name


@pytest.mark.parametrize(
    ("text", "seat", "told"),
    [
        ("Dana bids 250.", 0, ("You", " bid 250.")),
        ("Dana passes.", 0, ("You", " pass.")),
        ("Dana passes four cards to Ana.", 0, ("You", " pass four cards to Ana.")),
        ("Ana passes four cards to Dana.", 2, ("Ana", " passes four cards to you.")),
        ("Dana has the bid at 310.", 0, ("You", " have the bid at 310.")),
        ("Dana has no marriage and cannot name it.", 0, ("You", " have no marriage and cannot name it.")),
        ("Dana buries two cards and names clubs trump.", 0, ("You", " bury two cards and name clubs trump.")),
        ("Dana shows 20 meld: Marriage in spades.", 0, ("You", " show 20 meld: Marriage in spades.")),
        ("Dana plays the ten of hearts.", 0, ("You", " play the ten of hearts.")),
        ("Ben bids 260.", 1, ("Ben", " bids 260.")),
        ("Dana's laptop is away.", 0, ("", "Dana's laptop is away.")),
        ("Hand 5: shuffled and sealed.", None, ("", "Hand 5: shuffled and sealed.")),
    ],
)  # fmt: skip
def test_the_log_says_you(text: str, seat: int | None, told: tuple[str, str]) -> None:
    assert words.told(more.table_of(samples.play()), Line(text, seat)) == told


# --- a hand that ended before it was played


def test_the_melds_of_a_hand_lost_without_play_are_shown_before_its_score() -> None:
    player = Player(more.lost_early())
    assert player.screen.page.name == "meld"
    assert "Queens around" in words_on(player)
    assert "Ben bid 500" in words_on(player)
    player.click("go:play")
    assert player.screen.page.name == "score"
    assert "Next hand" in [item.label for item in player.screen.page.items if isinstance(item, Button)]


def test_melds_seen_before_and_hands_that_were_played_go_straight_to_the_score() -> None:
    seen = Player(more.lost_early())
    seen.screen.remember_that(seen_meld=6)
    assert seen.screen.page.name == "score"
    front = samples.score()
    laid = more.table_of(more.lost_early()).laid
    assert Player(replace(front, table=replace(more.table_of(front), laid=laid))).screen.page.name == "score"


# --- the exchange of the nine


def test_what_the_exchange_makes_possible_waits_for_it_and_is_laid_after_it() -> None:
    player = Player(more.exchange())
    assert "Royal marriage, after the exchange" in words_on(player)
    assert player.screen.page.find("melds:2") is None
    player.click("melds:0")
    player.click("melds:2")
    player.click("go:lay")
    act = player.sent[-1]
    assert isinstance(act, Act)
    assert isinstance(act.action, Lay)
    assert [meld.meld for meld in act.action.melds] == ["dix-exchange", "royal-marriage"]


def test_without_the_exchange_nothing_is_laid_that_rests_on_it() -> None:
    player = Player(more.exchange())
    for name in ("melds:0", "melds:2", "melds:0", "melds:1"):
        player.click(name)
    player.click("go:lay")
    act = player.sent[-1]
    assert isinstance(act, Act)
    assert isinstance(act.action, Lay)
    assert [meld.meld for meld in act.action.melds] == ["meld"]


# --- score


def test_the_score_says_what_happens_if_several_reach_the_end() -> None:
    front = samples.score()
    snap = more.table_of(front)
    assert snap.view is not None
    ends = ("The game is won at 1,500; if several reach it at once, the higher score wins.",)
    player = Player(replace(front, table=replace(snap, view=replace(snap.view, ends=ends))))
    assert "First to 1,500 wins. If several reach it at once, the higher score wins." in words_on(player)


# --- the deal's proofs


def test_three_plain_lines_about_the_deal_and_the_details_behind_them() -> None:
    player = Player(more.talking())
    assert "Shuffled by 4 laptops in turn." in words_on(player)
    assert "Sealed: nobody sees another's cards." in words_on(player)
    assert "12 proofs and 27 cards checked." in words_on(player)
    player.click("fair:details")
    assert "each laptop proved that it mixed the cards and changed none" in words_on(player)
    assert fair.sentences(Fair())[0] == "The next hand is not shuffled yet."
    assert fair.sentences(Fair(1, 2, True, 3))[0] == "Shuffled on this laptop alone."


# --- the log


def log_lines(front: Front) -> list[str]:
    """Headings and lines of the log panel, from the first heading on."""
    items = Player(front).screen.page.items
    tabs = next(
        place for place, item in enumerate(items) if isinstance(item, Button) and item.id == "tabs:rules"
    )
    told = [item for item in items[tabs:] if isinstance(item, Label | Sentence)]
    texts = [
        item.text if isinstance(item, Label) else "".join(run.text for run in item.runs) for item in told
    ]
    return texts[: texts.index("FAIR DEAL")]


def test_what_happens_to_a_laptop_stands_under_its_own_heading() -> None:
    lines = log_lines(more.absence())
    at = lines.index("LAPTOPS")
    assert lines[at - 1] == "Ben leads K."
    assert lines[at + 1] == "Ben closed the program."
    assert "".join(lines[at + 2 : at + 4]) == more.STORY[1]
    assert lines[at + 4 :] == [*more.STORY[2:], "TRICK 7", "Ana plays 9.", "Caro plays 10."]
    page = Player(more.absence()).screen.page
    back = next(
        item for item in page.items if isinstance(item, Sentence) and words.plain(item.runs) == "Ben is back."
    )
    assert (back.runs[0].text, back.runs[0].tone) == ("Ben", "them")


def test_the_log_never_begins_in_the_middle_of_a_sentence() -> None:
    snap = more.table_of(samples.play())
    long = Line("Ben's laptop was not heard for ten seconds; those present go on without it.")
    for count in range(4, 12):
        lines = (*(long for _ in range(count)), *snap.lines[-count % 4 :])
        first = next(
            text for text in log_lines(replace(samples.play(), table=replace(snap, lines=lines))) if text
        )
        assert first.startswith(("LAPTOPS", "Ben's laptop", "TRICK"))


def test_a_question_stands_beside_the_trump_card() -> None:
    for text_size in (1.0, 1.5):
        for wide, high in ((1024, 640), (1280, 720)):
            frame = Frame(wide, high, text=text_size)
            page, _ = page_of("deciding", frame, {})
            paper = next(item.box for item in page.items if isinstance(item, Shape) and item.fill == "paper")
            strips = [item.box for item in page.items if isinstance(item, Shape) and item.box.h == 40]
            assert len(strips) == 2
            assert not any(strip.meets(paper) for strip in strips)


def test_the_line_under_a_long_score_stands_on_nothing() -> None:
    page, _ = page_of("score-long", Frame(1280, 720), {})
    note = next(item.box for item in page.items if isinstance(item, Label) and "Page up" in item.text)
    rules = [item.box for item in page.items if isinstance(item, Shape) and item.fill == "paper_line"]
    newest = next(item.box for item in page.items if isinstance(item, Shape) and item.fill == "gold_pale")
    assert newest.bottom <= note.y + 2
    assert not any(note.meets(rule) for rule in rules)


# --- layout of what is new


@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("sample", ["talking", "meld", "auction", "two"])
@pytest.mark.parametrize(
    "memory",
    [
        {"tab": "chat", "drawer": True, "unread": 99, "muted": (1,)},
        {"tab": "log", "drawer": True, "unread": 12},
        {"dialog": "fair"},
        {"dialog": "together"},
    ],
)
def test_panel_chat_and_dialogs_fit(sample: str, memory: dict[str, object], text_size: float) -> None:
    for wide, high in ((1024, 600), (1280, 720), (1920, 1080)):
        frame = Frame(wide, high, text=text_size)
        page, text = page_of(sample, frame, memory)
        panel = [fault for fault in faults(page, frame, text) if wide != 1024 or "tabs" in fault]
        assert panel == [], (wide, high)


@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("dialog", ["review", "details"])
def test_the_hands_dialogs_fit(dialog: str, text_size: float) -> None:
    for wide, high in ((1024, 600), (1280, 720), (1920, 1080)):
        frame = Frame(wide, high, text=text_size)
        page, text = page_of("reviewed", frame, {"dialog": dialog})
        assert list(faults(page, frame, text)) == [], (wide, high)


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("said", ["Nice!", "I have not one heart, and the phone just rang twice in a row."])
def test_balloons_stay_on_the_felt(seat: int, said: str) -> None:
    for wide, high in ((1024, 600), (1280, 720)):
        frame = Frame(wide, high)
        page, _ = page_of("talking", frame, {"balloons": (Balloon(seat, said, 9999),)})
        box = next(
            item.box for item in reversed(page.items) if isinstance(item, Shape) and item.fill == "paper"
        )
        assert frame.table.covers(box, 0), (wide, high)


# --- looking back


def test_the_review_is_asked_for_from_the_hands_details() -> None:
    player = Player(more.reviewed())
    player.click("go:details")
    player.key("v")
    assert player.sent == [AskReview()]
    assert player.screen.memory.dialog == "review"
    assert "it wins, and nobody can trump it yet" in words_on(player)
    assert "6 of 12 as the adviser would have chosen" in words_on(player)


def test_a_long_review_is_paged() -> None:
    player = Player(more.reviewed())
    player.screen.remember_that(dialog="review")
    assert "Bidding" in words_on(player)
    assert "Trick 12" not in words_on(player)
    player.key("pagedown")
    assert "Trick 12" in words_on(player)
    assert "Bidding" not in words_on(player)
    player.key("pageup")
    assert "Bidding" in words_on(player)


def test_a_review_that_grows_says_so() -> None:
    front = more.reviewed()
    snap = more.table_of(front)
    assert snap.review is not None
    player = Player(replace(front, table=replace(snap, review=None)))
    player.screen.remember_that(dialog="review")
    assert "Thinking about it." in words_on(player)
    half = replace(snap.review, choices=snap.review.choices[:3], done=False)
    player.show(replace(front, table=replace(snap, review=half)))
    assert "Thinking on" in words_on(player)


# --- the log speaks of people


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("NS bid 310 and made 410: 230 meld (partnership 13)", "You and Ana bid 310 and made 410: 230 meld."),
        ("EW score 140 (partnership 13)", "Ben and Caro score 140."),
        ("After hand 5: NS 1400, EW -260.", "After hand 5: You and Ana 1,400, Ben and Caro −260."),
        ("Kitty: ten of hearts.", "Kitty: ten of hearts."),
    ],
)
def test_lines_about_the_score_name_people(text: str, told: str) -> None:
    snap = more.table_of(samples.play())
    assert snap.view is not None
    assert tellings.scored(snap, snap.view, text) == told


# --- melds where there is little room


def test_names_of_melds_get_shorter_before_cards_get_lost() -> None:
    front = samples.melds()
    snap = more.table_of(front)
    assert snap.view is not None
    two = (
        samples.meld("Marriage in clubs", 20, "KC QC", (50, 51)),
        samples.meld("Marriage in hearts", 20, "KH QH", (52, 53)),
    )
    view = samples.with_seat(snap.view, samples.BEN, meld=two, meld_points=40)
    player = Player(replace(front, table=replace(snap, view=view)), size=(1024, 600))
    names = [item.text for item in player.screen.page.items if isinstance(item, Label)]
    assert names.count("Marriage") == 2
    assert not any("more" in name for name in names)


def test_melds_that_do_not_fit_are_named_in_a_tooltip() -> None:
    player = Player(samples.many_melds(), size=(1024, 600))
    hidden = player.screen.page.find("more:1")
    assert isinstance(hidden, Hot)
    assert "Pinochle 40" in hidden.why
    fewer = [item for item in player.screen.page.items if isinstance(item, Label) and item.text == "150"]
    assert len(fewer) == 4, "everybody's first meld is there"


# --- two copies of a card, one of which everybody has seen


def test_a_hidden_copy_is_never_refused_for_its_twin_and_a_click_on_it_plays_the_one_that_was_seen() -> None:
    """The rules let the copy that everybody has seen go first; to the eye they are one card."""
    front = samples.play_any()
    snap = more.table_of(front)
    assert snap.view is not None
    held = samples.hand("JS JS 9S")
    first, second, third = held
    seats = list(snap.view.seats)
    seats[samples.ME] = replace(seats[samples.ME], hand=(first, replace(second, open=True), third))
    why = Refusal("open_copy", (("card", "JS"),))
    offer = PlayOffer("card", (second.slot, third.slot), ((first.slot, why),))
    view = replace(snap.view, seats=tuple(seats), offers=(offer,))
    player = Player(replace(front, table=replace(snap, view=view)))
    hidden = player.screen.page.find(f"hand:{first.slot}")
    assert isinstance(hidden, CardItem)
    assert (hidden.enabled, hidden.dim, hidden.why) == (True, False, "")
    player.click(hidden.id)
    assert [sent.action for sent in player.sent if isinstance(sent, Act)] == [
        Play(samples.ME, Shown(second.slot, first.card))
    ]
    assert "Your lead. Any card." in words_on(player)
    # A card that must not be played says why it itself must not, not that its twin goes first.
    follow = Refusal("follow", (("suit", "hearts"),))
    barred = replace(offer, slots=(third.slot,), refused=((first.slot, why), (second.slot, follow)))
    player = Player(replace(front, table=replace(snap, view=replace(view, offers=(barred,)))))
    hidden = player.screen.page.find(f"hand:{first.slot}")
    assert isinstance(hidden, CardItem)
    assert (hidden.dim, hidden.why) == (True, str(follow))
