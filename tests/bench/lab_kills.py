"""kill -9 of any laptop at every kind of entry of a hand, several within one running game, in the lab.

``python tests/bench/lab_kills.py [--kills 24] [--a-game 6] [--only WORD,..] [--preset clean]``. Four
headless laptops with bots play partnership. For each kill one laptop is watched through its game file: it
dies the moment an entry of the wanted kind is on its disk, its own (signed, perhaps not sent) or another's
(its own is due). Every second one comes back after 1.5 s, the others when the rest has decided to go on
without it and played five entries. Then it must make a choice for its own seat again. Printed for each
kill: the longest time in which the others' files got no entry, whether a vote was needed, and when the seat
was taken back; at the end of every game all digests must be equal and every file must pass ``verify``.
Exits 1 if a stall exceeds 20 s or anything is not as it must be.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "lab"), str(ROOT / "tests" / "bench")]
import lab  # noqa: E402
import lab_games  # noqa: E402

from pinochle_lan.codec import decode  # noqa: E402
from pinochle_lan.log.entry import Entry  # noqa: E402
from pinochle_lan.log.genesis import Genesis  # noqa: E402
from pinochle_lan.log.records import HEADER_BYTES, RecordType, header, read_records  # noqa: E402

STALL_S = 20.0
TRIGGER_S = 240.0
RETURN_S = 300.0
VERIFY_S = 600.0
SOON_S = 1.5
CHOICES = ("call", "name", "pass", "meld", "card")
KINDS = (
    *("reveal", "ready", "key", "mix", "proof", "seal", "share", "call", "name", "pass", "remix", "meld"),
    *(f"card {trick}" for trick in range(1, 13)),
)
"""Kind of the entry; a card with its trick. The draw's reveal comes once, at a game's beginning."""


class Watch:
    """A laptop's game file while it grows."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile
        self._at = 0
        self._cards = 0
        self.members: dict[str, int] = {}
        """By name."""
        self.seats: dict[int, int] = {}
        """Who sat down where."""

    def more(self) -> list[tuple[Entry, str]]:
        """Entries that are new on the disk, each with its word of ``KINDS``."""
        files = sorted(self._profile.glob("games/*.pinochle"))
        if not files:
            return []
        with files[-1].open("rb") as file:
            file.seek(max(self._at, HEADER_BYTES))
            new = header(bytes(16)) + file.read()
        records = read_records(new)
        self._at = max(self._at, HEADER_BYTES) + records.end - HEADER_BYTES
        found = []
        for record in records.found:
            if record.type == RecordType.GENESIS:
                genesis = Genesis.read(decode(record.payload))
                self.members = {member.name: member.number for member in genesis.members}
                self.seats = {seat: planned.holder for seat, planned in enumerate(genesis.seats)}
            if record.type == RecordType.ENTRY:
                entry = Entry.read(decode(record.payload))
                found.append((entry, self._word(entry.kind)))
        return found

    def _word(self, kind: str) -> str:
        word = kind.partition(" ")[0]
        if word == "key":
            self._cards = 0
        if word != "card":
            return word
        self._cards += 1
        return f"card {(self._cards + 3) // 4}"


class Laptop:
    """The program on one laptop, its file, and what it says."""

    def __init__(self, lan: Any, number: int, folder: Path, words: tuple[str, ...]) -> None:
        self.lan, self.number, self.words = lan, number, words
        self.name = lab_games.NAMES[number - 1]
        self.profile = folder / self.name
        self.watch = Watch(self.profile)
        self.rows: list[dict[str, Any]] = []
        self.errors = ""
        self.start("host" if number == 1 else "join")

    def start(self, command: str) -> None:
        """Switch the program on."""
        words = self.words if command == "host" else self.words[:4]
        self.program = lab_games.start(self.lan, self.number, command, *words, "--profile", str(self.profile))
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        for pipe, take in ((self.program.stdout, self._lines.put), (self.program.stderr, self._error)):
            threading.Thread(target=_drain, args=(pipe, take), daemon=True).start()

    def _error(self, line: str) -> None:
        self.errors += line

    def look(self) -> None:
        """Reads what was said meanwhile."""
        while not self._lines.empty():
            self.rows.append(json.loads(self._lines.get()))

    def kill(self) -> None:
        """kill -9."""
        os.kill(self.program.pid, signal.SIGKILL)
        self.program.wait(10)


def _drain(pipe: Any, take: Callable[[str], object]) -> None:
    with pipe:
        for line in pipe:
            take(line)


@dataclass
class Kill:
    """One kill, as it went."""

    laptop: int
    word: str
    own: bool
    soon: bool
    done: bool = False
    stall_s: float = 0.0
    voted: bool = False
    seat_s: float | None = None
    """From the start of the program to its first choice for its own seat."""
    trouble: str = ""

    def told(self) -> str:
        """A line of the table."""
        when = f"own {self.word}" if self.own else f"another's {self.word}"
        if not self.done:
            return f"{self.laptop:>6}  {when:<18} did not come about"
        seat = "never" if self.seat_s is None else f"{self.seat_s:5.1f} s"
        back = "after 1.5 s" if self.soon else "later"
        return (
            f"{self.laptop:>6}  {when:<18} {back:<12} {self.stall_s:5.1f} s  "
            f"{'voted' if self.voted else '-':<6} {seat:>8}  {self.trouble or 'good'}"
        )


@dataclass
class Game:
    """Four laptops in one running game."""

    laptops: list[Laptop]
    entries: dict[tuple[int, int, str], float] = field(default_factory=dict)
    """Places that stand in any living laptop's file, and when they were first seen."""
    last: float = 0.0

    def poll(self) -> dict[int, list[tuple[Entry, str]]]:
        """New entries by laptop."""
        found = {}
        for laptop in self.laptops:
            laptop.look()
            new = laptop.watch.more()
            for entry, _ in new:
                place = entry.step, entry.author, entry.kind
                if place not in self.entries:
                    self.entries[place] = self.last = time.monotonic()
            found[laptop.number] = new
        time.sleep(0.003)
        return found

    @property
    def over(self) -> bool:
        """Some program has ended."""
        return any(laptop.program.poll() is not None for laptop in self.laptops)

    def until(self, seen: Callable[[dict[int, list[tuple[Entry, str]]]], bool], limit_s: float) -> bool:
        """Polls until ``seen``; False if the time or the game was over first."""
        end = time.monotonic() + limit_s
        while time.monotonic() < end:
            if seen(self.poll()):
                return True
            if self.over:
                return False
        return False

    def strike(self, kill: Kill) -> None:
        """Carries out one kill, from the moment to wait for to the seat taken back."""
        victim = self.laptops[kill.laptop - 1]
        rest = [laptop for laptop in self.laptops if laptop is not victim]

        def due(new: dict[int, list[tuple[Entry, str]]]) -> bool:
            me = victim.watch.members.get(victim.name)
            return any(  # at step 0 the others may not have begun: that is the lobby's matter
                word == kill.word and (entry.author == me) is kill.own and entry.step > 0
                for entry, word in new[victim.number]
            )

        if not self.until(due, TRIGGER_S):
            return
        kill.done = True
        victim.kill()
        died = self.last = time.monotonic()
        said = {laptop.number: len(laptop.rows) for laptop in rest}
        self.laptops = rest
        self._without(kill, rest, said, died)
        victim.start("join")
        self.laptops = sorted((*rest, victim), key=lambda laptop: laptop.number)
        self._back(kill, victim, rest, said)

    def _without(self, kill: Kill, rest: list[Laptop], said: dict[int, int], died: float) -> None:
        """Until it is time to switch the dead laptop on again."""
        decided = 0
        while not self.over:
            before = self.last
            self.poll()
            now = time.monotonic()
            kill.stall_s = max(kill.stall_s, (self.last if self.last > before else now) - before)
            if kill.soon and now > died + SOON_S:
                return
            kill.voted = any(row["event"] == "gone" for n in rest for row in n.rows[said[n.number] :])
            decided += kill.voted and self.last > before
            if decided >= 5:
                return
            if kill.stall_s > 2 * STALL_S:
                kill.trouble = "the hand did not go on"
                return

    def _back(self, kill: Kill, victim: Laptop, rest: list[Laptop], said: dict[int, int]) -> None:
        me = rest[0].watch.members[victim.name]
        began = time.monotonic()
        while not self.over and time.monotonic() < began + RETURN_S:
            before = self.last
            new = self.poll()
            kill.stall_s = max(kill.stall_s, time.monotonic() - before)
            mine = (
                entry.author == me
                and entry.body != "hand back"
                and word.partition(" ")[0] in CHOICES
                and _own_seat(entry.kind, rest[0], me)
                for entry, word in new[rest[0].number]
            )
            if any(mine):
                kill.seat_s = time.monotonic() - began
                break
        kill.voted |= any(row["event"] == "gone" for n in rest for row in n.rows[said[n.number] :])
        if kill.seat_s is None:
            kill.trouble = kill.trouble or "it did not take its seat back"
        if kill.stall_s > STALL_S:
            kill.trouble = kill.trouble or f"the others waited {kill.stall_s:.1f} s"

    def end(self) -> str:
        """Waits for the end; what is not as it must be."""
        limit = time.monotonic() + 600
        while any(laptop.program.poll() is None for laptop in self.laptops) and time.monotonic() < limit:
            for laptop in self.laptops:
                laptop.look()
            time.sleep(0.05)
        time.sleep(0.3)
        ends = []
        for laptop in self.laptops:
            laptop.look()
            if laptop.program.poll() != 0:
                return f"{laptop.name} ended with {laptop.program.poll()}: {laptop.errors.strip()[-300:]}"
            ends += [row for row in laptop.rows if row["event"] == "game-over"][-1:]
        if len(ends) < len(self.laptops):
            return "not every laptop saw the end"
        if len({row["digest"] for row in ends}) > 1:
            return "the digests differ"
        for laptop, row in zip(self.laptops, ends, strict=True):
            words = [*lab_games.PROGRAM, "verify", row["file"], "--json"]
            ran = laptop.lan.run(laptop.number, words, cwd=ROOT, timeout=VERIFY_S)
            if ran.returncode:
                return f"verify on {laptop.name}: {ran.stdout.strip()[-300:]}"
        return ""


def _own_seat(kind: str, laptop: Laptop, member: int) -> bool:
    """Whether an entry is for the seat that the member sat down on."""
    return laptop.watch.seats.get(int(kind.partition(" ")[2] or -1)) == member


def series(kills: list[Kill], preset: str, seed: int) -> str:
    """One game with some kills; gives what was wrong at its end."""
    folder = Path(tempfile.mkdtemp(prefix="lab-kills-"))
    hands = 4 + 4 * len(kills)  # some kinds of entry come from one laptop in every fourth hand only
    words = ("--bot", "steady", "--hands", str(hands), "--target", "5000")
    with lab.Lab(4, name=f"kills{seed}", seed=seed, subnet="10.84.7") as lan:
        if preset != "clean":
            lan.wifi(preset=preset)
        game = Game([Laptop(lan, number, folder, words) for number in (1, 2, 3, 4)])
        try:
            for kill in kills:
                if not game.over:
                    game.strike(kill)
                print(kill.told(), flush=True)
            why = game.end()
        finally:
            for laptop in game.laptops:
                if laptop.program.poll() is None:
                    laptop.program.kill()
    if not why and not any(kill.trouble for kill in kills):
        shutil.rmtree(folder)
    return why and f"{why} (profiles in {folder})"


def plan(count: int, only: list[str]) -> list[Kill]:
    """Every kind in turn, each laptop in turn, own and others' entries, back soon and later."""
    words = [word for word in KINDS if not only or word in only]
    kills = []
    for number in range(count):
        word, lap = words[number % len(words)], number // len(words)
        kills.append(
            Kill((number + lap) % 4 + 1, word, (number + lap) % 2 == 0, (number // 2 + lap) % 2 == 0)
        )
    return kills


def main() -> int:
    """Play and print; 1 if anything was not as it must be."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=len(KINDS))
    asked.add_argument("--a-game", type=int, default=6, help="kills within one game")
    asked.add_argument("--only", default="", help="kinds, separated by commas")
    asked.add_argument("--preset", default="clean")
    given = asked.parse_args()
    why = lab.why_not()
    if why:
        print(f"No lab can be made here: {why}")
        return 1
    kills = plan(given.kills, [word for word in given.only.split(",") if word])
    print("laptop  killed at          comes back   longest stall  vote   seat again  result")
    troubles = []
    for number, at in enumerate(range(0, len(kills), given.a_game), 1):
        trouble = series(kills[at : at + given.a_game], given.preset, number)
        print(f"game {number}: {trouble or 'digests equal, all files verified'}", flush=True)
        troubles += [trouble] if trouble else []
    done = [kill for kill in kills if kill.done]
    bad = [kill for kill in done if kill.trouble]
    worst = max((kill.stall_s for kill in done), default=0.0)
    print(f"{len(done)} of {len(kills)} kills, {len(bad)} not as they must be; longest stall {worst:.1f} s")
    return 1 if bad or troubles or len(done) < len(kills) else 0


if __name__ == "__main__":
    sys.exit(main())
