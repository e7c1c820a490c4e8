"""The inbox of a room's desk: each sender in turn."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_lan.room.inbox import OWN, Inbox, Item

ANN, BEN = b"a" * 32, b"b" * 32


def item(name: str, sender: bytes = OWN, size: int = 9) -> Item:
    return Item(lambda core, now: name, sender, size)  # type: ignore[arg-type,return-value]


def names(items: Iterable[Item]) -> str:
    return "".join(str(one.call(None, 0)) for one in items)


def filled(*items: Item) -> Inbox:
    inbox = Inbox()
    for one in items:
        inbox.post(one)
    return inbox


def test_F55_a_flood_delays_only_its_sender() -> None:
    inbox = filled(*(item(str(n), ANN) for n in range(5)), item("b", BEN), item("x"), item("y"))
    assert names(inbox.take()) == "0bx1y234"
    assert not inbox
    assert inbox.take() == []


def test_what_was_not_done_stands_before_what_came_since() -> None:
    inbox = filled(item("1", ANN), item("2", ANN), item("b", BEN))
    taken = inbox.take()
    inbox.post(item("3", ANN))
    inbox.post(item("c", BEN))
    inbox.back(taken[1:])
    assert names(inbox.take()) == "2b3c"


def test_F55_frames_of_a_laptop_that_is_cast_out_are_forgotten_and_its_going_is_not() -> None:
    inbox = filled(item("1", ANN), item("2", ANN), item("b", BEN))
    taken = inbox.take()
    inbox.post(item("3", ANN))
    inbox.drop(ANN)
    inbox.post(item("gone", ANN, size=0))
    inbox.back(taken)
    assert names(inbox.take()) == "goneb"
    inbox.post(item("4", ANN))
    assert names(inbox.take()) == "4", "linked anew"
