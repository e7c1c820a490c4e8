"""A person against a bot on one laptop: what the program does in the person's place, and looking back."""

from __future__ import annotations

from pathlib import Path

import helpers_shell as shell

from pinochle_lan.intents import Act, AskReview, OpenTable, ReadyUp, Say
from pinochle_lan.rules.actions import Lay, Play, Shown
from pinochle_lan.rules.view import MeldOffer, PlayOffer, View
from pinochle_lan.table.snapshot import Snapshot


def choose(view: View, seat: int) -> object:
    """The first card, no meld, else the first button."""
    offer = view.offers[0]
    if isinstance(offer, MeldOffer):
        assert offer.melds or offer.exchanged, "with nothing to lay nobody is asked"
        return Lay(seat)
    if isinstance(offer, PlayOffer):
        own = (*view.seats[seat].hand, *view.seats[seat].table)
        card = next(item.card for item in own if item.slot == offer.slots[0])
        assert card is not None
        return Play(seat, Shown(offer.slots[0], card))
    return next(iter(offer.actions))  # type: ignore[union-attr]


def play(ann: shell.Player, tricks: int) -> Snapshot:
    """Play for the person until so many tricks are over."""
    done = -1

    def wanted(table: Snapshot) -> bool:
        nonlocal done
        view = table.view
        if view is None or table.seat is None:
            return False
        if view.history or len(view.tricks) >= tricks:
            return True
        if view.offers and not table.pending and table.step != done:
            done = table.step
            ann.post(Act(choose(view, table.seat), table.step))  # type: ignore[arg-type]
        return False

    return ann.table(wanted)


def test_nothing_to_lay_is_laid_by_the_program_and_the_hand_is_looked_at_again(tmp_path: Path) -> None:
    with shell.player(tmp_path, own_bot="") as ann:
        ann.post(OpenTable("Kitchen", "two-handed", bots=((1, "steady"),), alone=True))
        ann.post(ReadyUp())
        table = play(ann, 6)
        assert table.view is not None
        assert len(table.view.tricks) >= 6
        ann.post(AskReview())
        review = ann.table(lambda table: table.review is not None and table.review.done).review
        assert review is not None
        plays = [one for one in review.choices if isinstance(one.choice, Play)]
        assert [one.trick for one in plays] == list(range(1, len(plays) + 1))
        assert len(plays) >= 6
        told = [one for one in plays if one.lines]
        assert told, "an opponent that explains is shipped"
        for one in told:
            assert len(one.lines) <= 3
            assert all(line.reason for line in one.lines)


def test_what_is_said_alone_stands_in_the_snapshot_and_too_much_is_refused(tmp_path: Path) -> None:
    with shell.player(tmp_path, own_bot="") as ann:
        ann.post(shell.alone())
        ann.table(lambda table: table.view is not None)
        ann.post(*(Say(f"{number}") for number in range(6)))
        table = ann.table(lambda table: "wait a moment" in table.notice)
        assert [one.text for one in table.chat] == ["0", "1", "2", "3", "4"]
