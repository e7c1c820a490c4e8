"""A check from the outside: reads the source, then has two processes play and fold, and puts all together.

Never runs the plugin itself, and has nobody run one whose source reaches for what it must not touch.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pinochle_lan.conformance import source
from pinochle_lan.conformance.finding import Finding
from pinochle_lan.pluginhost.host import SWITCH

HANDS: Final = 3
"""Hands of each of the first games that are tried."""
STILL_S: Final = 8.0
"""A step that takes longer never ends."""
LIMIT_S: Final = 180.0
"""A process that takes longer is stopped; its own watchdog speaks long before."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a check of a file came to."""

    path: str
    brings: tuple[tuple[str, str, str], ...]
    """(kind, id, title) of what the file registers."""
    findings: tuple[Finding, ...]
    games: int = 0
    hands: int = 0
    seed: int = 1
    unfit: tuple[str, ...] = ()
    """Games that a house rule says it does not fit, in sentences; no fault."""
    seconds: float = 0.0

    @property
    def passes(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "path": self.path,
            "passes": self.passes,
            "brings": [{"kind": kind, "id": id, "title": title} for kind, id, title in self.brings],
            "games": self.games,
            "hands": self.hands,
            "seed": self.seed,
            "unfit": list(self.unfit),
            "findings": [finding.plain() for finding in self.findings],
        }


def check(
    path: Path,
    folders: Sequence[tuple[str, Path]],
    *,
    seed: int = 1,
    hands: int = HANDS,
    most: int | None = None,
    still_s: float = STILL_S,
) -> Report:
    """Try the plugin file with the plugins of ``folders`` ((place, folder)) around it.

    ``most``: so many games at most, and no computer players (a quick look); ``still_s``: how long a step may
    take before it counts as one that never ends.
    """
    begun = time.monotonic()
    path = path.resolve()
    try:
        text = path.read_bytes()
    except OSError as error:
        return Report(str(path), (), (Finding("loads", f"the file cannot be read: {error.strerror}"),))
    read = source.read(text, str(path))
    if read:
        return Report(str(path), (), read, seed=seed, seconds=time.monotonic() - begun)
    order = {
        "path": str(path),
        "folders": [(place, str(folder)) for place, folder in folders],
        "seed": seed,
        "hands": hands,
        "most": most,
        "still_s": still_s,
        "fold": False,
    }
    played = _process(order, hash_seed="1")
    findings = [Finding.of(row) for row in played["findings"]]
    if not findings:
        again = {**order, "fold": True, "transcripts": played["transcripts"]}
        findings = [Finding.of(row) for row in _process(again, hash_seed="2")["findings"]]
    return Report(
        str(path),
        tuple((kind, id, title) for kind, id, title in played["brings"]),
        tuple(findings),
        played["games"],
        played["hands"],
        seed,
        tuple(played["unfit"]),
        time.monotonic() - begun,
    )


def _process(order: Mapping[str, Any], hash_seed: str) -> dict[str, Any]:
    """What ``conformance.play`` found in a process of its own with that hash seed."""
    with tempfile.TemporaryDirectory() as folder:
        asked, result = Path(folder) / "order.json", Path(folder) / "result.json"
        asked.write_text(json.dumps(order), encoding="utf-8")
        # -P: a file of the folder we stand in must not take the place of a module
        command = [sys.executable, "-P", "-m", "pinochle_lan.conformance.play", str(asked), str(result)]
        given = {name: value for name, value in os.environ.items() if name != SWITCH}
        given["PYTHONHASHSEED"] = hash_seed
        said = ""
        try:
            run = subprocess.run(  # noqa: S603 - this program itself
                command,
                env=given,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=LIMIT_S,
                check=False,
                text=True,
            )
            said = run.stderr.strip().rpartition("\n")[2]
        except subprocess.TimeoutExpired:
            said = f"it was not done after {LIMIT_S:g} seconds"
        if result.exists():
            found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
            return found
    ended = Finding("crashes", f"it ends the program: {said}" if said else "it ends the program")
    nothing: dict[str, Any] = {"transcripts": {}, "brings": [], "games": 0, "hands": 0, "unfit": []}
    return {**nothing, "findings": [ended.plain()]}
