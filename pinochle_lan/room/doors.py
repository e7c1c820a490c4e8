"""The ways to a table: found one, join one, go on with one. Makes what a room then runs.

Knows profile, plugins and identity; no intents, no window.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.form import FIRST_DEALER, Settings
from pinochle_lan.intents import OpenTable
from pinochle_lan.log.gamefile import GameFileError, genesis_of, load
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.records import HEADER_BYTES, MAGIC
from pinochle_lan.log.signing import Identity
from pinochle_lan.net.code import SECRETS
from pinochle_lan.profile import Profile
from pinochle_lan.room.branch import branch, standing
from pinochle_lan.room.chatfile import ChatFile
from pinochle_lan.room.files import TableFiles
from pinochle_lan.room.plugins import Stock
from pinochle_lan.rules.view import View
from pinochle_lan.table.door import Founding
from pinochle_lan.table.guest import Joining
from pinochle_lan.table.lobby import Lobby
from pinochle_lan.table.notes import Hello
from pinochle_lan.table.table import Table
from pinochle_lan.table.words import joined


class Doors:
    """Everything that begins a table on this laptop."""

    def __init__(self, profile: Profile, stock: Stock, identity: Identity) -> None:
        self._profile = profile
        self._stock = stock
        self._identity = identity

    def founding(
        self, opening: OpenTable, secret: int | None, code: str, addresses: Sequence[str]
    ) -> Founding:
        """A new table. Raises RulesError for a game that cannot be played so."""
        games = self._stock.games
        terms, game = games.terms(secrets.token_bytes(16), opening.variant, dict(opening.options))
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
            secret=secret_bytes(secret),
            code=code,
            bot_names=games.bots,
            addresses=addresses,
            source=self._stock.source if opening.shares else None,
        )

    def continuing(
        self, path: Path, without: Sequence[str], addresses: Sequence[str], *, anew: bool = False
    ) -> tuple[Founding, Genesis]:
        """A new table that goes on from a stopped one without some plugins, and what it goes on from.

        ``anew``: from the hand that waits, with everything as it was. Raises GameFileError if that game did
        not stop over a plugin, RulesError if it cannot be played so.
        """
        genesis, note = self.genesis(path), self._profile.note(path)
        stopped = None if note is None else note.stopped
        if anew:
            stopped = standing(genesis, self._stock.games.of(genesis), load(path).found)
        if stopped is None:
            raise GameFileError(f"{path} did not stop over a plugin; go on with it as it is.")
        new = branch(genesis, stopped, without)
        games = self._stock.games
        terms, game = games.terms(secrets.token_bytes(16), new.variant, dict(new.options))
        places = dict(new.places)
        core = Founding(
            self._identity,
            self._profile.settings.name,
            terms=replace(terms, base=new.base),
            title=note.title if note is not None else f"{genesis.members[0].name}'s table",
            chairs=game.seats,
            seat=places.get(self._identity.key),
            bots=new.bots,
            bot_names=games.bots,
            addresses=addresses,
            source=self._stock.source,
            places=places,
        )
        return core, genesis

    def continued(self, table_id: bytes, people: Sequence[str]) -> None:
        """The game of that table goes on at another one, with these people.

        What a plugin stopped is not offered any more; a game that waits for somebody stays, and says so.
        """
        path = self.kept(table_id)
        note = None if path is None else self._profile.note(path)
        if path is None or note is None:
            return
        day = datetime.datetime.now().astimezone().date()
        said = f"continued by {joined(people)} on {day.isoformat()}"
        if note.stopped is not None:
            self._profile.save_note(path, replace(note, over=True))
        elif note.continued != said:
            self._profile.save_note(path, replace(note, continued=said))

    def genesis(self, path: Path) -> Genesis:
        """What a game file says its table agreed on. Raises GameFileError."""
        files = TableFiles.open(path, self._profile.secrets)
        try:
            return genesis_of(path, files.records)
        finally:
            files.close(over=False)

    def once_more(self, genesis: Genesis, view: View | None) -> Settings:
        """The options of the next game of the same people: where the rules say so, the winner deals first."""
        variant = self._stock.games.registry.variants.get(genesis.variant)
        if variant is None or not variant.winner_deals or view is None or view.winner is None:
            return genesis.options
        dealer = view.sides[view.winner].seats[0]
        return tuple(sorted({**dict(genesis.options), FIRST_DEALER: dealer}.items()))

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
            here=self._stock.here,
            secret=secret_bytes(secret),
            code=code,
            bot_names=self._stock.games.bots,
            addresses=addresses,
            table=table_id,
        )

    def begin(self, genesis: Genesis, lobby: Lobby, now_ms: int) -> tuple[Table, TableFiles]:
        """The table that everybody signed, with its new file. Raises GameFileError or RulesError."""
        games = self._stock.games
        game = games.of(genesis)
        path = self._profile.game_path(genesis.table, datetime.datetime.now().astimezone().date())
        files = TableFiles.create(path, self._profile.secrets, genesis)
        founder = genesis.members[0].name
        title = lobby.draft.title if lobby.draft is not None else f"{founder}'s table"
        table = Table(
            self._identity,
            genesis,
            game,
            entropy=secrets.token_bytes,
            bots=self._stock.games.bots,
            secrets=files.secrets(),
            title=title,
            code=lobby.code,
            secret=lobby.secret,
            door=lobby.door,
            knock=self._knock(),
            now_ms=now_ms,
            files=games.files(genesis),
            rebuild=lambda: games.of(genesis),
        )
        return table, files

    def again(self, path: Path, now_ms: int) -> tuple[Table, TableFiles]:
        """An unfinished table from its file. Raises GameFileError or RulesError."""
        files = TableFiles.open(path, self._profile.secrets)
        genesis = genesis_of(path, files.records)
        games = self._stock.games
        game = games.of(genesis)
        note = self._profile.note(path)
        table = Table(
            self._identity,
            genesis,
            game,
            entropy=secrets.token_bytes,
            bots=self._stock.games.bots,
            records=files.records,
            secrets=files.secrets(),
            title=note.title if note is not None else "",
            knock=self._knock(),
            now_ms=now_ms,
            files=games.files(genesis),
            rebuild=lambda: games.of(genesis),
        )
        table.chat.restore(ChatFile(path).read())
        return table, files

    def _knock(self) -> Hello:
        """With what this laptop asks to watch a table that it is no member of."""
        return Hello(PROTOCOL, ENGINE, self._profile.settings.name, None, b"", ())

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


def new_secret() -> int:
    """The secret part of a table code."""
    return secrets.randbelow(SECRETS)


def secret_bytes(secret: int | None) -> bytes:
    """As laptops send it; empty = there is no code."""
    return b"" if secret is None else secret.to_bytes(3, "big")
