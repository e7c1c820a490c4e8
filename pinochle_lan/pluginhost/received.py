"""A plugin file that came from another laptop: whether it is plain text of a fit size, and its name here.

Owns the limits of such files. Runs and writes nothing; who says yes is not its business.
"""

from __future__ import annotations

import io
import tokenize
import unicodedata
from typing import Final

from pinochle_lan.pluginhost.fingerprint import MOST_BYTES, short
from pinochle_lan.pluginhost.naming import ID, LONGEST_ID

_BLANK: Final = "\t\n\r\f"
_HIDING: Final = ("Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Marks that hide text or turn it around: what is shown would not be what runs."""


class ReceivedError(ValueError):
    """A file that is not taken or cannot be kept; the text is the sentence shown."""


def read(data: bytes) -> str:
    """The source as it is shown, lines ended by ``\\n``. Raises ReceivedError for what is no plain text."""
    if len(data) > MOST_BYTES:
        raise ReceivedError(f"The file has {len(data)} bytes; at most {MOST_BYTES} are taken.")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except (SyntaxError, UnicodeDecodeError):
        raise ReceivedError("The file is no UTF-8 text.") from None
    if encoding not in ("utf-8", "utf-8-sig"):
        raise ReceivedError(f"The file asks to be read as {encoding}: it would run as other text than shown.")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        for char in line:
            category = unicodedata.category(char)
            if category in _HIDING or (category == "Cc" and char not in _BLANK):
                raise ReceivedError(
                    f"Line {number} holds U+{ord(char):04X}, which hides or turns text around."
                )
    return text


def file_name(id: str, digest: bytes) -> str:
    """A name that no shipped file has and that says what is in it: ``tens_around_1a2b3c4d.py``."""
    fit = len(id) <= LONGEST_ID and ID.match(id)
    return f"{id.replace('-', '_') if fit else 'received'}_{short(digest)}.py"
