"""A table without a window: what it answers to the fronts it sees."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, cast

import pytest

from pinochle_lan.bridge import Bridge
from pinochle_lan.cli import headless
from pinochle_lan.cli.common import Sorry
from pinochle_lan.cli.headless import Plan, Scored, follow
from pinochle_lan.front import Front, Lobby
from pinochle_lan.intents import Intent, ReadyUp
from pinochle_lan.room.house import House
from pinochle_lan.shelf import AcceptPlugin, Difference, Meeting, Offer, Shelf
from pinochle_lan.table.snapshot import Halt, Person, Snapshot, Waiting

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

    def __init__(self, bridge: Bridge, tables: list[Snapshot], shelves: list[Shelf] | None = None) -> None:
        self.bridge = bridge
        self.left = tables
        self.shelves = shelves or [Shelf()] * len(tables)
        self.seen: list[Intent] = []

    def start(self) -> None:
        self.bridge.connect(on_intent=self.answered)
        self.answered()

    def answered(self) -> None:
        self.seen += self.bridge.take()
        self.bridge.publish(Front(Lobby("Ann", "", shelf=self.shelves.pop(0)), self.left.pop(0)))


def test_a_void_hand_is_followed_by_another_ready() -> None:
    """two-handed-bidding 4.4, both pass: no hand is scored, and the next deal waits for everybody again."""
    bridge = Patient(Front(Lobby("Ann", "")))
    first, second = snapshot(1, waits=True), snapshot(7, waits=True)
    story = Story(bridge, [first, second, replace(second, stage="stopped", fault="That was all.")])
    with pytest.raises(Sorry, match="That was all"):
        follow(cast(House, cast(Any, story)), bridge, Plan(None), Scored())
    assert story.seen == [ReadyUp(), ReadyUp()]


DIFFERS = Difference("house rule", "our-tens", ("1.0", "ab" * 32), None, "Ann's table plays with our-tens.")
OFFER = Offer("house rule our-tens", "ab" * 32, "Ann", (), (), "x = 1\n", "our_tens_abababab.py")
MEETING = Meeting("Kitchen", "Ann", False, (DIFFERS,), (OFFER,))


def test_a_plugin_file_is_taken_once_with_the_yes_that_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    bridge = Patient(Front(Lobby("Ben", "")))
    setup = replace(snapshot(1, waits=False), stage="setup")
    done = replace(setup, stage="stopped", fault="That was all.")
    shelves = [Shelf(meeting=MEETING), Shelf()]
    story = Story(bridge, [setup, done], shelves)
    with pytest.raises(Sorry, match="That was all"):
        follow(cast(House, cast(Any, story)), bridge, Plan(None, accept_plugins=True), Scored())
    assert story.seen == [AcceptPlugin("ab" * 32)]
    said = "The house rule our-tens came from Ann and is kept as our_tens_abababab.py."
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("meeting", "accepts", "text"),
    [
        (MEETING, False, "our-tens. Start join with --accept-plugins to take the file from Ann."),
        (replace(MEETING, forbidden=True, offers=()), True, "Ann's table plays with our-tens."),
        (replace(MEETING, problem="It did not come."), True, "our-tens. It did not come."),
    ],
)
def test_F28_without_a_yes_or_a_file_it_says_what_is_missing(
    meeting: Meeting, accepts: bool, text: str
) -> None:
    bridge = Patient(Front(Lobby("Ben", "")))
    story = Story(bridge, [snapshot(1, waits=False)], [Shelf(meeting=meeting)])
    with pytest.raises(Sorry) as sorry:
        follow(cast(House, cast(Any, story)), bridge, Plan(None, accept_plugins=accepts), Scored())
    assert sorry.value.message.endswith(text)
    assert sorry.value.exit_code == 2
    assert story.seen == []


def test_a_hand_that_a_plugin_stopped_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(headless, "FAREWELL_S", 0.0)
    bridge = Patient(Front(Lobby("Ben", "")))
    halt = Halt(57, ("house rule our-tens",), "It differs.", b"c" * 32, (0, 0), 1, ())
    stopped = replace(snapshot(57, waits=False), stage="stopped", fault="It differs.", halt=halt)
    story = Story(bridge, [stopped])
    with pytest.raises(Sorry, match="It differs"):
        follow(cast(House, cast(Any, story)), bridge, Plan(None, as_json=True), Scored())
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert row == {"event": "stopped", "step": 57, "plugins": ["house rule our-tens"], "why": "It differs."}
