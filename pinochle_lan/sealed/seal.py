"""The seal: one hash over every key, mix and proof of a shuffle (docs/sealed-deal.md 3).

All laptops must name the same one before a share leaves any of them. Without it the last shuffler could show
two decks to two laptops and put their shares together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.sealed.hashing import HandHash
from pinochle_lan.sealed.refused import Refused, Rule

LENGTH: Final = 64


def seal(hashes: HandHash, keys: Sequence[bytes], mixes: Sequence[bytes], proofs: Sequence[bytes]) -> bytes:
    """S = T("seal", n key payloads, n mix payloads, n proof payloads)."""
    return hashes.t("seal", *keys, *mixes, *proofs)


def split(payload: object, most: int) -> tuple[bytes, bytes]:
    """S, and the numbers of the laptops whose boxes are bad, fewer than ``most``. Raises Refused."""
    if not isinstance(payload, bytes) or not LENGTH <= len(payload) < LENGTH + most:
        raise Refused(Rule.LENGTH, f"{LENGTH} bytes are due, and one for each bad box")
    return payload[:LENGTH], payload[LENGTH:]
