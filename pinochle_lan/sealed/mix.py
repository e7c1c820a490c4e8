"""A shuffle of sealed cards and the proof that it was nothing else (docs/sealed-deal.md 2, Mix and MixProof).

The proof is Terelius and Wikström's for one committed permutation; docs/protocol.md derives it. A deck is
the flat tuple A_1 B_1 A_2 B_2 ...; permutations count from 0: output i takes input ``perm[i]``. Nonces
are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pinochle_lan.sealed.group import POINT, Group, join, need_length, pieces
from pinochle_lan.sealed.hashing import HandHash, Part
from pinochle_lan.sealed.refused import Refused, Rule

Deck = tuple[bytes, ...]
Nonce = Callable[..., int]
"""``nonce(letter, index, *statement)``: a secret scalar, another for another letter, index or statement."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a mix proof is about: ``out`` is ``deck`` shuffled and re-encrypted under ``joint``."""

    what: str
    joint: bytes
    deck: Deck
    out: Deck


def proof_length(count: int) -> int:
    """Bytes of the proof for ``count`` cards: C, K, c, s1..s4, a, b."""
    return (4 * count + 5) * POINT


def mix(group: Group, joint: bytes, deck: Deck, perm: Sequence[int], rho: Sequence[int]) -> Deck:
    """Every card moved to its new place and re-encrypted: A' = A + rho G, B' = B + rho X.

    Raises GroupError if the deck, not yet proved, holds what is no point: then its proof cannot pass either.
    """
    out: list[bytes] = []
    for source, blind in zip(perm, rho, strict=True):
        out.append(group.add(deck[2 * source], group.base(blind)))
        out.append(group.add(deck[2 * source + 1], group.mul(blind, joint)))
    return tuple(out)


def prove(
    hashes: HandHash, statement: Statement, perm: Sequence[int], rho: Sequence[int], nonce: Nonce
) -> bytes:
    """The body C_1..C_m, K_1..K_m, c, s1..s4, a_1..a_m, b_1..b_m; steps as numbered in the text."""
    group, joint, deck = hashes.group, statement.joint, statement.deck
    m, q, h = len(perm), group.q, group.h
    places = range(m)
    first: tuple[Part, ...] = (statement.what, joint, join(deck), join(statement.out))

    # 1: a commitment for each input, to the place its card goes to
    r = [nonce("r", j + 1, *first) for j in places]
    commitments = [b""] * m
    for i in places:
        commitments[perm[i]] = group.add(group.base(r[perm[i]]), h[i + 1])
    # 2: the challenge numbers, and in the order of the outputs
    seed = hashes.t("mix", *first, join(commitments))
    u = hashes.weights("u", seed, count=m)
    moved_u = [u[source] for source in perm]
    # 3: the chain, whose last link holds the product of all u
    k = [nonce("k", i + 1, *first) for i in places]
    chain = [h[0]]
    exponent = 0
    for i in places:
        chain.append(group.add(group.base(k[i]), group.mul(moved_u[i], chain[i])))
        exponent = (k[i] + moved_u[i] * exponent) % q
    # 4: the same sums with nonces in place of the secrets
    second: tuple[Part, ...] = (seed, join(chain[1:]))
    w = [nonce("w", i, *second) for i in range(1, 5)]
    v = [nonce("v", i + 1, *second) for i in places]
    y = [nonce("y", i + 1, *second) for i in places]
    # sum y_i A'_i is taken apart into sum y_i A_p(i) and the blinding: cheap where the A are all alike
    rest = sum(y[i] * rho[i] for i in places) - w[3]
    sums = (
        group.base(w[0]),
        group.base(w[1]),
        group.add(group.base(w[2]), group.dot(y, h[1 : m + 1])),
        group.add(_dot_alike(group, y, [deck[2 * j] for j in perm]), group.base(rest)),
        group.add(_dot_alike(group, y, [deck[2 * j + 1] for j in perm]), group.mul(rest, joint)),
    )
    links = [group.add(group.base(v[i]), group.mul(y[i], chain[i])) for i in places]
    # 5, 6: one challenge, and the answers
    c = hashes.scalar("mixc", seed, join(chain[1:]), *sums, join(links))
    answers = [
        c,
        w[0] + c * sum(r),
        w[1] + c * exponent,
        w[2] + c * sum(u[j] * r[j] for j in places),
        w[3] + c * sum(moved_u[i] * rho[i] for i in places),
        *(v[i] + c * k[i] for i in places),
        *(y[i] + c * moved_u[i] for i in places),
    ]
    return join(commitments) + join(chain[1:]) + b"".join((s % q).to_bytes(POINT, "little") for s in answers)


def check(hashes: HandHash, statement: Statement, body: object) -> None:
    """Raises Refused unless the statement is proved: every card of ``deck`` stands in ``out`` exactly once.

    The deck comes from the log, already proved. -c is folded into the u: every sum is one list of products.
    """
    group, joint, deck, out = hashes.group, statement.joint, statement.deck, statement.out
    m, q, h = len(deck) // 2, group.q, group.h
    if len(out) != len(deck):
        raise Refused(Rule.LENGTH, f"a deck of {m} cards is due")
    raw = pieces(need_length(body, proof_length(m)))
    commitments, chain = raw[:m], (h[0], *raw[m : 2 * m])
    c, s1, s2, s3, s4, *ab = group.scalars(raw[2 * m :])
    a, b = ab[:m], ab[m:]
    seed = hashes.t("mix", statement.what, joint, join(deck), join(out), join(commitments))
    u = hashes.weights("u", seed, count=m)

    rest = group.sub(group.sum(commitments), group.sum(h[1 : m + 1]))
    product = 1
    for number in u:
        product = product * number % q
    end = group.sub(chain[m], group.mul(product, h[0]))
    if group.identity in (rest, end):
        raise Refused(Rule.IDENTITY)

    minus = [q - c * number % q for number in u]
    t1 = group.sub(group.base(s1), group.mul(c, rest))
    t2 = group.sub(group.base(s2), group.mul(c, end))
    t3 = group.sum((group.base(s3), group.dot(b, h[1 : m + 1]), group.dot(minus, commitments)))
    t4 = group.sub(group.add(group.dot(b, out[0::2]), _dot_alike(group, minus, deck[0::2])), group.base(s4))
    t5 = group.sub(
        group.add(group.dot(b, out[1::2]), _dot_alike(group, minus, deck[1::2])), group.mul(s4, joint)
    )
    links = [
        group.sub(group.add(group.base(a[i]), group.mul(b[i], chain[i])), group.mul(c, chain[i + 1]))
        for i in range(m)
    ]
    if c != hashes.scalar("mixc", seed, join(chain[1:]), t1, t2, t3, t4, t5, join(links)):
        raise Refused(Rule.CHALLENGE)


def _dot_alike(group: Group, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
    """``dot`` with equal points taken together: the first deck has one A and as many B as it has faces.

    For points of the log only, and scalars nobody can choose: a sum of 0 would skip the check of the point.
    """
    total: dict[bytes, int] = {}
    for scalar, point in zip(scalars, points, strict=True):
        total[point] = total.get(point, 0) + scalar
    return group.dot(total.values(), total.keys())
