"""A player's folder: identity, name, settings, games, hand seeds, own plugins. One program at a time.

Owns file names and who may read them; knows nothing of what stands in a game file or how a key is used.
Layout: ``identity`` (32-byte seed), ``settings.json``, ``plugins/``,
``games/<date>-<8 hex of table id>.pinochle`` with a ``.json`` note beside it, ``secrets/`` (hand seeds)
and ``lock``.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import filelock
import platformdirs

from pinochle_lan.shown import clean

APP: Final = "pinochle-lan"
VARIABLE: Final = "PINOCHLE_LAN_PROFILE"


class ProfileError(Exception):
    """The folder cannot be used. The text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person chose for this laptop alone; nothing here touches a rule (F27)."""

    name: str = ""
    """Shown name; empty = not asked yet."""
    window: Mapping[str, object] = field(default_factory=dict)
    """The window's own settings in plain form (text size, pause, sound ...); ``ui.settings`` knows them."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a laptop of a table was last reached."""

    key: bytes
    name: str
    addresses: tuple[tuple[str, int], ...]
    """(address, port), the one that worked last first."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A hand that a plugin stopped, and what a game without that plugin begins with."""

    plugins: tuple[str, ...]
    """House rules at fault, as ``house rule tens-around``; empty = none that could be left out."""
    step: int
    chain: bytes
    """Last settled chain value of the stopped table."""
    scores: tuple[int, ...]
    """By side, before the hand that stopped."""
    dealer: int | None
    seats: tuple[tuple[bytes, str], ...]
    """By seat: key of the laptop, and the bot's opponent id (empty for a person)."""


@dataclass(frozen=True, slots=True)
class GameNote:
    """What is remembered beside a game file: for the lobby's list, and to find the others again.

    Never believed: the game itself stands in the signed file.
    """

    title: str
    variant: str
    people: tuple[str, ...]
    scores: tuple[tuple[str, int], ...] = ()
    over: bool = False
    peers: tuple[Seen, ...] = ()
    stopped: Stopped | None = None
    continued: str = ""
    """Who went on from it at another table, in words."""


def default_folder() -> Path:
    """``PINOCHLE_LAN_PROFILE``, else the data folder of the system."""
    override = os.environ.get(VARIABLE)
    return Path(override) if override else Path(platformdirs.user_data_dir(APP, appauthor=False))


class Profile:
    """An opened profile; holds the lock until ``close``. A context manager."""

    def __init__(self, folder: Path | None = None) -> None:
        """Open, making what is missing. Raises ProfileError, also when another program has it open."""
        self.folder = (folder or default_folder()).expanduser().absolute()
        self.games = self.folder / "games"
        self.secrets = self.folder / "secrets"
        self.plugins = self.folder / "plugins"
        try:
            for part in (self.folder, self.games, self.secrets, self.plugins):
                part.mkdir(parents=True, exist_ok=True)
            _private(self.folder, 0o700)
            _private(self.secrets, 0o700)
            self._lock = filelock.FileLock(self.folder / "lock")
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            raise ProfileError(
                f"pinochle-lan already runs with the profile in {self.folder}; close it, or start this "
                "one with --profile and another folder."
            ) from None
        except OSError as error:
            raise ProfileError(f"The profile {self.folder} cannot be used: {error.strerror}.") from error
        try:
            self.identity = self._identity()
            self.settings = self._read_settings()
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Profile:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let another program have the profile."""
        self._lock.release()

    # --- identity ------------------------------------------------------------

    def _identity(self) -> bytes:
        path = self.folder / "identity"
        try:
            if not path.exists():
                _write_new(path, secrets.token_bytes(32))
            seed = path.read_bytes()
            _private(path, 0o600)
        except OSError as error:
            raise ProfileError(f"The identity in {path} cannot be used: {error.strerror}.") from error
        if len(seed) != 32:
            raise ProfileError(
                f"The identity in {path} is damaged. Put a copy back, or take the file away to be somebody "
                "new at the table."
            )
        return seed

    # --- settings ------------------------------------------------------------

    def _read_settings(self) -> Settings:
        """The saved settings; what is missing, damaged or of the wrong type is the default."""
        try:
            saved = json.loads((self.folder / "settings.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return Settings()
        if not isinstance(saved, dict):
            return Settings()
        name, window = saved.get("name"), saved.get("window")
        return Settings(
            clean(name) if isinstance(name, str) else "", window if isinstance(window, dict) else {}
        )

    def save_name(self, name: str) -> None:
        """Keep the shown name for the next start. Raises ProfileError."""
        self._save(replace(self.settings, name=clean(name)))

    def save_window(self, window: Mapping[str, object]) -> None:
        """Keep the window's settings for the next start. Raises ProfileError."""
        self._save(replace(self.settings, window=dict(window)))

    def _save(self, settings: Settings) -> None:
        self.settings = settings
        self._replace(self.folder / "settings.json", {"name": settings.name, "window": settings.window})

    # --- games ------------------------------------------------------------

    def game_path(self, table_id: bytes, day: datetime.date) -> Path:
        """The file of a table: the one there is, else a new name with the day in it."""
        mark = table_id[:4].hex()
        known = sorted(self.games.glob(f"*-{mark}.pinochle"))
        return known[0] if known else self.games / f"{day.isoformat()}-{mark}.pinochle"

    def game_files(self) -> tuple[Path, ...]:
        """All saved games, newest first by the day in the name."""
        return tuple(sorted(self.games.glob("*.pinochle"), reverse=True))

    def save_note(self, game: Path, note: GameNote) -> None:
        """Keep ``note`` beside a game file. Raises ProfileError."""
        rows = asdict(note)
        for row in rows["peers"]:
            row["key"] = row["key"].hex()
        if note.stopped is not None:
            rows["stopped"]["chain"] = note.stopped.chain.hex()
            rows["stopped"]["seats"] = [(key.hex(), bot) for key, bot in note.stopped.seats]
        self._replace(game.with_suffix(".json"), rows)

    def note(self, game: Path) -> GameNote | None:
        """What ``save_note`` kept; None if the file is missing or unreadable (it is only a help)."""
        try:
            saved = json.loads(game.with_suffix(".json").read_text(encoding="utf-8"))
            return GameNote(
                title=str(saved["title"]),
                variant=str(saved["variant"]),
                people=tuple(str(name) for name in saved["people"]),
                scores=tuple((str(side), int(points)) for side, points in saved["scores"]),
                over=bool(saved["over"]),
                peers=tuple(
                    Seen(
                        bytes.fromhex(row["key"]),
                        str(row["name"]),
                        tuple((str(host), int(port)) for host, port in row["addresses"]),
                    )
                    for row in saved["peers"]
                ),
                stopped=_stopped(saved.get("stopped")),
                continued=str(saved.get("continued", "")),
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def _replace(self, path: Path, value: object) -> None:
        """Write JSON whole or not at all, so that a crash leaves the old file (F62)."""
        new = path.with_name(path.name + ".new")
        try:
            with new.open("w", encoding="utf-8") as out:
                json.dump(value, out, ensure_ascii=False, indent=1)
                out.flush()
                os.fsync(out.fileno())
            new.replace(path)
        except OSError as error:
            raise ProfileError(f"{path} cannot be written: {error.strerror}.") from error


def _stopped(row: Mapping[str, Any] | None) -> Stopped | None:
    if row is None:
        return None
    return Stopped(
        tuple(str(name) for name in row["plugins"]),
        int(row["step"]),
        bytes.fromhex(row["chain"]),
        tuple(int(points) for points in row["scores"]),
        None if row["dealer"] is None else int(row["dealer"]),
        tuple((bytes.fromhex(key), str(bot)) for key, bot in row["seats"]),
    )


def _write_new(path: Path, content: bytes) -> None:
    """A new file that only its owner may read, on disk when this returns."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def _private(path: Path, mode: int) -> None:
    """Owner only, where the system has such modes; on Windows the user's folder is private already."""
    if os.name == "posix":
        with contextlib.suppress(PermissionError):  # a folder of somebody else that we may use as it is
            path.chmod(mode)
