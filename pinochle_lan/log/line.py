"""The line of steps: the settled history, the open step, and what is folded ahead of it.

Owns which entry stands in which place (docs/log.md 3), the versions of a double entry, and folding again.
Knows entries and machines; who acknowledged what is told by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import product
from typing import Final

from pinochle_lan.log.acks import Claim
from pinochle_lan.log.arrears import Arrears
from pinochle_lan.log.effects import IllegalContent
from pinochle_lan.log.entry import Entry, Key
from pinochle_lan.log.machine import Machine
from pinochle_lan.log.past import NO_PAST, Past, RiderRules
from pinochle_lan.log.polls import Polls
from pinochle_lan.log.step import After, Step
from pinochle_lan.log.store import Store

VERSIONS_MOST: Final = 8
"""Ways to choose among double entries of one step that are tried against what the others settled."""


class Line:
    """The steps of one table, filled from a store."""

    def __init__(
        self,
        chain: bytes,
        machine: Machine,
        *,
        store: Store,
        polls: Polls,
        rules: RiderRules,
        me: int | None = None,
    ) -> None:
        """At the beginning: c_0 and the state there. ``me``: this laptop's member number, if it has one."""
        self.me = me
        self.passed: Callable[[Step], bool] = _never
        """Whether more than half of the others are past a step: its long proofs are put off."""
        self.arrears = Arrears()
        """Proofs of settled steps that were put off."""
        self._start = machine
        self._store = store
        self._polls = polls
        self._rules = rules
        self.chains = [chain]
        """c_0 to the value after the last settled step."""
        self.states = [machine.digest()]
        """State digests at the same points."""
        self._ids: list[tuple[bytes, ...]] = []
        self._decided: dict[int, dict[Key, bytes]] = {}
        """Outcomes of votes in settled steps."""
        self.trusted: dict[int, Claim] = {}
        """Steps this laptop acknowledged before it was restarted: proofs in them need no second look."""
        self.steps = [Step(0, machine, chain, self.states[0], rules=rules)]
        """The open step, then those folded ahead; all but the last are complete."""
        self._looked: dict[int, tuple[Hashable, list[tuple[Step, After]]]] = {}
        """Of steps with double entries what they were looked at with, and their versions."""

    @property
    def open(self) -> Step:
        """The step after the settled ones."""
        return self.steps[0]

    @property
    def shown(self) -> After | None:
        """What the open step folds to, once it is complete and none of its proofs is put off."""
        return None if self.open.unproved else self.open.after

    @property
    def unchecked(self) -> bool:
        """Whether a proof is put off that can be checked now."""
        return self.arrears.lie is None and bool(self.open.unproved or self.arrears)

    @property
    def binds(self) -> bool:
        """Whether nothing may be signed: proofs of the hand that runs are put off, or one was false."""
        return bool(self.open.unproved) or self._bound

    @property
    def _bound(self) -> bool:
        return self.arrears.binds(self.open.machine.hand, self.settled)

    def check(self) -> IllegalContent | None:
        """Checks one proof that was put off; gives what is settled and does not hold."""
        if self.open.unproved and not self._bound:
            self.open.prove()
            return None
        return self.arrears.check() if self.arrears else None

    @property
    def settled(self) -> int:
        """Number of the last settled step, -1 before the first."""
        return len(self.chains) - 2

    @property
    def keys(self) -> Mapping[int, bytes]:
        """The key of every member, as far as the steps are folded here."""
        last = self.steps[-1]
        return (last.machine if last.after is None else last.after.machine).members

    @property
    def before(self) -> tuple[int, Claim]:
        """The last settled step and what stands after it."""
        return self.settled, (self.chains[-1], self.states[-1])

    def claims(self) -> Iterator[tuple[int, Claim]]:
        """Every complete step from the open one on, and what it folds to here."""
        for step in self.steps:
            if step.after is not None:
                yield step.number, step.after.claim

    def standing(self, since: int) -> Iterator[tuple[int, Claim]]:
        """Every claim that stands on the steps here up to ``since``.

        Those are ``claims``, and what other versions of later steps with double entries fold to: who stands
        on such a one stands on all before it.
        """
        yield from self.claims()
        for number in self._store.doubled(since + 1):
            at = number - self.open.number
            if at < len(self.steps) and self._twice(self.steps[at]):
                for _, after in self._folded(self.steps[at]):
                    yield number, after.claim

    def claim_of(self, step: int) -> Claim | None:
        """What a step from the open one on folds to here; None if it is not complete."""
        at = step - self.open.number
        after = self.steps[at].after if 0 <= at < len(self.steps) else None
        return None if after is None else after.claim

    def counting(self, entry: Entry) -> bytes:
        """Id of the version that counts here for the entry's place; empty if none does yet."""
        decided = self.decided(entry.step).get(entry.key, b"")
        here = next((step for step in self.steps if step.number == entry.step), None)
        if here is None or entry.key not in here.entries:
            return decided
        return here.entries[entry.key].id

    def decided(self, step: int) -> Mapping[Key, bytes]:
        """Outcomes of votes in a step that is settled, open or folded ahead: entry ids, or ABSENT."""
        if step < self.open.number:
            return self._decided.get(step, {})
        return next((here.decided for here in self.steps if here.number == step), {})

    def certified(self, step: int) -> bool:
        """Whether a word that rests on a vote counts for this step: settled, or its outcome is known here."""
        return step < self.open.number or bool(self.decided(step))

    def settled_claim(self, step: int) -> Claim:
        """What a settled step folded to."""
        return self.chains[step + 1], self.states[step + 1]

    def restart(self) -> None:
        """Empties the open step and what is ahead; ``grow`` fills them from the store again."""
        self.steps = [self._again(self.open)]

    def _again(self, step: Step, *, trusted: bool = True) -> Step:
        """The same step, empty."""
        return self._step(step.number, step.machine, step.chain, step.state, step.past, trusted=trusted)

    def _step(
        self, number: int, machine: Machine, chain: bytes, state: bytes, past: Past, *, trusted: bool = True
    ) -> Step:
        trusted = trusted and number in self.trusted
        return Step(number, machine, chain, state, trusted=trusted, past=past, rules=self._rules)

    def grow(self) -> list[tuple[Entry, str]]:
        """Fills the open step, folds ahead as far as the early entries go; gives what the open step refuses.

        Acknowledgements of later steps on the same chain settle the steps before them (docs/log.md 3), so
        catching up must look ahead. Nothing ahead of the open step is shown or signed upon.
        """
        refused = self._purge()
        at = 0
        while at < len(self.steps):
            step = self.steps[at]
            if at + 1 < len(self.steps) and step.after is not None and not self._polls.spoken(step.number):
                at += 1  # complete, and nothing but a vote could change it: a whole evening is read at once
                continue
            step.later = step.later or self.passed(step)
            after = self._filled(at)
            step = self.steps[at]
            if step.trusted and after is not None and after.claim != self.trusted[step.number]:
                # Not what was acknowledged: some content was illegal, which only an untrusting look finds,
                # or a vote decided otherwise since.
                del self.trusted[step.number]
                self.steps[at:] = [self._again(step)]
                continue
            at += 1
            if at < len(self.steps) and (after is None or after.chain != self.steps[at].chain):
                del self.steps[at:]  # a vote changed what they stand on
            if at == len(self.steps) and after is not None and self._known(step.number + 1):
                self.steps.append(self._after(step, after))
        return refused

    def _filled(self, at: int) -> After | None:
        """Fills a step; what it folds to, None if it is not complete or cannot be folded yet."""
        step = self.steps[at]
        try:
            self._fill(step)
            return step.after
        except Exception:
            # A false proof that was put off may leave something that cannot be gone on with. So the proofs
            # come first; if they all hold, it was our fault and comes again.
            waits = bool(self.arrears) or self.arrears.lie is not None
            if not waits and not any(one.unproved for one in self.steps[: at + 1]):
                raise
            self.steps[at:] = [self._again(step)]
            if at or waits:
                return None
            self._fill(self.steps[0])
            return self.steps[0].after

    def _known(self, step: int) -> bool:
        return bool(self._store.at(step)) or bool(self._polls.at(step))

    def _after(self, step: Step, after: After) -> Step:
        return self._step(step.number + 1, after.machine, after.chain, after.state, after.past)

    def _purge(self) -> list[tuple[Entry, str]]:
        """Early entries are checked when their step becomes open (docs/log.md 3)."""
        refused: list[tuple[Entry, str]] = []
        for entries in list(self._store.at(self.open.number).values()):
            for entry in entries:
                why = self.open.misfit(entry)
                if why is None:
                    continue
                refused.append((entry, why))
                if len(entries) == 1:  # both of a double entry stay, as the proof they are
                    self._store.remove(entry)
        return refused

    def _fill(self, step: Step) -> None:
        for key in self._polls.keys(step.number):
            value = self._polls.outcome(step.number, key, step.roster)
            if value is not None and step.place(key) is not None:
                step.decide(key, value)
        for key, entries in self._store.at(step.number).items():
            if key in step.entries:
                continue
            fitting = [entry for entry in entries if step.takes(entry)]
            if fitting:
                step.put(fitting[0])

    def settle(self) -> After:
        """The open step, which is complete, is settled; the next one opens."""
        step = self.open
        after = step.after
        assert after is not None
        self.arrears.take(step)
        self._ids.append(tuple(entry.id for entry in step.entries.values()))
        if step.decided:
            self._decided[step.number] = step.decided
        self.chains.append(after.chain)
        self.states.append(after.state)
        if len(self.steps) == 1:
            self.steps.append(self._after(step, after))
        del self.steps[0]
        self._looked.pop(step.number, None)
        self._store.opened(self.open.number)
        self._polls.settle(step.number, step.roster)
        self._polls.opened(self.open.number)
        return after

    def doubles(self, step: Step) -> list[Key]:
        """Places of a step of which several entries are here, no vote decided which counts, and one does."""
        return [key for key in self._twice(step) if (place := step.place(key)) and not step.skipped(place)]

    def _twice(self, step: Step) -> list[Key]:
        held = self._store.at(step.number)
        keys = [place.key for place in step.places if place.key not in step.decided]
        return [key for key in keys if len(held.get(key, ())) > 1]

    def _versions(self, step: Step) -> Iterator[tuple[Step, After]]:
        """The ways to choose among the double entries of a step, each with what it folds to."""
        held = self._store.at(step.number)
        for chosen in list(product(*(held[key] for key in self._twice(step))))[:VERSIONS_MOST]:
            version = self._again(step, trusted=False)
            for entry in chosen:
                version.put(entry)
            self._fill(version)
            if version.after is not None:
                yield version, version.after

    def _folded(self, step: Step) -> list[tuple[Step, After]]:
        """The versions of a step; looked at again only when other entries are here: a liar may provoke it."""
        ids = tuple((key, tuple(e.id for e in here)) for key, here in self._store.at(step.number).items())
        key = step.number, step.chain, ids, tuple(step.decided.items())
        known = self._looked.get(step.number)
        if known is None or known[0] != key:
            known = self._looked[step.number] = key, list(self._versions(step))
        return known[1]

    def turn_to(self, wanted: Claim) -> None:
        """Chooses those of the double entries that fold to what the others settled, if any do (7)."""
        for version, after in self._versions(self.open):
            if after.claim == wanted:
                self.steps = [version]
                return

    def turn_towards(self, settled: Callable[[], bool], since: int = 0) -> bool:
        """Tries other versions of double entries, here or ahead; keeps those on which others ``settled``.

        Whoever comes late gets no word on a step that is long settled, only the newest ones. They count for
        the open step if the line reaches them, and it does on no other version than the one they stand on.
        ``since``: the first step to look at. False, and nothing changed, if there is no such version.
        """
        for number in self._store.doubled(max(since, self.open.number)):
            at = number - self.open.number
            if at >= len(self.steps):
                return False
            step = self.steps[at]
            now = None if step.after is None else step.after.chain
            next_ones = self._store.at(number + 1).values()
            wanted = {entry.before for entries in next_ones for entry in entries}
            blind = not wanted and bool(
                self._store.at(number + 2)
            )  # the next was decided absent: nothing tells
            if not blind and (not wanted or wanted == {now}):
                continue
            for version, after in self._folded(step):
                if after.chain == now or not (blind or after.chain in wanted):
                    continue
                kept = self.steps
                self.steps = [*kept[:at], version]
                self.grow()
                if settled() or self.turn_towards(settled, number + 1):
                    return True
                self.steps = kept
        return False

    def fold_again(self) -> bool:
        """Folds everything anew from the beginning, for a state that went wrong in memory (docs/log.md 7).

        False, and nothing changed, if the entries do not give the settled history again.
        """
        machine, past = self._start, NO_PAST
        for number in range(len(self._ids)):
            after = self._fold_settled(number, machine, past)
            if after is None:
                return False
            machine, past = after.machine, after.past
        self.steps = [
            self._step(len(self._ids), machine, self.chains[-1], self.states[-1], past, trusted=False)
        ]
        return True

    def _fold_settled(self, number: int, machine: Machine, past: Past) -> After | None:
        for trusted in (True, False):
            step = Step(
                number,
                machine,
                self.chains[number],
                self.states[number],
                trusted=trusted,
                past=past,
                rules=self._rules,
            )
            for key, value in self._decided.get(number, {}).items():
                step.decide(key, value)
            for entries in self._store.at(number).values():
                for entry in entries:
                    if entry.id in self._ids[number]:
                        step.put(entry)
            after = step.after
            if after is not None and after.claim == self.settled_claim(number):
                return after
        return None


def _never(_step: Step) -> bool:
    return False
