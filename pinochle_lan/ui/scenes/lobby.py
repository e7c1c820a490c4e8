"""The lobby: who I am, tables found, the chosen table's seats, and the ways to a game."""

from __future__ import annotations

from typing import Final

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.front import ListedTable, Lobby, VariantInfo
from pinochle_lan.intents import JoinTable, OpenTable, Search
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.layout_lobby import LobbyPlaces, lobby
from pinochle_lan.ui.page import Do, Face, Felt, Field, Hot, Local, Mark
from pinochle_lan.ui.scenes import lobby_list, lobby_table, saved
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
    lobby_list.show(s, hall, places, chosen)
    _own(s, look, hall, places)
    _join(s, look, hall, places)
    if chosen is not None:
        lobby_table.show(s, hall, places, chosen)
    elif hall.saved:
        saved.show(s, hall, places.detail)
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
    if hall.problem:
        y = max(70.0, 48 + s.text.em(36) * 0.42)
        cell = Rect(146, y, places.me.x - 162, 118 - y)
        s.add(Mark(Rect.at(156, y + 14, 20, 20), "warn", "gold"))
        s.block(cell._replace(x=174, w=cell.w - 28), hall.problem, size=14.5, weight="b", tone="amber")
        s.add(Hot("problem:more", cell, (Search(),), hall.problem))
    else:
        s.line_at(146, 86, places.me.x - 160, words.CLAIM, size=15, weight="m", tone="muted")
    box = places.me
    s.shape(box, "panel", line="line", radius=14, line_w=1.3, alpha=240)
    s.add(Face(Rect.at(box.x + 30, box.cy, 38, 38), hall.name or "?", "gold"))
    room = box.w - 300
    s.line_at(box.x + 60, box.y + 19, room, hall.name or "No name yet", size=16, weight="h")
    s.line_at(box.x + 60, box.y + 39, room, f"this laptop · {hall.laptop}", size=13, weight="m", tone="muted")
    s.add(
        Hot(
            "me:name",
            Rect(box.x + 4, box.y + 4, box.w - 242, 48),
            (Local("dialog", "name"),),
            "Change your name",
        )
    )
    _plugins(s, hall, Rect(box.right - 230, box.y + 10, 104, 36))
    s.button(
        "me:settings",
        Rect(box.right - 116, box.y + 10, 104, 36),
        "Settings",
        (Local("dialog", "settings"),),
        size=14,
    )


def _plugins(s: Sheet, hall: Lobby, cell: Rect) -> None:
    """The way to the plugins, with a sign if one of them is broken."""
    broken = sum(row.state == "broken" for row in hall.shelf.rows)
    why = f"{broken} broken" if broken else "House rules, games, opponents and looks on this laptop"
    s.button("me:plugins", cell, "Plugins", (Local("dialog", "plugins"),), size=14, why=why)
    if broken:
        s.add(Mark(Rect.at(cell.right - 4, cell.y + 2, 20, 20), "warn", "gold"))


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
        _open(look, hall, variant),
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


def _open(look: Look, hall: Lobby, variant: VariantInfo | None) -> Do:
    """A table that others see; everything else is chosen at the table."""
    if variant is None:
        return ()
    set_ = look.settings
    return (OpenTable(f"{hall.name}'s table", variant.id, locked=set_.locked, shares=set_.shares),)


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
    room = box.right - box.x - 536
    s.block(Rect(box.x + 536, box.y - 4, room, 48), hall.joining, size=14, weight="b", tone="us")


def join_by(typed: str) -> Do:
    """A code such as H3T9-PAKD, or an address such as 192.168.1.20:4771."""
    if not typed:
        return ()
    if "." in typed or ":" in typed:
        return (JoinTable(address=typed),)
    return (JoinTable(code=typed.upper()),)


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
