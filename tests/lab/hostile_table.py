"""Four programs at one table in the lab, one of them patched; what the honest three make of its attacks.

Used by ``test_hostile_lan.py`` and ``tests/bench/lab_hostile.py``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
from helpers_hostile import ATTACKS, DIFFERS, ENDED, NOTHING, PROVED, REFUSED  # noqa: E402
from peer_program import Line, Program  # noqa: E402

HONEST = ("Ann", "Ben", "Cleo")
DORA = "Dora"
ILLEGAL = "illegal"
"""A contribution that is due, signed and false."""

BY_LINK = {
    "a flipped bit in a sealed frame": (ENDED, "damaged or forged"),
    "a sealed frame sent twice": (ENDED, "damaged or forged"),
    "a frame of 100 kB announced": (ENDED, "100000 bytes"),
    "an empty frame": (ENDED, "empty frame"),
    "a second hello": (ENDED, "hello twice"),
    "a heartbeat of 9 bytes": (ENDED, "heartbeat was too long"),
    "a link chosen twice": (ENDED, "out of turn"),
    "a goodbye of nonsense": (ENDED, "nested too deep"),
    "a slow reader": (ENDED, "did not keep up"),
    "a second link, half open": (ENDED, "did not answer within 3 s"),
    "kinds of the link that nobody knows": (NOTHING, ""),
}
"""The link is made anew at once, but for the second one."""
FALSE = {
    "a false key": "key",
    "a mix of junk": "proof",
    "a mix on another basis": "proof",
    "a false proof of the shuffle": "proof",
    "a false seal": "seal",
    "a false share": "share",
    "a bid that is none": "call",
    "a bid of wrong types": "call",
    "a meld it does not hold": "meld",
    "a card with a false face": "card",
    "a card of another seat": "card",
    "a card that lies on the table": "card",
    "a card against the rules": "card",
}
"""What is found to be false: a deck is only measured, its proof tells."""
BY_TURN = {
    "two entries for one place": (PROVED, "two things for one turn"),
    "an entry told to one laptop only": (NOTHING, ""),
    "another state acknowledged from now on": (DIFFERS, "other rules"),
    "a share withheld": (ILLEGAL, "'s laptop is heard, but its share did not come in time"),
}
IN_ITS_TIME = ("a slow reader", "a second link, half open", "a share withheld")
"""Known for what they are when a time is over: 5 s no answer, 3 s no hello, 15 s a part due.

Its own cards take so long too, as they would if its person thought: those of the others may not.
"""


def expected(attack: str) -> tuple[str, str]:
    """What every honest laptop must make of an attack, and words that it says."""
    if attack in ATTACKS:
        return ATTACKS[attack].expected, ATTACKS[attack].words
    if attack in FALSE:
        return ILLEGAL, f"Dora's laptop sent a {FALSE[attack]}"
    return (BY_LINK | BY_TURN)[attack]


class Player(Program):
    """A program at the table, by its cards."""

    def card(self, since: float, within: float = 40.0) -> Line | None:
        """The first card that it shows after that time."""
        return self.seen(lambda line: line["what"] == "card" and line["at"] > since, within)

    def cards(self, since: float) -> list[Line]:
        """Cards that it showed since then."""
        return [line for line in self.heard if line["what"] == "card" and line["at"] > since]

    def gaps(self, since: float, until: float, but: str = "") -> list[float]:
        """Times between two cards of one hand, of those cards that came within that span.

        ``but``: without the times until a card of that player.
        """
        cards: list[tuple[Line, str]] = []
        played = ""
        for line in self.heard:
            if line["what"] == "line" and " plays the " in line["text"]:
                played = str(line["text"]).partition(" plays ")[0]
            elif line["what"] == "card":
                cards.append((line, played))
        return [
            two["at"] - one["at"]
            for (one, _), (two, by) in pairwise(cards)
            if one["hand"] == two["hand"]
            and since <= two["at"]
            and one["at"] <= until
            and not (but and by == but)
        ]


@dataclass
class Result:
    """What came of one attack."""

    attack: str
    named_by: list[str] = field(default_factory=list)
    """Honest laptops that took it as they must."""
    said: str = ""
    cards_before: int = 0
    """Most cards that an honest laptop showed between the attack and its word about it."""
    gap_s: float | None = None
    """Longest time between two cards of a hand, on any honest laptop; None before the first card."""
    usual_s: float = 0.0
    """The same before the attack."""
    trouble: str = ""

    @property
    def delay_s(self) -> float | None:
        """By how much a card was late."""
        return None if self.gap_s is None else max(0.0, self.gap_s - self.usual_s)


class Evening:
    """Ann opens a table, Ben and Cleo and Dora join; Dora's program is patched."""

    def __init__(
        self, lan: Any, folder: Path, early: str = "", at_door: Callable[[Player], None] | None = None
    ) -> None:
        """``early``: an attack that waits for its occasion. ``at_door``: before the others join."""
        self.programs: list[Player] = []
        self.usual_s = 0.0
        """Longest time between two cards of a hand before any attack; 0 = not known."""
        try:
            self._start(lan, folder, early, at_door)
        except BaseException:
            self.close()
            raise

    def _start(self, lan: Any, folder: Path, early: str, at_door: Callable[[Player], None] | None) -> None:
        ann = Player(lan, 1, "honest_peer.py", "Ann", str(folder / "1"), "host")
        self.programs.append(ann)
        ann.wait("code")
        if at_door is not None:
            at_door(ann)
        for number in (2, 3):
            words = (HONEST[number - 1], str(folder / str(number)), "join")
            self.programs.append(Player(lan, number, "honest_peer.py", *words))
        more = [early] if early else []
        self.dora = Player(lan, 4, "hostile_member.py", DORA, str(folder / "4"), "join", *more)
        self.programs.append(self.dora)
        self.honest = dict(zip(HONEST, self.programs[:3], strict=True))

    def close(self) -> None:
        """Ends all programs."""
        for program in self.programs:
            program.kill()

    def playing(self, quiet_s: float = 0.0) -> None:
        """Until every honest laptop shows cards, and has done so for a while; measures how fast they come."""
        for program in self.honest.values():
            program.wait("card", within=120)
        since = time.monotonic()
        for program in self.honest.values():
            program.card(since + quiet_s, within=quiet_s + 60)
        self.usual_s = max(
            gap for program in self.honest.values() for gap in program.gaps(0, since + quiet_s)
        )

    def attack(self, name: str, cards: int = 2, within: float = 15.0, *, told: bool = True) -> Result:
        """Has Dora try it; waits until all honest ones said what they must, and for some more cards.

        ``told`` False: it waits for its occasion already.
        """
        before = 0.0
        if told:
            before = time.monotonic()
            self.dora.tell(f"attack {name}")
        struck = self.dora.wait("attacked", lambda line: line["name"] == name and line["at"] >= before, 90)
        since = last = float(struck["begun"])
        result = Result(name, usual_s=self.usual_s)
        what, words = expected(name)
        for who, program in self.honest.items():
            if what == NOTHING:
                result.named_by.append(who)
                continue
            said = program.seen(lambda line: names(line, what, words, since), within)
            if said is None:
                near = [x for x in program.heard if x["what"] in ("event", "line") and x["at"] >= since]
                result.trouble += f" {who} did not say so: {near[:3]}"
                continue
            result.named_by.append(who)
            last = max(last, said["at"])
            early = sum(card["at"] < said["at"] for card in program.cards(since))
            result.cards_before = max(result.cards_before, early)
            result.said = result.said or sentence(program, said, what)
        for who, program in self.honest.items():
            at = last
            for _ in range(cards):
                card = program.card(at, within=60)
                if card is None:
                    result.trouble += f" {who}: no card came any more"
                    break
                at = card["at"]
            own = DORA if name in IN_ITS_TIME else ""
            result.gap_s = max((result.gap_s or 0.0, *program.gaps(since, at, own))) if self.usual_s else None
            blamed = program.seen(lambda line: blames(line, since)) if what == NOTHING else None
            if blamed is not None:
                result.trouble += f" {who} says {blamed}"
        return result


def sentence(program: Program, said: Line, what: str) -> str:
    """What people read, or the event's words where no line is written."""
    if said["what"] == "line":
        return str(said["text"])
    why = str(said["why"])
    if what == REFUSED:
        return f"(event) {said['peer']}: {why}"

    def tells(line: Line) -> bool:
        return line["what"] == "line" and why[:40] in line["text"] and line["at"] > said["at"] - 1

    line = program.seen(tells, 2.0)
    return f"(event) {said.get('name') or DORA}: {why}" if line is None else str(line["text"])


def names(line: Line, what: str, words: str, since: float) -> bool:
    """Whether a laptop takes the attack as it must by this line, with Dora's name."""
    if line["at"] < since:
        return False
    if line["what"] == "line":
        text = str(line["text"])
        wanted = what in (PROVED, DIFFERS, ILLEGAL) and text.startswith(DORA)
        return wanted and any(word in text for word in words.split("|"))
    if line["what"] != "event":
        return False
    said = any(word in str(line.get("why", "")) for word in words.split("|"))
    if what == ENDED:
        return said and (
            line["event"] == "link-fault" or (line["event"] == "hostile" and line["name"] == DORA)
        )
    return said and what == REFUSED and line["event"] == "refused" and line["peer"] == DORA


def blames(line: Line, since: float) -> bool:
    """Whether a laptop complains of somebody."""
    return (
        line["what"] == "event"
        and line["at"] > since
        and line["event"] in ("hostile", "link-fault", "double", "differs", "illegal", "gone")
    )
