"""The lock of a table: its code's secret, and how often a wrong one may be tried.

Owns the limits of docs/design.md, "table code". Knows keys of laptops and the caller's time; says no by a key
of ``notes.SENTENCES``.
"""

from __future__ import annotations

import hmac
from typing import Final

TRIES_A_MINUTE: Final = 3
TRIES_IN_ALL: Final = 10
"""Wrong codes: three a minute per peer and ten in all."""
MINUTE_MS: Final = 60_000


class Lock:
    """Of one table on one laptop."""

    def __init__(self, secret: bytes) -> None:
        """``secret``: empty = no code opens it here; everybody is let in by hand."""
        self.secret = secret
        self._wrong: dict[bytes, list[int]] = {}
        self._wrong_in_all = 0

    def refuses(self, peer: bytes, secret: bytes, now_ms: int) -> str:
        """Why the code does not open the table; empty if it does, or none was tried."""
        if not secret:
            return ""
        tries = [at for at in self._wrong.get(peer, []) if now_ms - at < MINUTE_MS]
        if self._wrong_in_all >= TRIES_IN_ALL:
            return "code_closed"
        if len(tries) >= TRIES_A_MINUTE:
            return "code_slow"
        if self.secret and hmac.compare_digest(secret, self.secret):
            return ""
        self._wrong[peer] = [*tries, now_ms]
        self._wrong_in_all += 1
        return "code_wrong"
