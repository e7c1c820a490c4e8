"""The ways to a table: found one, join one, go on with one. Makes what a room then runs.

Knows profile, plugins and identity; no intents, no window.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Sequence
from pathlib import Path

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.bridge import OpenTable
from pinochle_lan.codec import CodecError, decode
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.gamefile import GameFileError
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.records import HEADER_BYTES, MAGIC, Record, RecordType
from pinochle_lan.log.signing import Identity
from pinochle_lan.net.code import SECRETS
from pinochle_lan.profile import Profile
from pinochle_lan.room.files import TableFiles
from pinochle_lan.room.games import Games
from pinochle_lan.table.door import Founding
from pinochle_lan.table.guest import Joining
from pinochle_lan.table.lobby import Lobby
from pinochle_lan.table.table import Table


class Doors:
    """Everything that begins a table on this laptop."""

    def __init__(self, profile: Profile, games: Games, identity: Identity) -> None:
        self._profile = profile
        self._games = games
        self._identity = identity

    def founding(
        self, opening: OpenTable, secret: int | None, code: str, addresses: Sequence[str]
    ) -> Founding:
        """A new table. Raises RulesError for a game that cannot be played so."""
        terms, game = self._games.terms(secrets.token_bytes(16), opening.variant, dict(opening.options))
        bots = [chair for chair, _ in opening.bots]
        free = [chair for chair in range(game.seats) if chair not in bots]
        return Founding(
            self._identity,
            self._profile.settings.name,
            terms=terms,
            title=opening.name,
            chairs=game.seats,
            seat=free[0] if free else None,
            bots=opening.bots,
            secret=b"" if secret is None else _bytes(secret),
            code=code,
            bot_names=self._games.bots,
            addresses=addresses,
        )

    def joining(
        self, founder: bytes, secret: int | None, code: str, table_id: bytes, addresses: Sequence[str]
    ) -> Joining:
        """Somebody else's table, whose door is at the laptop ``founder``."""
        return Joining(
            self._identity,
            self._profile.settings.name,
            founder=founder,
            protocol=PROTOCOL,
            engine=ENGINE,
            fingerprint=self._games.fingerprint,
            secret=b"" if secret is None else _bytes(secret),
            code=code,
            bot_names=self._games.bots,
            addresses=addresses,
            table=table_id,
        )

    def begin(self, genesis: Genesis, lobby: Lobby, now_ms: int) -> tuple[Table, TableFiles]:
        """The table that everybody signed, with its new file. Raises GameFileError or RulesError."""
        game = self._games.of(genesis)
        path = self._profile.game_path(genesis.table, datetime.datetime.now().astimezone().date())
        files = TableFiles.create(path, self._profile.secrets, genesis)
        title = lobby.draft.title if lobby.draft is not None else ""
        table = Table(
            self._identity,
            genesis,
            game,
            entropy=secrets.token_bytes,
            bots=self._games.bots,
            secrets=files.secrets(),
            title=title,
            code=lobby.code,
            now_ms=now_ms,
        )
        return table, files

    def again(self, path: Path, now_ms: int) -> tuple[Table, TableFiles]:
        """An unfinished table from its file. Raises GameFileError or RulesError."""
        files = TableFiles.open(path, self._profile.secrets)
        genesis = genesis_of(path, files.records)
        game = self._games.of(genesis)
        note = self._profile.note(path)
        table = Table(
            self._identity,
            genesis,
            game,
            entropy=secrets.token_bytes,
            bots=self._games.bots,
            records=files.records,
            secrets=files.secrets(),
            title=note.title if note is not None else "",
            now_ms=now_ms,
        )
        return table, files

    def kept(self, table_id: bytes) -> Path | None:
        """The file of that table, if this laptop played there and the game is not over."""
        for path in self._profile.game_files():
            if path.stem.endswith(table_id[:4].hex()) and _table_of(path) == table_id:
                note = self._profile.note(path)
                return path if note is None or not note.over else None
        return None


def _table_of(path: Path) -> bytes:
    """The table id in a game file's header; empty if there is none to read."""
    try:
        with path.open("rb") as file:
            start = file.read(HEADER_BYTES)
    except OSError:
        return b""
    return start[-16:] if len(start) == HEADER_BYTES and start.startswith(MAGIC) else b""


def genesis_of(path: Path, records: Sequence[Record]) -> Genesis:
    """The genesis in a file's records. Raises GameFileError."""
    for record in records:
        if record.type == RecordType.GENESIS:
            try:
                return Genesis.read(decode(record.payload))
            except (CodecError, Malformed) as error:
                raise GameFileError(f"The beginning of {path} cannot be read: {error}.") from error
    raise GameFileError(f"{path} has lost its beginning; the game cannot be opened any more.")


def new_secret() -> int:
    """The secret part of a table code."""
    return secrets.randbelow(SECRETS)


def _bytes(secret: int) -> bytes:
    return secret.to_bytes(3, "big")
