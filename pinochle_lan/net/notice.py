"""The notice of a table: what is told to everybody on the network, and its form as a TXT record.

TXT: one ``key=value`` a fact, at most 255 bytes each (RFC 6763 6.1). What comes in is hostile: wrong
notices are refused with a sentence, names are cleaned. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pinochle_lan.shown import clean, clip

MAX_SEATS: Final = 8
MAX_TABLE_ID: Final = 32
VARIANT_BYTES: Final = 64
_PAIR: Final = 255
_KEY_BYTES: Final = 32
_BETWEEN: Final = "; "
_PLUGIN: Final = re.compile(r"((?:variant|house rule) [a-z0-9-]{1,64})=([0-9a-f]{8})")


class NoticeError(ValueError):
    """A TXT record that is not a table's; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One table as its laptop announces it."""

    table_id: bytes
    name: str
    founder: str
    founder_key: bytes
    variant: str
    seats: int
    free: int
    protocol: int
    engine: int
    locked: bool = False
    """A code is needed (or the founder's yes)."""
    under_way: bool = False
    differs: tuple[str, ...] = ()
    """What this table changed of its game's own rules, in words."""
    plugins: tuple[tuple[str, str], ...] = ()
    """(``house rule tens-around``, first 8 hex digits of its digest) of the plugins whose code is part of the
    rules: a hint for the list. What counts is compared at the door."""


def to_txt(notice: Notice, key: bytes) -> dict[str, bytes]:
    """The TXT record; ``key`` is the laptop that announces. Names are cut to fit, never refused."""
    texts = {
        "protocol": str(notice.protocol),
        "engine": str(notice.engine),
        "table": notice.table_id.hex(),
        "key": key.hex(),
        "founder-key": notice.founder_key.hex(),
        "name": clean(notice.name),
        "founder": clean(notice.founder),
        "variant": clip(notice.variant, VARIANT_BYTES),
        "seats": str(notice.seats),
        "free": str(notice.free),
        "locked": str(int(notice.locked)),
        "under-way": str(int(notice.under_way)),
        "differs": _joined("differs", (clean(text, _PAIR).replace(_BETWEEN, ",") for text in notice.differs)),
        "plugins": _joined("plugins", (f"{name}={digest}" for name, digest in notice.plugins)),
    }
    return {name: clip(text, _PAIR - len(name) - 1).encode() for name, text in texts.items()}


def from_txt(properties: Mapping[bytes, bytes | None]) -> tuple[Notice, bytes]:
    """(notice, announcing laptop's key) of a TXT record. Raises NoticeError."""
    texts: dict[str, str] = {}
    for raw in (b"protocol", b"engine", b"table", b"key", b"founder-key", b"name", b"founder", b"variant",
                b"seats", b"free", b"locked", b"under-way"):  # fmt: skip
        value = properties.get(raw)
        if value is None:
            raise NoticeError(f"{raw.decode()} is missing")
        try:
            texts[raw.decode()] = value.decode()
        except UnicodeDecodeError:
            raise NoticeError(f"{raw.decode()} is not text") from None
    seats = _number(texts, "seats", 1, MAX_SEATS)
    differs, plugins = (_several(properties, name) for name in (b"differs", b"plugins"))
    variant = clean(texts["variant"], VARIANT_BYTES)
    if not variant:
        raise NoticeError("variant is empty")
    table_id = _hex(texts, "table")
    if not 0 < len(table_id) <= MAX_TABLE_ID:
        raise NoticeError("table has the wrong length")
    notice = Notice(
        table_id=table_id,
        name=clean(texts["name"]),
        founder=clean(texts["founder"]),
        founder_key=_key(texts, "founder-key"),
        variant=variant,
        seats=seats,
        free=_number(texts, "free", 0, seats),
        protocol=_number(texts, "protocol", 0, 2**31),
        engine=_number(texts, "engine", 0, 2**31),
        locked=bool(_number(texts, "locked", 0, 1)),
        under_way=bool(_number(texts, "under-way", 0, 1)),
        differs=differs,
        plugins=tuple(_pair(text) for text in plugins),
    )
    return notice, _key(texts, "key")


def _joined(name: str, texts: Iterable[str]) -> str:
    """As many of the texts as fit, whole."""
    line = ""
    for text in texts:
        longer = f"{line}{_BETWEEN}{text}" if line else text
        if len(name) + 1 + len(longer.encode()) > _PAIR:
            break
        line = longer
    return line


def _several(properties: Mapping[bytes, bytes | None], name: bytes) -> tuple[str, ...]:
    """The texts of a fact that may be missing. Raises NoticeError."""
    value = properties.get(name)
    if not value:
        return ()
    try:
        return tuple(clean(text, _PAIR) for text in value.decode().split(_BETWEEN))
    except UnicodeDecodeError:
        raise NoticeError(f"{name.decode()} is not text") from None


def _pair(text: str) -> tuple[str, str]:
    plugin = _PLUGIN.fullmatch(text)
    if plugin is None:
        raise NoticeError("plugins are not names with digests")
    return plugin[1], plugin[2]


def _number(texts: Mapping[str, str], name: str, least: int, most: int) -> int:
    text = texts[name]
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and least <= int(text) <= most):
        raise NoticeError(f"{name} is not a number from {least} to {most}")
    return int(text)


def _hex(texts: Mapping[str, str], name: str) -> bytes:
    text = texts[name]
    try:
        value = bytes.fromhex(text)
    except ValueError:
        raise NoticeError(f"{name} is not in hexadecimal digits") from None
    if value.hex() != text:
        raise NoticeError(f"{name} is not in plain hexadecimal digits")
    return value


def _key(texts: Mapping[str, str], name: str) -> bytes:
    value = _hex(texts, name)
    if len(value) != _KEY_BYTES:
        raise NoticeError(f"{name} is not a key")
    return value
