"""A table without a window: reads the fronts, does what a patient person would, prints what happens.

Takes a seat, is ready when all seats are taken and for every next hand, and leaves when the game is over and
the others have the last step. The own seat is played by the house's ``own_bot``. Knows no network, no rule.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Final

import click

from pinochle_lan.bridge import Bridge
from pinochle_lan.cli.common import Sorry, print_json
from pinochle_lan.front import Front, ListedTable
from pinochle_lan.intents import (
    Admit,
    ContinueGame,
    Intent,
    JoinTable,
    LeaveTable,
    OpenTable,
    ReadyUp,
    SitDown,
)
from pinochle_lan.room.house import House
from pinochle_lan.shelf import AcceptPlugin, Meeting, Shelf
from pinochle_lan.table.snapshot import Snapshot

GOODBYE_S: Final = 10.0
"""How long a finished table stays for the others' acknowledgements (docs/log.md 13)."""
FAREWELL_S: Final = 4.0
"""How long a table that a plugin stopped stays: the others compare what the plugin gave here."""
PATIENCE_S: Final = 0.5
"""Waiting times grow although nothing changes: look again this often."""
ABSENT_MS: Final = 2000
"""Silence after which a laptop is called absent."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one headless run is to do."""

    opening: OpenTable | JoinTable | ContinueGame | None
    """None: join the table that is found."""
    chair: int | None = None
    """The founder's own chair."""
    bot: str = ""
    hands: int | None = None
    as_json: bool = False
    admit_all: bool = False
    seat: str = ""
    """The chair a joiner wants, by number or name."""
    table: str = ""
    """Name of the table to join."""
    watch: bool = False
    """Go to a table under way too: watch, and take the chair ``seat`` if one was named."""
    wait_s: float = 30.0
    """How long to look for it."""
    accept_plugins: bool = False
    """The yes to every plugin file that the table needs and this laptop lacks."""


class Scored:
    """What only the house tells: where the log stood when each hand was scored, and plugins at fault.

    Laptops compare that digest, not a later one.
    """

    def __init__(self) -> None:
        self._marks: dict[int, tuple[int, str]] = {}
        self.culprits: list[dict[str, object]] = []
        """Plugins found at fault: step, plugin, why."""

    def note(self, event: str, data: dict[str, object]) -> None:
        """The house's ``on_event``; called on the network thread."""
        if event == "culprit":
            self.culprits.append({name: data[name] for name in ("step", "plugin", "why")})
        if event == "scored":
            self._marks[int(str(data["number"]))] = (int(str(data["step"])), str(data["digest"]))

    def mark(self, hands: int) -> tuple[int, str] | None:
        """(step, digest) after so many hands; None if it was not seen happen."""
        return self._marks.get(hands)


def follow(house: House, bridge: Bridge, plan: Plan, scored: Scored) -> int:
    """Run the table to its end; the exit status. Raises Sorry if it cannot be opened or joined."""
    changed = threading.Event()
    bridge.connect(on_front=changed.set)
    house.start()
    run = _Run(bridge, plan, scored)
    if plan.opening is not None:
        bridge.post(plan.opening)
    while not run.step(bridge.read()):
        changed.wait(PATIENCE_S)
        changed.clear()
    bridge.post(LeaveTable())
    return 0


class _Run:
    """What was said already, so that each event is printed once."""

    def __init__(self, bridge: Bridge, plan: Plan, scored: Scored) -> None:
        self._bridge = bridge
        self._plan = plan
        self._scored = scored
        self._until = time.monotonic() + plan.wait_s
        self._joining = plan.opening is not None
        self._said: set[object] = set()
        self._asked: set[object] = set()
        self._hands = 0
        self._absent: set[int] = set()
        self._away: dict[int, str] = {}
        """Members off the roster."""
        self._waiting = ""
        self._longest_ms = 0
        self._over_at: float | None = None

    def step(self, front: Front) -> bool:
        """Look at a front, say and do what it calls for; True when the run is over."""
        if front.table is None:
            self._find(front)
            return False
        table = front.table
        if table.fault:
            self._tell(table)
            return self._stop(table)
        if front.lobby.shelf.meeting is not None:
            self._meet(front.lobby.shelf, front.lobby.shelf.meeting)
            return False
        self._tell(table)
        self._seat(front, table)
        return self._end(front, table)

    def _stop(self, table: Snapshot) -> bool:
        """The table stopped: say why. Over a plugin all must hear of it from each, so stay for a moment.

        Raises Sorry.
        """
        halt = table.halt
        if halt is None or not halt.stops:
            raise Sorry(table.fault)
        if self._over_at is None:
            self._over_at = time.monotonic()
            self._say("stopped", step=halt.step, plugins=list(halt.plugins), why=table.fault)
        if time.monotonic() >= self._over_at + FAREWELL_S:
            raise Sorry(table.fault)
        return False

    # --- before the game ------------------------------------------------------------

    def _find(self, front: Front) -> None:
        """Join the table that was meant, once it is in the list."""
        if front.lobby.problem and (self._joining or self._plan.opening is not None):
            raise Sorry(front.lobby.problem)
        if self._joining:
            return
        found = [t for t in front.lobby.tables if not t.ghost and self._plan.table in ("", t.name)]
        found = [t for t in found if self._plan.watch or not t.watch] or found
        if len(found) == 1 and not found[0].why_not and (self._plan.watch or not found[0].watch):
            self._joining = True
            self._bridge.post(JoinTable(table_id=found[0].table_id))
        elif len(found) > 1:
            raise Sorry(f"Several tables are open: {_names(found)}. Say which with --table.")
        elif time.monotonic() > self._until:
            if found and found[0].watch:
                raise Sorry(f"The game at {found[0].name} is under way. Start join with --watch to look on.")
            if found:
                raise Sorry(f"{found[0].name} cannot be joined: {found[0].why_not}")
            raise Sorry("No table was found. Is one open on the same Wi-Fi? Try --code or --address.")

    def _meet(self, shelf: Shelf, meeting: Meeting) -> None:
        """Plugins differ: take the files with the yes that was given, or say what is missing."""
        if meeting.problem or meeting.forbidden or not self._plan.accept_plugins:
            said = " ".join(one.sentence for one in meeting.differences)
            more = f"Start join with --accept-plugins to take {_them(meeting)} from {meeting.who}."
            raise Sorry(f"{said} {meeting.problem or ('' if meeting.forbidden else more)}".strip())
        for offer in meeting.offers:
            if ("plugin", offer.digest) in self._asked and shelf.failed:
                raise Sorry(shelf.notice)
            self._say_once("plugin", name=offer.plugin, who=offer.who, file=offer.file, digest=offer.digest)
            self._once(("plugin", offer.digest), AcceptPlugin(offer.digest))

    def _seat(self, front: Front, table: Snapshot) -> None:
        """Take a chair, let others in, be ready."""
        if self._plan.admit_all:
            for key, _name in table.requests:
                self._once(("admit", key), Admit(key, True))
        if table.founder:
            address = front.lobby.addresses[0] if front.lobby.addresses else ""
            self._say_once("table", name=table.name, address=address, code=table.code)
        if table.stage == "setup":
            chair = self._wanted(front, table)
            if chair is not None and chair != table.seat:
                self._once(("sit", chair, table.seat), SitDown(chair))
        if table.watching and table.stage == "play":
            self._say_once("watching", name=table.name)
            wanted = self._wanted(front, table) if self._plan.seat else None
            if wanted is not None:
                self._once(("ask", wanted, table.view and table.view.hand_number), SitDown(wanted))
        if table.seat is not None:
            self._say_once("joined", seat=table.people[table.seat].seat)
        full = all(person.name for person in table.people)
        between = table.view is not None and table.view.phase in ("ready", "score")
        due = table.stage == "setup" or between or any(w.kind == "ready" for w in table.waiting)
        if full and table.seat is not None and not table.you_ready and due and not self._finished(table):
            self._once(("ready", table.step, table.people), ReadyUp())

    def _wanted(self, front: Front, table: Snapshot) -> int | None:
        """The chair to sit on: the one asked for, else the first free one if there is none yet."""
        free = [person.seat for person in table.people if not person.name] + list(table.free)
        if self._plan.chair is not None and self._plan.chair in free:
            return self._plan.chair
        if self._plan.seat:
            names = {str(person.seat): person.seat for person in table.people}
            variants = {variant.id: variant for variant in front.lobby.variants}
            if table.variant in variants:
                names |= {name: seat for seat, name in enumerate(variants[table.variant].seat_names)}
            wanted = names.get(self._plan.seat)
            if wanted in free:
                return wanted
        return free[0] if table.seat is None and free else None

    # --- telling --------------------------------------------------------------------

    def _tell(self, table: Snapshot) -> None:
        for row in list(self._scored.culprits):
            self._say_once("culprit", **row)
        view = table.view
        if view is not None:
            for result in view.history[self._hands :]:
                scores = dict(zip((side.name for side in view.sides), result.totals, strict=False))
                self._say("hand", number=result.number, scores=scores)
                self._hands += 1
        for laptop in table.laptops:
            gone = not laptop.linked and not laptop.you and laptop.silent_ms >= ABSENT_MS
            if gone and laptop.member not in self._absent and table.stage == "play":
                self._absent.add(laptop.member)
                self._say("absent", who=laptop.name)
            elif laptop.linked and laptop.member in self._absent:
                self._absent.remove(laptop.member)
                self._say("back", who=laptop.name)
        away = {laptop.member: laptop.name for laptop in table.laptops if laptop.away}
        for member, name in away.items():
            if member not in self._away:
                self._say("gone", who=name)
        for laptop in table.laptops:
            if laptop.member in self._away and not laptop.away:
                self._say("returned", who=laptop.name)
        self._away = away
        if table.stage == "play":
            self._longest_ms = max((self._longest_ms, *(w.since_ms for w in table.waiting)))
        names = {laptop.member: laptop.name for laptop in table.laptops}
        waiting = ", ".join(
            dict.fromkeys(names.get(w.member, "?") for w in table.waiting if w.since_ms >= ABSENT_MS)
        )
        if waiting and waiting != self._waiting:
            self._say("waiting", who=waiting)
        self._waiting = waiting

    def _finished(self, table: Snapshot) -> bool:
        enough = self._plan.hands is not None and self._hands >= self._plan.hands
        return table.stage == "over" or enough

    def _end(self, front: Front, table: Snapshot) -> bool:
        if table.view is None or not self._finished(table):
            return False
        step, digest = table.step, table.digest
        if table.stage != "over":
            step, digest = self._scored.mark(self._hands) or (step, digest)
        if self._over_at is None:
            self._over_at = time.monotonic()
            sides = table.view.sides
            totals = table.view.history[-1].totals if table.view.history else tuple(s.score for s in sides)
            scores = dict(zip((side.name for side in sides), totals, strict=False))
            self._say("pace", steps=step, longest_wait_ms=self._longest_ms)
            self._say("game-over", scores=scores, digest=digest, file=front.file)
        behind = [x for x in table.laptops if x.linked and not x.you and x.step < step - 1]
        return not behind or time.monotonic() > self._over_at + GOODBYE_S

    def _say_once(self, event: str, **fields: object) -> None:
        key = (event, *fields.values())
        if key not in self._said:
            self._said.add(key)
            self._say(event, **fields)

    def _say(self, event: str, **fields: object) -> None:
        if self._plan.as_json:
            print_json({"event": event, **fields})
        else:
            click.echo(_SENTENCES[event](fields))

    def _once(self, key: object, intent: Intent) -> None:
        if key not in self._asked:
            self._asked.add(key)
            self._bridge.post(intent)


def _them(meeting: Meeting) -> str:
    return "the file" if len(meeting.differences) == 1 else "the files"


def _names(found: list[ListedTable]) -> str:
    return ", ".join(table.name for table in found)


def _scores(fields: dict[str, object]) -> str:
    scores = fields["scores"]
    assert isinstance(scores, dict)
    return ", ".join(f"{side} {points}" for side, points in scores.items())


_SENTENCES = {
    "table": lambda f: (
        f"Table {f['name']} is open at {f['address']}" + (f", code {f['code']}." if f["code"] else ".")
    ),
    "plugin": lambda f: f"The {f['name']} came from {f['who']} and is kept as {f['file']}.",
    "watching": lambda f: f"You watch {f['name'] or 'the table'}.",
    "joined": lambda f: f"You sit on chair {f['seat']}.",
    "hand": lambda f: f"Hand {f['number']}: {_scores(f)}.",
    "absent": lambda f: f"{f['who']} is not heard any more.",
    "back": lambda f: f"{f['who']} is back.",
    "gone": lambda f: f"The others decided to go on without {f['who']}; a stand-in plays.",
    "returned": lambda f: f"{f['who']} plays again.",
    "waiting": lambda f: f"Waiting for {f['who']}.",
    "culprit": lambda f: str(f["why"]),
    "stopped": lambda f: f"The hand stopped at step {f['step']}.",
    "pace": lambda f: f"{f['steps']} steps; the longest wait was {f['longest_wait_ms']} ms.",
    "game-over": lambda f: f"Game over: {_scores(f)}. Digest {f['digest']}, file {f['file']}.",
}
