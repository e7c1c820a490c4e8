"""A laptop that shows its lobby or an open table, for the doctor's lab tests; of any version.

    doctor_peer.py PROTOCOL [announce]
Prints "ready" and lives until its input ends.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pinochle_lan.net.notice import Notice
from pinochle_lan.room import network


async def main() -> None:
    network.PROTOCOL = int(sys.argv[1])
    made = network.Network(
        os.urandom(32),
        name=lambda: "Ann",
        tables=lambda: (b"table of the lab",),
        on_up=lambda key: None,
        on_frame=lambda key, frame: None,
        on_down=lambda key, gone: None,
        on_change=lambda: None,
        allowed=lambda key: False,
    )
    await made.start()
    if "announce" in sys.argv[2:]:
        key = made.mesh.key
        made.announce(
            Notice(b"table of the lab", "Ann's", "Ann", key, "partnership", 4, 3, network.PROTOCOL, 1)
        )
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await made.close()


if __name__ == "__main__":
    asyncio.run(main())
