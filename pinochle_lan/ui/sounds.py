"""Which sounds a change of the table makes. Pure: two snapshots in, cues out."""

from __future__ import annotations

from pinochle_lan.rules.view import HandResult, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui.sound import Cue


def cues(old: Snapshot | None, new: Snapshot | None) -> tuple[Cue, ...]:
    """The cues of one change, most telling first; none for a table that was just opened."""
    if old is None or new is None:
        return ()
    heard = list(_people(old, new))
    if old.view is not None and new.view is not None:
        heard += _play(old.view, new.view)
        heard += _results(old.view, new.view)
        if new.view.offers and not old.view.offers and not new.pending:
            heard.append(Cue.TURN)
    return tuple(dict.fromkeys(heard))


def _people(old: Snapshot, new: Snapshot) -> tuple[Cue, ...]:
    before = sum(laptop.linked for laptop in old.laptops)
    after = sum(laptop.linked for laptop in new.laptops)
    return (Cue.JOIN,) if after > before else (Cue.LEAVE,) if after < before else ()


def _play(old: View, new: View) -> list[Cue]:
    heard: list[Cue] = []
    if _held(old) == 0 < _held(new):
        heard.append(Cue.DEAL)
    if len(new.calls) > len(old.calls):
        heard.append(Cue.PASS if new.calls[-1][1] is None else Cue.BID)
    if new.trump is not None and old.trump is None and new.declarer is not None:
        heard.append(Cue.TRUMP)
    laid = [
        meld for seat, was in zip(new.seats, old.seats, strict=False) for meld in seat.meld[len(was.meld) :]
    ]
    if laid:
        heard.append(Cue.RUN if any(meld.points >= 100 for meld in laid) else Cue.MELD)
    if _played(new) > _played(old):
        heard.append(Cue.PLAY)
    if _taken(new) > _taken(old):
        heard.append(Cue.COLLECT)
    return heard


def _results(old: View, new: View) -> list[Cue]:
    if new.over and not old.over:
        return [Cue.WON]
    if len(new.history) <= len(old.history):
        return []
    result: HandResult = new.history[-1]
    return [] if result.made is None else [Cue.MADE if result.made else Cue.SET]


def _held(view: View) -> int:
    return sum(len(seat.hand) for seat in view.seats)


def _taken(view: View) -> int:
    return view.last_trick.number if view.last_trick is not None else 0


def _played(view: View) -> int:
    running = len(view.trick.plays) if view.trick is not None else 0
    return _taken(view) * len(view.seats) + running
