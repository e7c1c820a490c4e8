"""Cards that become known: shares for hands, remixes, and cards shown to all, in one step.

Joins the rules' asks with ``sealed.Deal``: which laptop owes which batch of shares, whether a body is that,
and
the deal after the step (docs/sealed-deal.md 4). Knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Place
from pinochle_lan.rules.ask import Ask
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.group import POINT
from pinochle_lan.sealed.mix import proof_length
from pinochle_lan.sealed.shares import length as share_length
from pinochle_lan.table.bodies import Key, basis, split
from pinochle_lan.table.places import shares, word

Batch = tuple[str, tuple[int, ...]]
"""(purpose, slots ascending): one proof."""


@dataclass(frozen=True, slots=True)
class Gains:
    """The deals, draws, remixes and showings of one step."""

    asks: tuple[Ask, ...]
    hosts: Mapping[int, int]
    """Who writes for each seat; none where the hand lies face up."""
    owners: Mapping[int, int]
    """Whose key guards the cards of each seat."""
    peers: tuple[int, ...]
    """Members by number in the deal."""
    dealt: bool
    """The first cards of this pack are out, so what comes to a hand now is a draw."""

    def shares(self, member: int) -> list[Batch]:
        """Each batch of shares that a member owes for hands of others, in order.

        All cards dealt at once are one batch (docs/sealed-deal.md 3); each remix is one of its own.
        """
        owed = shares(self.asks, self.owners, member)
        dealt = sorted(slot for ask in owed if ask.kind == "deal" for slot in ask.slots)
        found: list[Batch] = [("draw" if self.dealt else "deal", tuple(dealt))] if dealt else []
        return found + [(f"remix {ask.seat}", ask.new) for ask in owed if ask.kind == "remix"]

    def shown(self) -> list[Batch]:
        """Each batch that everybody shows to all; its purpose is the zone."""
        return [(ask.zone, tuple(sorted(ask.slots))) for ask in self.asks if ask.kind == "show"]

    def remix(self, kind: str) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """(seat, old slots, new slots) of a place of kind ``remix s``."""
        for ask in self.asks:
            if ask.kind == "remix" and ask.seat is not None and kind == f"remix {ask.seat}":
                return ask.seat, ask.slots, ask.new
        raise ValueError(f"no {kind} is due")

    def judge(
        self, deal: Deal, place: Place, body: Value, held: Mapping[Key, Value], trusted: bool
    ) -> str | None:
        """None if a share, show or remix may stand, else why not."""
        peer = self.peers.index(place.author)
        if word(place.kind) == "remix":
            return self._judge_remix(deal, peer, place.kind, body, trusted)
        if place.kind == "show":
            # Checked even where the log is trusted: a false share has no face to go on with.
            return _judge_batches(deal, peer, self.shown(), body, trusted=False)
        payloads, before = body, deal
        deal = self.remixed(before, {})
        if place.needs:
            parts = split(body)
            if parts is None:
                return "it does not say which remixes it rests on"
            if parts[0] != basis(place.needs, held):
                return None  # made for another version of a remix: the step will fold to nothing
            deal, payloads = self.remixed(before, {key: held[key] for key in place.needs}), parts[1]
        return _judge_batches(deal, peer, self.shares(place.author), payloads, trusted=trusted)

    def _judge_remix(self, deal: Deal, peer: int, kind: str, body: Value, trusted: bool) -> str | None:
        seat, old, new = self.remix(kind)
        if not trusted:
            return deal.check_remix(peer, seat, old, new, body)
        return _sized(body, 2 * POINT * len(old) + proof_length(len(old)))

    def remixed(self, deal: Deal, bodies: Mapping[Key, Value]) -> Deal:
        """The deal after the remixes among ``bodies``.

        A hand that lies face up has nobody to mix it: its cards only get their new numbers.
        """
        for ask in self.asks:
            if ask.kind == "remix" and ask.slots and ask.seat not in self.hosts:
                seat, old, new = self.remix(f"remix {ask.seat}")
                deal = deal.with_remix(seat, old, new, b"".join(deal.cards(old)))
        for (_, kind), body in bodies.items():
            if word(kind) == "remix":
                assert isinstance(body, bytes)
                deal = deal.with_remix(*self.remix(kind), body)
        return deal

    def astray(self, places: Sequence[Place], bodies: Mapping[Key, Value]) -> Place | None:
        """The first share that was made for other remixes than those that are folded here, if one was."""
        for place in places:
            if place.kind == "share" and place.needs:
                parts = split(bodies[place.key])
                if parts is None or parts[0] != basis(place.needs, bodies):
                    return place
        return None

    def turned(self, deal: Deal, places: Sequence[Place], bodies: Mapping[Key, Value]) -> Deal:
        """The deal after what everybody showed: first, since a kitty card dies in the step's remix."""
        for place in places:
            if place.kind == "show":
                deal = self._with(deal, place, self.shown(), bodies[place.key])
        return deal

    def gained(self, deal: Deal, places: Sequence[Place], bodies: Mapping[Key, Value]) -> Deal:
        """The deal after the remixes and then the shares of the step."""
        deal = self.remixed(deal, bodies)
        for place in places:
            if place.kind == "share":
                parts = split(bodies[place.key]) if place.needs else None
                payloads = parts[1] if parts else bodies[place.key]
                deal = self._with(deal, place, self.shares(place.author), payloads)
        return deal

    def _with(self, deal: Deal, place: Place, batches: Sequence[Batch], payloads: Value) -> Deal:
        assert isinstance(payloads, tuple)
        peer = self.peers.index(place.author)
        for (purpose, slots), payload in zip(batches, payloads, strict=True):
            assert isinstance(payload, bytes)
            deal = deal.with_share(peer, purpose, slots, payload)
        return deal


def _judge_batches(
    deal: Deal, peer: int, batches: Sequence[Batch], payloads: Value, *, trusted: bool
) -> str | None:
    if not isinstance(payloads, tuple) or len(payloads) != len(batches):
        return "it has the wrong number of parts"
    for (purpose, slots), payload in zip(batches, payloads, strict=True):
        if trusted:
            why = _sized(payload, share_length(len(slots)))
        else:
            why = deal.check_share(peer, purpose, slots, payload)
        if why is not None:
            return why
    return None


def _sized(payload: Value, size: int) -> str | None:
    return None if isinstance(payload, bytes) and len(payload) == size else "it has the wrong length"
