"""A table without a window: what it answers to the fronts it sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from pinochle_lan.bridge import Bridge, Front, Intent, Lobby, ReadyUp
from pinochle_lan.cli.common import Sorry
from pinochle_lan.cli.headless import Plan, Scored, follow
from pinochle_lan.room.house import House
from pinochle_lan.table.snapshot import Person, Snapshot, Waiting

READY = (Waiting(0, None, "ready", 0, gone=False),)


def snapshot(step: int, *, waits: bool) -> Snapshot:
    """A game under way without a scored hand; ``waits``: the next deal waits for this laptop."""
    people = (Person(0, "Ann", host=0, you=True), Person(1, "Ben", host=1))
    return Snapshot(
        stage="play",
        name="table",
        table_id=b"t",
        code="",
        founder=False,
        seat=0,
        people=people,
        laptops=(),
        variant="two-handed-bidding",
        options=(),
        waiting=READY if waits else (),
        step=step,
        you_ready=not waits,
    )


class Patient(Bridge):
    """A bridge that is looked at a few times only: an answer that does not come is a failure, no wait."""

    looks = 0

    def read(self) -> Front:
        self.looks += 1
        assert self.looks < 8, "nothing more is answered"
        return super().read()


class Story:
    """A house that shows the next front after each answer."""

    def __init__(self, bridge: Bridge, tables: list[Snapshot]) -> None:
        self.bridge = bridge
        self.left = tables
        self.seen: list[Intent] = []

    def start(self) -> None:
        self.bridge.connect(on_intent=self.answered)
        self.answered()

    def answered(self) -> None:
        self.seen += self.bridge.take()
        self.bridge.publish(Front(Lobby("Ann", ""), self.left.pop(0)))


def test_a_void_hand_is_followed_by_another_ready() -> None:
    """two-handed-bidding 4.4, both pass: no hand is scored, and the next deal waits for everybody again."""
    bridge = Patient(Front(Lobby("Ann", "")))
    first, second = snapshot(1, waits=True), snapshot(7, waits=True)
    story = Story(bridge, [first, second, replace(second, stage="stopped", fault="That was all.")])
    with pytest.raises(Sorry, match="That was all"):
        follow(cast(House, cast(Any, story)), bridge, Plan(None), Scored())
    assert story.seen == [ReadyUp(), ReadyUp()]
