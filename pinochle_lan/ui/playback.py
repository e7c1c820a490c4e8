"""What moves between two fronts: the motion under way, the trick that is held, the cards just received.

Knows pages only through ``blocking``; draws nothing and keeps no time of its own.
"""

from __future__ import annotations

from dataclasses import replace

from pinochle_lan.cards import Card
from pinochle_lan.front import Front
from pinochle_lan.rules.view import TrickView, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import blocking, ending, motion
from pinochle_lan.ui.motion import Motion, Pace
from pinochle_lan.ui.page import CardItem
from pinochle_lan.ui.pages import Pages
from pinochle_lan.ui.received import Received
from pinochle_lan.ui.scenes.look import Look


class Playback:
    """Follows the fronts of one screen."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self.motion: Motion = motion.STILL
        self.held: TrickView | None = None
        """The trick that stays on the table for a moment, as of the last ``tick``."""
        self._ending: Snapshot | None = None
        self._received = Received()

    @property
    def fresh(self) -> tuple[Card, ...]:
        """Cards of the own hand to mark as just received."""
        return self._received.fresh

    def note_cards(self, front: Front, same: bool) -> tuple[Card, ...]:
        """Which cards came to the own hand with this front; ``same``: it is the table of the one before."""
        if not same:
            self._received.forget()
        return self._received.follow(_view(front))

    def shown(self, front: Front) -> Front:
        """What the page is made of: the front, or its table as it lay while the last trick is held."""
        if self._ending is not None and self.held is not None:
            return replace(front, table=self._ending)
        return front

    def change(
        self,
        old: Front,
        new: Front,
        look: Look,
        before: dict[str, CardItem],
        came: tuple[Card, ...],
        *,
        now_ms: int,
        pace: Pace,
    ) -> None:
        """Plan the motion of a change; the end of a hand shows its last trick first.

        ``before`` are the cards as they lay on the old front; ``came`` are new in the own hand.
        """
        snap = new.table
        if snap is None or snap.view is None:
            self.motion, self._ending = motion.STILL, None
            return
        was_table = old.table if same_table(old, new) else None
        view = snap.view
        trick = ending.last_trick(was_table, snap) if was_table is not None else None
        if trick is not None and was_table is not None:
            self._ending = ending.standing_still(was_table, snap, trick)
            assert self._ending.view is not None
            view = self._ending.view
        was = was_table.view if was_table is not None and was_table.view is not None else view
        here = replace(new, table=replace(snap, view=view))
        lie = blocking.cards(self._pages.build(here, look))
        stage = blocking.stage(here, look, (before, lie), was, came)
        self.motion = motion.plan(was, view, stage, now_ms, pace, running=self.motion)
        if self._ending is not None:
            if self.motion.held is None:
                self._ending = None
            else:
                self._ending = replace(self._ending, lines=snap.lines)

    def tick(self, now_ms: int) -> bool:
        """Forget what is over; whether a trick began or ceased to be held."""
        self.motion = motion.settle(self.motion, now_ms)
        held = motion.held(self.motion, now_ms)
        changed = (held is not None) != (self.held is not None)
        self.held = held
        return changed

    def skip(self, now_ms: int) -> None:
        """Finish what moves: somebody acts."""
        self.motion = motion.skip(self.motion, now_ms)

    def refuse(self, card_id: str, now_ms: int, pace: Pace) -> None:
        """Shake a card."""
        self.motion = motion.refuse(self.motion, card_id, now_ms, pace)

    def still(self) -> None:
        """Nothing moves."""
        self.motion = motion.STILL

    def shaking(self, now_ms: int) -> bool:
        """Whether a refused card shakes now."""
        return bool(self.motion.shake) and now_ms < self.motion.shake_from + motion.SHAKE_MS


def same_table(old: Front, new: Front) -> bool:
    """Whether both fronts show one table."""
    return old.table is not None and new.table is not None and old.table.table_id == new.table.table_id


def _view(front: Front) -> View | None:
    return front.table.view if front.table is not None else None
