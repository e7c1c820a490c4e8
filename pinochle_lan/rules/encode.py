"""States as canonical plain arrays, for the digest: one state, one value, on every laptop."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, cast

from pinochle_lan.cards import Card
from pinochle_lan.codec import Value, array, encode

_FIELDS: dict[type, tuple[str, ...]] = {}
_AS_IS = frozenset({bool, int, str, bytes, type(None)})


def plain(thing: object) -> Value:
    """``thing`` as None, bool, int, str, bytes or tuples of them.

    Cards and other enums become their text, records the tuple of their fields in order. Raises TypeError for
    everything that has no order of its own (sets, mappings) and for floats.
    """
    kind = type(thing)
    if kind in _AS_IS or isinstance(thing, int | str | bytes):
        return cast(Value, thing)
    if isinstance(thing, Card):
        return str(thing)
    if isinstance(thing, tuple):
        return _plain_all(thing)
    if isinstance(thing, Enum):
        return plain(thing.value)
    if is_dataclass(thing):
        return _plain_all([getattr(thing, name) for name in _names(thing)])
    raise TypeError(f"{kind.__name__} has no canonical form")


class Packer:
    """Canonical bytes of records that follow one another, such as the states of a game.

    A lasting field that is the same object as in the record before is not looked at again: else each card
    of a long evening would cost as much as all the hands before it.
    """

    def __init__(self, *lasting: str) -> None:
        """``lasting``: names of fields with values that nobody, not even a careless plugin, can change."""
        self._lasting = lasting
        self._kept: dict[str, tuple[object, bytes]] = {}
        """Of a lasting field what it was, and its bytes."""

    def packed(self, record: object) -> bytes:
        """What ``encode(plain(record))`` gives. Raises as ``plain`` does, and CodecError."""
        parts: list[bytes] = []
        for name in _names(record):
            value = getattr(record, name)
            kept = self._kept.get(name)
            if kept is None or kept[0] is not value:
                kept = value, encode(plain(value))
                if name in self._lasting:
                    self._kept[name] = kept
            parts.append(kept[1])
        return array(parts)


def _names(record: object) -> tuple[str, ...]:
    kind = type(record)
    names = _FIELDS.get(kind)
    if names is None:
        if not is_dataclass(record):
            raise TypeError(f"{kind.__name__} is no record")
        names = _FIELDS[kind] = tuple(field.name for field in fields(record))
    return names


def _plain_all(things: Iterable[Any]) -> tuple[Value, ...]:
    # A state is a few hundred small things, folded at every step by everybody: no call for the plain ones.
    return tuple([item if type(item) in _AS_IS else plain(item) for item in things])
