"""The shuffle proof against its derivation in docs/protocol.md: it convinces and it tells nothing.

An oracle stands in for the hashes, so that the questions of the proof can be chosen, as in the argument.
"""

from __future__ import annotations

import random

import pytest
from helpers_sealed import OPEN_GROUP

from pinochle_lan.sealed import SUITE1, Group, Refused, mix
from pinochle_lan.sealed.group import join, pieces
from pinochle_lan.sealed.hashing import HandHash, Part

Q = SUITE1.q
GROUPS = pytest.mark.parametrize("group", [SUITE1, OPEN_GROUP], ids=["suite 1", "suite 255"])


class Oracle(HandHash):
    """Hashes whose question ``c`` and challenge numbers ``u`` are chosen; None = as they come."""

    __slots__ = ("c", "u")

    def __init__(self, group: Group, c: int | None = None, u: list[int] | None = None) -> None:
        super().__init__(b"h" * 32, group)
        self.c = c
        self.u = u

    def scalar(self, tag: str, *parts: Part) -> int:
        """Hs, or the chosen question."""
        return super().scalar(tag, *parts) if self.c is None else self.c

    def weights(self, tag: str, *parts: Part, count: int) -> list[int]:
        """Hc, or the chosen numbers."""
        return super().weights(tag, *parts, count=count) if self.u is None else self.u


class Shuffle:
    """A shuffle of ``m`` cards, and its secrets."""

    def __init__(self, group: Group, m: int, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.group = group
        self.joint = group.base(self.scalar())
        blind = [self.scalar() for _ in range(m)]
        faces = [group.card(face) for face in ("AS", "AS", "10H", "KD", "9C", "QC", "JS", "KS")[:m]]
        self.deck: mix.Deck = tuple(
            point
            for r, face in zip(blind, faces, strict=True)
            for point in (group.base(r), group.add(face, group.mul(r, self.joint)))
        )
        self.perm = self.rng.sample(range(m), m)
        self.rho = [self.scalar() for _ in range(m)]
        self.out = mix.mix(group, self.joint, self.deck, self.perm, self.rho)
        self.nonces: dict[tuple[str, int], int] = {}

    def scalar(self) -> int:
        """A number between 0 and q."""
        return self.rng.randrange(1, Q)

    def nonce(self, letter: str, index: int, *_: Part) -> int:
        """The same number whenever the same nonce is asked for: the prover is wound back."""
        return self.nonces.setdefault((letter, index), self.scalar())

    @property
    def statement(self) -> mix.Statement:
        """What is proved."""
        return mix.Statement("deal 1", self.joint, self.deck, self.out)

    def prove(self, hashes: HandHash) -> bytes:
        """The proof."""
        return mix.prove(hashes, self.statement, self.perm, self.rho, self.nonce)


def answers(body: bytes, m: int) -> tuple[int, int, list[int]]:
    """(c, s4, all b) of a proof."""
    found = [int.from_bytes(piece, "little") for piece in pieces(body)[2 * m :]]
    return found[0], found[4], found[-m:]


def solve(rows: list[list[int]], right: list[int]) -> list[int]:
    """The solution mod q of as many equations as unknowns."""
    lines = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for at in range(len(lines)):
        pivot = next(i for i in range(at, len(lines)) if lines[i][at])
        lines[at], lines[pivot] = lines[pivot], lines[at]
        inverse = pow(lines[at][at], -1, Q)
        lines[at] = [value * inverse % Q for value in lines[at]]
        for i, line in enumerate(lines):
            if i != at:
                lines[i] = [(a - line[at] * b) % Q for a, b in zip(line, lines[at], strict=True)]
    return [line[-1] for line in lines]


@GROUPS
@pytest.mark.parametrize("m", [1, 2, 3, 8])
def test_every_size_of_shuffle_is_proved(group: Group, m: int) -> None:
    shuffle, hashes = Shuffle(group, m), Oracle(group)
    body = shuffle.prove(hashes)
    assert len(body) == mix.proof_length(m) == 128 * m + 160
    mix.check(hashes, shuffle.statement, body)


def test_who_can_answer_knows_order_and_blinding() -> None:
    """Two answers for each of m questions: the extraction that soundness rests on."""
    m = 6
    shuffle = Shuffle(OPEN_GROUP, m)
    rows, right = [], []
    for _ in range(m):
        u = [shuffle.rng.randrange(1, 2**128) for _ in range(m)]
        first, second = (shuffle.prove(Oracle(OPEN_GROUP, shuffle.scalar(), u)) for _ in range(2))
        (c1, s1, b1), (c2, s2, b2) = answers(first, m), answers(second, m)
        inverse = pow(c1 - c2, -1, Q)
        moved = [(x - y) * inverse % Q for x, y in zip(b1, b2, strict=True)]
        assert [u.index(number) for number in moved] == shuffle.perm
        rows.append(moved)
        right.append((s1 - s2) * inverse % Q)
    assert solve(rows, right) == shuffle.rho


@GROUPS
def test_answers_can_be_made_up_so_they_tell_nothing(group: Group) -> None:
    """With the question known before, random answers pass: a transcript holds no news about the order."""
    m = 4
    shuffle = Shuffle(group, m)
    made_up = [shuffle.scalar() for _ in range(5 + 2 * m)]
    points = [group.base(shuffle.scalar()) for _ in range(2 * m)]
    body = join(points) + join([number.to_bytes(32, "little") for number in made_up])
    mix.check(Oracle(group, c=made_up[0]), shuffle.statement, body)
    with pytest.raises(Refused):
        mix.check(Oracle(group), shuffle.statement, body)


def test_nonces_that_are_alike_would_show_the_order() -> None:
    """Why letter and index are in every nonce: with all y equal, differences of b are those of the u."""
    m = 6
    shuffle, hashes = Shuffle(OPEN_GROUP, m), Oracle(OPEN_GROUP)
    shuffle.nonces.update({("y", i): 4711 for i in range(1, m + 1)})
    body = shuffle.prove(hashes)
    c, _, b = answers(body, m)
    seed = hashes.t("mix", "deal 1", shuffle.joint, join(shuffle.deck), join(shuffle.out), body[: 32 * m])
    u = hashes.weights("u", seed, count=m)
    steps = {(x - y) % Q: (i, j) for i, x in enumerate(u) for j, y in enumerate(u) if i != j}
    inverse = pow(c, -1, Q)
    read = [steps[(b[i] - b[0]) * inverse % Q] for i in range(1, m)]
    assert [read[0][1], *(source for source, _ in read)] == shuffle.perm


@GROUPS
def test_the_question_depends_on_every_byte_of_the_statement(group: Group) -> None:
    shuffle, hashes = Shuffle(group, 3), Oracle(group)
    body = shuffle.prove(hashes)
    true = shuffle.statement
    other = Shuffle(group, 3, seed=2)
    for bent in (
        mix.Statement("deal 2", true.joint, true.deck, true.out),
        mix.Statement(true.what, other.joint, true.deck, true.out),
        mix.Statement(true.what, true.joint, other.deck, true.out),
        mix.Statement(true.what, true.joint, true.deck, other.out),
        mix.Statement(true.what, true.joint, true.deck, true.out[:-2]),
    ):
        with pytest.raises(Refused):
            mix.check(hashes, bent, body)
    mix.check(hashes, true, body)
