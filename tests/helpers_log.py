"""Help for tests of the log and of what stands on it: an air that loses frames, a toy machine, ledgers on it.

``Air`` is for any nodes that take and send bytes; ``Laptop`` is one real Ledger with a disk in memory.
"""

from __future__ import annotations

import functools
import hashlib
import heapq
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.ballot import Ballot
from pinochle_lan.log.effects import Effect, Event, Peer, Save, Send
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.frames import FrameType, pack, unpack
from pinochle_lan.log.genesis import Genesis, Member, SeatPlan
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.machine import HAND_BACK, Blank, Content, Illegal, Place, Sort
from pinochle_lan.log.records import RecordType, header, pack_record, read_records
from pinochle_lan.log.rider import Rider
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.step import quorum

Name = int | bytes
"""A node of the air: a member's number, or a spectator's key."""


class Node(Protocol):
    """What the air carries frames between. Times are the air's clock, in ms."""

    def linked(self, peer: Name, now_ms: int) -> None: ...
    def unlinked(self, peer: Name, now_ms: int) -> None: ...
    def receive(self, peer: Name, data: bytes, now_ms: int) -> None: ...
    def tick(self, now_ms: int) -> None: ...
    @property
    def wake_at_ms(self) -> int | None: ...


class Air:
    """A seeded network with a clock of its own: delays, and chances of loss, doubling and reordering.

    Frames of one direction of a link keep their order unless ``reorder`` strikes. Cutting a link loses what
    is on the way. Same seed, same run.
    """

    def __init__(
        self,
        seed: int,
        *,
        loss: float = 0.0,
        dup: float = 0.0,
        reorder: float = 0.0,
        delay_ms: tuple[int, int] = (1, 6),
    ) -> None:
        self.now = 0
        self.nodes: dict[Name, Node] = {}
        self.frames = 0
        """Frames delivered so far."""
        self._random = random.Random(seed)
        self._loss, self._dup, self._reorder, self._delay = loss, dup, reorder, delay_ms
        self._queue: list[tuple[int, int, Name, Name, int, bytes]] = []
        self._count = 0
        self._links: dict[tuple[Name, Name], int] = {}
        self._epochs = 0
        self._last: dict[tuple[Name, Name], int] = {}
        self.asks_all = True
        """After everything that happens; else ``until`` must not make a node do anything but by the air."""
        self._wake: dict[Name, int | None] | None = None
        self._touched: dict[Name, None] = {}

    def add(self, name: Name, node: Node) -> None:
        """A node switches on (or comes back as a new object), without links."""
        self.nodes[name] = node
        self._wake = None

    def remove(self, name: Name) -> None:
        """A node vanishes without another word; its peers notice at once."""
        del self.nodes[name]
        self._wake = None
        for other in [b for a, b in self._links if a == name]:
            self.cut(name, other)

    def link(self, a: Name, b: Name) -> None:
        """Links two nodes, if they are not linked."""
        if (a, b) in self._links or a not in self.nodes or b not in self.nodes:
            return
        self._epochs += 1
        self._wake = None
        self._links[a, b] = self._links[b, a] = self._epochs
        self.nodes[a].linked(b, self.now)
        if b in self.nodes and (a, b) in self._links:
            self.nodes[b].linked(a, self.now)

    def link_all(self) -> None:
        """Links every pair."""
        names = list(self.nodes)
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                self.link(a, b)

    def cut(self, a: Name, b: Name) -> None:
        """Cuts a link; what is on the way is lost."""
        if self._links.pop((a, b), None) is None:
            return
        del self._links[b, a]
        self._wake = None
        for one, other in ((a, b), (b, a)):
            if one in self.nodes:
                self.nodes[one].unlinked(other, self.now)

    def isolate(self, name: Name) -> None:
        """Cuts all links of a node."""
        for other in [b for a, b in self._links if a == name]:
            self.cut(name, other)

    def send(self, sender: Name, to: Name | None, data: bytes) -> None:
        """Sends to one linked peer, or to all if ``to`` is None; to a peer without a link it is lost."""
        targets = [to] if to is not None else [b for a, b in self._links if a == sender]
        for target in targets:
            epoch = self._links.get((sender, target))
            if epoch is None or self._random.random() < self._loss:
                continue
            for _ in range(2 if self._random.random() < self._dup else 1):
                self._post(sender, target, epoch, data)

    def _post(self, sender: Name, target: Name, epoch: int, data: bytes) -> None:
        at = self.now + self._random.randint(*self._delay)
        if self._random.random() >= self._reorder:
            at = max(at, self._last.get((sender, target), 0))
            self._last[sender, target] = at
        else:
            at += self._random.randint(0, 4 * self._delay[1])
        self._count += 1
        heapq.heappush(self._queue, (at, self._count, sender, target, epoch, data))

    def _wakes(self) -> dict[Name, int | None]:
        """When each node wants to be woken; those that nothing happened to want what they wanted before."""
        if self.asks_all or self._wake is None:
            self._wake = {name: node.wake_at_ms for name, node in self.nodes.items()}
        else:
            self._wake |= {name: self.nodes[name].wake_at_ms for name in self._touched if name in self.nodes}
        self._touched.clear()
        return self._wake

    def run(self, ms: int, until: Callable[[], bool] | None = None) -> bool:
        """Lets time pass: ``ms`` at most, or until the condition holds. Gives whether it held."""
        end = self.now + ms
        spins = 0
        self._wake = None
        while self.now <= end:
            if until is not None and until():
                return True
            wake = self._wakes()
            first = min((at for at in wake.values() if at is not None), default=end + 1)
            if self._queue and self._queue[0][0] <= max(first, self.now):
                at, _, sender, target, epoch, data = heapq.heappop(self._queue)
                self.now = max(self.now, at)
                if self._links.get((sender, target)) == epoch:
                    self.frames += 1
                    self.nodes[target].receive(sender, data, self.now)
                    self._touched[target] = None
                continue
            if first > end:
                break
            spins = 0 if first > self.now else spins + 1
            assert spins < SPINS_MOST, f"at {self.now} ms these are woken again and again: {wake}"
            self.now = max(self.now, first)
            for name, due in wake.items():
                if due is not None and due <= self.now and name in self.nodes:
                    self.nodes[name].tick(self.now)
                    self._touched[name] = None
        self.now = max(self.now, end)
        return until is not None and until()


SPINS_MOST = 2_000
"""So often a node may be woken within one millisecond."""
HAND = ("ready", "shuffle", "share", "pick", "pick", "settle", "pick")
"""A toy hand: the shapes of step that docs/log.md knows."""


@dataclass(frozen=True)
class Toy:
    """A machine without cards: ``hands`` times HAND, over ``seats``. A body of "bad" is illegal."""

    seats: tuple[int, ...]
    hands: int = 1
    at: int = 0
    said: bytes = b""
    script: tuple[str, ...] = HAND
    bug: bytes = b""
    """Something in the memory of one laptop only."""
    away: tuple[int, ...] = ()
    signed: tuple[tuple[int, Value], ...] = ()
    """(member, what it wants) of kick and void riders of this hand."""
    crowd: int = 0
    """Members at the beginning, 0 = those with seats."""
    newcomers: tuple[bytes, ...] = ()
    """Keys welcomed since; each has a seat from the next hand."""

    @property
    def members(self) -> dict[int, bytes]:
        first = [identity(n).key for n in range(self.crowd or max(self.seats) + 1)]
        return dict(enumerate([*first, *self.newcomers]))

    @property
    def roster(self) -> tuple[int, ...]:
        return tuple(m for m in self.seats if m not in self.away)

    def host(self, seat: int) -> int:
        """The member who writes for a seat: its own, or the next one present."""
        at = self.seats.index(seat)
        return next(m for m in (*self.seats[at:], *self.seats[:at]) if m not in self.away)

    def due(self) -> Sequence[Place]:
        if self.at >= self.hands * len(self.script):
            return ()
        seat = self.seats[self.at % len(self.seats)]
        who = self.host(seat)
        match self.script[self.at % len(self.script)]:
            case "ready":
                return [Place(m, "ready", Sort.AUTO) for m in self.roster]
            case "shuffle":
                return self._shuffle()
            case "share":
                return [Place(m, "share", Sort.REVEAL) for m in self.roster]
            case "settle":
                seen = [Place(m, "seen", Sort.AUTO) for m in self.roster if m != who]
                return [Place(who, f"settle {seat}", Sort.REVEAL), *seen]
            case _:
                return [Place(who, f"card {seat}", Sort.CHOICE)]

    def _shuffle(self) -> Sequence[Place]:
        keys = tuple((m, "key") for m in self.roster)
        mixes = tuple((m, f"mix {i}") for i, m in enumerate(self.roster))
        places = [Place(m, "key", Sort.AUTO) for m in self.roster]
        for i, (author, kind) in enumerate(mixes):
            places.append(Place(author, kind, Sort.AUTO, (*keys, *mixes[:i])))
        places += [Place(m, "seal", Sort.AUTO, mixes) for m in self.roster]
        return places

    @property
    def hand(self) -> int:
        return self.at // len(self.script)

    def has_proof(self, place: Place) -> bool:
        return place.kind.split()[0] in ("key", "mix", "share")

    def stands_in(self, place: Place) -> bool:
        """Whether the place is a choice that somebody makes for an away member."""
        return place.sort is Sort.CHOICE and place.kind != f"card {place.author}"

    def judge(
        self, place: Place, body: Value, held: Mapping[tuple[int, str], Value], trusted: bool
    ) -> str | None:
        assert all(need in held for need in place.needs)
        if body == HAND_BACK and not self.stands_in(place):
            return "nothing to hand back"
        return "bad word" if body == "bad" and not trusted else None

    def fold(
        self,
        contents: Sequence[tuple[Place, Content]],
        ids: Mapping[tuple[int, str], bytes],
        riders: Sequence[Rider] = (),
    ) -> Toy:
        lines: list[Value] = [self.said, self.bug]
        again = False
        gone: list[int] = []
        for place, content in contents:
            match content:
                case Illegal(why=why):
                    lines.append((place.author, place.kind, "illegal", why))
                case Blank():
                    lines.append((place.author, place.kind, content.value))
                    gone += [place.author] if content is Blank.ABSENT else []
                    again = again or place.kind not in ("ready", "share", "seen")
                case _:
                    lines.append((place.author, place.kind, content, ids[place.key]))
                    again = again or content == HAND_BACK
        lines += [(rider.member, rider.type, rider.fields) for rider in riders]
        said = hashlib.sha256(encode(tuple(lines))).digest()
        after = replace(self, at=self.at + (not again), said=said)._without(gone)
        for rider in riders:
            after = after._ride(rider)
        if after.at % len(self.script):
            return after
        numbers = tuple(
            sorted({*after.seats, *(n for n, key in after.members.items() if key in after.newcomers)})
        )
        return replace(after, signed=(), seats=numbers)

    def _without(self, gone: Sequence[int]) -> Toy:
        return replace(self, away=tuple(sorted({*self.away, *gone})))

    def _ride(self, rider: Rider) -> Toy:
        few = len(self.roster) <= 2
        hand = self.hand
        match rider.type, rider.fields:
            case "back", _:
                return replace(self, away=tuple(m for m in self.away if m != rider.member))
            case "leave", (int(),):
                return self if few else self._without([rider.member])
            case "fault", (int() as offender, *_):
                return self if few else self._without([offender])
            case "kick", (int() as member, int() as number) if number == hand and not few:
                after = replace(self, signed=(*self.signed, (rider.member, (rider.type, *rider.fields))))
                return after._without([member]) if after._wanted(rider) >= quorum(self.roster) else after
            case "void", (int() as number,) if number == hand:
                after = replace(self, signed=(*self.signed, (rider.member, (rider.type, *rider.fields))))
                if after._wanted(rider) == len(self.roster):
                    return replace(after, at=(hand + 1) * len(self.script))
                return after
            case "welcome", (bytes() as key, *_) if key not in self.members.values():
                first = self.crowd or max(self.seats) + 1
                return replace(self, crowd=first, newcomers=(*self.newcomers, key))
        return self

    def _wanted(self, rider: Rider) -> int:
        """How many of the roster want the same."""
        return sum((member, (rider.type, *rider.fields)) in self.signed for member in self.roster)

    def digest(self) -> bytes:
        whole = (self.seats, self.at, self.said, self.bug, self.away, self.signed, self.newcomers)
        return hashlib.sha256(encode(whole)).digest()[:8]


@functools.cache
def identity(number: int) -> Identity:
    """The test identity of a member."""
    return Identity(hashlib.sha256(b"test identity %d" % number).digest())


def genesis(members: int, *, table: bytes = b"t" * 16, signed: bool = True) -> Genesis:
    """A genesis of members 0, 1, ... each on a seat."""
    draft = Genesis(
        table,
        1,
        1,
        1,
        "toy",
        (("hands", 1),),
        (("toy", bytes(32)),),
        tuple(Member(n, identity(n).key, f"P{n}") for n in range(members)),
        tuple(SeatPlan(n, "", n) for n in range(members)),
    )
    for n in range(members if signed else 0):
        draft = draft.with_signature(n, draft.sign(identity(n)))
    return draft


class Crash(Exception):
    """The plug was pulled."""


Policy = Callable[[Place, random.Random], Value]


def say_anything(place: Place, rng: random.Random) -> Value:
    """A body nobody could choose twice alike."""
    return (place.kind, rng.getrandbits(64))


class Laptop:
    """A real ledger on an air, with a disk in memory that survives ``restart``."""

    def __init__(
        self,
        air: Air,
        number: int | None,
        gene: Genesis,
        machine: Toy,
        *,
        seed: int = 0,
        name: Name | None = None,
        policy: Policy = say_anything,
    ) -> None:
        self.air, self.number, self.genesis, self.machine, self.policy = air, number, gene, machine, policy
        self.name: Name = name if name is not None else (number if number is not None else b"spectator")
        self.disk = header(gene.table) + pack_record(RecordType.GENESIS, gene.payload())
        self.events: list[Event] = []
        self.sent: list[Send] = []
        self.crash_after: int | None = None
        """Crash when this many further effects were carried out."""
        self.plays = True
        self.returns = True
        """Comes back by itself when it was decided absent."""
        self.may_vote: Callable[[Place], bool] = lambda _: False
        self._random = random.Random(seed * 1000 + (number or 0))
        self.ledger = self._new()

    def _new(self) -> Ledger:
        me = None if self.number is None else identity(self.number)
        ledger = Ledger(self.genesis, self.number, me, self.machine, now_ms=self.air.now)
        ledger.may_vote = lambda place: self.may_vote(place)
        return ledger

    def restart(self) -> None:
        """A fresh process on the same disk; links are the caller's business."""
        self.crash_after = None
        self.ledger = self._new()
        self.do(self.ledger.restore(read_records(self.disk).found, self.air.now))

    def do(self, effects: list[Effect]) -> None:
        """Carries out effects in order; then signs whatever is wanted."""
        self._carry_out(effects)
        if self.returns:
            self._carry_out(self.ledger.come_back())
        while self.plays and (wanted := self.ledger.wanted()):
            self._carry_out(self.ledger.write(wanted[0], self._body(wanted[0])))

    def _body(self, place: Place) -> Value:
        machine = self.ledger.settled
        assert isinstance(machine, Toy)
        if machine.stands_in(place) and int(place.kind.split()[1]) in self.ledger.returning():
            return HAND_BACK
        return self.policy(place, self._random)

    def _carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            if self.crash_after is not None:
                if self.crash_after == 0:
                    raise Crash
                self.crash_after -= 1
            match effect:
                case Save(record=record):
                    self.disk += record
                case Send(to=to, frame=frame):
                    self.sent.append(effect)
                    self.air.send(self.name, to, frame)
                case _:
                    self.events.append(effect)

    def linked(self, peer: Peer, now_ms: int) -> None:
        self.do(self.ledger.linked(peer, now_ms))

    def unlinked(self, peer: Peer, now_ms: int) -> None:
        self.do(self.ledger.unlinked(peer))

    def receive(self, peer: Peer, data: bytes, now_ms: int) -> None:
        self.do(self.ledger.receive(peer, unpack(data), now_ms))

    def tick(self, now_ms: int) -> None:
        self.do(self.ledger.tick(now_ms))

    @property
    def wake_at_ms(self) -> int | None:
        return self.ledger.wake_at_ms

    def told(self, kind: type[Event]) -> list[Event]:
        """The events of one class so far."""
        return [event for event in self.events if isinstance(event, kind)]


def table(
    members: int, seed: int = 0, *, hands: int = 1, air: Air | None = None, policy: Policy = say_anything
) -> tuple[Air, list[Laptop]]:
    """Laptops 0, 1, ... of one table, each a member with a seat, all linked."""
    air = air if air is not None else Air(seed)
    gene = genesis(members)
    laptops = [
        Laptop(air, n, gene, Toy(tuple(range(members)), hands), seed=seed, policy=policy)
        for n in range(members)
    ]
    for laptop in laptops:
        air.add(laptop.name, laptop)
    for laptop in laptops:
        laptop.do([])
    air.link_all()
    return air, laptops


def all_over(laptops: Sequence[Laptop]) -> bool:
    """Whether every laptop settled the last step."""
    return all(laptop.ledger.over for laptop in laptops)


def same_logs(laptops: Sequence[Laptop]) -> bool:
    """Whether all settled the same history as far as they are."""
    least = min(laptop.ledger.settled_step for laptop in laptops)
    return len({tuple(laptop.ledger.chains[: least + 2]) for laptop in laptops}) == 1


PICKS = ("pick",) * 4


def picks(
    members: int, script: tuple[str, ...] = PICKS, roster: tuple[int, ...] | None = None
) -> list[Laptop]:
    """Laptops that sign nothing by themselves, not linked; the air is ``laptops[0].air``."""
    air, gene = Air(0), genesis(members)
    roster = roster if roster is not None else tuple(range(members))
    laptops = [Laptop(air, n, gene, Toy(roster, script=script, crowd=members)) for n in range(members)]
    for laptop in laptops:
        laptop.plays = False
        air.add(laptop.name, laptop)
    return laptops


def play(laptop: Laptop, body: Value = "x") -> None:
    laptop.do(laptop.ledger.write(laptop.ledger.wanted()[0], body))


def forged(laptop: Laptop, author: int, kind: str, body: Value, **changes: object) -> Entry:
    """An entry that a liar with the author's key makes for the laptop's open step."""
    step = laptop.ledger._line.open
    made = Entry.make(
        identity(author),
        table=laptop.genesis.table,
        step=step.number,
        author=author,
        kind=kind,
        body=body,
        before=step.chain,
        state=step.state,
    )
    if not changes:
        return made
    blank = replace(made, **changes)  # type: ignore[arg-type]
    return replace(blank, signature=identity(author).sign("entry", blank.fields))


def give(laptop: Laptop, sender: int, thing: Entry | Ack | Ballot | Rider) -> None:
    laptop.do(laptop.ledger.receive(sender, unpack(pack(thing.wire())), laptop.air.now))


def ack_of(laptop: Laptop, member: int, **changes: object) -> Ack:
    """The acknowledgement that another member makes of what the laptop shows."""
    after = laptop.ledger._line.open.after
    assert after is not None
    made = Ack.make(
        identity(member),
        table=laptop.genesis.table,
        member=member,
        step=laptop.ledger.open_step,
        chain=after.chain,
        state=after.state,
    )
    blank = replace(made, **changes)  # type: ignore[arg-type]
    return replace(blank, signature=identity(member).sign("ack", blank.fields))


def entries_at(laptop: Laptop, step: int) -> list[Entry]:
    return [entry for both in laptop.ledger._store.at(step).values() for entry in both]


def ballot(
    laptop: Laptop,
    member: int,
    key: tuple[int, str],
    value: bytes | None,
    *,
    round_: int = 1,
    confirm: bool = False,
) -> Ballot:
    """A ballot of another member about a place of the laptop's open step."""
    return Ballot.make(
        identity(member),
        confirm=confirm,
        table=laptop.genesis.table,
        step=laptop.ledger.open_step,
        key=key,
        round_=round_,
        value=value,
        member=member,
    )


def said(laptop: Laptop, *, confirm: bool | None = None) -> list[tuple[bool, int, bytes | None]]:
    """(confirm, round, value) of every ballot the laptop cast itself, in order."""
    frames = [unpack(send.frame) for send in laptop.sent]
    cast = [
        Ballot.read(frame[1:], confirm=frame[0] == FrameType.CONFIRM)
        for frame in frames
        if frame[0] in (FrameType.VOTE, FrameType.CONFIRM)
    ]
    mine = [one for one in cast if one.member == laptop.number and confirm in (None, one.confirm)]
    return [(one.confirm, one.round, one.value) for one in dict.fromkeys(mine)]
