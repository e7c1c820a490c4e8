"""What the ledger asks its caller to do, and what it has to tell: effects in order.

The order is a law: a Save comes before every Send that depends on it. The caller appends the records of a
batch, flushes once, then sends (docs/log.md 14). If saving fails, nothing after it may be sent.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pinochle_lan.log.machine import Content, Machine, Place

Peer = int | bytes
"""Who is at the other end of a link: a member's number, or a spectator's key."""


@dataclass(frozen=True, slots=True)
class Save:
    """Append these bytes (a whole record) to the game file."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """Send a frame (canonical bytes, no length prefix) to one peer; to all linked ones if ``to`` is None."""

    to: Peer | None
    frame: bytes


@dataclass(frozen=True, slots=True)
class StepShown:
    """The open step is complete here and folded into the shown state; not yet settled."""

    step: int
    contents: tuple[tuple[Place, Content], ...]
    replaced: bool = False
    """It takes the place of another content shown before for the same step."""
    machine: Machine | None = field(default=None, compare=False, repr=False)
    """The state after it."""


@dataclass(frozen=True, slots=True)
class StepSettled:
    """More than half of the roster acknowledged the step; it never changes again."""

    step: int
    chain: bytes
    state: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """Something was refused and not stored. Says who sent it, whose it is and why."""

    peer: Peer
    author: int | None
    step: int | None
    kind: str
    why: str
    hard: bool = False
    """No honest laptop sends such a thing: the form is broken or the signature wrong."""


@dataclass(frozen=True, slots=True)
class IllegalContent:
    """A rightly placed entry whose content the rules or the deal refuse; folds like absent, plus a fault."""

    author: int
    step: int
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class DoubleEntry:
    """Proof: two different signed entries of one author for one place (docs/log.md 7), as frames."""

    author: int
    step: int
    kind: str
    first: bytes
    second: bytes


@dataclass(frozen=True, slots=True)
class DoubleAck:
    """Proof: two different acknowledgements of one member for one step, neither resting on a vote."""

    member: int
    step: int
    first: bytes
    second: bytes


@dataclass(frozen=True, slots=True)
class DoubleVote:
    """Proof: two different votes, or confirms, of one member for one place in one round, as frames.

    Or its acknowledgement that rests on no vote, and its vote of round 1 against an entry of that content.
    """

    member: int
    step: int
    kind: str
    first: bytes
    second: bytes


@dataclass(frozen=True, slots=True)
class Decided:
    """A vote ended: the place is decided absent, or its entry counts (docs/log.md 9)."""

    author: int
    step: int
    kind: str
    absent: bool


@dataclass(frozen=True, slots=True)
class Late:
    """A signed entry whose place was decided absent: kept in the file, never folded; its frame."""

    author: int
    step: int
    kind: str
    entry: bytes


@dataclass(frozen=True, slots=True)
class RosterChanged:
    """A settled step changed who plays on (docs/log.md 10)."""

    step: int
    gone: tuple[int, ...]
    back: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Differs:
    """A member's word about a step is not ours. Emitted once per member and step.

    ``rules``: same entries, another state: rules code or a plugin disagrees. ``history``: other entries.
    """

    member: int
    step: int
    rules: bool


@dataclass(frozen=True, slots=True)
class Repaired:
    """This laptop was the odd one out; folding the log again from its beginning gave what the others have."""

    step: int


Event = (
    StepShown
    | StepSettled
    | Refused
    | IllegalContent
    | DoubleEntry
    | DoubleAck
    | DoubleVote
    | Decided
    | Late
    | RosterChanged
    | Differs
    | Repaired
)
Effect = Save | Send | Event
