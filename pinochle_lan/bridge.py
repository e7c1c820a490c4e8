"""Intents in, fronts out, between the window's thread and the network thread.

The window posts frozen intents and reads the newest frozen ``Front``; neither call ever blocks. Where the
program runs without a window, the command line is the one that reads. Knows no intent and no card by name.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from pinochle_lan.front import Front
from pinochle_lan.intents import Intent
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.trace import Trace


class Bridge:
    """The only thing both threads touch. ``post`` and ``read`` may be called from any thread."""

    def __init__(self, front: Front, trace: Trace | None = None) -> None:
        """``trace`` gets a line for every table that is published."""
        self.trace = trace
        self._lock = threading.Lock()
        self._front = front
        self._intents: deque[Intent] = deque()
        self._on_intent: Callable[[], None] = lambda: None
        self._on_front: Callable[[], None] = lambda: None

    def connect(
        self, *, on_intent: Callable[[], None] | None = None, on_front: Callable[[], None] | None = None
    ) -> None:
        """Set the wake-ups: ``on_intent`` wakes the network thread, ``on_front`` the window."""
        if on_intent is not None:
            self._on_intent = on_intent
        if on_front is not None:
            self._on_front = on_front

    def post(self, intent: Intent) -> None:
        """Window to table."""
        with self._lock:
            self._intents.append(intent)
        self._on_intent()

    def take(self) -> tuple[Intent, ...]:
        """All waiting intents, oldest first."""
        with self._lock:
            taken = tuple(self._intents)
            self._intents.clear()
        return taken

    def publish(self, front: Front) -> None:
        """Table to window: replaces what was there."""
        with self._lock:
            changed = front != self._front
            self._front = front
        if changed:
            self._on_front()
            if self.trace is not None and front.table is not None:
                self.trace.note("table", **_public(front.table))

    def read(self) -> Front:
        """The newest front."""
        with self._lock:
            return self._front


def _public(table: Snapshot) -> dict[str, object]:
    """What the trace says of a table: how far it is, and the card that came last."""
    fields: dict[str, object] = {"stage": table.stage, "step": table.step, "pending": table.pending}
    fields |= {"digest": table.digest, "notice": table.notice}
    view = table.view
    if view is not None:
        running = view.trick.plays if view.trick is not None else ()
        plays = (*(play for trick in view.tricks for play in trick.plays), *running)
        fields |= {"hand": view.hand_number, "phase": view.phase, "turn": view.turn, "cards": len(plays)}
        if plays:
            fields["last"] = (plays[-1].seat, str(plays[-1].card))
    return fields
