"""From what the rules ask to who owes what: the asks of one step become places of the log.

Owns the table of docs/engine.md 3 and the order inside a step. Knows seats, hosts and the roster; no cards,
no keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pinochle_lan.log.machine import Place, Sort
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.ask import Sort as AskSort

LAPTOP_KINDS = (
    *("ready", "reveal", "key", "mix", "proof", "seal"),
    *("share", "show", "seen", "sub", "late", "wait"),
)
"""Kinds whose body belongs to a laptop and not to a seat."""

_SORTS = {AskSort.CHOICE: Sort.CHOICE, AskSort.REVEAL: Sort.REVEAL, AskSort.AUTO: Sort.AUTO}


def word(kind: str) -> str:
    """The name in a kind: ``card`` of ``card 2``."""
    return kind.partition(" ")[0]


def places(
    asks: Sequence[Ask],
    roster: Sequence[int],
    hosts: Mapping[int, int],
    shufflers: Sequence[int],
    owners: Mapping[int, int] | None = None,
) -> tuple[Place, ...]:
    """The places of the step in fold order (docs/log.md 3 and 4, docs/engine.md 3).

    ``hosts`` gives the member that writes for each seat, none where the hand lies face up; ``shufflers`` are
    the present peers of the sealed deal in order, at a draw those who have part in it; ``owners`` whose key
    guards each seat's cards, if that is not its host. Empty if nobody owes anything: a deal on a single
    laptop needs no share.
    """
    owners = hosts if owners is None else owners
    found: list[Place] = []
    for ask in asks:
        match ask.kind:
            case "ready":
                found += [Place(member, "ready", Sort.AUTO) for member in roster]
            case "draw":
                found += [Place(member, "reveal", Sort.REVEAL) for member in shufflers]
            case "shuffle":
                found += _shuffle(shufflers)
            case "deal" | "show":
                pass
            case "remix" if not ask.slots:
                pass  # every card of the hand lies open: there is nothing to mix
            case "remix" if seat_of(ask) in hosts:
                found.append(Place(hosts[seat_of(ask)], f"remix {ask.seat}", Sort.AUTO))
            case _ if seat_of(ask) in hosts:
                found.append(Place(hosts[seat_of(ask)], f"{ask.kind} {ask.seat}", _SORTS[ask.sort]))
            case _:
                pass  # the hand lies face up: the fold plays it
    if any(ask.kind == "show" for ask in asks):
        found += [Place(member, "show", Sort.REVEAL) for member in shufflers]
    for member in shufflers:
        needs = owed(asks, hosts, owners, member)
        if needs is not None:
            found.append(Place(member, "share", Sort.REVEAL, needs))
    if any(place.sort is Sort.REVEAL for place in found):
        busy = {place.author for place in found}
        found += [Place(member, "seen", Sort.AUTO) for member in roster if member not in busy]
    return tuple(found)


def shares(asks: Sequence[Ask], owners: Mapping[int, int], member: int) -> tuple[Ask, ...]:
    """The deals and remixes of this step for which ``member`` owes shares: those of others' seats."""
    gains = (ask for ask in asks if ask.kind in ("deal", "remix") and ask.slots)
    return tuple(ask for ask in gains if owners[seat_of(ask)] != member)


def owed(
    asks: Sequence[Ask], hosts: Mapping[int, int], owners: Mapping[int, int], member: int
) -> tuple[tuple[int, str], ...] | None:
    """What the share of ``member`` rests on in its own step, or None if it owes none."""
    mine = shares(asks, owners, member)
    if not mine:
        return None
    mixed = [ask for ask in mine if ask.kind == "remix" and seat_of(ask) in hosts]
    return tuple((hosts[seat_of(ask)], f"remix {ask.seat}") for ask in mixed)


def seat_of(ask: Ask) -> int:
    """The seat that an ask is about; it names one."""
    assert ask.seat is not None, f"{ask.kind} names no seat"
    return ask.seat


def rests_on(place: Place, shufflers: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """All contributions that a mix, proof or seal is about, in fold order (docs/sealed-deal.md 1, basis).

    ``needs`` names only the last links of that chain; the rest follows, since those need it themselves.
    """
    kind, _, number = place.kind.partition(" ")
    k = int(number or len(shufflers))
    keys = tuple((member, "key") for member in shufflers)
    mixes = tuple((member, f"mix {i}") for i, member in enumerate(shufflers, 1))
    proofs = tuple((member, f"proof {i}") for i, member in enumerate(shufflers, 1))
    if kind == "mix":
        return keys + mixes[: k - 1]
    return keys + mixes[:k] + (proofs if kind == "seal" else ())


def _shuffle(shufflers: Sequence[int]) -> list[Place]:
    """Key, mix, proof and seal of everybody: one step that flows (docs/log.md 3, docs/sealed-deal.md 3)."""
    found = [Place(member, "key", Sort.AUTO) for member in shufflers]
    before = tuple((member, "key") for member in shufflers)
    for k, member in enumerate(shufflers, 1):
        found.append(Place(member, f"mix {k}", Sort.AUTO, before))
        before = ((member, f"mix {k}"),)
    found += [
        Place(member, f"proof {k}", Sort.AUTO, ((member, f"mix {k}"),))
        for k, member in enumerate(shufflers, 1)
    ]
    proofs = tuple((member, f"proof {k}") for k, member in enumerate(shufflers, 1))
    found += [Place(member, "seal", Sort.AUTO, proofs) for member in shufflers]
    return found
