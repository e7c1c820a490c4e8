"""Finds the laptop at a table's door: by the list, by a table code, or by an address somebody typed.

Knows the network; makes no table and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pinochle_lan.intents import JoinTable
from pinochle_lan.net.addresses import Address, parse_address
from pinochle_lan.net.code import candidates, looks_like_code, parse_code
from pinochle_lan.net.errors import NetError, VersionError, WrongLaptop
from pinochle_lan.room.network import Network

DIAL_S: Final = 5.0
"""How long an address may take to answer."""
TRIES: Final = 3
"""On bad Wi-Fi the first call, or the first two, may be lost."""


@dataclass(frozen=True, slots=True)
class Door:
    """A laptop that is linked and keeps the table, and what opens it."""

    key: bytes
    secret: int | None = None
    code: str = ""


async def find(network: Network, wanted: JoinTable, tell: Callable[[str], None]) -> Door:
    """A link to the laptop at the door. ``tell`` gets what is tried, in words. Raises NetError."""
    if wanted.table_id:
        return Door(await _listed(network, wanted.table_id, tell))
    typed = wanted.code or wanted.address
    if wanted.code or looks_like_code(typed):
        code = parse_code(typed)
        where = candidates(code, network.own())
        if not where:
            raise NetError("This laptop is on no network, so a table code leads nowhere. Switch Wi-Fi on.")
        return Door(await _dial(network, where, str(code), tell), code.secret, str(code))
    return Door(await _dial(network, [parse_address(typed)], typed, tell))


async def _listed(network: Network, table_id: bytes, tell: Callable[[str], None]) -> bytes:
    """By the list: the founder's laptop first, then any other at that table."""
    found = next((table for table in network.found() if table.table_id == table_id), None)
    if found is None:
        raise NetError("That table is not in the list any more. Look for tables again.")
    trouble = NetError(f"{found.notice.name} does not answer. Look for tables again.")
    for host in sorted(found.hosts, key=lambda host: host.key != found.notice.founder_key):
        try:
            return await _dial(network, host.addresses, found.notice.name, tell, host.key)
        except NetError as error:
            trouble = error
    raise trouble


async def _dial(
    network: Network,
    addresses: Sequence[Address],
    what: str,
    tell: Callable[[str], None],
    key: bytes | None = None,
) -> bytes:
    tell(f"Looking for {what} ...")
    for _ in range(TRIES - 1):
        try:
            return await network.mesh.dial(addresses, DIAL_S, key)
        except (VersionError, WrongLaptop):
            raise  # it answered, and would answer the same again
        except NetError:
            tell(f"{what} does not answer yet. Trying again ...")
    return await network.mesh.dial(addresses, DIAL_S, key)
