"""The seal: one hash over every key, mix and proof of a shuffle (docs/sealed-deal.md 3).

All laptops must name the same one before a share leaves any of them. Without it the last shuffler could show
two decks to two laptops and put their shares together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.sealed.hashing import HandHash

LENGTH: Final = 64


def seal(hashes: HandHash, keys: Sequence[bytes], mixes: Sequence[bytes], proofs: Sequence[bytes]) -> bytes:
    """S = T("seal", n key payloads, n mix payloads, n proof payloads)."""
    return hashes.t("seal", *keys, *mixes, *proofs)
