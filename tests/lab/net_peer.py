"""A laptop's network layer alone, for the lab: mesh and discovery, JSON lines out, one command a line in.

    net_peer.py NAME [announce]
Commands: announce, withdraw, code CODE, address HOST, join (the first table found), want (it, for good),
frame TEXT, status, codes, quit.
Times are CLOCK_MONOTONIC, which all laptops of a lab share.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.net.addresses import parse_address
from pinochle_lan.net.code import candidates, codes, parse_code
from pinochle_lan.net.discovery import Discovery
from pinochle_lan.net.errors import NetError
from pinochle_lan.net.mesh import Mesh
from pinochle_lan.net.notice import Notice


def say(what: str, **more: Any) -> None:
    print(json.dumps({"what": what, "at": time.monotonic(), **more}), flush=True)


class Program:
    def __init__(self, name: str) -> None:
        self.name = name
        seed = hashlib.sha256(name.encode()).digest()
        self.table = hashlib.sha256(f"table of {name}".encode()).digest()[:16]
        self.open = False
        self.mesh = Mesh(
            seed,
            lambda: (PROTOCOL, ENGINE, (self.table,) if self.open else (), name),
            on_up=lambda key, hello, address: say("up", who=hello[3], address=str(address)),  # type: ignore[index]
            on_frame=lambda key, frame: say("frame", text=frame.decode()),
            on_down=lambda key, gone: say("down", reason=gone.reason.name),
            allowed=lambda key: True,
        )
        self.discovery = Discovery(
            self.mesh.key,
            on_change=self.list,
            probe=lambda addresses, key: self.mesh.probe(addresses, key=key),
            on_addresses=lambda own: say("addresses", own=[address.host for address in own]),
        )

    def list(self) -> None:
        rows = [
            {"founder": t.notice.founder, "answered": t.answered, "ghost": t.ghost, "free": t.notice.free,
             "addresses": [str(a) for host in t.hosts for a in host.addresses]}
            for t in self.discovery.tables()
        ]  # fmt: skip
        say("tables", rows=rows)

    async def run(self, announce: bool) -> None:
        await self.mesh.listen()
        await self.discovery.start()
        say("ready", port=self.mesh.port, own=[a.host for a in self.discovery.addresses()])
        if announce:
            self.announce()
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
        )
        while line := (await reader.readline()).decode().strip():
            command, _, rest = line.partition(" ")
            if command == "quit":
                break
            try:
                await self.do(command, rest)
            except NetError as error:
                say("refused", text=str(error))
        await self.discovery.close()
        await self.mesh.close()
        say("bye")

    def announce(self) -> None:
        self.open = True
        notice = Notice(
            self.table, f"{self.name}'s table", self.name, self.mesh.key, "partnership", 4, 3, 1, 1
        )
        self.discovery.announce(notice, self.mesh.port)

    async def do(self, command: str, rest: str) -> None:
        if command == "announce":
            self.announce()
        elif command == "withdraw":
            self.open = False
            self.discovery.announce(None)
        elif command == "code":
            key = await self.mesh.dial(candidates(parse_code(rest), self.discovery.addresses()))
            say("joined", key=key.hex())
        elif command == "address":
            say("joined", key=(await self.mesh.dial([parse_address(rest)])).hex())
        elif command in ("join", "want"):
            host = self.discovery.tables()[0].hosts[0]
            if command == "want":
                self.mesh.want(host.key, host.addresses)
            else:
                say("joined", key=(await self.mesh.dial(host.addresses, key=host.key)).hex())
        elif command == "frame":
            for key in self.mesh.links():
                self.mesh.send(key, rest.encode())
        elif command == "codes":
            own = self.discovery.addresses()
            say("codes", codes=[str(code) for _, code in codes(own, self.mesh.port, 0x5A5A5)])
        elif command == "status":
            status = self.discovery.status()
            say("status", browsing=status.browsing, errors=status.errors, others=status.others_heard)


async def main() -> None:
    await Program(sys.argv[1]).run("announce" in sys.argv[2:])


if __name__ == "__main__":
    asyncio.run(main())
