"""A patched peer against three honest laptops and a member's own program (docs/measurements.md).

The attacker runs on the laptop of member 3, with that member's key, beside the member's honest program. Every
attack goes to every honest laptop; each must name it, and the cards go on coming.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import lab  # noqa: E402

pytestmark = [pytest.mark.lab, pytest.mark.timeout(400)]

Line = dict[str, Any]
SECOND = 1.0
"""No attack may delay a card by more."""

# attack -> (event by which every honest laptop names it, words in its reason); "" = it must have no effect
BEFORE_A_KEY = {
    "not-pinochle": ("link-fault", "announced"),
    "huge-header": ("link-fault", "4294967295 bytes"),
    "half-open": ("link-fault", "did not answer within 3 s"),
    "half-handshake": ("link-fault", "is not pinochle-lan"),
    "wrong-version": ("link-fault", "another version|older"),
    "replayed-handshake": ("link-fault", "damaged or forged|broke the link protocol"),
}
INSIDE_THE_LINK = {
    "other-engine": ("link-fault", "older"),
    "no-hello": ("link-fault", "did not say hello first"),
    "two-hellos": ("link-fault", "said hello twice"),
    "hello-of-nonsense": ("link-fault", "nested too deep"),
    "spoofed-name": ("", ""),
    "bit-flip": ("link-fault", "damaged or forged"),
    "replayed-frame": ("link-fault", "damaged or forged"),
    "oversized-frame": ("link-fault", "was announced"),
    "empty-frame": ("link-fault", "empty frame"),
    "unknown-kinds": ("", ""),
}
NOT_ONE_OF_US = "not at this table"
"""A stranger is not heard at all: its frames are refused before anybody looks into them. What members send is
judged in tests/table, in the fuzz bench, and by the members that lie below.
"""
AT_THE_TABLE = {
    "slow-reader": ("refused|link-fault", f"{NOT_ONE_OF_US}|did not keep up"),
    "flood": ("refused|hostile", f"{NOT_ONE_OF_US}|more than can be read"),
    "deep-nesting": ("refused|hostile", f"{NOT_ONE_OF_US}|nested too deep"),
    "huge-array": ("refused|hostile", f"{NOT_ONE_OF_US}|more items than there are bytes"),
    "not-canonical": ("refused|hostile", f"{NOT_ONE_OF_US}|shortest form"),
    "a-map": ("refused|hostile", f"{NOT_ONE_OF_US}|not allowed"),
    "forged-author": ("refused|hostile", f"{NOT_ONE_OF_US}|signature is wrong"),
    "no-such-author": ("refused|hostile", f"{NOT_ONE_OF_US}|nobody at this table has the number 77"),
    "foreign-table": ("refused", f"{NOT_ONE_OF_US}|another table"),
    "replayed-entries": ("", ""),
    "double-entry": ("refused|double", NOT_ONE_OF_US),
    "stale-entry": ("refused", f"{NOT_ONE_OF_US}|settled without it"),
    "wrong-turn": ("refused", f"{NOT_ONE_OF_US}|not due|another history|settled without it"),
    "wrong-state": ("refused", f"{NOT_ONE_OF_US}|not due|another history|rules disagree|settled without it"),
    "oversized-body": ("refused|hostile", f"{NOT_ONE_OF_US}|over its limits"),
    "body-of-another": ("refused|hostile", f"{NOT_ONE_OF_US}|the signature is wrong"),
    "forged-ack": ("refused|hostile", f"{NOT_ONE_OF_US}|signature is wrong"),
    "double-ack": ("refused|double|differs", NOT_ONE_OF_US),
    "junk-answer": ("refused|hostile", f"{NOT_ONE_OF_US}|signed things only"),
    "lobby-frames": ("", ""),
}
BY_UDP = {"giant-announcement": ("", ""), "greeting-flood": ("", "")}
ATTACKS = BEFORE_A_KEY | INSIDE_THE_LINK | AT_THE_TABLE | BY_UDP


class Program:
    """A hostile_peer on one laptop; its lines are read as they come."""

    def __init__(self, lan: Any, number: int, *words: str) -> None:
        self._process = lan.popen(
            number,
            [sys.executable, str(HERE / "hostile_peer.py"), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lines: queue.Queue[Line] = queue.Queue()
        self.heard: list[Line] = []
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        for line in self._process.stdout:
            self._lines.put(json.loads(line))

    def tell(self, command: str) -> None:
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def wait(self, what: str, true: Callable[[Line], bool] = lambda line: True, within: float = 60.0) -> Line:
        """The first line of that kind that is so."""
        end = time.monotonic() + within
        checked = 0
        while True:
            for line in self.heard[checked:]:
                checked += 1
                if line["what"] == what and true(line):
                    return line
            try:
                self.heard.append(self._lines.get(timeout=max(0.01, end - time.monotonic())))
            except queue.Empty:
                raise AssertionError(f"no such “{what}” in {within} s, only: {self.heard[-8:]}") from None

    def gaps(self, since: float, until: float) -> list[float]:
        """Times between two cards of one hand, of those cards that came within that span."""
        cards = [line for line in self.heard if line["what"] == "card"]
        return [
            two["at"] - one["at"]
            for one, two in pairwise(cards)
            if one["hand"] == two["hand"] and since <= two["at"] and one["at"] <= until
        ]

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(5)
        self._thread.join(5)
        self._process.stdin.close()
        self._process.stdout.close()


@pytest.fixture
def lan() -> Iterator[Any]:
    if why := lab.why_not():
        pytest.skip(why)
    with lab.Lab(4) as made:
        yield made


def named(program: Program, attack: str, since: float) -> Line | None:
    """The line by which a laptop names an attack."""
    event, words = ATTACKS[attack]
    for line in program.heard:
        if line["what"] == "event" and line["event"] in event.split("|") and line["at"] >= since:
            why = str(line.get("why", ""))
            if any(word in why for word in words.split("|")):
                return line
    return None


def test_F31_F36_F39_F55_F56_hostile_peers_are_named_and_the_game_goes_on(lan: Any, tmp_path: Path) -> None:
    programs: list[Program] = []

    def start(number: int, *words: str) -> Program:
        programs.append(Program(lan, number, *words))
        return programs[-1]

    try:
        ann = start(1, "honest", "Ann", str(tmp_path / "1"), "host")
        ann.wait("code")
        door = start(2, "hostile", str(_identity(tmp_path / "door")), "10.77.0.1")
        door.wait("ready")
        door.tell("attack wrong-codes")
        guesses = door.wait("attacked")["told"]
        assert guesses == ["code_wrong", "code_wrong", "code_wrong", "code_slow", "code_slow"]
        door.tell("attack spoofed-knock")
        assert door.wait("attacked", lambda line: line["name"] == "spoofed-knock")["told"] == ["asked"]
        assert ann.wait("knock")["name"] == "Ann"  # without the marks, and shown as a stranger who knocks
        _play(lan, tmp_path, ann, start)
    finally:
        for program in programs:
            program.kill()


def _identity(folder: Path) -> Path:
    folder.mkdir()
    (folder / "identity").write_bytes(b"i" * 32)
    return folder


def _play(lan: Any, tmp_path: Path, ann: Program, start: Callable[..., Program]) -> None:
    names = ("Ann", "Ben", "Cleo", "Dora")
    players = [ann]
    players += [start(n, "honest", names[n - 1], str(tmp_path / str(n)), "join") for n in (2, 3, 4)]
    honest = players[:3]
    for player in honest:
        player.wait("card", within=120)
    mallory = start(4, "hostile", str(tmp_path / "4"), "10.77.0.1", "10.77.0.2", "10.77.0.3")
    mallory.wait("ready")
    for player in honest:
        quiet = time.monotonic()
        player.wait("card", lambda line, quiet=quiet: line["at"] > quiet + 3)  # type: ignore[misc]
    usual = max(gap for player in honest for gap in player.gaps(0, time.monotonic()))
    missing: list[str] = []
    slow: list[str] = []
    for attack, (event, _) in ATTACKS.items():
        _card_now(honest)
        mallory.tell(f"attack {attack}")
        done = mallory.wait("attacked", lambda line, attack=attack: line["name"] == attack)  # type: ignore[misc]
        assert not str(done["told"]).startswith("failed"), done
        _card_now(honest)
        for number, player in enumerate(honest, 1):
            if event and named(player, attack, done["begun"]) is None:
                lines = [x for x in player.heard if x["what"] == "event" and x["at"] >= done["begun"]]
                missing.append(f"{attack} on laptop {number}: {lines[:4]}")
            longest = max(player.gaps(done["begun"], done["at"]), default=0.0)
            print(f"{attack:<20} laptop {number}  longest gap {longest:.2f} s (usual {usual:.2f} s)")
            if longest > usual + SECOND:
                slow.append(f"{attack} on laptop {number}: {longest:.2f} s, usual {usual:.2f} s")
    assert missing == []
    assert slow == []
    for player in honest:
        said = json.dumps([line for line in player.heard if line["what"] in ("event", "line", "knock")])
        assert not any(mark in said for mark in ("\\u202e", "\\u2066", "\\u0000"))
        assert not [line for line in player.heard if line["what"] == "lobby"]


def _card_now(players: list[Program]) -> None:
    """Until every laptop shows one more card: the game goes on."""
    now = time.monotonic()
    for player in players:
        player.wait("card", lambda line: line["at"] > now, within=40)


LIES = ("key", "proof", "share", "call", "card")
"""Kind of contribution that is signed, due, and false."""


@pytest.mark.parametrize("kind", LIES)
def test_F55_a_member_that_lies_in_its_place_is_named_by_all(lan: Any, tmp_path: Path, kind: str) -> None:
    names = ("Ann", "Ben", "Cleo", "Dora")
    programs = [Program(lan, 1, "honest", "Ann", str(tmp_path / "1"), "host")]
    try:
        programs[0].wait("code")
        for n in (2, 3, 4):
            lie = [kind] if n == 4 else []
            programs.append(Program(lan, n, "honest", names[n - 1], str(tmp_path / str(n)), "join", *lie))
        told = programs[3].wait("lied", within=60)
        for player in programs[:3]:
            named = player.wait("event", lambda line: line["event"] == "illegal", within=20)
            assert named["kind"] == told["kind"]
            assert named["why"]
            member = named["member"]
            seats = player.wait("names")["members"]
            assert seats[str(member)] == "Dora"
    finally:
        for program in programs:
            program.kill()
