"""A player's program for laptops of the lab: the house with a bot on its seat; JSON lines out.

    honest_peer.py NAME PROFILE host|join

It tells every event, every line for people and every card. Times are CLOCK_MONOTONIC.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pinochle_lan import shipped
from pinochle_lan.bridge import Bridge
from pinochle_lan.front import Front, Lobby
from pinochle_lan.intents import Admit, JoinTable, OpenTable, ReadyUp
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.profile import Profile
from pinochle_lan.room.house import House

FRIENDS = ("Ben", "Cleo", "Dora")
"""Whom the founder lets in."""
PACE_MS = 150


_speaking = threading.Lock()
"""Events come from the network thread."""


def say(what: str, **more: Any) -> None:
    line = json.dumps({"what": what, "at": time.monotonic(), **more}, default=str)
    with _speaking:
        print(line, flush=True)


def after(lines: Sequence[Any], last: Any) -> Sequence[Any]:
    """The lines that came after one of them; all, if that is none of them any more."""
    return lines[next((n for n in range(len(lines), 0, -1) if lines[n - 1] is last), 0) :]


def honest(
    name: str, folder: str, role: str, obey: Callable[[House, str], None] = lambda house, line: None
) -> None:
    """Play until the input ends; tell every event, every line and every card. ``obey``: what is typed in."""
    registry = load_all([("shipped", shipped.plugins())], installed=False)
    profile = Profile(Path(folder))
    profile.save_name(name)
    changed, ended = threading.Event(), threading.Event()
    bridge = Bridge(Front(Lobby(name, "")))
    bridge.connect(on_front=changed.set)
    house = House(
        profile,
        registry,
        bridge,
        seed=name,
        own_bot="steady",
        pace_ms=PACE_MS,
        on_event=lambda event, data: say("event", event=event, **data),
    )
    house.start()
    if role == "host":
        bridge.post(OpenTable("Kitchen", "partnership", (("target", 5000),), locked=True))

    def listen() -> None:
        for line in sys.stdin:
            obey(house, line.strip())
        ended.set()
        changed.set()

    threading.Thread(target=listen, daemon=True).start()
    told: set[Any] = set()
    last = None

    def fresh(*key: Any) -> bool:
        new = key not in told
        told.add(key)
        return new

    while not ended.is_set():
        changed.wait(0.5)
        changed.clear()
        front = bridge.read()
        table = front.table
        if table is None:
            if front.lobby.problem and fresh("problem", front.lobby.problem):
                say("lobby", problem=front.lobby.problem)
            if role == "join" and front.lobby.addresses and fresh("join"):
                bridge.post(JoinTable(address=front.lobby.addresses[0].rpartition(".")[0] + ".1"))
            continue
        if table.code and fresh("code"):
            say("code", code=table.code)
        for key, who in table.requests:
            if fresh("knock", key):
                if who in FRIENDS:
                    bridge.post(Admit(key, True))
                say("knock", name=who)
        for line in after(table.lines, last):
            say("line", text=line.text)
            last = line
        if all(person.name for person in table.people) and not table.you_ready:
            bridge.post(ReadyUp())
        if table.stage == "play" and fresh("names"):
            say("names", members={laptop.member: laptop.name for laptop in table.laptops})
        if table.fault and fresh("fault"):
            say("fault", text=table.fault)
        view = table.view
        if view is not None and view.phase == "play":
            running = view.trick.plays if view.trick is not None else ()
            cards = sum(len(trick.plays) for trick in view.tricks) + len(running)
            if fresh("card", view.hand_number, cards):
                say("card", hand=view.hand_number, cards=cards)
    house.stop()
    profile.close()


if __name__ == "__main__":
    honest(*sys.argv[1:4])
