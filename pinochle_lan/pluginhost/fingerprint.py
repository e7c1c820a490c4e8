"""What a plugin file is, whatever laptop it lies on: a digest of its source.

Knows nothing of what the file does. Two laptops agree on a plugin when id and fingerprint agree (F28); the
version number is for people only.
"""

from __future__ import annotations

import hashlib
from typing import Final

MOST_BYTES: Final = 60_000
"""A plugin file that travels fits into one frame; the largest shipped one has a third of it."""


def fingerprint(source: bytes) -> bytes:
    """32 bytes: SHA-256 of the source with line endings made ``\\n`` and a byte order mark taken off.

    Line endings do not matter because an editor or a checkout may change them without changing the program.
    """
    text = source.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return hashlib.sha256(text).digest()


def short(digest: bytes) -> str:
    """The first 8 hex digits, for people to compare aloud."""
    return digest.hex()[:8]
