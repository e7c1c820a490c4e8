"""The one step of a shuffle: what a key, mix, proof and seal must be, and what the step folds to.

Joins bodies of the log with ``sealed.Deal`` (docs/sealed-deal.md 3). Laptops are members here; the deal
numbers them
by their order in the roster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Blank, Content, Illegal, Place
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.escrow import PART
from pinochle_lan.sealed.group import pieces
from pinochle_lan.sealed.mix import proof_length
from pinochle_lan.sealed.shuffle import KEY_LENGTH
from pinochle_lan.table.bodies import CANNOT, Key, basis, split
from pinochle_lan.table.places import rests_on


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a shuffle's step came to: a sealed deal, or who spoilt it and how."""

    deal: Deal | None
    blamed: int | None = None
    """Member; None if nobody is at fault."""
    why: str = ""
    astray: int | None = None
    """Member whose part rests on what was not folded. Once that may be another's doing (two versions)."""


def judge(
    fresh: Deal,
    roster: Sequence[int],
    place: Place,
    body: Value,
    held: Mapping[Key, Value],
    *,
    trusted: bool,
) -> str | None:
    """None if a contribution to the shuffle may stand, else why not."""
    peer = roster.index(place.author)
    if place.kind == "key":
        return _sized(body, _key_length(fresh)) if trusted else fresh.check_key(peer, body)
    parts = split(body)
    if parts is None:
        return "it does not say what it rests on"
    chain = rests_on(place, roster)
    if parts[0] != basis(chain, held):
        # Made for another version of what it rests on: not its author's fault as far as can be seen here.
        return None
    # No more than it needs is looked at: the verdict must not depend on what else is here already.
    about = {key: held[key] for key in chain}
    return _judge_payload(fresh, roster, place, parts[1], about, trusted=trusted)


def _key_length(fresh: Deal) -> int:
    setup = fresh.setup
    return KEY_LENGTH + (PART * (len(setup.peers) - 1) if setup.takeover else 0)


def _sized(payload: Value, size: int) -> str | None:
    return None if isinstance(payload, bytes) and len(payload) == size else "it has the wrong length"


def _judge_payload(
    fresh: Deal,
    roster: Sequence[int],
    place: Place,
    payload: Value,
    held: Mapping[Key, Value],
    *,
    trusted: bool,
) -> str | None:
    kind, _, number = place.kind.partition(" ")
    k = int(number or 0)
    deal = rebuilt(fresh, roster, held)
    stuck = CANNOT in (*deal.mixes, *deal.proofs)
    if payload == CANNOT:
        unfit = stuck or (kind == "mix" and not mixable(deal, k - 1))
        return None if unfit else "it gives up a shuffle that is in order"
    if stuck:
        return "it goes on with a shuffle that was given up"
    if kind == "mix":
        return deal.check_mix(k, payload)
    if kind == "proof":
        if trusted:
            return _sized(payload, proof_length(len(fresh.setup.types)))
        return deal.check_proof(k, payload)
    return deal.check_seal(roster.index(place.author), payload)


def rebuilt(fresh: Deal, roster: Sequence[int], held: Mapping[Key, Value]) -> Deal:
    """The deal with as much of the shuffle as is held, in order. Every held body has been judged."""
    keys = [held.get((member, "key")) for member in roster]
    if any(not isinstance(key, bytes) for key in keys):
        return fresh
    deal = fresh.with_keys([key for key in keys if isinstance(key, bytes)])
    for word in ("mix", "proof"):
        for k, member in enumerate(roster, 1):
            parts = split(held.get((member, f"{word} {k}")))
            if parts is None or not isinstance(parts[1], bytes):
                break
            deal = deal.with_mix(k, parts[1]) if word == "mix" else deal.with_proof(k, parts[1])
    return deal


def mixable(deal: Deal, k: int) -> bool:
    """Whether deck ``k`` can be mixed at all: every one of its points is in the group."""
    return k == 0 or (deal.mixes[k - 1] != CANNOT and deal.mixable(k))


def fold(fresh: Deal, roster: Sequence[int], contents: Sequence[tuple[Place, Content]]) -> Outcome:
    """The sealed deal, or the first thing in fold order that spoilt it (docs/sealed-deal.md 3)."""
    bodies: dict[Key, Value] = {}
    spoilt = False
    astray: int | None = None
    publics: list[bytes] = []
    for place, content in contents:
        if isinstance(content, Illegal):
            return Outcome(None, place.author, content.why)
        if content is Blank.ABSENT:
            return Outcome(None, place.author, "it is gone")
        if isinstance(content, Blank):
            spoilt = True
            continue
        bodies[place.key] = content
        if place.kind == "key":
            assert isinstance(content, bytes)
            public = pieces(content)[0]
            if public in publics:
                return Outcome(None, place.author, "it repeats the key of another laptop")
            publics.append(public)
            continue
        parts = split(content)
        chain = rests_on(place, roster)
        whole = parts is not None and all(key in bodies for key in chain)
        if not whole or parts is None or parts[1] == CANNOT:
            spoilt = True
        elif parts[0] != basis(chain, bodies):
            spoilt = True
            astray = place.author if astray is None else astray
    if spoilt:
        return Outcome(None, None, "parts of the shuffle do not belong together", astray)
    deal = rebuilt(fresh, roster, bodies)
    for peer, member in enumerate(roster):
        parts = split(bodies[member, "seal"])
        assert parts is not None
        assert isinstance(parts[1], bytes)
        deal = deal.with_seal(peer, parts[1])
    return Outcome(deal)
