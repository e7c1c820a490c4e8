"""Pinochle at home: several laptops, one Wi-Fi, no server, no account, no internet."""

from typing import Final

__version__: Final = "0.1.0"
PROTOCOL: Final = 4
"""The wire protocol: raised whenever a frame, an entry or a proof changes."""
ENGINE: Final = 1
"""The rules engine: raised whenever the digest of a golden transcript changes."""
