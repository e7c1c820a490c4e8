"""Clicks, bots and lost links: a choice is made once, is shown by all or by none, and never gets lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers_log import Air, identity
from helpers_table import Laptop, Room, make_game, make_genesis, passing, timid

from pinochle_lan.log.effects import Save
from pinochle_lan.log.entry import Entry
from pinochle_lan.log.frames import pack
from pinochle_lan.rules.actions import Call, Choice, Play, Shown
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.table.chooser import Chooser, Queued
from pinochle_lan.table.effects import AskBot, Effect, SaveSecret, Send

GAME = make_game()


def turn_of(laptop: Laptop, kind: str) -> bool:
    """Whether this laptop's person is asked for a choice of that kind, and nothing is on its way."""
    seat = laptop.table.seat()
    due = [place.kind for place in laptop.machine().due()]
    return due == [f"{kind} {seat}"] and not laptop.table.ledger.complete


def my_legal(laptop: Laptop) -> list[Choice]:
    seat = laptop.table.seat()
    assert seat is not None
    return list(GAME.legal(laptop.machine().state, seat, laptop.table.mine(seat)))[:24]


def submit(laptop: Laptop, action: Choice, step: int | None = None) -> list[Effect] | Refusal:
    """The person's click, carried out."""
    now = laptop.air.now
    result = laptop.table.submit(action, laptop.table.step if step is None else step, now)
    if not isinstance(result, Refusal):
        laptop.do(result)
    return result


def card_turn(room: Room, laptop: Laptop) -> None:
    """Until the person is asked for a card; everything before is chosen for it."""
    laptop.plays = True
    hand_on = lambda: laptop.machine().state.phase == play_phase()  # noqa: E731
    assert room.air.run(60_000, lambda: hand_on() or room.done())
    laptop.plays = False
    assert room.air.run(60_000, lambda: turn_of(laptop, "card"))


def play_phase() -> int:
    return [phase.name for phase in GAME.phases].index("play")


def played_room(seed: int = 2, **air: Any) -> Room:
    """A room whose first hand comes to play."""
    room = Room(GAME, seed=seed, chooser=passing, **air)
    room.start()
    return room


@pytest.mark.parametrize("clicks", [2, 3, 10])
def test_F37_double_click_plays_one_card(clicks: int) -> None:
    room = played_room()
    laptop = room.laptops[0]
    card_turn(room, laptop)
    seat, step = laptop.table.seat(), laptop.table.step
    action = my_legal(laptop)[0]
    results = [submit(laptop, action, step) for _ in range(clicks)]
    assert [isinstance(result, Refusal) for result in results] == [False] + [True] * (clicks - 1)
    room.air.run(5_000, lambda: turn_of(laptop, "card"))
    assert [play.seat for play in laptop.machine().state.plays].count(seat) == 1


def test_F37_the_second_click_never_leads_the_next_trick() -> None:
    room = played_room(seed=3)
    laptop = room.laptops[0]
    card_turn(room, laptop)
    seat = laptop.table.seat()
    for _ in range(12):
        state, step = laptop.machine().state, laptop.table.step
        clicks = my_legal(laptop)[:2]
        results = [submit(laptop, clicks[0], step), submit(laptop, clicks[-1], step)]
        assert isinstance(results[1], Refusal)
        assert results[1].code in ("stale", "pending")
        if len(state.trick) == 3 and laptop.machine().state.leader == seat:
            # The trick is won and the own lead is next: the old click must not be it.
            assert len(laptop.machine().state.trick) == 0
            return
        assert room.air.run(20_000, lambda: turn_of(laptop, "card"))
    pytest.fail("this hand never has the person win a trick as the last to play; take another seed")


def test_a_choice_is_refused_with_the_rule_it_breaks() -> None:
    room = played_room()
    laptop = room.laptops[0]
    card_turn(room, laptop)
    seat = laptop.table.seat()
    assert seat is not None
    legal = my_legal(laptop)
    other = next(p for p in GAME.seat_names if p)
    assert other
    wrong = submit(laptop, Call(seat, 300))
    assert isinstance(wrong, Refusal)
    assert "later" in str(wrong) or "turn" in str(wrong)
    stranger = replace(legal[0], seat=(seat + 1) % 4)
    refused = submit(laptop, stranger)
    assert isinstance(refused, Refusal)
    assert refused.code == "no_seat"


def test_a_lie_about_the_own_card_is_refused_before_it_is_signed() -> None:
    room = played_room()
    laptop = room.laptops[0]
    card_turn(room, laptop)
    seat = laptop.table.seat()
    assert seat is not None
    mine = laptop.table.mine(seat)
    slot = min(mine)
    lie = Play(seat, Shown(slot, next(card for card in mine.values() if card != mine[slot])))
    assert isinstance(submit(laptop, lie), Refusal)
    assert laptop.table.ledger.missing() != ()


def test_F22_a_click_without_a_link_is_pending_and_then_agreed_by_all() -> None:
    room = played_room()
    laptop, others = room.laptops[0], room.laptops[1:]
    card_turn(room, laptop)
    room.air.isolate(0)
    action = my_legal(laptop)[0]
    assert not isinstance(submit(laptop, action), Refusal)
    room.air.run(5_000)
    snapshot = laptop.table.snapshot(room.air.now)
    assert snapshot.pending.startswith("card ")
    assert "waits for" in snapshot.notice
    assert all(len(other.machine().state.plays) < len(laptop.machine().state.plays) for other in others)
    assert all(w.gone and w.member == 0 for o in others for w in o.table.snapshot(room.air.now).waiting)
    room.air.link_all()
    laptop.plays = True
    room.play()
    assert laptop.table.snapshot(room.air.now).pending == ""
    plays = [laptop.machine().state.history for laptop in room.laptops]
    assert all(history == plays[0] for history in plays)


def test_F21_short_cuts_during_tricks_are_healed_without_a_word() -> None:
    room = played_room(seed=8)
    for round_ in range(12):
        if room.air.run(60 + 17 * round_, room.done):
            break
        room.air.cut(round_ % 4, (round_ + 1) % 4)
        room.air.isolate((round_ + 2) % 4)
        room.air.run(5_000, room.done)
        room.air.link_all()
    room.play()
    assert room.same()
    assert all(laptop.table.snapshot(room.air.now).notice == "" for laptop in room.laptops)


def test_F25_a_card_flipped_in_memory_is_noticed_and_repaired() -> None:
    room = played_room()
    laptop = room.laptops[1]
    card_turn(room, room.laptops[0])
    state = laptop.machine().state
    slots = list(state.slots)
    place = next(n for n, slot in enumerate(slots) if slot.zone == "hand" and slot.card is None)
    slots[place] = slots[place]._replace(owner=(slots[place].owner + 1) % 4)
    object.__setattr__(state, "slots", tuple(slots))
    room.laptops[0].plays = True
    room.laptops[0].tick(room.air.now)
    room.play()
    assert room.same()
    assert len({other.machine().digest() for other in room.laptops}) == 1
    assert any(happened.event == "repaired" for happened in laptop.happened)


def test_bots_of_two_laptops_play_and_an_illegal_answer_is_replaced() -> None:
    def odd(view: Any, legal: Any, rng: Any) -> Choice:
        return Call(view.viewer, 3) if view.viewer in (2, 3) else timid(view, legal, rng)

    room = Room(GAME, 2, hosts=[0, 1, 0, 1], bots={2: "miser", 3: "miser"}, seed=4, chooser=odd)
    room.start()
    room.play()
    assert room.same()
    names = [person.name for person in room.laptops[0].table.snapshot(0).people]
    assert sorted(names) == ["Miser", "Miser 2", "P0", "P1"]
    assert any("gave no legal answer" in line for line in room.laptops[0].said)


def test_one_laptop_alone_plays_against_bots_by_the_same_path() -> None:
    room = Room(GAME, 1, hosts=[0, 0, 0, 0], bots={1: "a", 2: "a", 3: "a"}, seed=9, hands=2)
    room.start()
    room.play()
    assert len(room.laptops[0].machine().state.history) == 2
    assert room.laptops[0].table.snapshot(0).fair.shufflers == 1


def test_a_bot_sees_its_own_seat_only() -> None:
    asked: list[AskBot] = []

    class Watching(Laptop):
        def _carry_out(self, effects: list[Effect]) -> None:
            asked.extend(effect for effect in effects if isinstance(effect, AskBot))
            super()._carry_out(effects)

    room = Room(GAME, 1, hosts=[0, 0, 0, 0], bots={1: "a", 2: "a", 3: "a"}, seed=9)
    room.laptops[0].__class__ = Watching
    room.start()
    room.play()
    assert len(asked) > 10
    for ask in asked:
        for seat in ask.view.seats:
            for card in seat.hand:
                assert card.card is None or card.open or seat.seat == ask.seat


def test_what_is_saved_stands_before_what_is_sent() -> None:
    """Law 6 and docs/sealed-deal.md 5: the seed before the key entry, every own entry before it leaves."""
    order: list[str] = []

    class Noting(Laptop):
        def _carry_out(self, effects: list[Effect]) -> None:
            for effect in effects:
                match effect:
                    case SaveSecret(name):
                        order.append(f"secret {name}")
                    case Save(record):
                        order.append(f"save {bytes(record)[7:].hex()}")
                    case Send(None, frame):
                        order.append(f"send {frame.hex()}")
            super()._carry_out(effects)

    room = Room(GAME, seed=3)
    room.laptops[0].__class__ = Noting
    room.start()
    room.air.run(2_000, lambda: room.laptops[0].machine().deal is not None)
    assert order.index("secret draw-1") < next(i for i, o in enumerate(order) if o.startswith("send"))
    keys = [i for i, o in enumerate(order) if o.startswith("save") and b"\x00\xa3key".hex() in o]
    assert order.index("secret hand-1-1") < keys[0]
    for index, item in enumerate(order):
        if item.startswith("send 94") and item[:8] != "send 940":
            assert any(saved.startswith("save") for saved in order[:index])


def test_F38_two_players_of_one_name_are_shown_apart() -> None:
    genesis = make_genesis(GAME, names=["Oma", "Oma", "Ben", "oma"])
    laptop = Laptop(Air(1), 0, genesis, GAME)
    laptop.start()
    snapshot = laptop.table.snapshot(0)
    assert [person.name for person in snapshot.people] == ["Oma", "Oma 2", "Ben", "oma 3"]
    assert [other.name for other in snapshot.laptops] == ["Oma", "Oma 2", "Ben", "oma 3"]


def test_an_illegal_bid_costs_the_seat_and_a_restart_shows_the_same() -> None:
    """docs/log.md 3: illegal content folds like absent, plus a fault of its author, who is named."""
    room = Room(GAME, seed=2, chooser=passing)
    for laptop in room.laptops:
        laptop.plays = False
    room.start()
    assert room.air.run(10_000, lambda: any(turn_of(laptop, "call") for laptop in room.laptops))
    cheat = next(laptop for laptop in room.laptops if turn_of(laptop, "call"))
    who = cheat.number
    ledger = cheat.table.ledger
    entry = Entry.make(
        identity(who),
        table=room.genesis.table,
        step=ledger.open_step,
        author=who,
        kind=f"call {cheat.table.seat()}",
        body=(13, None),
        before=ledger.chain,
        state=cheat.machine().digest(),
    )
    room.air.send(who, None, pack(entry.wire()))
    others = [laptop for laptop in room.laptops if laptop is not cheat]
    assert room.air.run(5_000, lambda: all(who not in other.machine().roster for other in others))
    for other in others:
        machine = other.machine()
        assert machine.attendance.faulted == (who,)
        assert machine.hosts[cheat.table.seat() or 0] == (who + 2) % 4, "the partner's laptop stands in"
        assert any(f"P{who}'s laptop" in text and "does not count" in text for text in other.said)
        other.restart()
        assert other.machine().digest() == machine.digest()


def test_F37_a_choice_made_on_what_a_vote_replaced_is_never_signed() -> None:
    """docs/log.md 8: the shown step may be replaced; what was chosen on top of it is asked for again."""
    chooser = Chooser()
    chooser.queue(Queued(7, "call 1", Call(1, None), b"shown"))
    assert chooser.queued(7, "call 1", b"settled") is None
    assert chooser.waiting(7) == []
    chooser.queue(Queued(7, "call 1", Call(1, None), b"settled"))
    assert chooser.queued(7, "call 1", b"settled") == Call(1, None)
