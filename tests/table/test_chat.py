"""What people say and show each other: limits, rates, doubled and foreign frames; none of it in a digest."""

from __future__ import annotations

import pytest
from helpers_table import TABLE, Room, make_game, passing

from pinochle_lan.codec import Value
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, FrameType, pack
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.table.chat import BURST, KEPT, LONGEST, REFILL_MS, Chat
from pinochle_lan.table.snapshot import Remark

NEVER_TOO_FAST = 60_000


def remark(counter: int, text: str, member: int = 1, table: bytes = TABLE) -> Frame:
    return int(FrameType.CHAT), table, member, counter, text


def test_what_is_said_is_kept_and_sent() -> None:
    chat = Chat(TABLE, 0)
    assert chat.say("Nice!", 0) == remark(1, "Nice!", 0)
    assert chat.say("Thanks", 0) == remark(2, "Thanks", 0)
    chat.take(1, remark(1, "Oops"), 0)
    assert chat.remarks == (Remark(1, 0, "Nice!"), Remark(2, 0, "Thanks"), Remark(3, 1, "Oops"))


def test_a_remark_is_one_clean_line_of_limited_length() -> None:
    chat = Chat(TABLE, 0)
    assert chat.say(" \n\t ", 0) is None
    frame = chat.say("a\u202eb\nc" + "x" * 500, 0)
    assert frame is not None
    text = frame[-1]
    assert isinstance(text, str)
    assert text.startswith("ab c")
    assert len(text) == LONGEST
    chat.take(1, remark(1, "\u200b\u202eBen\n\nis here"), 0)
    assert chat.remarks[-1].text == "Ben is here"


def test_F55_a_flood_of_remarks_is_refused_and_an_honest_pace_is_not() -> None:
    chat = Chat(TABLE, 0)
    said = [chat.say(f"{number}", 0) for number in range(BURST + 3)]
    assert [frame is not None for frame in said] == [True] * BURST + [False] * 3
    assert chat.say("again", REFILL_MS) is not None
    assert chat.say("again", REFILL_MS + 1) is None
    for counter in range(1, BURST + 1):
        chat.take(1, remark(counter, "spam"), 2 * REFILL_MS)
    for counter in range(BURST + 1, 200):
        with pytest.raises(Malformed, match="faster than anybody can read"):
            chat.take(1, remark(counter, "spam"), 2 * REFILL_MS)
    assert sum(one.member == 1 for one in chat.remarks) == BURST
    for counter in range(200, 200 + 2 * KEPT):
        chat.take(1, remark(counter, "slow"), counter * NEVER_TOO_FAST)
    assert len(chat.remarks) == KEPT


def test_doubled_and_old_counters_are_dropped_until_the_laptop_is_linked_anew() -> None:
    chat = Chat(TABLE, 0)
    for counter in (2, 2, 1, 3):
        chat.take(1, remark(counter, f"{counter}"), 0)
    assert [one.text for one in chat.remarks] == ["2", "3"]
    chat.linked(1)
    chat.take(1, remark(1, "after a restart"), 0)
    assert chat.remarks[-1].text == "after a restart"


@pytest.mark.parametrize(
    "frame",
    [
        remark(1, "hi", member=2),
        remark(1, "hi", table=b"x" * 16),
        (int(FrameType.CHAT), TABLE, 1, "1", "hi"),
        (int(FrameType.CHAT), TABLE, 1, 1, b"hi"),
        (int(FrameType.CHAT), TABLE, 1, 1, "x" * (4 * LONGEST + 1)),
        (int(FrameType.CHAT),),
        (int(FrameType.LOOKED), TABLE, 2, 5),
        (int(FrameType.LOOKED), TABLE, 1, -5),
        (int(FrameType.LOOKED), TABLE, 1, 1 << 40),
        (int(FrameType.LOOKED), TABLE, 1, None),
    ],
)
def test_what_is_not_chat_of_that_laptop_is_refused_and_changes_nothing(frame: tuple[Value, ...]) -> None:
    chat = Chat(TABLE, 0)
    with pytest.raises(Malformed):
        chat.take(1, frame, 0)
    assert chat.remarks == ()
    assert [chat.seen(member) for member in (0, 1, 2)] == [0, 0, 0]


def test_putting_melds_away_is_told_once_a_hand_and_again_to_whoever_comes_back() -> None:
    chat = Chat(TABLE, 0)
    assert chat.greeting() == ()
    assert chat.put_away(3) == (int(FrameType.LOOKED), TABLE, 0, 3)
    assert chat.put_away(3) is None
    assert chat.greeting() == ((int(FrameType.LOOKED), TABLE, 0, 3),)
    chat.take(1, (int(FrameType.LOOKED), TABLE, 1, 4), 0)
    chat.take(1, (int(FrameType.LOOKED), TABLE, 1, 2), 0)
    assert (chat.seen(1), chat.seen(0), chat.seen(2), chat.seen(None)) == (4, 3, 0, 0)


def test_a_spectator_only_listens() -> None:
    chat = Chat(TABLE, None)
    assert chat.say("hi", 0) is None
    assert chat.put_away(1) is None
    chat.take(1, remark(1, "hi"), 0)
    assert len(chat.remarks) == 1


def test_talk_reaches_every_laptop_and_leaves_the_game_as_it_is() -> None:
    """The same hand with and without talk has the same digest on every laptop."""
    digests = []
    for talk in (False, True):
        room = Room(make_game(), 4, seed=11, hosts=[0, 1, 2, 3], chooser=passing)
        room.start()
        if talk:
            full = [laptop.table for laptop in room.laptops]
            assert room.air.run(60_000, lambda full=full: all(len(table.links) == 3 for table in full))
            first = room.laptops[0]
            for text in ("Well bid", "Hurry?"):
                said = first.table.say(text, room.air.now)
                assert not isinstance(said, Refusal)
                first.do(said)
            first.do(first.table.put_away(1))
        room.play()
        if talk:
            for laptop in room.laptops:
                snap = laptop.table.snapshot(room.air.now)
                assert [(one.member, one.text) for one in snap.chat] == [(0, "Well bid"), (0, "Hurry?")]
                assert [who.seen for who in snap.people] == [1, 0, 0, 0]
        digests.append({laptop.machine().digest() for laptop in room.laptops})
        assert len(digests[-1]) == 1
    assert digests[0] == digests[1]


def test_too_much_talk_is_refused_with_a_sentence_and_sent_to_nobody() -> None:
    room = Room(make_game(), 2, seed=11, hosts=[0, 1, 0, 1], bots={2: "b", 3: "b"}, chooser=passing)
    room.start()
    table = room.laptops[0].table
    for number in range(BURST):
        assert not isinstance(table.say(f"{number}", 5), Refusal)
    refused = table.say("more", 5)
    assert isinstance(refused, Refusal)
    assert "wait a moment" in str(refused)


def test_a_strangers_chat_is_ignored_and_a_members_false_one_is_named() -> None:
    room = Room(make_game(), 2, seed=11, hosts=[0, 1, 0, 1], bots={2: "b", 3: "b"}, chooser=passing)
    room.start()
    table = room.laptops[0].table
    assert table.receive(b"s" * 32, pack(remark(1, "hi", 0)), 9) == []
    told = table.receive(room.laptops[1].key, pack(remark(1, "I am Ann", 0)), 9)
    assert [effect.event for effect in told] == ["refused"]  # type: ignore[union-attr]
    assert table.chat.remarks == ()
