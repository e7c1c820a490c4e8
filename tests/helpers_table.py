"""Help for tests of tables: real tables on an air that loses frames, disks in memory, scripted people."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from helpers_log import Air, Name, identity
from helpers_sealed import OPEN_GROUP

from pinochle_lan.codec import Value
from pinochle_lan.log.genesis import Genesis, Member, SeatPlan
from pinochle_lan.log.machine import Blank, Content, Illegal, Place, Sort
from pinochle_lan.log.records import header, read_records
from pinochle_lan.log.rider import Rider
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Call, Choice, GiveUp
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import View
from pinochle_lan.sealed.group import Group
from pinochle_lan.table.bodies import basis
from pinochle_lan.table.effects import AskBot, DropSecret, Effect, Happened, Save, SaveSecret, Send
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.own import Own
from pinochle_lan.table.places import rests_on
from pinochle_lan.table.table import Table
from pinochle_lan.table.terms import Terms

ROOT = Path(__file__).resolve().parents[1]
TABLE = b"table of tests.."


@functools.cache
def variant(name: str) -> Any:
    """A shipped variant, loaded from its file as the plugin host does."""
    spec = importlib.util.spec_from_file_location(
        f"variant_{name}", ROOT / "plugins" / f"{name.replace('-', '_')}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: list[Any] = []
    module.register_variants(found.append)
    return found[0]


def make_game(name: str = "partnership", **options: Any) -> Game:
    """A shipped game with some options changed."""
    return Game(variant(name), options)


def make_genesis(
    game: Game,
    laptops: int = 4,
    *,
    hosts: Sequence[int] | None = None,
    bots: Mapping[int, str] | None = None,
    suite: int = OPEN_GROUP.suite,
    names: Sequence[str] | None = None,
) -> Genesis:
    """A signed genesis. Seat s is member s's, unless ``hosts`` names the host of each; ``bots`` by seat."""
    hosts = list(range(game.seats)) if hosts is None else hosts
    bots = dict(bots or {})
    draft = Genesis(
        TABLE,
        1,
        1,
        suite,
        game.id,
        tuple(sorted(game.options.items())),
        ((f"variant {game.id}", hashlib.sha256(game.id.encode()).digest()),),
        tuple(Member(n, identity(n).key, names[n] if names else f"P{n}") for n in range(laptops)),
        tuple(SeatPlan(hosts[seat], bots.get(seat, ""), hosts[seat]) for seat in range(game.seats)),
    )
    for n in range(laptops):
        draft = draft.with_signature(n, draft.sign(identity(n)))
    return draft


Chooser = Callable[[View, Legal, random.Random], Choice]


def any_legal(view: View, legal: Legal, rng: random.Random) -> Choice:
    """One of the first few legal actions, played out; passes more often than not, so that auctions end."""
    if rng.random() < 0.7:
        return passing(view, legal, rng)
    return rng.choice([action for action in _first(legal, 24) if not isinstance(action, GiveUp)])


def passing(view: View, legal: Legal, rng: random.Random) -> Choice:
    """As ``any_legal``, but never bids unless forced: the hand can be won, so it is played."""
    offered = [action for action in _first(legal, 24) if not isinstance(action, GiveUp)]
    passes = [action for action in offered if isinstance(action, Call) and action.bid is None]
    return passes[0] if passes else rng.choice(offered)


def timid(view: View, legal: Legal, rng: random.Random) -> Choice:
    """Never bids unless forced, and plays the first legal card: games end soon."""
    passed = next((action for action in legal if isinstance(action, Call) and action.bid is None), None)
    return passed or next(action for action in legal if not isinstance(action, GiveUp))


def _first(legal: Legal, count: int) -> Sequence[Choice]:
    found = []
    for action in legal:
        found.append(action)
        if len(found) == count:
            break
    return found


class Crash(Exception):
    """The plug was pulled."""


class Laptop:
    """A real table on an air, with a disk that survives ``restart`` and a person who plays by ``chooser``."""

    def __init__(
        self,
        air: Air,
        number: int,
        genesis: Genesis,
        game: Game,
        *,
        group: Group = OPEN_GROUP,
        seed: int = 0,
        chooser: Chooser = any_legal,
    ) -> None:
        self.air, self.number, self.genesis, self.game, self.group = air, number, genesis, game, group
        self.chooser = chooser
        self.disk = bytearray(header(genesis.table))
        self.secrets: dict[str, bytes] = {}
        self.all_secrets: dict[str, bytes] = {}
        """Also those that were dropped: for tests that look for leaks."""
        self.heard: list[bytes] = []
        self.happened: list[Happened] = []
        self.asked: list[AskBot] = []
        self.said: list[str] = []
        self.plays = True
        self.hands = 10**6
        """Says "ready" until this many hands are scored."""
        self.crash_after: int | None = None
        """Crash when this many further effects were carried out."""
        self.dead = False
        self._random = random.Random(seed * 1000 + number)
        self._entropy = random.Random(seed * 7919 + number)
        self.table = self._new()

    def _new(self, found: Sequence[Any] = ()) -> Table:
        return Table(
            identity(self.number),
            self.genesis,
            self.game,
            entropy=self._entropy.randbytes,
            records=found,
            secrets=dict(self.secrets),
            group=self.group,
            now_ms=self.air.now,
        )

    @property
    def key(self) -> bytes:
        return identity(self.number).key

    def start(self) -> None:
        """The table's first effects."""
        self.do(self.table.start(self.air.now))

    def restart(self) -> None:
        """A fresh process on the same disk; links are the caller's business."""
        self.crash_after, self.dead = None, False
        self.table = self._new(read_records(bytes(self.disk)).found)
        self.start()

    def machine(self) -> TableMachine:
        """What the laptop shows."""
        return self.table.machine

    # --- carrying out

    def do(self, effects: list[Effect]) -> None:
        """Carries out effects in order, then lets the person and the bots choose."""
        self._carry_out(effects)
        while self.plays and self._act():
            pass

    def _carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            if self.crash_after is not None:
                if self.crash_after == 0:
                    raise Crash
                self.crash_after -= 1
            match effect:
                case Save(record=record):
                    self.disk += record
                case SaveSecret(name, data):
                    assert name not in self.secrets, "a seed is made once"
                    self.secrets[name] = self.all_secrets[name] = data
                case DropSecret(name):
                    self.secrets.pop(name, None)
                case Send(to, frame):
                    self.air.send(self.number, None if to is None else number_of(to), frame)
                case AskBot():
                    self.asked.append(effect)
                case Happened():
                    self.happened.append(effect)
                case _:
                    self.said.append(effect.line.text)

    def _act(self) -> bool:
        if self.asked:
            ask = self.asked.pop(0)
            action = self.chooser(ask.view, ask.legal, self._random)
            self._carry_out(self.table.bot_answer(ask.number, action, self.air.now))
            return True
        machine = self.table.machine
        again = len(machine.state.history) < self.hands and self.table.me in machine.roster
        if again and not self.table.you_ready and any(ask.kind == "ready" for ask in machine.asks):
            self._carry_out(self.table.ready(self.air.now))
            return True
        return self._choose()

    def _choose(self) -> bool:
        seat = self.table.seat()
        if seat is None or self.table.pending or self.table.lost or not self.table.asked:
            return False
        legal = self.game.legal(self.table.machine.state, seat, self.table.mine(seat))
        if not legal:
            return False
        view = self.game.view(self.table.machine.state, seat, self.table.mine(seat))
        result = self.table.submit(self.chooser(view, legal, self._random), self.table.step, self.air.now)
        assert not isinstance(result, Refusal), str(result)
        self._carry_out(result)
        return True

    # --- the air's node

    def linked(self, peer: Name, now_ms: int) -> None:
        self._guarded(lambda: self.table.link_up(key_of(peer), now_ms))

    def unlinked(self, peer: Name, now_ms: int) -> None:
        self._guarded(lambda: self.table.link_down(key_of(peer), now_ms))

    def receive(self, peer: Name, data: bytes, now_ms: int) -> None:
        self.heard.append(data)
        self._guarded(lambda: self.table.receive(key_of(peer), data, now_ms))

    def tick(self, now_ms: int) -> None:
        self._guarded(lambda: self.table.tick(now_ms))

    def _guarded(self, call: Callable[[], list[Effect]]) -> None:
        if self.dead:
            return
        try:
            self.do(call())
        except Crash:
            self.dead = True

    @property
    def wake_at_ms(self) -> int | None:
        return None if self.dead else self.table.wake_at_ms


@functools.cache
def key_of(name: Name) -> bytes:
    """The identity key behind a name of the air."""
    return identity(name).key if isinstance(name, int) else name


@functools.cache
def _numbers() -> dict[bytes, int]:
    return {identity(number).key: number for number in range(8)}


def number_of(key: bytes) -> Name:
    """The name of the air behind an identity key."""
    return _numbers().get(key, key)


class Room:
    """Laptops at one table, on one air."""

    def __init__(
        self,
        game: Game,
        laptops: int = 4,
        *,
        seed: int = 1,
        group: Group = OPEN_GROUP,
        hosts: Sequence[int] | None = None,
        bots: Mapping[int, str] | None = None,
        hands: int = 1,
        chooser: Chooser = any_legal,
        kind: type[Laptop] = Laptop,
        **air: Any,
    ) -> None:
        self.air = Air(seed, **air)
        self.game = game
        self.genesis = make_genesis(game, laptops, hosts=hosts, bots=bots, suite=group.suite)
        self.hands = hands
        self.laptops = [
            kind(self.air, n, self.genesis, game, group=group, seed=seed, chooser=chooser)
            for n in range(laptops)
        ]
        for laptop in self.laptops:
            laptop.hands = hands
            self.air.add(laptop.number, laptop)

    def start(self) -> None:
        """Switches everybody on and links all."""
        for laptop in self.laptops:
            laptop.start()
        self.air.link_all()

    def done(self) -> bool:
        """Everybody has settled the wanted number of hands, or the end of the game."""
        return all(self.finished(laptop) for laptop in self.laptops) and self.same()

    def finished(self, laptop: Laptop) -> bool:
        """Whether one has settled them."""
        state = laptop.machine().state
        return (len(state.history) >= self.hands or state.over) and not laptop.table.ledger.complete

    def same(self) -> bool:
        """All chains are equal."""
        return len({laptop.table.ledger.chain for laptop in self.laptops}) == 1

    def play(self, ms: int = 600_000) -> None:
        """Plays on until done. Fails with what the laptops wait for."""
        assert self.air.run(ms, self.done), "\n".join(self.stuck())

    def revive(self) -> int:
        """Switches crashed laptops on again, on their old disks, and links all. Gives how many."""
        dead = [laptop for laptop in self.laptops if laptop.dead]
        for laptop in dead:
            self.air.remove(laptop.number)
            self.air.add(laptop.number, laptop)
            laptop.restart()
        self.air.link_all()
        return len(dead)

    def stuck(self) -> list[str]:
        """What each laptop waits for."""
        tables = [laptop.table for laptop in self.laptops]
        return [f"step {table.step}: {table.machine.stopped or table.ledger.missing()}" for table in tables]


Lie = Callable[[Place, Value], Value]


class Bench:
    """All laptops of a table in one hand, without a log: each step is made, judged and folded at once."""

    def __init__(
        self, game: Game | None = None, laptops: int = 4, hosts: Sequence[int] | None = None
    ) -> None:
        self.game = game = make_game() if game is None else game
        self.terms = Terms(make_genesis(game, laptops, hosts=hosts), game, OPEN_GROUP)
        self.machine = TableMachine.begin(self.terms)
        self.owns = {n: Own(self.terms, n, random.Random(n).randbytes, {}) for n in range(laptops)}
        self.verdicts: dict[str, str | None] = {}

    def body(self, place: Place, held: Mapping[tuple[int, str], Value]) -> Value:
        own = self.owns[place.author]
        if place.sort is not Sort.CHOICE:
            return own.body(self.machine, place, held)
        seat = int(place.kind.split()[1])
        mine = own.mine(self.machine, seat)
        legal = self.game.legal(self.machine.state, seat, mine)
        passed = act.Call(seat, None)
        return own.action_body(self.machine, passed if passed in legal else legal[0])

    def _made(self, place: Place, held: Mapping[tuple[int, str], Value]) -> Value:
        try:
            return self.body(place, held)
        except ValueError:
            # An honest program does not prove a deck that it did not make; a liar sends something.
            about = rests_on(place, self.machine.roster)
            return basis(about, held), bytes(128 * len(self.game.pack) + 160)

    def step(
        self,
        lie: Lie = lambda place, body: body,
        trusted: bool = False,
        *,
        absent: int | None = None,
        riders: Sequence[Rider] = (),
    ) -> list[tuple[Place, Content]]:
        """Makes the step; ``lie`` changes bodies on their way. Gives what was folded.

        The places of ``absent`` were decided so; ``riders`` are carried.
        """
        held: dict[tuple[int, str], Value] = {}
        contents: list[tuple[Place, Content]] = []
        for place in self.machine.due():
            if any(need not in held for need in place.needs):
                contents.append((place, Blank.SKIPPED))
                continue
            if place.author == absent:
                contents.append((place, Blank.ABSENT))
                continue
            body = lie(place, self._made(place, held))
            why = self.machine.judge(place, body, held, trusted)
            self.verdicts[place.kind] = why
            if why is None:
                held[place.key] = body
            contents.append((place, body if why is None else Illegal(why)))
        self.machine = self.machine.fold(contents, {}, riders)
        return contents

    def to(self, kind: str) -> None:
        """Honest steps until a place of that kind is due."""
        while all(place.kind.split()[0] != kind for place in self.machine.due()):
            self.step()


def kinds(machine: TableMachine) -> list[tuple[int, str]]:
    return [place.key for place in machine.due()]
