"""Deals of the hidden cards at random that agree with what a seat knows."""

from __future__ import annotations

from random import Random

from pinochle_lan.sampling.known import BURIED, Known

TRIES = 6
"""Deals begun before a contradiction is accepted: a broken rule (penalty mode) must not stop a bot."""


class Deals:
    """Draws deals for one position. Every draw places each hidden card once."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self._rooms = [place.size - len(place.sure) for place in known.places]
        self._pairs = [place.pairs for place in known.places]
        pool = list(known.pool)
        for place in known.places:
            for n in place.sure:
                pool.remove(n)
        pinned = []
        for n in known.pinned:
            if n in pool:
                pool.remove(n)
                pinned.append(n)
        self._pool, self._pinned = pool, pinned
        places = range(len(known.places))
        self._allowed = {
            n: tuple(k for k in places if not known.places[k].banned >> n & 1)
            for n in dict.fromkeys((*pool, *pinned))
        }
        self._declarers = tuple(k for k in places if known.places[k].where in (known.declarer, BURIED))
        self._free = not pinned and not any(p.banned or p.pairs for p in known.places)

    def draw(self, rng: Random) -> dict[int, list[int]]:
        """Hidden cards by place (seat or word of ``known``), sure ones first, public ones not among them."""
        found: list[list[int]] | None = None
        pool = list(self._pool)
        if self._free:
            rng.shuffle(pool)
            found = []
            start = 0
            for room in self._rooms:
                found.append(pool[start : start + room])
                start += room
        else:
            for n in range(TRIES):
                found = self._attempt(rng, pool, paired=n < TRIES // 2)
                if found is not None:
                    break
            else:
                found = self._anyhow(rng, pool)
        return {
            place.where: [*place.sure, *cards] for place, cards in zip(self.known.places, found, strict=True)
        }

    def _attempt(self, rng: Random, pool: list[int], *, paired: bool) -> list[list[int]] | None:
        """One deal, the most restricted cards first; None at a dead end."""
        allowed, pairs = self._allowed, self._pairs
        rooms = list(self._rooms)
        dealt: list[list[int]] = [[] for _ in rooms]
        near = [0] * len(rooms)  # by place: faces that may not join what lies there
        chance = rng.random
        for n in self._pinned:
            open_places = [k for k in self._declarers if rooms[k]]
            if not open_places:
                return None
            k = rng.choices(open_places, [rooms[k] for k in open_places])[0]
            rooms[k] -= 1
            dealt[k].append(n)
        rng.shuffle(pool)
        pool.sort(key=lambda n: len(allowed[n]))
        for n in pool:
            total = 0
            there = allowed[n]
            if paired:
                bit = 1 << n
                there = tuple(k for k in there if not near[k] & bit)
            for k in there:
                total += rooms[k]
            if not total:
                if not self._swap(n, rooms, dealt):
                    return None
                continue
            pick = chance() * total
            for k in there:
                pick -= rooms[k]
                if pick < 0:
                    break
            rooms[k] -= 1
            dealt[k].append(n)
            if paired and n in pairs[k]:
                near[k] |= pairs[k][n]
        return dealt

    def _swap(self, n: int, rooms: list[int], dealt: list[list[int]]) -> bool:
        """Make room for ``n`` by moving a card that may also lie where there is room."""
        for k in self._allowed[n]:
            for place, other in enumerate(dealt[k]):
                for empty, room in enumerate(rooms):
                    if room and empty != k and empty in self._allowed[other]:
                        dealt[k][place] = n
                        dealt[empty].append(other)
                        rooms[empty] -= 1
                        return True
        return False

    def _anyhow(self, rng: Random, pool: list[int]) -> list[list[int]]:
        """A deal without regard to anything but the sizes."""
        rest = [*pool, *self._pinned]
        rng.shuffle(rest)
        return [[rest.pop() for _ in range(room)] for room in self._rooms]
