"""Listening sockets: one port on all interfaces, IPv4 and IPv6 apart."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Sequence

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - being reached from the LAN is the point


def bind(port: int, hosts: Sequence[str] | None = None) -> list[socket.socket]:
    """Bound sockets on one port, all or none; IPv6 may be missing. Raises OSError if it is taken."""
    made: list[socket.socket] = []
    try:
        for host in EVERYWHERE if hosts is None else hosts:
            try:
                made.append(_one(host, port))
            except OSError as error:
                optional = hosts is None and ":" in host and error.errno != errno.EADDRINUSE
                if not optional:
                    raise
    except OSError:
        for sock in made:
            sock.close()
        raise
    return made


def _one(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((host, port))
    except OSError:
        sock.close()
        raise
    return sock
