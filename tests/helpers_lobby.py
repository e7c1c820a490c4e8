"""Lobbies joined back to back: a founder and joiners on one table that is being set up."""

from __future__ import annotations

from typing import Any

from helpers_log import identity

from pinochle_lan.log.genesis import Genesis
from pinochle_lan.table.door import Founding
from pinochle_lan.table.effects import Begun, Closed, LobbyEffect, Send
from pinochle_lan.table.guest import Joining
from pinochle_lan.table.lobby import Lobby

FINGERPRINT = b"f" * 32
SECRET = b"abc"
TERMS = Genesis(
    b"t" * 16, 1, 1, 1, "partnership", (("target", 1500),), (("partnership", FINGERPRINT),), (), ()
)


class Lan:
    """Lobbies joined back to back; frames arrive in order, at once."""

    def __init__(self) -> None:
        self.nodes: dict[bytes, Lobby] = {}
        self.got: dict[bytes, list[LobbyEffect]] = {}
        self.now = 0

    def do(self, key: bytes, effects: list[LobbyEffect]) -> None:
        self.got.setdefault(key, []).extend(effects)
        for effect in effects:
            if isinstance(effect, Send):
                targets = [effect.to] if effect.to is not None else [k for k in self.nodes if k != key]
                for to in targets:
                    if to in self.nodes:
                        self.do(to, self.nodes[to].receive(key, effect.frame, self.now))

    def found(self, **changes: Any) -> Founding:
        fields: dict[str, Any] = {"terms": TERMS, "title": "Sunday", "chairs": 4, "secret": SECRET} | changes
        door = Founding(identity(0), fields.pop("name", "Ann"), **fields)
        self.nodes[identity(0).key] = door
        return door

    def join(self, number: int, name: str = "", **changes: Any) -> Joining:
        fields: dict[str, Any] = {
            "founder": identity(0).key,
            "protocol": 1,
            "engine": 1,
            "here": {"partnership": ("1.0", FINGERPRINT)}.get,
            "secret": SECRET,
            "addresses": (f"10.0.0.{number}:7000",),
        } | changes
        guest = Joining(identity(number), name or f"P{number}", **fields)
        self.nodes[guest.identity.key] = guest
        self.do(identity(0).key, self.nodes[identity(0).key].link_up(guest.identity.key, self.now))
        self.do(guest.identity.key, guest.link_up(identity(0).key, self.now))
        return guest

    def closed(self, number: int) -> str:
        return next((e.why for e in self.got.get(identity(number).key, []) if isinstance(e, Closed)), "")

    def begun(self, number: int) -> Genesis | None:
        got = self.got.get(identity(number).key, [])
        return next((effect.genesis for effect in got if isinstance(effect, Begun)), None)

    def click(self, *numbers: int) -> None:
        for number in numbers:
            key = identity(number).key
            self.do(key, self.nodes[key].ready(self.now))
