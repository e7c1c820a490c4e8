"""A seeded world for real tables: cuts, partitions, crashes with lost writes, returns; and what it promises.

The code of the package runs in it unchanged. Same seed, same run; time is the air's.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from helpers_sealed import OPEN_GROUP
from helpers_table import Crash, Laptop, Room, any_legal, make_game

from pinochle_lan.codec import decode
from pinochle_lan.log.entry import Entry
from pinochle_lan.log.records import RecordType, read_records
from pinochle_lan.rules.game import Game
from pinochle_lan.table.effects import DropSecret, Effect, Save, SaveSecret
from pinochle_lan.table.verify import verify

LONGEST_MS = 1_200_000
"""Of healed play until the wanted hands are scored."""


class Flushing(Laptop):
    """A laptop whose writes reach the disk once per batch, before it sends; a crash loses the rest."""

    flushes_left: int | None = None
    """Crash at this flush from now on, having written a part of it."""

    def _carry_out(self, effects: list[Effect]) -> None:
        saves = [effect for effect in effects if isinstance(effect, Save | SaveSecret | DropSecret)]
        if self.flushes_left is not None and saves:
            self.flushes_left -= 1
            if self.flushes_left < 0:
                self._tear(saves)
                raise Crash
        super()._carry_out(effects)

    def _tear(self, saves: Sequence[Save | SaveSecret | DropSecret]) -> None:
        """Some of a batch is written, the last record perhaps in part; nothing of it was sent."""
        kept = list(saves)[: self._random.randrange(len(saves) + 1)]
        super()._carry_out([effect for effect in kept if not isinstance(effect, DropSecret)])
        rest = [effect for effect in saves[len(kept) :] if isinstance(effect, Save)]
        if rest and self._random.random() < 0.5:
            self.disk += rest[0].record[: self._random.randrange(len(rest[0].record))]

    def restart(self) -> None:
        self.flushes_left = None
        found = read_records(bytes(self.disk))
        del self.disk[found.end :]
        super().restart()
        self.table.patience = False


@dataclass
class World:
    """One seeded game with faults."""

    seed: int
    variant: str = "partnership"
    laptops: int = 4
    hands: int = 2
    faults: int = 8
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sets the table; bots sit on chairs without a laptop."""
        self.random = random.Random(f"{self.variant}/{self.laptops}/{self.seed}")
        game: Game = make_game(self.variant, **self.options)
        seats = range(game.seats)
        self.room = Room(
            game,
            self.laptops,
            seed=self.seed,
            hosts=[seat % self.laptops for seat in seats],
            bots={seat: "bot" for seat in seats if seat >= self.laptops},
            hands=self.hands,
            chooser=any_legal,
            kind=Flushing,
            loss=self.random.choice([0.0, 0.02, 0.1]),
            dup=self.random.choice([0.0, 0.1]),
            reorder=self.random.choice([0.0, 0.2]),
            delay_ms=(1, self.random.choice([6, 40])),
        )
        for laptop in self.room.laptops:
            laptop.table.patience = False
        self.cuts: dict[tuple[int, int], None] = {}
        self.down: dict[int, None] = {}
        self.story: list[str] = []

    def run(self) -> None:
        """Plays with faults, heals, plays to the end. Raises AssertionError with the story."""
        try:
            self._run()
        except AssertionError as error:
            raise AssertionError("\n".join([repr(self), *self.story, str(error)])) from None

    def _run(self) -> None:
        self.room.start()
        for _ in range(self.faults):
            self._pass(self.random.randrange(20, 900))
            self._strike()
            self._pass(self.random.choice([100, 2_000, 12_000, 14_000]))
            if self.random.random() < 0.6:
                self._heal()
        self._heal()
        done = self.room.air.run(LONGEST_MS, self._done)
        assert done, "\n".join(["it did not end", *self.room.stuck()])
        self._check()
        for laptop in self.room.laptops:
            assert not laptop.machine().stopped, laptop.machine().stopped
            assert not laptop.table.lost, laptop.table.lost
        laptop = self.room.laptops[self.seed % self.laptops]
        result = verify(bytes(laptop.disk), lambda genesis: self.room.game, OPEN_GROUP)
        assert result.ok, f"{laptop.number}: {result.fault}"

    def _done(self) -> bool:
        self._bury()
        for number in list(self.down):
            self._revive(number)
        return self.room.done()

    def _pass(self, ms: int) -> None:
        self.room.air.run(ms, self._bury)
        self._check()

    def _bury(self) -> bool:
        """Laptops that crashed by themselves are off the air."""
        for laptop in self.room.laptops:
            if laptop.dead and laptop.number not in self.down:
                self.down[laptop.number] = None
                self.room.air.remove(laptop.number)
                self._tell(f"{laptop.number} crashed while writing")
        return False

    def _strike(self) -> None:
        laptop = self.random.choice(self.room.laptops)
        what = self.random.choice(["crash", "torn", "cut", "cut", "isolate", "halves"])
        if laptop.number in self.down:
            return
        if what == "crash":
            self.down[laptop.number] = None
            laptop.dead = True
            self.room.air.remove(laptop.number)
        elif what == "torn":
            assert isinstance(laptop, Flushing)
            laptop.flushes_left = self.random.randrange(4)
        elif what == "cut":
            other = self.random.choice([n for n in range(self.laptops) if n != laptop.number])
            self._cut(laptop.number, other)
        elif what == "isolate":
            for other in range(self.laptops):
                self._cut(laptop.number, other)
        else:
            half = self.random.sample(range(self.laptops), self.laptops // 2)
            for one, other in combinations(range(self.laptops), 2):
                if (one in half) != (other in half):
                    self._cut(one, other)
        self._tell(f"{what} {laptop.number}")

    def _cut(self, one: int, other: int) -> None:
        if one != other:
            self.cuts[min(one, other), max(one, other)] = None
            self.room.air.cut(one, other)

    def _heal(self) -> None:
        self._tell("heal")
        self.cuts.clear()
        self._bury()
        for number in list(self.down):
            self._revive(number)
        self.room.air.link_all()

    def _revive(self, number: int) -> None:
        laptop = self.room.laptops[number]
        del self.down[number]
        self.room.air.add(number, laptop)
        laptop.restart()
        for other in self.room.laptops:
            pair = min(number, other.number), max(number, other.number)
            if other.number not in self.down and other is not laptop and pair not in self.cuts:
                self.room.air.link(number, other.number)

    def _tell(self, what: str) -> None:
        steps = [laptop.table.ledger.open_step for laptop in self.room.laptops]
        rosters = [laptop.table.machine.roster for laptop in self.room.laptops]
        self.story.append(f"{self.room.air.now} ms: {what}; steps {steps}, rosters {rosters}")

    # --- promises

    def _check(self) -> None:
        """No fork, and nobody ever signed two things for one place (docs/log.md 16)."""
        chains = [list(laptop.table.ledger.chains) for laptop in self.room.laptops]
        for one, other in combinations(range(self.laptops), 2):
            least = min(len(chains[one]), len(chains[other]))
            assert chains[one][:least] == chains[other][:least], f"a fork between {one} and {other}"
        signed: dict[tuple[int, int, str], bytes] = {}
        for laptop in self.room.laptops:
            assert not any(event.event == "double" for event in laptop.happened), "a double entry"
            for record in read_records(bytes(laptop.disk)).found:
                if record.type == RecordType.ENTRY:
                    entry = Entry.read(decode(record.payload))
                    place = entry.author, entry.step, entry.kind
                    assert signed.setdefault(place, entry.id) == entry.id, f"two entries for {place}"
