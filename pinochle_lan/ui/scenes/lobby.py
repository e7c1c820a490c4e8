"""The lobby: who I am, tables found, the chosen table's seats, and the ways to a game."""

from __future__ import annotations

from typing import Final

from pinochle_lan.bridge import (
    ContinueGame,
    JoinTable,
    ListedTable,
    Lobby,
    OpenTable,
    RunCheck,
    SavedGame,
    Search,
    VariantInfo,
)
from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.layout_lobby import LobbyPlaces, lobby
from pinochle_lan.ui.page import Do, Face, Felt, Field, Hot, Local, Mark
from pinochle_lan.ui.scenes import lobby_table
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

CODE_LETTERS: Final = 24


def show(s: Sheet, look: Look, hall: Lobby) -> None:
    """The whole lobby."""
    s.name = "lobby"
    s.add(Felt(s.frame.whole))
    places = lobby(s.frame)
    _head(s, hall, places)
    chosen = _chosen(look, hall)
    _tables(s, hall, places, chosen)
    _own(s, look, hall, places)
    _join(s, look, hall, places)
    if chosen is not None:
        lobby_table.show(s, hall, places, chosen)
    elif hall.saved:
        _saved(s, hall, places)
    else:
        _empty(s, hall, places)


def _chosen(look: Look, hall: Lobby) -> ListedTable | None:
    for table in hall.tables:
        if table.table_id == look.memory.chosen:
            return table
    open_ones = [table for table in hall.tables if not table.ghost]
    return open_ones[0] if open_ones else None


def _head(s: Sheet, hall: Lobby, places: LobbyPlaces) -> None:
    for place, card in enumerate((Card(Rank.JACK, Suit.DIAMONDS), Card(Rank.QUEEN, Suit.SPADES))):
        s.card(f"logo:{place}", Pose(60 + place * 34, 64 + place * 2, 58, -12 + place * 20), card, 6)
    s.line_at(144, 48, places.me.x - 160, words.TITLE, size=36, weight="s")
    s.line_at(146, 86, places.me.x - 160, words.CLAIM, size=15, weight="m", tone="muted")
    box = places.me
    s.shape(box, "panel", line="line", radius=14, line_w=1.3, alpha=240)
    s.add(Face(Rect.at(box.x + 30, box.cy, 38, 38), hall.name or "?", "gold"))
    s.line_at(box.x + 60, box.y + 19, box.w - 184, hall.name or "No name yet", size=16, weight="h")
    s.line_at(
        box.x + 60, box.y + 39, box.w - 184, f"this laptop · {hall.laptop}", size=13, weight="m", tone="muted"
    )
    s.add(
        Hot(
            "me:name",
            Rect(box.x + 4, box.y + 4, box.w - 126, 48),
            (Local("dialog", "name"),),
            "Change your name",
        )
    )
    s.button(
        "me:settings",
        Rect(box.right - 116, box.y + 10, 104, 36),
        "Settings",
        (Local("dialog", "settings"),),
        size=14,
    )


def _tables(s: Sheet, hall: Lobby, places: LobbyPlaces, chosen: ListedTable | None) -> None:
    box = places.tables
    s.line_at(box.x + 4, box.y - 22, 320, "Tables on this network", size=21, weight="s")
    found = f"{len(hall.tables)} found · looking for more" if hall.tables else "Looking for tables"
    w = s.width(found, 13.5, "m") + 2
    s.add(Mark(Rect(box.right - w - 24, box.y - 30, 16, 16), "wifi3", "good"))
    s.line_at(box.right - w, box.y - 22, w, found, size=13.5, weight="m", tone="muted", align="r")
    s.add(Hot("search:again", Rect(box.right - w - 30, box.y - 42, w + 36, 38), (Search(),), "Look again"))
    if not hall.tables:
        _nothing(s, hall, box)
        return
    for table, row in zip(hall.tables, places.rows, strict=False):
        _row(s, table, row, chosen=chosen is not None and table.table_id == chosen.table_id)
    if len(hall.tables) > len(places.rows):
        text = f"and {len(hall.tables) - len(places.rows)} more"
        s.line_at(box.x + 330, box.y - 22, 130, text, size=13.5, weight="m", tone="muted")


def _nothing(s: Sheet, hall: Lobby, box: Rect) -> None:
    """No table yet; after 8 seconds the reasons why, and the check that tells them apart (F46)."""
    cell = Rect(box.x, box.y, box.w, min(320.0 if hall.check else 200.0, box.h))
    s.shape(cell, "bar", line="line", radius=16, line_w=1.3, alpha=150)
    late = hall.searching_ms >= words.SEARCH_PATIENCE_MS
    s.line_at(
        cell.x + 24,
        cell.y + 40,
        cell.w - 48,
        "Nobody has opened a table yet." if not late else "Nothing yet. Same Wi-Fi?",
        size=20,
        weight="h",
    )
    text = (
        "A guest network or a firewall can hide tables. Join by the code that the others read out, "
        "or open a table yourself and read them yours."
        if late
        else "Tables on this Wi-Fi appear here by themselves."
    )
    if hall.check:
        # The weightiest finding with its advice, and the own address; `pinochle-lan doctor` tells the rest.
        told = hall.check if len(hall.check) <= 3 else (*hall.check[:2], hall.check[-1])
        s.block(Rect(cell.x + 24, cell.y + 62, cell.w - 48, cell.h - 126), " ".join(told), size=15)
    else:
        s.block(Rect(cell.x + 24, cell.y + 62, cell.w - 48, 50), text, size=15)
    if hall.addresses and late and not hall.check:
        own = f"This laptop is {words.joined(hall.addresses[:3])}."
        s.line_at(cell.x + 24, cell.y + 132, cell.w - 48, own, size=14, weight="m", tone="muted")
    if late:
        s.button(
            "search:now", Rect(cell.x + 24, cell.bottom - 52, 130, 40), "Look again", (Search(),), size=15
        )
        label = "Checking ..." if hall.checking else "Run the check"
        place = Rect(cell.x + 166, cell.bottom - 52, 160, 40)
        s.button("search:check", place, label, (RunCheck(),), size=15, enabled=not hall.checking)


def _row(s: Sheet, table: ListedTable, box: Rect, *, chosen: bool) -> None:
    fill, line = ("chosen", "gold") if chosen else ("panel", "line")
    s.shape(box, fill, line=line, radius=16, line_w=2.4 if chosen else 1.3, alpha=246, shadow=7)
    right = box.right - 130
    seats_x = box.x + max(300.0, box.w * 0.52)
    end = s.inline(box.x + 22, box.y + 27, table.name, size=20, weight="h", most=seats_x - box.x - 130)
    s.line_at(
        end + 10,
        box.y + 29,
        seats_x - end - 16,
        f"opened by {table.founder}",
        size=14,
        weight="m",
        tone="muted",
    )
    s.line_at(box.x + 22, box.y + 56, seats_x - box.x - 40, table.variant_title, size=16, weight="b")
    extra = " · ".join(table.options) if table.options else "usual rules"
    s.line_at(box.x + 22, box.y + 81, seats_x - box.x - 40, extra, size=14, weight="m", tone="muted")
    for place, name in enumerate(table.seats[:4]):
        s.add(Face(Rect.at(seats_x + 18 + place * 46, box.y + 42, 38, 38), name, "bar"))
    free = sum(not name for name in table.seats)
    text, tone = _seats_line(table, free)
    s.line_at(seats_x, box.y + 82, right - seats_x - 8, text, size=14, weight="b", tone=tone)
    if table.rtt_ms is not None and not table.ghost:
        speed = f"{table.rtt_ms} ms"
        w = s.width(speed, 13.5, "m") + 2
        s.line_at(box.right - 22 - w, box.y + 29, w, speed, size=13.5, weight="m", tone="muted", align="r")
        s.add(Mark(Rect(box.right - 22 - w - 22, box.y + 22, 15, 15), "wifi3", "good"))
    if table.locked:
        s.add(Mark(Rect(right - 6, box.y + 21, 16, 16), "lock", "muted"))
    s.add(Hot(f"tables:{table.table_id.hex()}", box, (Local("choose", table.table_id),), table.why_not))
    label = "Selected" if chosen else "View"
    s.button(
        f"view:{table.table_id.hex()}",
        Rect(box.right - 130, box.y + 50, 110, 40),
        label,
        (Local("choose", table.table_id),),
        "ghost" if chosen else "secondary",
        size=15,
    )


def _seats_line(table: ListedTable, free: int) -> tuple[str, str]:
    if table.ghost:
        return "does not answer", "amber"
    if table.why_not:
        return table.why_not, "amber"
    if table.under_way:
        return "under way", "muted"
    if free:
        return ("1 seat free" if free == 1 else f"{free} seats free"), "good"
    return "full", "muted"


def _own(s: Sheet, look: Look, hall: Lobby, places: LobbyPlaces) -> None:
    box = places.own
    s.shape(box, "bar", line="line", radius=16, line_w=1.3, alpha=180)
    buttons = 350.0
    if hall.saved and hall.tables:
        count = len(hall.saved)
        title = f"Go on ({count})"
        s.button(
            "own:saved",
            Rect(box.right - 350 - 126, box.y + 20, 126, 46),
            title,
            (Local("dialog", "saved"),),
            size=16,
            why="Unfinished games on this laptop",
        )
        buttons = 488.0
    s.line_at(box.x + 22, box.y + 28, box.w - buttons - 30, "Start your own", size=18, weight="h")
    s.line_at(
        box.x + 22,
        box.y + 57,
        box.w - buttons - 30,
        "Others on this Wi-Fi see it at once.",
        size=14,
        weight="m",
        tone="muted",
    )
    variant = default_variant(look, hall)
    may = variant is not None and bool(hall.name)
    why = "" if may else "Say your name first."
    s.button(
        "own:bots",
        Rect(box.right - 338, box.y + 20, 170, 46),
        "Play with bots",
        (Local("dialog", "bots"),),
        keys=("b",),
        cap="B",
        size=16,
        enabled=may,
        why=why,
    )
    primary = not any(not table.ghost and not table.why_not for table in hall.tables)
    s.button(
        "own:new",
        Rect(box.right - 156, box.y + 20, 138, 46),
        "New table",
        _open(hall, variant),
        "primary" if primary else "secondary",
        keys=("n",),
        cap="N",
        size=16,
        enabled=may,
        why=why,
    )


def default_variant(look: Look, hall: Lobby) -> VariantInfo | None:
    """The variant a new table begins with: the last one chosen, else the first."""
    last = (info for info in hall.variants if info.id == look.settings.variant)
    return next(last, None) or next(iter(hall.variants), None)


def _open(hall: Lobby, variant: VariantInfo | None) -> Do:
    """A table that others see; everything else is chosen at the table."""
    return () if variant is None else (OpenTable(f"{hall.name}'s table", variant.id),)


def against_bots(look: Look, hall: Lobby) -> Do:
    """A game on this laptop alone: the chosen variant, the chosen opponent on every other chair."""
    variant, bot = default_variant(look, hall), default_bot(look, hall)
    if variant is None or not bot:
        return ()
    bots = tuple((seat, bot) for seat in range(1, variant.seats))
    return (OpenTable(f"{hall.name}'s table", variant.id, bots=bots, alone=True), Local("dialog", ""))


def default_bot(look: Look, hall: Lobby) -> str:
    """The opponent chosen last, else the first one."""
    ids = [id_ for id_, _ in hall.opponents]
    return look.settings.bot if look.settings.bot in ids else ids[0] if ids else ""


def _join(s: Sheet, look: Look, hall: Lobby, places: LobbyPlaces) -> None:
    box = places.join
    s.line_at(box.x + 4, box.cy, 224, "Nothing listed? Join by code", size=14.5, weight="m", tone="muted")
    typed = look.memory.field("code").strip()
    do = join_by(typed)
    s.add(Field("code", Rect(box.x + 234, box.y, 196, 40), "Code or address", CODE_LETTERS, do))
    s.button(
        "join:code",
        Rect(box.x + 440, box.y, 84, 40),
        "Join",
        do,
        size=15,
        enabled=bool(typed) and not hall.joining,
        why="Type the code that the others read out.",
    )
    text, tone = (hall.problem, "amber") if hall.problem else (hall.joining, "us")
    s.line_at(box.x + 536, box.cy, box.right - box.x - 536, text, size=14, weight="b", tone=tone)


def join_by(typed: str) -> Do:
    """A code such as H3T9-PAKD, or an address such as 192.168.1.20:4771."""
    if not typed:
        return ()
    if "." in typed or ":" in typed:
        return (JoinTable(address=typed),)
    return (JoinTable(code=typed.upper()),)


def _saved(s: Sheet, hall: Lobby, places: LobbyPlaces) -> None:
    box = places.detail
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    s.line_at(box.x + 24, box.y + 34, box.w - 48, "Go on with a game", size=23, weight="s")
    saved_list(s, hall.saved, Rect(box.x + 24, box.y + 62, box.w - 48, box.h - 86))


def saved_list(s: Sheet, saved: tuple[SavedGame, ...], box: Rect) -> None:
    """Unfinished games with their scores, newest first, each with its button."""
    room = max(1, int(box.h // 98))
    for place, game in enumerate(saved[:room]):
        row = Rect(box.x, box.y + place * 98, box.w, 88)
        s.shape(row, "raised", line="line", radius=12, line_w=1.3, alpha=255)
        s.line_at(row.x + 16, row.y + 20, row.w - 148, game.title, size=15.5, weight="h")
        s.line_at(
            row.x + 16,
            row.y + 43,
            row.w - 148,
            f"with {words.joined(game.people)}",
            size=14,
            weight="m",
            tone="muted",
        )
        scores = " · ".join(f"{name} {words.number(score)}" for name, score in game.scores)
        s.line_at(
            row.x + 16, row.y + 66, row.w - 32, f"{game.when} · {scores}", size=13, weight="m", tone="muted"
        )
        s.button(
            f"saved:{place}",
            Rect(row.right - 118, row.y + 12, 104, 38),
            "Continue",
            (ContinueGame(game.file),),
            size=14.5,
        )


def _empty(s: Sheet, hall: Lobby, places: LobbyPlaces) -> None:
    """What to do first."""
    box = places.detail
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    s.line_at(box.x + 24, box.y + 34, box.w - 48, "How to begin", size=23, weight="s")
    steps = (
        ("Open a table", "Press New table. The others on this Wi-Fi see it in their list."),
        ("Or join one", "When somebody opens a table it appears at the left. Choose it and sit down."),
        ("Not enough people?", "Bots take the empty chairs. You may free one for somebody who comes."),
        ("Going home early?", "The game is kept on every laptop. Go on with it tonight, or next week."),
    )
    for place, (title, text) in enumerate(steps):
        y = box.y + 78 + place * 92
        s.add(Mark(Rect.at(box.x + 40, y + 8, 30, 30), "disc", "control"))
        s.line_at(box.x + 27, y + 8, 26, str(place + 1), size=15, weight="x", tone="gold", align="m")
        s.line_at(box.x + 68, y + 4, box.w - 92, title, size=16, weight="h")
        s.block(Rect(box.x + 68, y + 18, box.w - 92, 58), text, size=14.5)
    if hall.addresses:
        own = f"This laptop: {words.joined(hall.addresses[:2])}"
        s.line_at(box.x + 24, box.bottom - 28, box.w - 48, own, size=13, weight="m", tone="muted")
