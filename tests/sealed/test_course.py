"""Hands that take any course: passes, remixes, openings, departures and returns in random order.

After every event each laptop knows exactly what it should, every card is still there, and whoever lacks a
secret that protects a card reads nothing in the log.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest
from helpers_sealed import (
    OPEN_GROUP,
    held,
    make_secrets,
    make_setup,
    opened,
    readable,
    remixed,
    shared,
    shuffled,
    taken_over,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.sealed import Deal, Secrets

PACK = ("AS", "AS", "10S", "10S", "KS", "KS", "QS", "QS", "JS", "JS", "9S", "9S", "AH", "AH")
MAP = (*[0] * 3, *[1] * 3, *[2] * 3, *[3] * 3, "kitty", "dummy")
EVENTS = ("open", "remix", "pass", "kitty", "away", "back")


@dataclass
class Course:
    """A hand in any state, and what the others of each seat may by now know of its face-down cards."""

    deal: Deal
    secrets: list[Secrets]
    knowers: dict[int, set[int]] = field(default_factory=dict)
    """Laptops beside the owner that know a slot, because they stood in when it was face down."""

    def hidden(self, seat: int) -> list[int]:
        """Face-down slots of a seat."""
        return [slot for slot in held(self.deal, seat) if self.deal.face(slot) is None]

    def remix(self, seat: int, also: list[int]) -> None:
        """A remix of a seat's face-down slots, unless its hand lies face up."""
        host = self.deal.host(seat)
        old = sorted({*self.hidden(seat), *also})
        if host is None or not old:
            return
        self.deal = remixed(self.deal, self.secrets, seat, old)
        self.note(seat)

    def note(self, seat: int) -> None:
        """Whoever stands in knows the seat's cards from now on."""
        host = self.deal.host(seat)
        if host is not None and host != self.deal.setup.seat_peer[seat]:
            for slot in self.hidden(seat):
                self.knowers.setdefault(slot, set()).add(host)

    def happen(self, event: str, seat: int, pick: int) -> None:
        """One event, if it can happen now."""
        deal, hidden = self.deal, self.hidden(seat)
        if event == "open" and hidden and deal.host(seat) is not None:
            self.deal = opened(deal, self.secrets, [hidden[pick % len(hidden)]])
        elif event == "remix":
            self.remix(seat, [])
        elif event == "pass" and hidden and deal.host(seat) is not None:
            to = (seat + 1 + pick % 3) % 4
            if deal.host(to) is not None:
                card = hidden[pick % len(hidden)]
                self.deal = deal.moved([card], to)
                self.remix(to, [card])
        elif event == "kitty" and deal.slots.get(12) is not None and deal.slots[12].holder == "kitty":
            if deal.host(seat) is not None:
                self.deal = shared(deal.moved([12], seat), self.secrets, "kitty", [12])
                self.remix(seat, [12])
        elif event == "away" and deal.away is None:
            of = deal.setup.seat_peer[seat]
            others = deal.custodians(of)
            stand_in = {seat: others[pick % len(others)]} if pick % 4 else {}
            seats = [s for s in range(4) if deal.setup.seat_peer[s] == of]
            hands = sorted(slot for s in seats for slot in self.hidden(s))
            self.deal = taken_over(deal, self.secrets, of, stand_in, hands)
            for s in seats:
                self.note(s)
        elif event == "back" and deal.away is not None:
            self.deal = deal.with_return()

    def check(self) -> None:
        """Who knows what, and that all cards are there."""
        deal, group = self.deal, OPEN_GROUP
        joint = sum(mine._x for mine in self.secrets)
        truth = {
            number: deal.face_of(group.sub(slot.b, group.mul(joint, slot.a)), number)
            for number, slot in deal.slots.items()
        }
        assert Counter(truth.values()) == Counter(PACK)
        assert all(truth[number] == face for number, face in deal.faces.items())
        for peer, mine in enumerate(self.secrets):
            seen = mine.faces(deal, sorted(deal.slots))
            assert all(truth[number] == face for number, face in seen.items())
            due = set(deal.faces)
            for number, slot in deal.slots.items():
                if slot.seat is not None and peer in (deal.owner_peer(number), deal.host(slot.seat)):
                    due.add(number)
            assert set(seen) == due

    def spy(self) -> None:
        """Nobody reads a face-down card of another laptop alone, unless it stood in there."""
        for number in sorted(self.deal.slots):
            if self.deal.face(number) is not None:
                continue
            allowed = {self.deal.owner_peer(number), *self.knowers.get(number, set())}
            for peer, mine in enumerate(self.secrets):
                parts = {(of, peer): mine._known_part(self.deal, of) for of in self.deal.custodians(peer)}
                if peer not in allowed:
                    assert readable(self.deal, number, {peer: mine._x}, parts) == []


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (0, 1, 2, 0), (0, 1, 2, 1)], ids=["4", "3 across", "3 side"])
@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    hand=st.integers(1, 1000),
    events=st.lists(
        st.tuples(st.sampled_from(EVENTS), st.integers(0, 3), st.integers(0, 11)), min_size=4, max_size=14
    ),
)
def test_any_course_of_a_hand_tells_each_laptop_its_own_and_no_more(
    seats: tuple[int, ...], hand: int, events: list[tuple[str, int, int]]
) -> None:
    setup = make_setup(
        max(seats) + 1, suite=255, pack=PACK, seats=seats, slot_map=MAP, takeover=True, hand=hand
    )
    secrets = make_secrets(setup, OPEN_GROUP)
    course = Course(shared(shuffled(setup, secrets, OPEN_GROUP, checked=False), secrets, "deal"), secrets)
    for event in events:
        course.happen(*event)
        course.check()
    course.spy()
    course.deal = course.deal.with_return() if course.deal.away is not None else course.deal
    for seat in range(4):
        rest = course.hidden(seat)
        if rest:
            course.deal = opened(course.deal, secrets, rest)
    in_hands = [number for number, slot in course.deal.slots.items() if slot.seat is not None]
    assert all(course.deal.face(number) is not None for number in in_hands)
    assert course.deal.face(13) is None
