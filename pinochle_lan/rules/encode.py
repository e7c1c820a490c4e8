"""States as canonical plain arrays, for the digest: one state, one value, on every laptop."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, cast

from pinochle_lan.cards import Card
from pinochle_lan.codec import Value

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
        names = _FIELDS.get(kind)
        if names is None:
            names = _FIELDS[kind] = tuple(field.name for field in fields(thing))
        return _plain_all([getattr(thing, name) for name in names])
    raise TypeError(f"{kind.__name__} has no canonical form")


def _plain_all(things: Iterable[Any]) -> tuple[Value, ...]:
    # A state is a few hundred small things, folded at every step by everybody: no call for the plain ones.
    return tuple([item if type(item) in _AS_IS else plain(item) for item in things])
