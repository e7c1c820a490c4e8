"""Which change of the table sounds like what; without a device nothing breaks (F49)."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples

from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui.sound import Cue
from pinochle_lan.ui.sounds import cues


def shot(front: object) -> Snapshot:
    table = getattr(front, "table")  # noqa: B009
    assert isinstance(table, Snapshot)
    return table


def test_opening_a_table_is_silent() -> None:
    assert cues(None, shot(samples.play())) == ()
    assert cues(shot(samples.play()), None) == ()


def test_calls_trump_and_turn() -> None:
    mine = shot(samples.auction())
    assert mine.view is not None
    before = replace(mine, view=replace(mine.view, calls=mine.view.calls[:-1], offers=()))
    assert cues(before, mine) == (Cue.PASS, Cue.TURN)
    earlier = replace(mine, view=replace(mine.view, calls=mine.view.calls[:-2], offers=()))
    assert cues(earlier, before) == (Cue.BID,)
    named = replace(mine, view=replace(mine.view, trump=samples.Suit.HEARTS, declarer=1, offers=()))
    assert cues(replace(before, view=replace(before.view, calls=mine.view.calls)), named) == (Cue.TRUMP,)  # type: ignore[type-var]


def test_cards_tricks_and_melds() -> None:
    now = shot(samples.play())
    assert now.view is not None
    assert now.view.trick is not None
    less = replace(now.view, trick=replace(now.view.trick, plays=now.view.trick.plays[:2]))
    assert cues(replace(now, view=less), now) == (Cue.PLAY,)
    taken = replace(now.view, trick=None, last_trick=samples.trick(7, 1, "KH 9H 10H AH", winner=0), offers=())
    assert cues(now, replace(now, view=taken)) == (Cue.PLAY, Cue.COLLECT)
    melds = shot(samples.melds())
    assert melds.view is not None
    bare = replace(melds.view, seats=tuple(replace(seat, meld=()) for seat in melds.view.seats))
    assert cues(replace(melds, view=bare), melds) == (Cue.RUN,)


def test_results_and_people() -> None:
    done = shot(samples.score())
    assert done.view is not None
    before = replace(done, view=replace(done.view, history=done.view.history[:-1]))
    assert cues(before, done) == (Cue.MADE,)
    lost = replace(done.view.history[-1], made=False)
    assert cues(before, replace(done, view=replace(done.view, history=(*before.view.history, lost)))) == (
        Cue.SET,
    )  # type: ignore[union-attr]
    assert cues(done, shot(samples.over())) == (Cue.WON,)
    away = replace(done, laptops=(*done.laptops[:-1], replace(done.laptops[-1], linked=False)))
    assert cues(done, away) == (Cue.LEAVE,)
    assert cues(away, done) == (Cue.JOIN,)
