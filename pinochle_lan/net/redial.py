"""Redialling: keeps the link to a wanted laptop up, at all its known addresses, again and again.

Owns the pauses between attempts. How one attempt is made and which of two links stays is the mesh's business.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from pinochle_lan.net.addresses import Address
from pinochle_lan.net.errors import NetError
from pinochle_lan.net.link import HANDSHAKE_S
from pinochle_lan.net.peer import Peer

BACKOFF_S: Final = (0.3, 2.0)
"""First and longest pause between two attempts."""
STEADY_S: Final = 5.0
"""A link that lasted so long was a good one: after it the first attempt is made at once."""

Connect = Callable[[Sequence[Address], float, bytes | None], Coroutine[Any, Any, bytes]]
"""One attempt: (addresses, time limit in s, the key that must answer) -> the key; raises NetError."""


async def keep_up(peer: Peer, connect: Connect) -> None:
    """Dial whenever it is down, until cancelled."""
    loop = asyncio.get_running_loop()
    pause, longest = BACKOFF_S
    while True:
        if peer.up:
            since = loop.time()
            while peer.up:
                await peer.change()
            if loop.time() - since >= STEADY_S:
                pause = BACKOFF_S[0]
            else:
                # Linked and at once ended, again and again, must not become a storm.
                await asyncio.sleep(pause)
                pause = min(pause * 1.7, longest)
            continue
        if not peer.addresses:
            await peer.change()
            continue
        begun = loop.time()
        attempt = asyncio.create_task(connect(list(peer.addresses), HANDSHAKE_S, peer.key))
        try:
            # The old link may speak again first: then the attempt is called off.
            fresh = await _until_up(peer, attempt)
        finally:
            attempt.cancel()
            with contextlib.suppress(asyncio.CancelledError, NetError):
                await attempt
        if peer.up or fresh:
            continue
        # Counted from the beginning: an attempt that met silence has waited long enough, and the sooner
        # the next greeting is sent the sooner a healed radio is noticed.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(begun + pause):
                await peer.change()
        pause = min(pause * 1.7, longest)


async def _until_up(peer: Peer, attempt: asyncio.Task[bytes]) -> bool:
    """Until the attempt is over or needless. True: there are new addresses, try anew with them."""
    peer.changed.clear()
    waiter = asyncio.create_task(peer.changed.wait())
    try:
        await asyncio.wait({attempt, waiter}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiter.cancel()
    if attempt.done() and not attempt.cancelled():
        error = attempt.exception()
        peer.trouble = str(error) if isinstance(error, NetError) else ""
        return False
    return not peer.up
