"""The door: knocking, codes, chairs, clicks and the genesis that all signed; wrong inputs of all kinds."""

from __future__ import annotations

import random

import pytest
from helpers_lobby import TERMS, Lan
from helpers_log import identity

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.frames import FrameType, pack, unpack
from pinochle_lan.table import notes
from pinochle_lan.table.draft import Draft
from pinochle_lan.table.effects import Addresses, Happened, Send


def test_four_laptops_sit_down_sign_and_begin_with_one_genesis() -> None:
    lan = Lan()
    door = lan.found()
    guests = [lan.join(number) for number in (1, 2, 3)]
    assert [guest.me for guest in guests] == [1, 2, 3]
    assert [p.name for p in guests[2].snapshot(0).people] == ["Ann", "P1", "P2", "P3"]
    lan.click(0, 1, 2)
    assert [p.ready for p in guests[2].snapshot(0).people] == [True, True, True, False]
    lan.click(3)
    tables = [lan.begun(number) for number in range(4)]
    assert tables[0] is not None
    assert all(table == tables[0] for table in tables)
    assert tables[0].unsigned == ()
    assert [seat.host for seat in tables[0].seats] == [0, 1, 2, 3]
    assert door.ended


def test_the_addresses_of_all_are_told_to_all() -> None:
    lan = Lan()
    lan.found(addresses=("10.0.0.9:7000",))
    lan.join(1)
    lan.join(2)
    told = [e for e in lan.got[identity(1).key] if isinstance(e, Addresses)][-1]
    assert dict(told.peers)[identity(2).key] == ("10.0.0.2:7000",)
    assert dict(told.peers)[identity(0).key] == ("10.0.0.9:7000",)


def test_a_change_asks_for_new_clicks() -> None:
    lan = Lan()
    door = lan.found(bots=[(2, "miser"), (3, "miser")])
    guest = lan.join(1)
    lan.click(1)
    assert door.draft.ready == (1,)
    lan.do(identity(0).key, door.change("partnership", (("target", 500),), TERMS.plugins, 4, 0))
    assert door.draft.ready == ()
    assert dict(guest.snapshot(0).options) == {"target": 500}
    lan.click(0)
    assert lan.begun(0) is None
    lan.click(1)
    table = lan.begun(1)
    assert table is not None
    assert dict(table.options) == {"target": 500}
    assert [(s.holder, s.bot, s.host) for s in table.seats][2:] == [(0, "miser", 0), (0, "miser", 0)]


def test_a_click_for_an_older_draft_does_not_count() -> None:
    lan = Lan()
    door = lan.found(bots=[(2, "miser"), (3, "miser")])
    guest = lan.join(1)
    old = guest.ready(0)
    lan.do(identity(0).key, door.seat_bot(3, "steady", 0))
    lan.do(guest.identity.key, old)
    assert door.draft.ready == ()


def test_ready_waits_until_all_chairs_are_taken() -> None:
    lan = Lan()
    door = lan.found()
    lan.join(1)
    lan.click(0, 1)
    assert door.draft.ready == ()
    assert "chairs are still free" in door.snapshot(0).notice


def test_chairs_are_chosen_and_a_taken_one_is_refused() -> None:
    lan = Lan()
    door = lan.found()
    one = lan.join(1, seat=3)
    two = lan.join(2, seat=3)
    assert (one.snapshot(0).seat, two.snapshot(0).seat) == (3, 1)
    lan.do(two.identity.key, two.sit(3, 0))
    assert "Choose another" in two.snapshot(0).notice
    lan.do(two.identity.key, two.sit(2, 0))
    assert (door.draft.seat_of(2), two.snapshot(0).seat) == (2, 2)
    lan.do(identity(0).key, door.sit(3, 0))
    assert door.draft.seat_of(0) == 0


def test_without_a_code_the_founder_says_yes_or_no() -> None:
    lan = Lan()
    door = lan.found()
    one, two = lan.join(1, "Ben", secret=b""), lan.join(2, "Cleo", secret=b"")
    assert one.snapshot(0).notice == "Ann was asked to let you in."
    assert [name for _, name in door.snapshot(0).requests] == ["Ben", "Cleo"]
    lan.do(identity(0).key, door.admit(identity(1).key, True, 0))
    lan.do(identity(0).key, door.admit(identity(2).key, False, 0))
    assert one.me == 1
    assert "did not let you in" in lan.closed(2)
    assert door.snapshot(0).requests == ()
    assert two.ended


def test_the_founder_changes_the_code_and_drops_it() -> None:
    lan = Lan()
    door = lan.found(code="H3T9-PAKD")
    door.relock(b"new", "H3T9-NEWS")
    assert door.snapshot(0).code == "H3T9-NEWS"
    lan.join(1)
    assert "code" in lan.closed(1)
    assert lan.join(2, secret=b"new").me == 1
    door.relock(b"", "")
    assert (door.snapshot(0).code, door.secret) == ("", b"")
    lan.join(3, secret=b"new")
    assert "code" in lan.closed(3)
    asked = lan.join(4, secret=b"")
    assert asked.snapshot(0).notice == "Ann was asked to let you in."


def test_wrong_codes_are_slow_and_few() -> None:
    lan = Lan()
    door = lan.found()
    texts = []
    for minute in range(5):
        lan.now = minute * 60_000
        for _ in range(4):
            frame = pack(notes.Hello(1, 1, "Eve", None, b"bad", ()).wire())
            (sent,) = door.receive(identity(7).key, frame, lan.now)
            assert isinstance(sent, Send)
            note = notes.read(unpack(sent.frame))
            assert isinstance(note, notes.Refused)
            texts.append(note.code)
    assert texts[:4] == ["code_wrong"] * 3 + ["code_slow"]
    assert texts.count("code_wrong") == 10
    assert texts[-1] == "code_closed"
    # Even the right code does not open it any more; the founder's hand does.
    lan.join(1)
    assert "by hand" in lan.closed(1)
    late = lan.join(2, secret=b"")
    lan.do(identity(0).key, door.admit(identity(2).key, True, 0))
    assert late.me is not None


def test_the_table_is_full() -> None:
    lan = Lan()
    lan.found()
    for number in (1, 2, 3):
        lan.join(number)
    lan.join(4)
    assert lan.closed(4) == "All chairs at this table are taken. Ask Ann to free one."


@pytest.mark.parametrize(
    ("theirs", "text"),
    [
        ((2, 1), "Ann's pinochle-lan is older"),
        ((0, 9), "This pinochle-lan is older"),
        ((1, 0), "This pinochle-lan is older"),
    ],
)
def test_another_version_is_refused_and_told_who_is_older(theirs: tuple[int, int], text: str) -> None:
    lan = Lan()
    lan.found()
    lan.join(1, protocol=theirs[0], engine=theirs[1])
    assert text in lan.closed(1)


def test_F28_who_has_another_plugin_or_none_gets_no_chair() -> None:
    lan = Lan()
    door = lan.found()
    other = lan.join(1, here=lambda plugin: ("1.0", b"g" * 32))
    without = lan.join(2, here=lambda plugin: None)
    assert [lack.mine for lack in other.snapshot(0).lacks] == [("1.0", b"g" * 32)]
    assert [(lack.plugin, lack.mine) for lack in without.snapshot(0).lacks] == [("partnership", None)]
    assert other.me is None
    assert door.draft.free == (1, 2, 3)


def test_who_goes_gives_the_chair_back_and_numbers_are_never_used_again() -> None:
    lan = Lan()
    door = lan.found()
    one = lan.join(1)
    lan.do(identity(0).key, door.link_down(one.identity.key, 0))
    assert door.draft.free == (1, 2, 3)
    again = lan.join(1)
    assert again.me == 2
    lan.do(again.identity.key, again.leave(0))
    assert door.draft.free == (1, 2, 3)
    assert lan.closed(1) == "You left the table."


def test_the_founder_gone_before_the_game_is_one_sentence() -> None:
    lan = Lan()
    door = lan.found()
    one, two = lan.join(1), lan.join(2)
    lan.do(one.identity.key, one.link_down(identity(0).key, 0))
    assert "link to Ann's laptop is gone" in lan.closed(1)
    lan.do(identity(0).key, door.leave(0))
    assert lan.closed(2) == "Ann closed the table before the game began."
    assert two.ended


def test_another_game_with_fewer_chairs_keeps_people_seated_where_it_can() -> None:
    lan = Lan()
    door = lan.found()
    lan.join(1, seat=3)
    lan.do(identity(0).key, door.change("three-handed", (), TERMS.plugins, 3, 0))
    assert door.draft.seat_of(1) == 1
    assert len(door.draft.chairs) == 3


def test_a_bot_never_takes_another_persons_chair() -> None:
    lan = Lan()
    door = lan.found()
    lan.join(1)
    lan.do(identity(0).key, door.seat_bot(1, "miser", 0))
    assert door.draft.seat_of(1) == 1
    lan.do(identity(0).key, door.seat_bot(2, "miser", 0))
    lan.do(identity(0).key, door.seat_bot(2, "", 0))
    assert door.draft.free == (2, 3)
    assert door.seat_bot(9, "miser", 0) == []


def test_a_genesis_that_this_laptop_did_not_sign_is_not_its_table() -> None:
    lan = Lan()
    door = lan.found(bots=[(2, "m"), (3, "m")])
    guest = lan.join(1)
    table = door.draft.genesis
    assert table is not None
    forged = pack(notes.Started(table).wire())
    (refused,) = guest.receive(identity(0).key, forged, 0)
    assert isinstance(refused, Happened)
    assert not guest.ended


def test_a_false_signature_does_not_make_anyone_ready() -> None:
    lan = Lan()
    door = lan.found(bots=[(2, "m"), (3, "m")])
    lan.join(1)
    frame = pack(notes.Consent(door.draft.counter, bytes(64)).wire())
    (refused,) = door.receive(identity(1).key, frame, 0)
    assert isinstance(refused, Happened)
    assert door.draft.ready == ()


def test_only_the_founder_changes_what_a_guest_sees() -> None:
    lan = Lan()
    lan.found()
    guest = lan.join(1)
    draft = guest.draft
    assert draft is not None
    other = draft.with_game("evil", (), (), 4)
    assert guest.receive(identity(5).key, pack(other.wire()), 0) == []
    assert guest.draft == draft


def test_an_older_draft_that_comes_late_is_passed_over() -> None:
    lan = Lan()
    door = lan.found()
    guest = lan.join(1)
    old = door.draft
    lan.do(identity(0).key, door.seat_bot(3, "miser", 0))
    guest.receive(identity(0).key, pack(old.wire()), 0)
    assert guest.draft == door.draft


WRONG: list[tuple[Value, ...]] = [
    (16,),
    (16, 1, 1, "x" * 65, None, b"", (), b""),
    (16, 1, 1, "Eve", -1, b"", (), b""),
    (16, 1, 1, "Eve", True, b"", (), b""),
    (16, 1, 1, "Eve", None, b"x" * 17, (), b""),
    (16, 1, 1, "Eve", None, b"", ("a",) * 9, b""),
    (16, 1, 1, "Eve", None, b"", ("",), b""),
    (16, 1, 1, "Eve", None, b"", (), b"x"),
    (17, 0, "t", (), (), (), True),
    (17, -1, "t", TERMS.wire(), (None,), (), True),
    (17, 0, "t", TERMS.wire(), (None,) * 9, (), True),
    (17, 0, "t", TERMS.wire(), ((0, "", 0),), (), True),
    (17, 0, "t", TERMS.wire(), (None,), (3,), True),
    (17, 0, "t", TERMS.wire(), (None,), (), 1),
    (18, 0, b"short"),
    (18, "0", b""),
    (19, 1, 2),
    (20, 99),
    (20, None),
    (20, True),
    (21, "no", ((1, 2),)),
    (22, ((b"k", ()),)),
    (22, ((b"k" * 32, (1,)),)),
    (23, 1),
    (27, "house rule x", b"short"),
    (27, "x" * 65, bytes(32)),
    (28, "house rule x", b"x" * 60_001, ""),
    (28, "house rule x", b"", "x" * 65),
]


@pytest.mark.parametrize("frame", WRONG, ids=lambda f: repr(f)[:40])
def test_a_wrong_form_is_refused_by_name_and_changes_nothing(frame: tuple[Value, ...]) -> None:
    lan = Lan()
    door = lan.found()
    guest = lan.join(1)
    before = door.draft, guest.draft
    for lobby, sender in ((door, identity(1).key), (guest, identity(0).key)):
        (effect,) = lobby.receive(sender, encode(frame), 0)
        assert isinstance(effect, Happened)
        assert dict(effect.data)["peer"] == sender.hex()
    assert (door.draft, guest.draft) == before


def test_random_bytes_do_nothing() -> None:
    lan = Lan()
    door = lan.found()
    rng = random.Random(1)
    before = door.draft
    for _ in range(300):
        door.receive(identity(1).key, rng.randbytes(rng.randrange(40)), 0)
    door.receive(identity(1).key, encode((int(FrameType.CHAT), "hi")), 0)
    assert door.draft == before


def test_requests_are_bounded() -> None:
    lan = Lan()
    door = lan.found()
    for number in range(40):
        frame = pack(notes.Hello(1, 1, f"N{number}", None, b"", ()).wire())
        door.receive(bytes([number]) * 32, frame, 0)
    assert len(door.requests) == 8


def test_a_draft_survives_the_wire() -> None:
    lan = Lan()
    door = lan.found(bots=[(2, "m")])
    lan.join(1)
    again = notes.read(unpack(pack(door.draft.wire())))
    assert isinstance(again, Draft)
    assert again == door.draft


def test_every_sentence_is_whole() -> None:
    for code in notes.SENTENCES:
        text = notes.sentence(code, {})
        assert text[0].isupper()
        assert text.endswith(".")
        assert "{" not in text
    assert "does not know" in notes.sentence("unheard of", {})
