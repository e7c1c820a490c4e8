"""Which plugin is at fault when laptops fold one step to different states (docs/log.md 7).

Each laptop makes the step several times over: code that does not give the same twice convicts itself. Else
the laptops compare what every call of plugin code gave: the first that differs is named. What a laptop says
of its own calls is its own word; it changes a sentence, never a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.machine import Content, Place
from pinochle_lan.pluginhost.culprit import LONGEST, MOST_CALLS, Call, parting, trace
from pinochle_lan.pluginhost.naming import parse
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.terms import Terms

REPEATS: Final = 6
"""How often a step is made over: chance that shows now and then is caught, too."""
KEPT: Final = 4
"""Steps that can be made over: others' words on them come a little later than the steps."""
WAIT_MS: Final = 3_000
"""How long the others' calls are waited for before nobody is named."""
LONGEST_NAME: Final = 64


@dataclass(frozen=True, slots=True)
class Finding:
    """Who or what is at fault in a step."""

    step: int
    plugin: str
    """Name at the table, as ``house rule tens-around 1.0``; empty = no plugin gave anything else."""
    function: str
    line: int
    member: int | None
    """Whose laptop got something else; None = it is not the same twice on this one."""

    def sentence(self, member: str) -> str:
        """For people. ``member``: name of the laptop's person."""
        named = parse(self.plugin)
        where = f"{self.function}, line {self.line}"
        if not self.plugin:
            return (
                f"Step {self.step} came out differently on {member}'s laptop, although every plugin gives "
                "the same on both: bring pinochle-lan up to date on both."
            )
        if self.member is None:
            return f"The {named} does not give the same twice in step {self.step} ({where})."
        return f"The {named} gives something else on {member}'s laptop in step {self.step} ({where})."


@dataclass(frozen=True, slots=True)
class Witness:
    """What a laptop says of its plugin calls in a step."""

    step: int
    own: Call | None
    """The call that does not give the same twice there."""
    calls: tuple[Call, ...]

    def wire(self, table: bytes) -> Frame:
        """Frame 29."""
        own = None if self.own is None else _call(self.own)
        return int(FrameType.WITNESS), table, self.step, own, tuple(_call(call) for call in self.calls)

    @classmethod
    def read(cls, parts: Frame, table: bytes) -> Witness:
        """Out of the frame. Raises Malformed."""
        match parts:
            case (_, bytes() as named, int() as step, own, tuple() as calls) if (
                named == table and type(step) is int and step >= 0 and len(calls) <= MOST_CALLS + 1
            ):
                first = None if own is None else _read(own)
                return cls(step, first, tuple(_read(call) for call in calls))
        raise Malformed("a witness names its table, a step and calls of plugins")


class Inquest:
    """One laptop's."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._steps: dict[int, tuple[TableMachine, tuple[tuple[Place, Content], ...]]] = {}
        self._heard: dict[int, Witness] = {}
        """The last witness of each member."""
        self.witness: Witness | None = None
        """What this laptop says of its own calls in the step under inquest."""
        self._against: dict[int, None] = {}
        """Members that folded the step under inquest to another state."""
        self._since_ms = 0
        self.finding: Finding | None = None
        """What came of the newest inquest, once it is clear."""

    def shown(self, step: int, before: TableMachine, contents: Sequence[tuple[Place, Content]]) -> None:
        """A step was folded here."""
        self._steps[step] = before, tuple(contents)
        while len(self._steps) > KEPT:
            del self._steps[min(self._steps)]

    def differs(self, member: int, step: int, now_ms: int) -> Witness | None:
        """A member folded the step to another state: what this laptop says of its own calls, to be sent."""
        if self.witness is None or self.witness.step < step:
            if step not in self._steps or not self._terms.files:
                return None
            self.witness = self._witness(step)
            self._against, self.finding, self._since_ms = {}, None, now_ms
        elif self.witness.step > step:
            return None
        told = not self._against
        self._against[member] = None
        self._conclude(now_ms)
        return self.witness if told else None

    def take(self, member: int, parts: Frame, now_ms: int) -> None:
        """A member's witness came. Raises Malformed."""
        self._heard[member] = Witness.read(parts, self._terms.genesis.table)
        self._conclude(now_ms)

    def tick(self, now_ms: int) -> None:
        """Time passed."""
        self._conclude(now_ms)

    @property
    def wake_at_ms(self) -> int | None:
        """When ``tick`` is due; None if nothing is open."""
        return None if self.witness is None or self.finding is not None else self._since_ms + WAIT_MS

    def sentence(self) -> str:
        """The finding in words; empty without one."""
        found = self.finding
        if found is None:
            return ""
        member = found.member if found.member is not None else next(iter(self._against), None)
        return found.sentence(self._terms.member_names.get(-1 if member is None else member, "another"))

    def _witness(self, step: int) -> Witness:
        before, contents = self._steps[step]
        terms = self._terms

        def work() -> object:
            game = terms.game if terms.rebuild is None else terms.rebuild()
            return replace(before, terms=replace(terms, game=game)).fold(contents, {})

        first = trace(work, terms.files)
        again = (trace(work, terms.files) for _ in range(REPEATS - 1))
        own = next((call for other in again if (call := parting(first, other)) is not None), None)
        return Witness(step, own, first)

    def _conclude(self, now_ms: int) -> None:
        mine = self.witness
        if mine is None or self.finding is not None:
            return
        if mine.own is not None:
            self._found(mine.own, None)
            return
        heard = {m: w for m, w in self._heard.items() if w.step == mine.step}
        for member, witness in heard.items():
            call = witness.own or parting(mine.calls, witness.calls)
            if call is not None and call.plugin:
                self._found(call, member)
                return
        if all(member in heard for member in self._against) or now_ms >= self._since_ms + WAIT_MS:
            self._found(Call("", "", 0, b""), next(iter(self._against)))

    def _found(self, call: Call, member: int | None) -> None:
        assert self.witness is not None
        named = call.plugin if call.plugin in self._terms.files.values() else ""
        self.finding = Finding(self.witness.step, named, call.function, call.line, member)


def _call(call: Call) -> tuple[str, str, int, bytes]:
    return call.plugin, call.function, call.line, call.gave


def _read(value: object) -> Call:
    match value:
        case (str() as plugin, str() as function, int() as line, bytes() as gave) if (
            len(plugin) <= LONGEST_NAME
            and len(function) <= LONGEST
            and function.isprintable()
            and type(line) is int
            and len(gave) <= 8
        ):
            return Call(plugin, function, line, gave)
    raise Malformed("a call is a plugin, a function, a line and a mark")
