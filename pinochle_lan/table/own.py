"""This laptop's private side: hand seeds, the faces its seats may know, and the bodies of its own entries.

Everything but fresh seeds is derived, so a laptop that crashed writes the same bytes again
(docs/sealed-deal.md 5).
Nothing in here ever goes into the state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pinochle_lan.cards import Card, card
from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Place
from pinochle_lan.rules import actions as act
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.escrow import box_key
from pinochle_lan.sealed.refused import Refused
from pinochle_lan.sealed.secrets import SEED, Secrets
from pinochle_lan.table import reading, takeover
from pinochle_lan.table.bodies import CANNOT, Key, basis
from pinochle_lan.table.machine import DRAW_BYTES, TableMachine
from pinochle_lan.table.places import rests_on, word
from pinochle_lan.table.shuffle import mixable, rebuilt
from pinochle_lan.table.terms import Terms

_HAND: Final = "hand"
_DRAW: Final = "draw"
_BOX: Final = "box"


class SecretLost(RuntimeError):
    """A hand seed that this laptop needs is not on its disk any more."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """A seed made just now: it must be on disk before the entry that rests on it."""

    name: str
    data: bytes


class Own:
    """What the laptop of ``member`` alone knows. ``secrets`` are those read from disk, by name."""

    def __init__(
        self, terms: Terms, member: int, entropy: Callable[[int], bytes], secrets: Mapping[str, bytes]
    ) -> None:
        self._terms = terms
        self._member = member
        self._entropy = entropy
        self._seeds = dict(secrets)
        self._derived: dict[bytes, Secrets] = {}
        self._faces: dict[tuple[bytes, int], Card] = {}
        self._fresh: list[Fresh] = []

    # --- seeds

    def _seed(self, name: str, size: int, make: bool) -> bytes:
        seed = self._seeds.get(name)
        if seed is None:
            if not make:
                raise SecretLost(name)
            seed = self._entropy(size)
            self._seeds[name] = seed
            self._fresh.append(Fresh(name, seed))
        return seed

    def take_fresh(self) -> list[Fresh]:
        """Seeds not handed to the disk yet, oldest first; each is given once."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def _secrets(self, deal: Deal, make: bool = False) -> Secrets:
        """Of one deal. ``make``: its key is due, so a seed may be made. Raises SecretLost."""
        setup = deal.setup
        known = self._derived.get(setup.hid)
        if known is None:
            seed = self._seed(_hand_name(setup.hand, setup.attempt), SEED, make)
            peer = setup.peers.index(self._terms.keys[self._member])
            box = self._seed(_BOX, SEED, False) if setup.takeover else None
            key = self._terms.keys[self._member]
            known = Secrets(seed, setup, peer, key, self._terms.group, box_secret=box)
            # The running hand and the shuffle for the next one: no more than two are ever needed.
            self._derived = dict([*self._derived.items()][-1:]) | {setup.hid: known}
        return known

    def outlived(self, machine: TableMachine) -> list[str]:
        """Names of seeds that no step from here on needs: their hand is over, or their draw is done.

        ``machine`` is a settled state. They are forgotten here; the caller deletes them on disk. Seeds of a
        hand that this state has not reached are kept: a file that lost its end is behind what was done.
        """
        running = None if machine.deal is None else (machine.deal.setup.hand, machine.deal.setup.attempt)
        if any(ask.kind == "shuffle" for ask in machine.asks):
            running = machine.hand, machine.attempt
        over = not machine.asks and not machine.stopped
        drawn = machine.deal is not None
        gone = []
        for name in sorted(self._seeds):
            kind, *numbers = name.split("-")
            if kind == _BOX and not over:
                continue  # it opens the escrow of every hand, and goes with the game
            of = tuple(int(number) for number in numbers)
            if over or (drawn if kind == _DRAW else running is not None and of < running):
                gone.append(name)
                del self._seeds[name]
        return gone

    # --- what its seats know

    def mine(self, machine: TableMachine, seat: int) -> dict[int, Card]:
        """The faces of a seat's slots, by slot, if this laptop plays it or its key guards it.

        Of no other seat of this laptop. Raises SecretLost.
        """
        deal = machine.deal
        if deal is None or self._terms.keys[self._member] not in deal.setup.peers:
            return {}
        if self._member not in (machine.hosts.get(seat), machine.owners.get(seat)):
            return {}
        hid = deal.setup.hid
        slots = [number for number, slot in sorted(deal.slots.items()) if slot.holder == seat]
        new = [number for number in slots if (hid, number) not in self._faces]
        if new:
            self._faces = {key: face for key, face in self._faces.items() if key[0] == hid}
            found = self._secrets(deal).faces(deal, new)
            self._faces.update({(hid, number): card(face) for number, face in found.items()})
        return {number: self._faces[hid, number] for number in slots if (hid, number) in self._faces}

    # --- bodies

    def body(self, machine: TableMachine, place: Place, held: Mapping[Key, Value]) -> Value:
        """The body of an auto or reveal place; ``held`` has the bodies it needs. Raises SecretLost."""
        kind = word(place.kind)
        match kind:
            case "seen" | "wait":
                return ()
            case "ready":
                commit = (hashlib.sha256(self._draw(machine)).digest(),) if machine.draw_follows else ()
                known = machine.box_key(self._member) is not None
                return commit if known else (*commit, box_key(self._seed(_BOX, SEED, True)))
            case "reveal":
                return self._draw(machine)
            case "key":
                return self._secrets(machine.fresh, make=True).key_payload()
            case "mix" | "proof" | "seal":
                chain = rests_on(place, machine.roster)
                about = {key: held[key] for key in chain}
                return basis(chain, held), self._shuffle(machine, place, about)
            case "share":
                return self._share(machine, place, held)
        deal = self._running(machine)
        if kind == "show":
            secrets = self._secrets(deal)
            return tuple(secrets.share_payload(deal, zone, slots) for zone, slots in machine.gains.shown())
        if kind == "late":
            slots = takeover.late(deal, machine.asks, machine.peers.index(self._member))
            return self._secrets(deal).share_payload(deal, takeover.DRAW, slots)
        if kind == "sub":
            away = deal.away
            assert away is not None
            slots = takeover.owed(deal, machine.asks, machine.peers.index(self._member))
            return self._secrets(deal).sub_payload(deal, away, slots)
        if kind == "remix":
            return self._secrets(deal).remix_payload(deal, *machine.gains.remix(place.kind))
        seat = int(place.kind.partition(" ")[2])
        mine = self.mine(machine, seat)
        game = self._terms.game
        action: act.Action = (
            game.best_meld(machine.state, seat, mine)
            if kind == "meld"
            else game.settle(machine.state, seat, mine)
        )
        return self.action_body(machine, action)

    def action_body(self, machine: TableMachine, action: act.Action) -> Value:
        """The action and the opening of the cards it shows that are still face down. Raises SecretLost."""
        said = self._terms.game.to_body(action)
        slots = reading.to_open(self._terms.game, machine.state, action, machine.deal)
        if machine.deal is None or not slots:
            return said, None
        return said, (slots, self._secrets(machine.deal).open_payload(machine.deal, slots))

    def _draw(self, machine: TableMachine) -> bytes:
        make = machine.draw_follows
        return self._seed(_draw_name(machine.hand), DRAW_BYTES, make)

    def _shuffle(self, machine: TableMachine, place: Place, held: Mapping[Key, Value]) -> bytes:
        deal = rebuilt(machine.fresh, machine.roster, held)
        kind, _, number = place.kind.partition(" ")
        if CANNOT in (*deal.mixes, *deal.proofs):
            return CANNOT
        secrets = self._secrets(machine.fresh)
        if kind == "seal":
            return secrets.seal_payload(deal)
        if kind == "proof":
            return secrets.proof_payload(deal, int(number))
        try:
            return secrets.mix_payload(deal, int(number))
        except Refused:
            # What came before is no deck at all; its proof will name who made it.
            assert not mixable(deal, int(number) - 1)
            return CANNOT

    def _share(self, machine: TableMachine, place: Place, held: Mapping[Key, Value]) -> Value:
        deal = self._running(machine)
        secrets = self._secrets(deal)
        deal = machine.gains.remixed(deal, {key: held[key] for key in place.needs})
        batches = machine.gains.shares(self._member)
        payloads = tuple(secrets.share_payload(deal, purpose, slots) for purpose, slots in batches)
        return (basis(place.needs, held), payloads) if place.needs else payloads

    def _running(self, machine: TableMachine) -> Deal:
        if machine.deal is None:
            raise AssertionError("nothing is dealt yet")
        return machine.deal


def _hand_name(hand: int, attempt: int) -> str:
    return f"{_HAND}-{hand}-{attempt}"


def _draw_name(hand: int) -> str:
    return f"{_DRAW}-{hand}"
