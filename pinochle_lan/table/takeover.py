"""What a laptop that went away owes: sub-shares of the others while it is away, late shares once it is back.

Joins the rules' asks with ``sealed.Deal`` (docs/sealed-deal.md 6). Public things only. A sub-share is due for
every card of a hand of which the departed laptop's share is not public, and for cards that are to be shown to
all; not for slots that die in the remix of the same step. A laptop that comes back before all of those were
given sends what is missing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Place, Sort
from pinochle_lan.rules.ask import Ask
from pinochle_lan.sealed.deal import SUB, Deal

LATE: Final = "late"
DRAW: Final = "draw"
"""Purpose of late shares: cards that come to hands of others."""


def slots(deal: Deal, asks: Sequence[Ask]) -> tuple[int, ...]:
    """The slots whose share of the laptop away is wanted now, ascending; none if none is away."""
    if deal.away is None:
        return ()
    mixed = {slot for ask in asks if ask.kind == "remix" for slot in ask.slots}
    shown = {slot for ask in asks if ask.kind == "show" for slot in ask.slots}
    return tuple(
        number
        for number, slot in sorted(deal.slots.items())
        if deal.away in deal.missing_shares(number)
        and (number in shown or (slot.seat is not None and number not in mixed))
    )


def places(deal: Deal, asks: Sequence[Ask], peers: Sequence[int], roster: Sequence[int]) -> tuple[Place, ...]:
    """``sub j`` and ``late`` of every present laptop that owes some, ``seen`` of the others; or nothing.

    ``peers``: members by number in the deal.
    """
    present = [(peer, member) for peer, member in enumerate(peers) if member in roster]
    found = [Place(member, LATE, Sort.REVEAL) for peer, member in present if late(deal, asks, peer)]
    if deal.away is not None:
        kind = f"{SUB} {peers[deal.away]}"
        found += [Place(member, kind, Sort.REVEAL) for peer, member in present if owed(deal, asks, peer)]
    if not found:
        return ()
    busy = [place.author for place in found]
    return (*found, *(Place(member, "seen", Sort.AUTO) for member in roster if member not in busy))


def late(deal: Deal, asks: Sequence[Ask], peer: int) -> tuple[int, ...]:
    """The cards in others' hands of which a present laptop's share is missing, ascending.

    Those that the rules' next step brings are not late.
    """
    due = {slot for ask in asks if ask.kind in ("deal", "remix") for slot in ask.slots}
    return tuple(
        number
        for number in deal.behind
        if number not in due
        and deal.owner_peer(number) not in (None, peer)
        and peer in deal.missing_shares(number)
    )


def owed(deal: Deal, asks: Sequence[Ask], peer: int) -> tuple[int, ...]:
    """The slots of which a laptop owes its part, ascending."""
    return deal.slots_for_sub(peer, slots(deal, asks))


def judge(deal: Deal, asks: Sequence[Ask], peer: int, kind: str, body: Value) -> str | None:
    """None if a body of kind ``sub`` or ``late`` may stand, else why not.

    Looked at even where the log is trusted: a false part would give a card without a face.
    """
    if kind == LATE:
        return deal.check_share(peer, DRAW, late(deal, asks, peer), body)
    if deal.away is None:
        return "no laptop is taken over"
    return deal.check_sub(peer, deal.away, owed(deal, asks, peer), body)


def fold(
    deal: Deal, asks: Sequence[Ask], peers: Sequence[int], bodies: Mapping[tuple[int, str], Value]
) -> Deal:
    """The deal with the sub-shares and late shares among ``bodies``, which were judged."""
    after = deal
    for (member, kind), body in bodies.items():
        if kind == LATE and isinstance(body, bytes):
            peer = peers.index(member)
            after = after.with_share(peer, DRAW, late(deal, asks, peer), body)
        if kind.partition(" ")[0] == SUB and deal.away is not None and isinstance(body, bytes):
            peer = peers.index(member)
            after = after.with_sub(peer, deal.away, owed(deal, asks, peer), body)
    return after
