"""Which scene stands for which view, what it offers to do, and what it says."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import pytest

from pinochle_lan.cards import Suit, cards
from pinochle_lan.front import Front
from pinochle_lan.intents import (
    Act,
    Admit,
    AskHint,
    ChangeTable,
    ContinueGame,
    JoinTable,
    LeaveTable,
    LetBotPlay,
    OpenTable,
    PlayAgain,
    PutAway,
    ReadyUp,
    RunCheck,
    SeatBot,
    SetName,
    SitDown,
)
from pinochle_lan.rules.actions import Bury, Call, GiveUp, Laid, Lay, Name, PassCards, Play, Shown
from pinochle_lan.rules.view import ActionOffer, CardView
from pinochle_lan.table.snapshot import Hint, HintLine, Line, Vote
from pinochle_lan.ui.fonts import Fonts
from pinochle_lan.ui.layout import Frame
from pinochle_lan.ui.memory import Memory
from pinochle_lan.ui.page import Block, Button, CardItem, Label, Local, Page, Sentence, Tip
from pinochle_lan.ui.scenes import build, table
from pinochle_lan.ui.scenes.hand import ordered
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.scenes.setup_options import neighbours
from pinochle_lan.ui.settings import UiSettings
from pinochle_lan.ui.text import TextCache

FRAME = Frame(1280, 720)


def page(front: Front, settings: UiSettings | None = None, held: object = None, **memory: object) -> Page:
    look = Look(
        FRAME, TextCache(Fonts(system=False), FRAME.scale), Memory(**memory), settings or UiSettings(), held
    )  # type: ignore[arg-type]
    return build(front, look)


def said(drawn: Page) -> str:
    """Every text of a page on one line."""
    parts = []
    for item in drawn.items:
        if isinstance(item, Label | Block):
            parts.append(item.text)
        elif isinstance(item, Sentence):
            parts.append("".join(run.text for run in item.runs))
    return " | ".join(parts)


def do(drawn: Page, name: str) -> tuple[object, ...]:
    target = drawn.find(name)
    assert target is not None, [one.id for one in drawn.targets()]
    return target.do


@pytest.mark.parametrize(
    ("sample", "name"),
    [
        ("lobby", "lobby"),
        ("setup", "setup"),
        ("auction", "auction"),
        ("auction-waiting", "auction"),
        ("trump", "trump"),
        ("passing", "pick"),
        ("three", "pick"),
        ("three-kitty", "pick"),
        ("meld", "meld"),
        ("trick", "trick"),
        ("two", "trick"),
        ("lay", "lay"),
        ("score", "score"),
        ("over", "over"),
    ],
)
def test_scene_is_chosen_by_zones_and_offers(sample: str, name: str) -> None:
    assert page(samples.samples()[sample]).name == name


def test_scene_never_depends_on_the_variants_name() -> None:
    for front in samples.samples().values():
        if front.table is None or front.table.view is None:
            continue
        view = front.table.view
        renamed = replace(view, variant="grandma", title="Grandma's own")
        assert table.scene(view, 0) == table.scene(renamed, 0)


def test_bid_panel_calls_and_passes_on_the_snapshots_step() -> None:
    drawn = page(samples.auction())
    assert do(drawn, "go:bid") == (Act(Call(0, 300), 143),)
    assert do(drawn, "go:pass") == (Act(Call(0, None), 143),)
    assert do(drawn, "bid:more") == (Local("bid", 310),)
    assert [do(drawn, f"chips:{i}")[0] for i in range(4)] == [Local("bid", 300 + n) for n in (0, 10, 20, 50)]
    assert "Ben leads with 290. You need 300 or more." in said(drawn)


def test_typed_bid_snaps_to_what_may_be_called() -> None:
    assert do(page(samples.auction(), bid=120), "go:bid") == (Act(Call(0, 300), 143),)
    assert do(page(samples.auction(), bid=365), "go:bid") == (Act(Call(0, 365), 143),)


def test_meld_values_can_be_switched_off() -> None:
    assert "IF TRUMP IS" in said(page(samples.auction()))
    assert "IF TRUMP IS" not in said(page(samples.auction(), UiSettings(meld_help=False)))


def test_trump_that_may_not_be_named_says_why() -> None:
    drawn = page(samples.trump())
    assert do(drawn, "suits:S") == (Act(Name(0, Suit.SPADES), 143),)
    assert drawn.find("suits:C") is None
    assert "You need the king and queen of clubs" in said(drawn)


def test_passing_counts_down_and_confirms_only_when_full() -> None:
    half = page(samples.passing(), picked=(9, 15))
    button = half.find("go:confirm")
    assert isinstance(button, Button)
    assert not button.enabled
    assert "2 more" in said(half)
    full = page(samples.passing(), picked=(9, 15, 3, 2))
    assert do(full, "go:confirm") == (Act(PassCards(0, (9, 15, 3, 2)), 143),)
    assert do(full, "tray:15") == (Local("pick", 15),)
    assert do(full, "go:undo") == (Local("unpick"),)


def test_burying_names_trump_in_the_same_breath() -> None:
    without = page(samples.three(), picked=(9, 15, 16)).find("go:confirm")
    assert isinstance(without, Button)
    assert not without.enabled
    full = page(samples.three(), picked=(9, 15, 16), suit=Suit.SPADES)
    assert do(full, "go:confirm") == (Act(Bury(0, (9, 15, 16), Suit.SPADES), 143),)


def test_meld_scene_names_every_meld_and_what_is_needed() -> None:
    drawn = page(samples.melds())
    for words in ("Run in spades", "Pinochle", "Queens around", "Nine of trump", "Needed in tricks", "80"):
        assert words in said(drawn)
    assert do(drawn, "go:play") == (PutAway(5), Local("seen meld", 5))
    assert do(drawn, "go:concede") == (Local("confirm", "go:concede"),)
    asked = page(samples.melds(), confirm="go:concede")
    assert do(asked, "go:concede") == (Act(GiveUp(0), 143), Local("seen meld", 5))


def test_card_in_two_melds_is_marked_the_second_time() -> None:
    linked = [item for item in page(samples.melds()).cards() if item.link]
    assert [str(item.card) for item in linked] == ["QS"]


def test_putting_the_melds_away_shows_the_trick() -> None:
    assert page(samples.melds(), seen_meld=5).name == "trick"


def test_legal_card_plays_and_illegal_one_explains() -> None:
    drawn = page(samples.play())
    assert do(drawn, "hand:2") == (Act(Play(0, Shown(2, cards("AH")[0])), 143),)
    assert do(drawn, "hand:3") == (Local("refuse", 3),)


def test_refusal_says_why_at_the_card_with_its_rule() -> None:
    drawn = page(samples.play(), tip=3, tip_until=99)
    tip = next(item for item in drawn.items if isinstance(item, Tip))
    assert "".join(run.text for run in tip.title) == "You must beat the ten."
    assert tip.foot == "Rule: partnership 10.3b"
    card = drawn.find("hand:3")
    assert isinstance(card, CardItem)
    assert abs(tip.point[0] - card.pose.cx) < 1


def test_two_clicks_setting_lifts_first() -> None:
    front, settings = samples.play_any(), UiSettings(two_clicks=True)
    assert do(page(front, settings), "hand:2") == (Local("lift", 2),)
    assert isinstance(do(page(front, settings, lifted=2), "hand:2")[0], Act)


def test_F37_nothing_can_be_played_while_a_choice_is_pending() -> None:
    front = samples.play()
    assert front.table is not None
    pending = replace(front, table=replace(front.table, pending="card"))
    assert [one.id for one in page(pending).targets() if one.id.startswith("hand")] == []


def test_F58_winner_leader_and_turn_are_told_in_words() -> None:
    words = said(page(samples.play()))
    assert "Winning" in words
    assert "Ben led" in words
    assert "Your turn" in words
    assert "US" in words
    assert "THEM" in words


def test_F59_hand_order() -> None:
    hand = samples.hand("9C AH 10H KH AS JD QS KS 10S")

    def names(trump: Suit | None, sort: str = "suit") -> str:
        return " ".join(str(item.card) for item in ordered(hand, trump, sort))

    assert names(None) == "AS 10S KS QS AH 10H KH 9C JD"
    assert names(Suit.DIAMONDS).startswith("JD AS 10S")
    assert names(None, "rank").startswith("AS AH 10S 10H KS KH")
    assert names(None, "dealt") == "9C AH 10H KH AS JD QS KS 10S"


def test_F59_passed_cards_are_marked() -> None:
    fresh = [item.id for item in page(samples.passing()).cards() if item.fresh]
    assert sorted(fresh) == ["hand:12", "hand:13", "hand:14", "hand:15"]


def test_F60_last_trick_in_play_and_in_the_panel() -> None:
    drawn = page(samples.play(), dialog="last")
    assert "Ben took 30 points in trick 6." in said(drawn)
    assert len([item for item in drawn.cards() if item.id.startswith("shown")]) == 4


def test_stock_game_plays_melded_cards_too() -> None:
    drawn = page(samples.two())
    assert do(drawn, "melded:31") == (Act(Play(0, Shown(31, cards("QS")[0])), 143),)
    assert "Stock 15" in said(drawn)


def test_laying_one_meld() -> None:
    assert do(page(samples.lay()), "go:none") == (Act(Lay(0), 143),)
    chosen = page(samples.lay(), melds=(1,))
    laid = Laid("meld", (Shown(3, cards("KH")[0]), Shown(34, cards("QH")[0])))
    assert do(chosen, "go:lay") == (Act(Lay(0, (laid,)), 143),)


def test_plain_choices_are_buttons() -> None:
    front = samples.play_any()
    assert front.table is not None
    assert front.table.view is not None
    offer = ActionOffer("go", ("Play", "Give up"), actions=(GiveUp(0), GiveUp(0)))
    view = replace(front.table.view, offers=(offer,))
    drawn = page(replace(front, table=replace(front.table, view=view)))
    assert drawn.name == "choice"
    assert do(drawn, "choice:1") == (Act(GiveUp(0), 143),)


def test_claim_asks_once_more() -> None:
    front = samples.auction()
    assert front.table is not None
    assert front.table.view is not None
    claim = ActionOffer("call", ("Show the nines: new deal",), "nines", (Call(0, None),))
    view = replace(front.table.view, offers=(*front.table.view.offers, claim))
    changed = replace(front, table=replace(front.table, view=view))
    assert do(page(changed), "claim:0") == (Local("confirm", "claim:0"),)
    assert do(page(changed, confirm="claim:0"), "claim:0") == (Act(Call(0, None), 143),)


def test_score_sheet_marks_the_set_by_word_and_names_people() -> None:
    words = said(page(samples.score()))
    assert "SET" in words
    assert "You and Ana bid 310 and made 410" in words
    assert "Ana and Caro are ready · waiting for you and Ben" in words
    assert do(page(samples.score()), "go:next") == (ReadyUp(True),)


def test_long_score_scrolls() -> None:
    front = samples.long_score()
    assert "of 17" in said(page(front))
    assert "Hands 1 to" in said(page(front, scroll=(("score", 99),)))


def test_game_end_offers_another_one() -> None:
    drawn = page(samples.over())
    assert "You and Ana win the game" in said(drawn)
    assert do(drawn, "go:again") == (PlayAgain(),)
    assert do(drawn, "go:leave") == (LeaveTable(),)


def test_lobby_shows_why_a_table_cannot_be_joined() -> None:
    drawn = page(samples.samples()["lobby"], chosen=b"a" * 16)
    button = drawn.find("join:table")
    assert isinstance(button, Button)
    assert not button.enabled
    assert "The game is full and under way." in said(drawn)


def test_lobby_seats_and_partner() -> None:
    drawn = page(samples.samples()["lobby"])
    assert "You would partner Ana." in said(drawn)
    assert do(drawn, "chairs:2") == (JoinTable(table_id=b"k" * 16),)


def test_F46_nothing_found_explains_itself_after_8_seconds() -> None:
    early = samples.samples()["lobby-saved"]
    assert "Nobody has opened a table yet." in said(page(early))
    late = said(page(samples.samples()["lobby-empty"]))
    assert "Same Wi-Fi?" in late
    assert "192.168.178.31" in late


def test_F46_the_check_is_run_from_the_lobby_and_its_answer_stands_there() -> None:
    empty = page(samples.samples()["lobby-empty"])
    assert do(empty, "search:check") == (RunCheck(),)
    told = said(page(samples.samples()["lobby-check"]))
    assert "its own firewall stops them" in told
    assert "192.168.178.31:47470" in told
    running = page(samples.samples()["lobby-checking"])
    assert "Asking who is there ..." in said(running)
    button = running.find("search:check")
    assert isinstance(button, Button)
    assert not button.enabled


def test_join_by_code_or_address() -> None:
    front = samples.samples()["lobby"]
    assert do(page(front, fields=(("code", "h3t9-pakd"),)), "join:code") == (JoinTable(code="H3T9-PAKD"),)
    by_address = page(front, fields=(("code", "192.168.1.20:4771"),))
    assert do(by_address, "join:code") == (JoinTable(address="192.168.1.20:4771"),)


def test_play_with_bots_fills_every_other_chair() -> None:
    assert do(page(samples.samples()["lobby"]), "own:bots") == (Local("dialog", "bots"),)
    opened, closed = do(page(samples.samples()["lobby"], dialog="bots"), "go:bots")
    assert closed == Local("dialog", "")
    assert isinstance(opened, OpenTable)
    assert opened.alone
    assert opened.bots == ((1, "steady"), (2, "steady"), (3, "steady"))


def test_play_with_bots_lets_choose_game_and_opponent() -> None:
    chosen = UiSettings(variant="two-handed", bot="miser")
    drawn = page(samples.samples()["lobby"], chosen, dialog="bots")
    assert do(drawn, "game:three-handed") == (Local("set", ("variant", "three-handed")),)
    assert do(drawn, "bot:steady") == (Local("set", ("bot", "steady")),)
    opened = do(drawn, "go:bots")[0]
    assert isinstance(opened, OpenTable)
    assert (opened.variant, opened.bots) == ("two-handed", ((1, "miser"),))


def test_saved_games_can_be_continued() -> None:
    (go_on,) = do(page(samples.samples()["lobby-saved"]), "saved:0")
    assert go_on == ContinueGame("2026-11-20-a1b2c3d4.pinochle")
    both = page(samples.samples()["lobby-both"], dialog="saved")
    assert do(both, "saved:1") == (ContinueGame("2026-11-12-0badcafe.pinochle"),)


def test_a_game_with_others_goes_on_anew_with_whoever_comes_and_says_who_did_so() -> None:
    front = samples.samples()["lobby-saved"]
    first = front.lobby.saved[0]
    assert page(front).find("saved:0:anew") is None, "against bots there is nobody to wait for"
    shared = replace(first, shared=True, continued="continued by Ana and Ben on 2026-11-27")
    drawn = page(replace(front, lobby=replace(front.lobby, saved=(shared,))))
    assert do(drawn, "saved:0:anew") == (ContinueGame(first.file, anew=True),)
    assert "continued by Ana and Ben on 2026-11-27" in said(drawn)


def test_name_is_asked_first_and_only_then() -> None:
    nameless = samples.samples()["name"]
    drawn = page(nameless)
    assert drawn.first == "name"
    assert drawn.find("own:new") is None
    typed = page(nameless, fields=(("name", " Dana "),))
    assert do(typed, "go:name") == (SetName("Dana"), Local("dialog", ""))


def test_setup_of_the_founder() -> None:
    drawn = page(samples.setup())
    assert do(drawn, "bot:3") == (SeatBot(3, "steady"),)
    assert do(drawn, "bot:1") == (SeatBot(1, "miser"),)
    assert do(drawn, "free:1") == (SeatBot(1, ""),)
    assert do(drawn, f"yes:{(b'c' * 32).hex()[:8]}") == (Admit(b"c" * 32, True),)
    kept = (
        ("double-for-spades", True),
        ("house_rules", "tens-around double-for-spades"),
        ("target", 1050),
        ("tens-around", True),
    )
    assert do(drawn, "more:target") == (ChangeTable("partnership", kept),)
    kept = (*kept[:2], ("minimum_bid", 260), ("target", 1000), kept[3])
    assert do(drawn, "more:minimum_bid") == (ChangeTable("partnership", kept),)
    assert "H3T9-PAKD" in said(drawn)
    assert "One chair is free." in said(drawn)


def test_setup_of_a_guest_changes_nothing() -> None:
    drawn = page(samples.setup(founder=False))
    assert drawn.find("more:target") is None
    assert drawn.find("bot:3") is None
    assert do(drawn, "sit:3") == (SitDown(3),)


def test_option_values_go_round_or_end() -> None:
    bid, rise, passed = samples.OPTIONS[:3]
    assert neighbours(bid, 100) == (None, 110)
    assert neighbours(rise, 100) == (99, None)
    assert neighbours(passed, 4) == (3, 0)


def test_absent_player_and_the_end_of_the_evening() -> None:
    drawn = page(samples.waiting())
    assert "Ben's laptop does not answer. 21 s" in said(drawn)
    assert do(drawn, "banner:end") == (Local("dialog", "leave"),)


def test_stopped_table_names_the_laptop_and_offers_the_lobby() -> None:
    drawn = page(samples.stopped())
    assert "Ben's copy differs at step 143" in said(drawn)
    assert do(drawn, "stopped:leave") == (LeaveTable(),)
    assert drawn.find("hand:2") is None


def test_held_trick_stays_though_the_hand_is_scored() -> None:
    front = samples.score()
    assert front.table is not None
    assert front.table.view is not None
    assert page(front).name == "score"
    assert page(front, held=samples.trick(12, 0, "10D AD 9D KD", winner=1, points=40)).name == "trick"


def test_unknown_face_is_drawn_as_a_back() -> None:
    front = samples.play()
    assert front.table is not None
    assert front.table.view is not None
    view = samples.with_seat(front.table.view, 0, hand=(CardView(4, None),))
    drawn = page(replace(front, table=replace(front.table, view=view)))
    assert [item.card for item in drawn.cards() if item.id == "hand:4"] == [None]


def hinted(front: Front, *lines: HintLine) -> Front:
    assert front.table is not None
    return replace(front, table=replace(front.table, adviser=True, hint=Hint(front.table.step, lines)))


def test_a_hint_says_what_and_why_and_lifts_its_card() -> None:
    ace = Play(0, Shown(2, cards("AH")[0]))
    drawn = page(hinted(samples.play(), HintLine(ace, 12, 3, "it is the only card that beats the ten")))
    assert do(drawn, "tools:hint") == (AskHint(),)
    assert "Hint  A: it is the only card that beats the ten." in said(drawn)
    lit = [item.id for item in drawn.cards() if item.glow and item.id.startswith("hand:")]
    assert lit == ["hand:2"]
    bid = page(hinted(samples.auction(), HintLine(Call(0, None), None, 0, "the hand is weak")))
    assert "Hint  Pass: the hand is weak." in said(bid)
    give = page(hinted(samples.passing(), HintLine(PassCards(0, (1, 2, 3, 4)), None, 0, "they help most")))
    assert "they help most" in said(give)
    assert page(hinted(samples.play())).find("tools:hint") is not None


def test_no_hint_where_nobody_can_give_one() -> None:
    assert page(samples.play()).find("tools:hint") is None


def test_the_log_has_no_heading_for_what_happens_to_a_laptop() -> None:
    front = samples.waiting()
    assert front.table is not None
    told = (Line("Ben lost contact."), Line("Ann plays the ace.", 0, 1, 2), Line("Ben is back."))
    drawn = said(page(replace(front, table=replace(front.table, lines=told))))
    assert "Ben lost contact." in drawn
    assert "Ben is back." in drawn
    assert "TRICK 2" in drawn
    assert "HAND 0" not in drawn


def test_those_present_can_let_a_bot_play_for_somebody_missing() -> None:
    front = samples.waiting()
    assert front.table is not None
    member = next(waiting.member for waiting in front.table.waiting if waiting.gone)
    asked = replace(
        front, table=replace(front.table, votes=(Vote(member, 1, "card", 21_000, True, 1, 3, 3),))
    )
    drawn = page(asked)
    assert do(drawn, "banner:bot") == (LetBotPlay(member),)
    assert "1 of 3 go on" in said(drawn)
    assert drawn.find("banner:end") is not None
    decided = Vote(member, 1, "card", 21_000, True, 3, 3, 3, "absent")
    assert page(replace(front, table=replace(front.table, votes=(decided,)))).find("banner:bot") is None
