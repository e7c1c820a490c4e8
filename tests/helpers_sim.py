"""A seeded world for the log: laptops that think, crash, lose what was not flushed, part and meet again.

``World`` checks every promise of docs/log.md 16 while it runs, against what all laptops did so far; a broken
one raises AssertionError at once. Same seed, same run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from helpers_log import Air, Crash, Laptop, Toy, genesis, identity

from pinochle_lan.log.ballot import Ballot
from pinochle_lan.log.effects import (
    Differs,
    DoubleAck,
    DoubleEntry,
    DoubleVote,
    Effect,
    Refused,
    Save,
    Send,
    StepSettled,
)
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.frames import FrameType, unpack
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.machine import Place, Sort
from pinochle_lan.log.records import HEADER_BYTES, read_records
from pinochle_lan.log.replay import replay
from pinochle_lan.log.rider import WELCOME, consent
from pinochle_lan.log.step import ABSENT, quorum
from pinochle_lan.log.verify import verify

SILENT_MS = 3_000
"""How long nobody must hear a laptop before its place is put to the vote; a policy, so short here."""
FLUSHED = (FrameType.ENTRY, FrameType.ACK, FrameType.VOTE, FrameType.CONFIRM)
"""Frames that leave only after what was saved before them is flushed (docs/log.md 14)."""


class SimLaptop(Laptop):
    """A laptop whose person thinks, and whose disk keeps what was flushed only."""

    def __init__(self, world: World, number: int, machine: Toy) -> None:
        self.world = world
        self.safe = 0
        """Bytes of the disk that survive a crash."""
        self.thinks: dict[int, int] = {}
        self.crashed = False
        super().__init__(world.air, number, world.genesis, machine, seed=world.seed)
        self.safe = len(self.disk)
        self.may_vote = lambda place: world.may_vote(number, place)

    def _new(self) -> Ledger:
        """A newcomer has a key, and no number before a settled step welcomes it."""
        me = None if self.number in self.world.newcomers else self.number
        ledger = Ledger(self.genesis, me, identity(self.number or 0), self.machine, now_ms=self.air.now)
        ledger.may_vote = lambda place: self.may_vote(place)
        return ledger

    def do(self, effects: list[Effect]) -> None:
        if self.crashed:
            return
        try:
            self._carry_out(effects)
            self._carry_out(self.ledger.come_back())
            while place := self._next():
                self._carry_out(self.ledger.write(place, self._body(place)))
        except Crash:
            self.world.fallen(self)

    def _next(self) -> Place | None:
        """What is signed now; a choice only once it was thought about."""
        step, now = self.ledger.open_step, self.air.now
        for place in self.ledger.wanted():
            if place.sort is not Sort.CHOICE or now >= self.thinks.setdefault(step, now + self._think()):
                return place
        return None

    def _think(self) -> int:
        return self._random.choice((0, 50, 400, 1_500))

    @property
    def wake_at_ms(self) -> int | None:
        if self.crashed:
            return None
        thinking = self.thinks.get(self.ledger.open_step)
        ready = thinking is not None and thinking > self.air.now
        times = [self.ledger.wake_at_ms, thinking if ready else None]
        return min((at for at in times if at is not None), default=None)

    def _carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            if self.crash_after is not None:
                if self.crash_after == 0:
                    raise Crash
                self.crash_after -= 1
            match effect:
                case Save(record=record):
                    self.disk += record
                case Send(to=to, frame=data):
                    frame = unpack(data)
                    if frame[0] in FLUSHED:
                        self.safe = len(self.disk)
                        self.world.signed(self.number, frame)
                    self.air.send(self.name, to, data)
                case _:
                    self.world.told(self, effect)

    def lose(self, rng: random.Random) -> None:
        """What was not flushed is lost from some byte on."""
        kept = self.disk[: rng.randint(max(self.safe, HEADER_BYTES), len(self.disk))]
        self.disk = kept[: read_records(kept).end]


class World:
    """Some laptops of one table, and everything they ever signed or settled."""

    def __init__(self, seed: int, members: int, *, hands: int = 10_000, late: bool = False) -> None:
        """``late``: one more laptop, which is let in some time and has a seat from the next hand on."""
        self.seed = seed
        self.rng = random.Random(seed)
        rng = self.rng
        self.air = Air(
            seed,
            loss=rng.choice((0, 0, 0.05, 0.25)),
            dup=rng.choice((0, 0.1)),
            reorder=rng.choice((0, 0.2)),
            delay_ms=rng.choice(((1, 6), (5, 80), (20, 400))),
        )
        self.genesis = genesis(members)
        self.first = tuple(range(members))
        self.newcomers = (members,) if late else ()
        self.members = (*self.first, *self.newcomers)
        self.jumpy = rng.choice((0.0, 0.0, 0.02, 0.3))
        """Chance that somebody is called absent though it is heard; safety must not mind."""
        self.chains: dict[int, bytes] = {}
        self.rosters: dict[int, tuple[int, ...]] = {}
        self.entries: dict[tuple[int, int, str], Entry] = {}
        self.words: dict[tuple[object, ...], object] = {}
        self.absent = 0
        self.rounds = 0
        self._heard: dict[tuple[int, int], int] = {}
        self.laptops = [SimLaptop(self, n, Toy(self.first, hands)) for n in self.members]
        for laptop in self.laptops:
            self.air.add(laptop.name, laptop)
        with self.changes():
            self.air.link_all()

    # What goes on

    def up(self) -> list[SimLaptop]:
        """Laptops that run."""
        return [laptop for laptop in self.laptops if not laptop.crashed]

    def hears(self, a: int) -> set[int]:
        """Whom a laptop hears, by way of others too."""
        found, rest = {a}, [a]
        while rest:
            here = rest.pop()
            near = [b for one, b in self.air._links if one == here and b not in found and isinstance(b, int)]
            found.update(near)
            rest += near
        return found

    @contextmanager
    def changes(self) -> Iterator[None]:
        """Around every change of links: notes who was heard up to now."""
        for a in self.members:
            for b in self.hears(a):
                self._heard[a, b] = self.air.now
        yield

    def may_vote(self, me: int, place: Place) -> bool:
        """The policy of docs/log.md 9; sometimes a hasty one."""
        if self.jumpy and self.rng.random() < self.jumpy:
            return True
        if place.author in self.hears(me):
            return False
        return self.air.now - self._heard.get((me, place.author), 0) >= SILENT_MS

    def fallen(self, laptop: SimLaptop) -> None:
        """A laptop's plug was pulled."""
        laptop.crashed = True
        laptop.crash_after = None
        laptop.lose(self.rng)
        with self.changes():
            self.air.isolate(laptop.name)

    def crash(self, laptop: SimLaptop, after: int) -> None:
        """Pulls the plug after so many more effects, 0 = now."""
        if after == 0:
            self.fallen(laptop)
        else:
            laptop.crash_after = after

    def restart(self, laptop: SimLaptop) -> None:
        """A fresh process on what the disk kept."""
        if not laptop.crashed:
            return
        laptop.crashed = False
        laptop.safe = len(laptop.disk)
        laptop.restart()

    def link(self, pairs: Iterable[tuple[int, int]] | None = None) -> None:
        """Links these pairs, or all that run."""
        every = [(a, b) for a in self.members for b in self.members if a < b]
        with self.changes():
            for a, b in every if pairs is None else pairs:
                if not self.laptops[a].crashed and not self.laptops[b].crashed:
                    self.air.link(a, b)

    def part(self, side: Iterable[int]) -> None:
        """Cuts every link between these and the rest."""
        side = set(side)
        with self.changes():
            for a in self.members:
                for b in self.members:
                    if (a in side) != (b in side):
                        self.air.cut(a, b)

    def quiet(self) -> None:
        """From now on the air loses nothing and nobody is hasty."""
        self.jumpy = 0.0
        for laptop in self.laptops:
            laptop.crash_after = None
        self.air._loss = self.air._reorder = self.air._dup = 0.0
        self.air._delay = (1, 20)

    def run(self, ms: int, until: Callable[[], bool] | None = None) -> bool:
        """Lets time pass."""
        return self.air.run(ms, until)

    def welcome(self, door: SimLaptop) -> None:
        """A laptop of the roster lets the newcomer in, if it may sign anything now."""
        ledger = door.ledger
        roster = ledger.settled.roster
        if not self.newcomers or door.crashed or ledger.muted or door.number not in roster:
            return
        key, gene = identity(self.newcomers[0]), self.genesis
        fields = key.key, "late", consent(key, gene.table, gene.digest, "late")
        if key.key not in ledger.settled.members.values():
            door.do(ledger.request(WELCOME, fields))

    def trouble(self) -> None:
        """Something happens, and some time passes."""
        rng = self.rng
        if self.newcomers and rng.random() < 0.3:
            self.welcome(rng.choice(self.laptops))
        laptop = rng.choice(self.laptops)
        match rng.randrange(8):
            case 0 | 1:
                self.crash(laptop, rng.choice((0, rng.randint(1, 12))))
            case 2 | 3:
                for fallen in self.laptops:
                    if rng.random() < 0.7:
                        self.restart(fallen)
                self.link()
            case 4:
                self.part([n for n in self.members if rng.random() < 0.5])
            case 5:
                self.part([laptop.number or 0])
            case 6:
                a, b = rng.sample(self.members, 2)
                with self.changes():
                    self.air.cut(a, b)
            case 7:
                self.link()
        self.run(rng.choice((5, 60, 300, 1_500, 4_500)))

    # What is checked

    def signed(self, number: int | None, frame: tuple[object, ...]) -> None:
        """A signed thing leaves a laptop: nobody ever says two things in one place."""
        match frame[0]:
            case FrameType.ENTRY:
                entry = Entry.read(frame[1:])  # type: ignore[arg-type]
                if entry.author == number:
                    held = self.entries.setdefault((entry.step, *entry.key), entry)
                    assert held.id == entry.id, f"double choice: {entry.step} {entry.key}"
            case FrameType.ACK:
                ack = Ack.read(frame[1:])  # type: ignore[arg-type]
                if ack.member == number and not ack.voted:
                    self._once(("ack", number, ack.step), ack.chain)
            case _:
                ballot = Ballot.read(frame[1:], confirm=frame[0] == FrameType.CONFIRM)  # type: ignore[arg-type]
                self.rounds = max(self.rounds, ballot.round)
                if ballot.member == number:
                    place = (ballot.tag, number, ballot.step, ballot.key, ballot.round)
                    self._once(place, ballot.value)

    def _once(self, place: tuple[object, ...], value: object) -> None:
        assert self.words.setdefault(place, value) == value, f"said twice: {place}"

    def told(self, laptop: SimLaptop, event: Effect) -> None:
        """An event: nobody forks, and nobody honest looks like a liar."""
        match event:
            case StepSettled(step=step, chain=chain):
                assert self.chains.setdefault(step, chain) == chain, f"fork: step {step}"
                self.rosters[step + 1] = laptop.ledger.settled.roster
            case DoubleEntry() | DoubleAck() | DoubleVote() | Differs() | Refused():
                raise AssertionError(f"laptop {laptop.number} was told {event}")

    def check_kept(self) -> None:
        """Each signed choice is settled or was decided absent, and stands on what everybody settled."""
        last = max(self.laptops, key=lambda laptop: laptop.ledger.settled_step).ledger
        for (step, author, kind), entry in self.entries.items():
            if step > last.settled_step:
                continue
            decided = last._line.decided(step)
            self.absent += decided.get((author, kind)) == ABSENT
            settled = entry.id in last._line._ids[step] or decided.get((author, kind)) == ABSENT
            assert settled or self._skipped(entry), f"lost: {step} {author} {kind}"
            assert entry.before == last.chains[step], f"dead branch: {step} {author} {kind}"

    def check_files(self) -> None:
        """Every laptop's file is beyond reproach and gives the history that its ledger has."""
        for laptop in self.laptops:
            report = verify(laptop.disk, lambda _: self.laptops[0].machine)
            assert report.fault is None, f"file of {laptop.number}: {report.fault}"
            assert report.chain in (laptop.ledger.chain, laptop.ledger.chains[-1])
            told = list(replay(read_records(laptop.disk).found, self.genesis, laptop.machine, trusted=True))
            assert len(told) == report.steps
            assert told[-1][1].chain == report.chain

    def _skipped(self, entry: Entry) -> bool:
        """Whether the shuffle it belongs to was cut short by somebody's absence."""
        last = max(self.laptops, key=lambda laptop: laptop.ledger.settled_step).ledger
        return ABSENT in last._line.decided(entry.step).values() and entry.kind.split()[0] in ("mix", "seal")

    def progress(self) -> None:
        """A majority of the current roster, connected, goes on, whoever else is missing."""
        most = max(self.chains, default=-1)
        roster = self.rosters.get(most + 1, self.first)
        need = self.rng.randint(quorum(roster), len(roster))
        present = self.rng.sample(roster, need)
        for laptop in self.laptops:
            if laptop.number in present:
                self.restart(laptop)
            elif not laptop.crashed:
                self.fallen(laptop)
        self.link()
        those = [laptop for laptop in self.laptops if laptop.number in present]
        goal = most + 8

        def done() -> bool:
            """Or a vote begun before ended and left a roster whose majority is not here."""
            now = self.rosters.get(max(self.chains, default=-1) + 1, self.first)
            few = sum(member in present for member in now) < quorum(now)
            return few or min(one.ledger.settled_step for one in those) >= goal

        where = f"{present} of {roster}, goal {goal}"
        assert self.run(120_000, done), f"stuck: {where}, {[one.ledger.settled_step for one in those]}"

    def converge(self) -> None:
        """After healing everybody is on the roster again and all logs are equal."""
        for laptop in self.laptops:
            self.restart(laptop)
        self.link()
        if self.newcomers:
            self.run(5_000)
            for laptop in self.laptops:
                self.welcome(laptop)
        goal = max(self.chains, default=-1) + 8

        def healed() -> bool:
            ledgers = [laptop.ledger for laptop in self.laptops]
            full = all(ledger.settled.roster == self.members for ledger in ledgers)
            return full and min(ledger.settled_step for ledger in ledgers) >= goal

        assert self.run(120_000, healed), "not healed: " + str(
            [(one.ledger.settled_step, one.ledger.settled.roster) for one in self.laptops]
        )


def play(seed: int, members: int | None = None, troubles: int | None = None) -> World:
    """One whole run: trouble, then a majority alone, then everybody again. Raises AssertionError."""
    rng = random.Random(seed)
    number = members if members is not None else rng.choice((2, 3, 3, 4, 4, 5))
    world = World(seed, number, late=seed % 3 == 0)
    world.run(rng.randint(0, 300))
    for _ in range(troubles if troubles is not None else rng.randint(2, 9)):
        world.trouble()
    world.quiet()
    world.progress()
    world.converge()
    world.check_kept()
    world.check_files()
    return world
