"""The last words on a link: how its end is told, and what is made of the other side's telling. Pure."""

from __future__ import annotations

from typing import Final

from pinochle_lan.codec import Limits, decode, encode
from pinochle_lan.net.errors import Gone, LinkError, Reason
from pinochle_lan.shown import clean

_MAX_BYE: Final = Limits(size=1024, depth=1, items=3)


def told(gone: Gone) -> bytes:
    """The body of a BYE: encoded [reason, words]."""
    return encode((int(gone.reason), gone.detail))


def heard(body: bytes) -> Gone:
    """How the other side says that it ended. Raises LinkError or CodecError on anything but a BYE's body."""
    said = decode(body, _MAX_BYE)
    if not (
        isinstance(said, tuple) and len(said) == 2 and isinstance(said[0], int) and isinstance(said[1], str)
    ):
        raise LinkError("Its goodbye is not understood.")
    try:
        reason = Reason(said[0])
    except ValueError:
        reason = Reason.CLOSED
    words = clean(said[1], 200)
    if reason in (Reason.FAULT, Reason.SLOW):
        words = f"closed the link and blames this laptop: {words or reason.name.lower()}"
    elif reason is not Reason.REFUSED and reason is not Reason.VERSION:
        words = ""
    return Gone(reason, words)
