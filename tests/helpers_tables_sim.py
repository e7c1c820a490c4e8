"""A seeded world for real tables and its promises: laptops that crash, sleep, lie, part and meet again.

The air loses, delays, doubles and reorders; links are cut; clocks jump; a stranger repeats and spoils what it
hears. The code of the package runs in it unchanged. Same seed, same run; time is the air's.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from helpers_sealed import OPEN_GROUP
from helpers_sim_laptops import Flushing, Guest, Liar, Noise
from helpers_table import ROOT, Room, any_legal, make_game

from pinochle_lan.rules.game import Game
from pinochle_lan.sealed.group import Group
from pinochle_lan.table.notes import Hello
from pinochle_lan.table.verify import verify

LONGEST_MS = 1_200_000
"""Of healed play until the wanted hands are scored."""
STRANGER: Final = 7
"""Number of the node that makes noise."""
KNOCK_AGAIN_MS: Final = 5_000
PATIENCE_MS: Final = 60_000
"""How long people look at a hand that waits for somebody, or at a score beside a knock, before they act."""
FEWEST_WITH_LIAR: Final = 4
"""With fewer laptops nothing is promised against a liar (docs/log.md 16)."""


@dataclass
class World:
    """One seeded game with faults."""

    seed: int
    variant: str = "partnership"
    laptops: int = 4
    hands: int = 2
    faults: int = 8
    options: dict[str, Any] = field(default_factory=dict)
    late: bool = False
    """One more laptop, which knocks when the game has begun: it watches, or gets a bot's chair."""
    liar: bool = False
    """One of four members tells others different things."""
    stranger: bool = False
    """Somebody who was let in repeats and spoils what it hears."""
    group: Group = OPEN_GROUP

    def __post_init__(self) -> None:
        """Sets the table; bots sit on chairs without a laptop."""
        self.random = random.Random(f"{self.variant}/{self.laptops}/{self.seed}")
        game: Game = make_game(self.variant, **self.options)
        seats = range(game.seats)
        self.liars: tuple[int, ...] = ()
        if self.liar:
            assert self.laptops >= FEWEST_WITH_LIAR
            self.liars = (self.random.randrange(self.laptops),)
        self.room = Room(
            game,
            self.laptops,
            seed=self.seed,
            group=self.group,
            hosts=[seat % self.laptops for seat in seats],
            bots={seat: "bot" for seat in seats if seat >= self.laptops},
            hands=self.hands,
            chooser=any_legal,
            kind=self._laptop,  # type: ignore[arg-type] - makes one
            loss=self.random.choice([0.0, 0.02, 0.1]),
            dup=self.random.choice([0.0, 0.1]),
            reorder=self.random.choice([0.0, 0.2]),
            delay_ms=(1, self.random.choice([6, 40, 300])),
        )
        self.room.air.asks_all = False
        self.guest: Guest | None = None
        if self.late:
            here = self.room
            self.guest = Guest(here.air, self.laptops, here.genesis, game, group=self.group, seed=self.seed)
            self.guest.hands, self.guest.chooser = self.hands, any_legal
            here.laptops.append(self.guest)
            here.air.add(self.guest.number, self.guest)
        if self.stranger:
            hello = Hello(self.room.genesis.protocol, self.room.genesis.engine, "Eve", None, b"", ())
            self.room.air.add(STRANGER, Noise(self.room.air, STRANGER, hello, self.seed))
        for laptop in self.room.laptops:
            laptop.table.patience = False
        self.honest = [laptop for laptop in self.all() if laptop.number not in self.liars]
        self.cuts: dict[tuple[int, int], None] = {}
        self.down: dict[int, None] = {}
        self.story: list[str] = []
        self.seen: dict[str, int] = {}
        """How often each fault struck."""
        self.slept: dict[int, int] = {}
        """Laptops whose lid is closed, and since when."""
        self._knock_ms = 0
        self._act_ms = 0
        """When the people act next; 0 = nothing stands still."""
        self._signed: dict[tuple[int, int, str], bytes] = {}

    def _laptop(self, *given: Any, **more: Any) -> Flushing:
        return (Liar if given[1] in self.liars else Flushing)(*given, **more)

    def all(self) -> list[Flushing]:
        """Every laptop, the spectator's too."""
        return [laptop for laptop in self.room.laptops if isinstance(laptop, Flushing)]

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
        for laptop in self.honest:
            assert not laptop.machine().stopped or self._two_with_a_liar, laptop.machine().stopped
            assert not laptop.table.lost, laptop.table.lost
        laptop = self.honest[self.seed % len(self.honest)]
        result = verify(bytes(laptop.disk), lambda genesis: self.room.game, self.group)
        named = None if result.fault is None else result.fault.author
        assert result.ok or named in self.liars, f"{laptop.number}: {result.fault}"

    def _done(self) -> bool:
        self._bury()
        if self.guest is not None and self.guest.table.me is None and self.room.air.now >= self._knock_ms:
            # What it knocked with may be lost: on real links that ends the link, and it knocks again.
            self._knock_ms = self.room.air.now + KNOCK_AGAIN_MS
            self.room.air.isolate(self.guest.number)
            self.room.air.link_all()
        for number in list(self.down):
            self._revive(number)
        self._act()
        same = len({laptop.table.ledger.chain for laptop in self.honest}) == 1
        ended = self._two_with_a_liar or all(self.room.finished(laptop) for laptop in self.honest)
        return same and ended

    @property
    def _two_with_a_liar(self) -> bool:
        """Whether the table stopped by rule: of two laptops that are left, one signed two things."""
        machine = self.honest[0].machine()
        left = machine.roster
        return bool(machine.stopped) and len(left) == 2 and any(liar in left for liar in self.liars)

    def _act(self) -> None:
        """What people do when it stands still: end a blocked hand, play another for a guest."""
        blocked = [one for one in self.all() if one.table.machine.blocked and one.table.me is not None]
        unseen = self.guest is not None and self.guest.table.me is None
        still = bool(blocked) or (unseen and all(map(self.room.finished, self.room.laptops[: self.laptops])))
        if not still or not self._act_ms:
            self._act_ms = self.room.air.now + PATIENCE_MS if still else 0
        elif self.room.air.now >= self._act_ms:
            self._act_ms = 0
            for laptop in blocked:
                laptop.wish(laptop.table.void(laptop.clock.now))
            for laptop in () if blocked else self.all():
                laptop.hands += 1

    def _pass(self, ms: int) -> None:
        self.room.air.run(ms, self._bury)
        self._check()

    def _bury(self) -> bool:
        """Laptops that crashed by themselves are off the air."""
        for laptop in self.all():
            if laptop.dead and laptop.number not in self.down:
                self.down[laptop.number] = None
                self.room.air.remove(laptop.number)
                self._tell(f"{laptop.number} crashed while writing")
        return False

    # --- faults

    def _strike(self) -> None:
        laptop = self.random.choice(self.all())
        what = self.random.choice(list(self.strikes))
        if laptop.number in self.down:
            return
        self.strikes[what](laptop)
        self.seen[what] = self.seen.get(what, 0) + 1
        self._tell(f"{what} {laptop.number}")

    @property
    def strikes(self) -> dict[str, Callable[[Flushing], None]]:
        """The faults by name; each takes the laptop that is struck."""
        return {
            "crash": self._crash,
            "torn": self._torn,
            "cut": self._cut_one,
            "cut both": self._cut_two,
            "isolate": self._isolate,
            "halves": self._halves,
            "sleep": self._sleep,
            "clock": Flushing.jump,
        }

    def _crash(self, laptop: Flushing) -> None:
        self.down[laptop.number] = None
        laptop.dead = True
        self.room.air.remove(laptop.number)

    def _torn(self, laptop: Flushing) -> None:
        laptop.flushes_left = self.random.randrange(4)

    def _cut_one(self, laptop: Flushing) -> None:
        self._cut(laptop.number, self.random.choice(self._others(laptop)))

    def _cut_two(self, laptop: Flushing) -> None:
        for other in self.random.sample(self._others(laptop), min(2, len(self._others(laptop)))):
            self._cut(laptop.number, other)

    def _isolate(self, laptop: Flushing) -> None:
        for other in self._others(laptop):
            self._cut(laptop.number, other)

    def _halves(self, _laptop: Flushing) -> None:
        numbers = [laptop.number for laptop in self.all()]
        half = self.random.sample(numbers, len(numbers) // 2)
        for one, other in combinations(numbers, 2):
            if (one in half) != (other in half):
                self._cut(one, other)

    def _sleep(self, laptop: Flushing) -> None:
        self._isolate(laptop)
        laptop.asleep = True
        self.slept[laptop.number] = self.room.air.now

    def _others(self, laptop: Flushing) -> list[int]:
        return [other.number for other in self.all() if other is not laptop]

    def _cut(self, one: int, other: int) -> None:
        self.cuts[min(one, other), max(one, other)] = None
        self.room.air.cut(one, other)

    def _heal(self) -> None:
        self._tell("heal")
        self.cuts.clear()
        self._bury()
        for number in list(self.down):
            self._revive(number)
        for number, since in self.slept.items():
            laptop = self.all()[number]
            if laptop.asleep:
                laptop.asleep = False
                if self.random.random() < 0.5:  # on some machines the clock stands still in sleep
                    laptop.clock.ahead_ms -= self.room.air.now - since
        self.slept.clear()
        self.room.air.link_all()
        if self.guest is not None:
            self.guest.sit()

    def _revive(self, number: int) -> None:
        laptop = self.room.laptops[number]
        del self.down[number]
        self.room.air.add(number, laptop)
        laptop.restart()
        for other in self.room.laptops:
            pair = min(number, other.number), max(number, other.number)
            if other.number not in self.down and other is not laptop and pair not in self.cuts:
                self.room.air.link(number, other.number)
        self.room.air.link(number, STRANGER)

    def _tell(self, what: str) -> None:
        steps = [laptop.table.ledger.open_step for laptop in self.room.laptops]
        rosters = [laptop.table.machine.roster for laptop in self.room.laptops]
        self.story.append(f"{self.room.air.now} ms: {what}; steps {steps}, rosters {rosters}")

    # --- promises

    def _check(self) -> None:
        """No fork, and nobody honest ever signed two things for one place or is taken for a liar (16)."""
        for one, other in combinations(self.honest, 2):
            chains = one.table.ledger.chains, other.table.ledger.chains
            least = min(len(chains[0]), len(chains[1]))
            forked = chains[0][least - 1] != chains[1][least - 1]
            assert not forked, f"a fork between {one.number} and {other.number}"
        for laptop in self.honest:
            for event in laptop.happened:
                named = dict(event.data).get("member")
                assert event.event != "double" or named in self.liars, f"{named} is called a liar"
            laptop.happened.clear()
            for entry in laptop.entries():
                if entry.author not in self.liars:
                    place = entry.author, entry.step, entry.kind
                    assert self._signed.setdefault(place, entry.id) == entry.id, f"two entries for {place}"


def shipped() -> list[str]:
    """File names of the shipped variants."""
    files = sorted((ROOT / "plugins").glob("*.py"))
    return [file.stem for file in files if "register_variants" in file.read_text(encoding="utf-8")]


def world(
    seed: int, variants: list[str], *, hands: int | None = None, faults: int = 6, group: Group = OPEN_GROUP
) -> World:
    """The game of a seed: which variant, how many laptops and hands, who else is there."""
    variant = variants[seed % len(variants)]
    kind, seats = seed // len(variants), make_game(variant).seats
    laptops = 2 + kind % seats
    late = laptops > seats or kind % 8 == 5
    laptops = min(laptops, seats)
    return World(
        seed,
        variant,
        laptops,
        hands=hands or 1 + kind // 2 % 2,
        faults=faults,
        late=late,
        liar=laptops >= FEWEST_WITH_LIAR and kind % 8 in (2, 3),
        stranger=kind % 4 == 1,
        group=group,
    )
