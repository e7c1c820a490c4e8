"""A laptop goes away and comes back, at real tables: vote, stand-in, return (docs/log.md 9 and 10)."""

from __future__ import annotations

import pytest
from helpers_table import Laptop, Room, make_game, passing

from pinochle_lan.log.entry import Entry
from pinochle_lan.log.frames import FrameType, unpack
from pinochle_lan.rules.game import Game
from pinochle_lan.table.effects import Effect, Send
from pinochle_lan.table.owed import OVERDUE_MS, STALL_MS, Owed
from pinochle_lan.table.presence import SILENT_MS

GAME = make_game()


SEALED_FOR_GOOD = make_game(**{"deal.takeover": False})


def made(
    laptops: int = 4, *, seed: int = 1, hands: int = 2, patience: bool = False, game: Game = GAME
) -> Room:
    """A table whose laptops vote by themselves, unless ``patience``."""
    hosts = [seat % laptops for seat in range(4)]
    bots = dict.fromkeys(range(laptops, 4), "bot")
    room = Room(game, laptops, seed=seed, hands=hands, hosts=hosts, bots=bots, chooser=passing)
    for laptop in room.laptops:
        laptop.table.patience = patience
    room.start()
    return room


def to_phase(room: Room, name: str) -> None:
    number = [phase.name for phase in GAME.phases].index(name)
    assert room.air.run(60_000, lambda: room.laptops[0].machine().state.phase == number)


def kill(room: Room, number: int) -> Laptop:
    room.air.remove(number)
    return room.laptops[number]


def revive(room: Room, victim: Laptop) -> None:
    room.air.add(victim.number, victim)
    victim.restart()
    victim.table.patience = False
    room.air.link_all()


def others(room: Room, victim: Laptop) -> list[Laptop]:
    return [laptop for laptop in room.laptops if laptop is not victim]


PHASES = ("deal", "auction", "trump", "pass", "meld", "play")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("number", [0, 1])
def test_F29_any_laptop_is_killed_the_others_finish_the_hand_and_it_takes_its_seat_back(
    phase: str, number: int
) -> None:
    """Also F30: same seat, same hand, right phase; the founder (0) is no exception."""
    room = made(seed=5)
    to_phase(room, phase)
    room.air.run(3)
    victim = kill(room, number)
    rest = others(room, victim)
    began = room.air.now
    assert room.air.run(20_000, lambda: all(number not in other.machine().roster for other in rest))
    assert room.air.now - began < SILENT_MS + 2_000
    assert room.air.run(60_000, lambda: all(other.machine().state.history for other in rest))
    revive(room, victim)
    assert room.air.run(60_000, lambda: all(number in laptop.machine().roster for laptop in room.laptops))
    room.play()
    assert room.same()
    assert not any(laptop.table.lost or laptop.machine().stopped for laptop in room.laptops)
    assert room.laptops[0].machine().hosts == {seat: seat for seat in range(4)}


def test_the_partners_laptop_plays_on_and_gives_the_seat_back_in_the_same_hand() -> None:
    room = made(seed=5)
    to_phase(room, "play")
    victim = kill(room, 2)
    rest = others(room, victim)
    assert room.air.run(20_000, lambda: all(2 not in other.machine().roster for other in rest))
    seat = victim.table.seat()
    assert seat is not None
    assert rest[0].machine().hosts[seat] == 0
    hand = rest[0].machine().hand
    revive(room, victim)
    assert room.air.run(20_000, lambda: victim.machine().hosts.get(seat) == 2)
    assert victim.machine().hand == hand
    room.air.run(100)
    assert any("is back" in line for line in rest[0].said)
    room.play()


def test_F31_a_full_table_lets_its_own_member_back_in_without_a_word() -> None:
    room = made(seed=6)
    to_phase(room, "auction")
    victim = kill(room, 3)
    assert room.air.run(20_000, lambda: 3 not in room.laptops[0].machine().roster)
    revive(room, victim)
    assert room.air.run(20_000, lambda: 3 in room.laptops[0].machine().roster)
    room.play()


def test_two_laptops_pause_and_say_for_whom_they_wait() -> None:
    """docs/log.md 12: of two none decides about the other."""
    room = made(2, seed=2)
    to_phase(room, "play")
    victim = kill(room, 1)
    room.air.run(40_000)
    here = room.laptops[0]
    assert here.machine().roster == (0, 1)
    notice = here.table.snapshot(room.air.now).notice
    assert "waits for P1" in notice
    revive(room, victim)
    room.play()


def test_F32_F34_a_missing_persons_choice_waits_until_somebody_lets_a_bot_play() -> None:
    room = made(seed=5, patience=True)
    to_phase(room, "play")
    assert room.air.run(60_000, lambda: room.laptops[0].machine().places[0].author == 2)
    kill(room, 2)
    rest = [room.laptops[n] for n in (0, 1, 3)]
    room.air.run(60_000)
    assert all(2 in other.machine().roster for other in rest), "default at home is to wait"
    vote = rest[1].table.snapshot(room.air.now).votes[0]
    assert (vote.member, vote.kind, vote.ask, vote.votes, vote.needed) == (2, "card", True, 0, 3)
    assert vote.silent_ms >= 59_000
    rest[0].do(rest[0].table.let_bot_play(2, room.air.now))
    assert room.air.run(5_000, lambda: all(2 not in other.machine().roster for other in rest))


def test_two_against_two_freeze_and_go_on_when_healed() -> None:
    room = made(seed=5)
    to_phase(room, "play")
    for one, other in ((0, 1), (0, 3), (2, 1), (2, 3)):
        room.air.cut(one, other)
    room.air.run(1_000)
    steps = [laptop.table.ledger.settled_step for laptop in room.laptops]
    room.air.run(60_000)
    assert [laptop.table.ledger.settled_step for laptop in room.laptops] == steps
    assert all(laptop.machine().roster == (0, 1, 2, 3) for laptop in room.laptops)
    room.air.link_all()
    room.play()


def test_heard_by_way_of_another_is_not_missing() -> None:
    """docs/log.md 6: presence travels."""
    room = made(seed=5)
    to_phase(room, "play")
    for number in (1, 2):
        room.air.cut(3, number)
    room.play()
    assert all(laptop.machine().roster == (0, 1, 2, 3) for laptop in room.laptops)
    assert not any("not heard" in line for laptop in room.laptops for line in laptop.said)


def test_F33_who_takes_its_leave_goes_without_a_vote() -> None:
    room = made(seed=5)
    to_phase(room, "play")
    room.laptops[1].do(room.laptops[1].table.leave(room.air.now))
    room.air.run(50)
    kill(room, 1)
    rest = [room.laptops[n] for n in (0, 2, 3)]
    assert room.air.run(2_000, lambda: all(1 not in other.machine().roster for other in rest))
    assert all("is away" in other.said[-1] or any("is away" in x for x in other.said) for other in rest)
    assert room.air.run(60_000, lambda: len(rest[0].machine().state.history) == 2)


def test_a_laptop_that_lost_its_secrets_takes_its_leave_and_the_others_finish_the_hand() -> None:
    room = made(seed=5, hands=1)
    to_phase(room, "play")
    victim = kill(room, 2)
    victim.secrets.clear()
    revive(room, victim)
    rest = others(room, victim)
    assert room.air.run(20_000, lambda: all(other.machine().state.history for other in rest))
    assert "lost its secrets" in victim.table.lost
    assert all(2 not in other.machine().roster for other in rest)


def test_where_nobody_may_take_over_the_hand_waits_for_the_missing_laptop() -> None:
    """docs/sealed-deal.md 6, `deal.takeover` off: nobody ever opens its cards; it comes back and plays on."""
    room = made(seed=5, game=SEALED_FOR_GOOD)
    to_phase(room, "play")
    victim = kill(room, 1)
    rest = others(room, victim)
    assert room.air.run(20_000, lambda: all(other.machine().blocked == (1,) for other in rest))
    hand = rest[0].machine().hand
    room.air.run(20_000)
    assert all(other.machine().hand == hand and not other.machine().state.history for other in rest)
    revive(room, victim)
    assert room.air.run(60_000, lambda: all(other.machine().hand > hand for other in (*rest, victim)))
    assert rest[0].machine().attendance.away == ()


def test_a_second_departure_makes_the_hand_wait_until_one_is_back() -> None:
    """docs/sealed-deal.md 6: one peer at a time is taken over; `wait` is the only place due."""
    room = made(seed=5)
    to_phase(room, "play")
    first = kill(room, 1)
    rest = [room.laptops[n] for n in (0, 2, 3)]
    assert room.air.run(20_000, lambda: all(1 not in other.table.ledger.settled.roster for other in rest))
    kill(room, 3)
    rest = [room.laptops[n] for n in (0, 2)]
    assert room.air.run(
        30_000, lambda: all([p.kind for p in o.machine().places] == ["wait", "wait"] for o in rest)
    )
    room.air.run(5_000)
    assert rest[0].machine().blocked == (3,)
    revive(room, first)
    hand = rest[0].machine().hand
    assert room.air.run(60_000, lambda: rest[0].machine().hand > hand), "1 is back, 3 is taken over"
    assert rest[0].machine().attendance.away == (3,)


class Withholding(Laptop):
    """A patched program: linked, heard, and it never sends its parts of some kinds, or no acknowledgement."""

    kinds: tuple[str, ...] = ()
    acks = True

    def _carry_out(self, effects: list[Effect]) -> None:
        super()._carry_out([effect for effect in effects if not self._withheld(effect)])

    def _withheld(self, effect: Effect) -> bool:
        if not isinstance(effect, Send):
            return False
        parts = unpack(effect.frame)
        if parts[0] == FrameType.ACK:
            return not self.acks
        if parts[0] == FrameType.ENTRY:
            entry = Entry.read(parts[1:])
            return entry.author == self.number and entry.kind.partition(" ")[0] in self.kinds
        return parts[0] == FrameType.STORE


def withholding(number: int, kinds: tuple[str, ...], *, acks: bool = True) -> tuple[Room, Withholding]:
    """A table at which one laptop's program is patched; it is at the deal."""
    room = made(seed=5)
    victim = room.laptops[number]
    victim.__class__ = Withholding
    assert isinstance(victim, Withholding)
    victim.kinds, victim.acks = kinds, acks
    return room, victim


@pytest.mark.parametrize(
    ("kinds", "acks"),
    [(("key",), True), (("mix",), True), (("share",), True), (("share", "seen"), False)],
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else "acks" if value else "no acks",
)
def test_a_laptop_that_is_heard_and_withholds_its_part_loses_its_seat_to_a_bot(
    kinds: tuple[str, ...], acks: bool
) -> None:
    """docs/design.md, "Parts withheld": nobody else is blamed, and the hand is finished."""
    room, patched = withholding(1, kinds, acks=acks)
    rest = others(room, patched)
    number = patched.number
    assert room.air.run(90_000, lambda: all(other.machine().state.history for other in rest)), room.stuck()
    away = [event for event in rest[0].happened if event.event == "gone"]
    assert away
    assert {dict(event.data)["member"] for event in away} == {number}
    said = [line for line in rest[0].said if "did not come in time" in line]
    assert said
    assert all(line.startswith(f"P{number}'s laptop is heard, but its ") for line in said)
    assert all(other.table.presence.hears(number, room.air.now) for other in rest)


def test_a_laptop_that_may_not_open_its_share_yet_is_not_blamed_for_it() -> None:
    """Without the acknowledgement of one, three honest laptops withhold their shares: as they must."""
    room, patched = withholding(1, ("share", "seen"), acks=False)
    rest = others(room, patched)
    room.air.run(OVERDUE_MS + 5_000)
    assert all(set(other.machine().attendance.missed) <= {patched.number} for other in rest)


def test_people_may_look_at_the_score_for_as_long_as_they_like() -> None:
    room = made(seed=5)
    room.laptops[0].hands = 1
    assert room.air.run(300_000, lambda: bool(room.laptops[1].machine().state.history))
    room.air.run(10 * OVERDUE_MS)
    assert all(len(laptop.machine().roster) == 4 for laptop in room.laptops)
    room.laptops[0].hands = 2
    room.laptops[0].tick(room.air.now)
    room.play()
    assert room.same()


def test_time_in_which_this_laptop_slept_is_not_held_against_others() -> None:
    owed, key = Owed(), (1, "share")
    assert owed.waited_ms(7, key, 1_000) == 0
    assert owed.waited_ms(7, key, 2_000) == 1_000
    assert owed.waited_ms(7, key, 62_000) == 1_000 + STALL_MS
    assert owed.waited_ms(8, key, 63_000) == 0


def test_a_laptop_that_can_sign_no_more_in_the_middle_of_a_vote_sleeps_on() -> None:
    """Its disk is full: it must not be woken again and again for a ballot that it waits for no more."""
    room = made(seed=5)
    to_phase(room, "play")
    full = room.laptops[0]
    voting = full.table.ledger._pen._voting
    voting._since[(1, "card 1"), False, 1] = room.air.now  # it voted, and waits for the ballots of the others
    full.do(full.table.save_failed([], room.air.now))
    room.air.run(5_000)
    assert voting.wake_at_ms is None
