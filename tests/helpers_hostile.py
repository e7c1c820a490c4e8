"""What a member of the table may try: every attack by name, as the frames its patched program sends.

A member has what a stranger lacks: a key that everybody knows, a link to all, and a place in the game. Each
attack is made from the real state of that member's own table, and signed with its own key where it signs.
``expected`` says what every honest laptop must make of it. Used by tests/table, tests/lab and tests/bench.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.codec import Value, encode
from pinochle_lan.log.ballot import Ballot
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.frames import Frame, FrameType, pack, unpack
from pinochle_lan.log.machine import Sort
from pinochle_lan.log.rider import Rider
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.sync import Have
from pinochle_lan.table import notes
from pinochle_lan.table.table import Table

ENDED: Final = "ended"
"""The link is ended at once, the member named to the people."""
REFUSED: Final = "refused"
"""Not taken, with the member's name and the reason; the link stays, honest laptops may do this too."""
PROVED: Final = "double"
"""Two signed things that contradict each other: kept as proof, the member named to the people."""
DIFFERS: Final = "differs"
"""Another history or other rules: the member named to the people, its word counts for nothing."""
NOTHING: Final = ""
"""Nothing comes of it and nobody is told: it is allowed, or no news."""


class Member:
    """The attacker: its identity, and its own table as it stands."""

    def __init__(self, identity: Identity, table: Table) -> None:
        assert table.me is not None
        self.identity, self.table, self.me = identity, table, table.me
        self.ledger = table.ledger
        self.id = table.terms.genesis.table
        self.others = [member for member in table.terms.roster if member != self.me]

    def entry(self, signer: Identity | None = None, **changes: object) -> bytes:
        """A frame with an entry of mine for the open step, some fields changed."""
        line = self.ledger._line
        fields: dict[str, object] = {
            "table": self.id,
            "step": line.open.number,
            "author": self.me,
            "kind": f"card {self.me}",
            "body": (0, None),
            "before": line.open.chain,
            "state": line.open.state,
        } | changes
        return pack(Entry.make(signer or self.identity, **fields).wire())  # type: ignore[arg-type]

    def ack(self, step: int, **changes: object) -> bytes:
        """A frame with an acknowledgement of mine of a settled step, some fields changed."""
        chain, state = self.ledger._line.settled_claim(step)
        fields: dict[str, object] = {
            "table": self.id, "member": self.me, "step": step, "chain": chain, "state": state
        } | changes  # fmt: skip
        return pack(Ack.make(self.identity, **fields).wire())  # type: ignore[arg-type]

    def vote(self, key: tuple[int, str], value: bytes, **changes: object) -> bytes:
        """A frame with a vote of mine about a place of the open step, some fields changed."""
        fields: dict[str, object] = {
            "confirm": False, "table": self.id, "step": self.ledger.open_step, "key": key,
            "round_": 1, "value": value, "member": self.me,
        } | changes  # fmt: skip
        return pack(Ballot.make(self.identity, **fields).wire())  # type: ignore[arg-type]

    def rider(self, type_: str, *fields: Value, member: int | None = None) -> bytes:
        """A frame with a rider of mine."""
        who = self.me if member is None else member
        return pack(Rider.make(self.identity, self.id, who, type_, fields).wire())

    def mine(self) -> list[Entry]:
        """My entries that are settled, oldest first."""
        store = self.ledger._store
        return [
            entry
            for step in store.steps()
            if step <= self.ledger.settled_step
            for (author, _), entries in store.at(step).items()
            if author == self.me
            for entry in entries
        ]

    def due(self) -> tuple[int, str]:
        """A place that is due now: somebody else's if there is one, a choice if there is one."""
        places = self.ledger.places()
        return min(places, key=lambda p: (p.author == self.me, p.sort is not Sort.CHOICE)).key

    def have(self, settled: int, chain: bytes) -> bytes:
        """A question."""
        return pack(Have(self.id, settled, chain, (), ()).wire())

    def store(self, *things: Frame) -> bytes:
        """An answer."""
        return encode((int(FrameType.STORE), self.id, things))


def _raw(data: bytes) -> Callable[[Member], list[bytes]]:
    return lambda member: [data]


def _frame(kind: FrameType, *fields: Value) -> Callable[[Member], list[bytes]]:
    return lambda member: [
        encode((int(kind), *(member.id if field == "table" else field for field in fields)))
    ]


def _oversized_body(member: Member) -> list[bytes]:
    number, plain, signature, _ = member.mine()[-1].wire()
    return [encode((number, plain, signature, (bytes(40_000), ())))]


def _oversized_riders(member: Member) -> list[bytes]:
    number, plain, signature, (body, _) = member.mine()[-1].wire()  # type: ignore[misc]
    return [encode((number, plain, signature, (body, (bytes(9_000),))))]


def _wrong_signature(member: Member) -> list[bytes]:
    number, plain, signature, content = unpack(member.entry())
    assert isinstance(signature, bytes)
    return [encode((number, plain, bytes((signature[0] ^ 1,)) + signature[1:], content))]


def _body_of_another(member: Member) -> list[bytes]:
    number, plain, signature, _ = member.mine()[-1].wire()
    return [encode((number, plain, signature, (("swapped",), ())))]


def _forged_certificate(member: Member) -> list[bytes]:
    author, kind = member.due()
    place = (member.id, member.ledger.open_step, author, kind, 1, b"")
    signed = tuple((voter, bytes(64)) for voter in member.others)
    return [member.store((int(FrameType.CERTIFICATE), place, signed, signed))]


def _double_entry(member: Member) -> list[bytes]:
    like = member.mine()[-1]
    return [
        member.entry(step=like.step, kind=like.kind, body=("other",), before=like.before, state=like.state)
    ]


def _double_vote(member: Member) -> list[bytes]:
    key = member.due()
    return [member.vote(key, b""), member.vote(key, bytes(32))]


def _lying_history(member: Member) -> list[bytes]:
    """Says that it settled something else, and swears to it at every step it is asked about."""
    last = member.ledger.settled_step
    chain = int(FrameType.CHAIN)
    lies = [encode((chain, member.id, step, bytes(32), False)) for step in range(last + 1)]
    halves = []
    low, high = -1, last
    while high - low > 1:
        high = (low + high) // 2
        halves.append(lies[high])
    return [member.have(last, bytes(32)), *halves]


def _misplaced(member: Member) -> list[bytes]:
    return [member.entry(step=0, kind=f"card {number}") for number in range(260)]


def _acks_ahead(member: Member) -> list[bytes]:
    """Answers full of sound acknowledgements of steps that are far off: each costs a signature's check."""
    frames = []
    for part in range(40):
        things = []
        for number in range(280):
            step = 10**6 + 280 * part + number
            ack = Ack.make(
                member.identity, table=member.id, member=member.me, step=step, chain=bytes(32), state=bytes(8)
            )
            things.append(ack.wire())
        frames.append(member.store(*things))
    return frames


def _lobby(member: Member) -> list[bytes]:
    hello = notes.Hello(PROTOCOL, ENGINE, "\u202eAnn", 0, b"xyz", ("10.0.0.7:47470",))
    said: list[notes.Note] = [
        hello,
        notes.Sit(0),
        notes.Consent(1, bytes(64)),
        notes.Bye(),
        notes.Refused("gone"),
    ]
    return [pack(note.wire()) for note in said]


def _plugin_file(member: Member) -> list[bytes]:
    return [encode((int(FrameType.PLUGIN_FILE), "house rule evil", bytes(65_000), ""))]


def _chat(member: Member, number: int, text: str, counter: int) -> bytes:
    return pack((int(FrameType.CHAT), member.id, number, counter, text))


@dataclass(frozen=True)
class Attack:
    """One attack."""

    frames: Callable[[Member], list[bytes]]
    expected: str
    words: str = ""
    """In what is said of it."""


ATTACKS: Final[dict[str, Attack]] = {
    # the form: nobody's program makes such bytes
    "bytes that are not canonical": Attack(_raw(b"\x92\xcd\x00\x03\xa0"), ENDED, "shortest form"),
    "nested 50,000 deep": Attack(_raw(b"\x91" * 50_000 + b"\xc0"), ENDED, "nested too deep"),
    "a list of 4 billion": Attack(_raw(b"\xdd\xff\xff\xff\xff"), ENDED, "more items than there are bytes"),
    "a map": Attack(_raw(b"\x92\x01\x81\xa1a\x01"), ENDED, "not allowed"),
    "a number for a frame": Attack(_raw(b"\x07"), ENDED, "begins with its type"),
    "an entry of wrong types": Attack(_frame(FrameType.ENTRY, 1, 2, 3), ENDED, "six fields"),
    "a question of wrong types": Attack(_frame(FrameType.HAVE, "table", "x"), ENDED, "a question names"),
    "a chain value of wrong types": Attack(
        _frame(FrameType.CHAIN, "table", -1, b"", 7), ENDED, "a chain value"
    ),
    "an answer with junk": Attack(
        _frame(FrameType.STORE, "table", ((99, b"x"),)), ENDED, "signed things only"
    ),
    "a body of 40 kB": Attack(_oversized_body, ENDED, "over its limits"),
    "riders of 9 kB": Attack(_oversized_riders, ENDED, "over 8 KiB"),
    # the signature
    "a wrong signature": Attack(_wrong_signature, ENDED, "signature is wrong"),
    "its signature under another body": Attack(_body_of_another, ENDED, "signature is wrong"),
    "an entry in another's name": Attack(
        lambda m: [m.entry(author=m.others[0])], ENDED, "signature is wrong"
    ),
    "an entry of nobody": Attack(
        lambda m: [m.entry(author=77)], ENDED, "nobody at this table has the number 77"
    ),
    "an acknowledgement in another's name": Attack(
        lambda m: [m.ack(m.ledger.settled_step, member=m.others[0], chain=bytes(32))],
        ENDED,
        "signature is wrong",
    ),
    "a vote in another's name": Attack(
        lambda m: [m.vote(m.due(), b"", member=m.others[0])], ENDED, "signature is wrong"
    ),
    "a certificate of no votes": Attack(_forged_certificate, ENDED, "signature is wrong"),
    "a wish in another's name": Attack(
        lambda m: [m.rider("kick", m.others[1], 1, member=m.others[0])], ENDED, "signature is wrong"
    ),
    # too much
    "a flood of sound frames": Attack(
        lambda m: [pack((int(FrameType.PRESENCE), m.id, tuple(m.others)))] * 6_000,
        ENDED,
        "more than can be read",
    ),
    "a flood of questions": Attack(
        lambda m: [m.have(10, m.ledger.chains[11])] * 6_000, ENDED, "more than can be read"
    ),
    "a flood of signed acknowledgements": Attack(_acks_ahead, ENDED, "more than can be read"),
    "a flood of questions for a plugin": Attack(
        lambda m: [encode((int(FrameType.PLUGIN_WANT), "house rule x", bytes(32)))] * 6_000,
        ENDED,
        "more than can be read",
    ),
    "260 entries out of place": Attack(_misplaced, ENDED, "settled without it|more than can be read"),
    # two words
    "a second entry for an old place": Attack(_double_entry, PROVED, "two things for one turn"),
    "a second acknowledgement": Attack(
        lambda m: [m.ack(m.ledger.settled_step, chain=bytes(32))], PROVED, "confirmed two different games"
    ),
    "two votes of one round": Attack(_double_vote, PROVED, "two things for one turn|voted both ways"),
    "a history that never was": Attack(_lying_history, DIFFERS, "another history"),
    # out of place
    "an entry that is not due": Attack(
        lambda m: [m.entry(kind="claim 0")], REFUSED, "is not due|settled without it"
    ),
    "an entry for the next step": Attack(
        lambda m: [m.entry(step=m.ledger.open_step + 1, kind="share")], REFUSED, "is not due|another history"
    ),
    "an entry on another history": Attack(
        lambda m: [m.entry(kind=m.mine()[-1].kind, before=bytes(32))], REFUSED, "is not due|another history"
    ),
    "an entry long past": Attack(lambda m: [m.entry(step=1, kind="claim 0")], REFUSED, "settled without it"),
    "an entry of another table": Attack(lambda m: [m.entry(table=bytes(16))], REFUSED, "another table"),
    "a question of another table": Attack(
        lambda m: [pack(Have(bytes(16), -1, bytes(32), (), ()).wire())], REFUSED, "another table"
    ),
    "a vote on nothing": Attack(lambda m: [m.vote((m.me, "claim 0"), b"")], REFUSED, "is not due"),
    "a newcomer who never knocked": Attack(
        lambda m: [m.rider("welcome", bytes(32), "Ghost", bytes(64))], REFUSED, "did not sign it"
    ),
    "a proof of no lie": Attack(
        lambda m: [m.rider("fault", m.others[0], "entry", ((m.id,), b""), ((m.id,), b""))],
        REFUSED,
        "proves nothing",
    ),
    "a remark of 10,000 letters": Attack(
        lambda m: [_chat(m, m.me, "x" * 10_000, 10**6)], REFUSED, "short text"
    ),
    "a remark in another's name": Attack(
        lambda m: [_chat(m, m.others[0], "I cheat", 10**6)], REFUSED, "own member"
    ),
    "a flood of remarks": Attack(
        lambda m: [_chat(m, m.me, f"spam {n}", 10**6 + n) for n in range(60)],
        REFUSED,
        "faster than anybody can read",
    ),
    "presence of wrong types": Attack(_frame(FrameType.PRESENCE, "table", 7), REFUSED, "presence names"),
    "a witness of wrong types": Attack(
        _frame(FrameType.WITNESS, "table", "x", (), ()), REFUSED, "a witness names"
    ),
    # allowed, or no news
    "a wish to kick, alone": Attack(lambda m: [m.rider("kick", m.others[0], m.table.machine.hand)], NOTHING),
    "a turn clock of one second": Attack(lambda m: [m.rider("turn", 1, m.table.machine.hand)], NOTHING),
    "its own old entries again": Attack(lambda m: [pack(entry.wire()) for entry in m.mine()[-40:]], NOTHING),
    "an entry a million steps off": Attack(lambda m: [m.entry(step=10**6)], NOTHING),
    "notes of the lobby": Attack(_lobby, NOTHING),
    "a plugin file of 65 kB": Attack(_plugin_file, NOTHING),
    "types of frames that nobody knows": Attack(
        lambda m: [encode((number, b"future")) for number in (15, 200, 2**40)], NOTHING
    ),
}
