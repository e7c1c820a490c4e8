"""States as canonical plain arrays, for the digest: one state, one value, on every laptop."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum

from pinochle_lan.cards import Card
from pinochle_lan.codec import Value

_FIELDS: dict[type, tuple[str, ...]] = {}


def plain(thing: object) -> Value:
    """``thing`` as None, bool, int, str, bytes or tuples of them.

    Cards and other enums become their text, records the tuple of their fields in order. Raises TypeError for
    everything that has no order of its own (sets, mappings) and for floats.
    """
    if thing is None or isinstance(thing, bool | int | str | bytes):
        return thing
    if isinstance(thing, Card):
        return str(thing)
    if isinstance(thing, tuple):
        return tuple(plain(item) for item in thing)
    if isinstance(thing, Enum):
        return plain(thing.value)
    if is_dataclass(thing):
        kind = type(thing)
        names = _FIELDS.get(kind)
        if names is None:
            names = _FIELDS[kind] = tuple(field.name for field in fields(thing))
        return tuple(plain(getattr(thing, name)) for name in names)
    raise TypeError(f"{type(thing).__name__} has no canonical form")
