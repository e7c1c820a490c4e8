"""Unfinished games of this laptop: a panel of the lobby, and the rows of a dialog."""

from __future__ import annotations

from typing import Final

from pinochle_lan.front import Lobby, SavedGame
from pinochle_lan.intents import ContinueGame
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.sheet import Sheet

SAVED_H: Final = 98.0


def show(s: Sheet, hall: Lobby, box: Rect) -> None:
    """The panel with the games that can go on."""
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    s.line_at(box.x + 24, box.y + 34, box.w - 48, "Go on with a game", size=23, weight="s")
    rows(s, hall.saved, Rect(box.x + 24, box.y + 62, box.w - 48, box.h - 86))


def rows(s: Sheet, saved: tuple[SavedGame, ...], box: Rect) -> None:
    """Unfinished games with their scores, newest first, each with its button."""
    room = max(1, int(box.h // SAVED_H))
    for place, game in enumerate(saved[:room]):
        _row(s, game, place, Rect(box.x, box.y + place * SAVED_H, box.w, SAVED_H - 10))


def _row(s: Sheet, game: SavedGame, place: int, row: Rect) -> None:
    s.shape(row, "raised", line="line", radius=12, line_w=1.3, alpha=255)
    x, w = row.x + 16, row.w - 148
    s.line_at(x, row.y + 20, w, game.title, size=15.5, weight="h")
    scores = " · ".join(f"{name} {words.number(score)}" for name, score in game.scores)
    told = f"{game.when} · {scores}" + (f" · {game.continued}" if game.continued else "")
    do = (ContinueGame(game.file),)
    cell = Rect(row.right - 118, row.y + (4 if game.suspects or game.shared else 12), 104, 38)
    s.button(f"saved:{place}", cell, "Continue", do, size=14.5)
    if not game.suspects:
        people = f"with {words.joined(game.people)}"
        s.line_at(x, row.y + 43, w, people, size=14, weight="m", tone="muted")
        s.line_at(x, row.y + 66, w if game.shared else row.w - 32, told, size=13, weight="m", tone="muted")
        if game.shared:
            why = "Too few of them are here? A new table with this score and dealer, for whoever comes."
            anew = (ContinueGame(game.file, anew=True),)
            s.button(
                f"saved:{place}:anew",
                cell._replace(y=row.y + 46),
                "With others",
                anew,
                "ghost",
                size=14,
                why=why,
            )
        return
    names = words.joined(game.suspects)
    s.line_at(x, row.y + 43, w, told, size=13, weight="m", tone="muted")
    cell = cell._replace(y=row.y + 46)
    without = (ContinueGame(game.file, game.suspects),)
    why = (
        f"The game stopped over the {names}. From the next hand on it is left out, if all who play on say so."
    )
    s.button(f"saved:{place}:without", cell, "Without it", without, "ghost", size=14, why=why)
    s.line_at(x, row.y + 66, w, f"Stopped over {names}", size=13.5, weight="b", tone="amber")
