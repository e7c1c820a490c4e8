"""Talk at the table: balloons by the plates, the chat in the side panel, and the quick phrases under it."""

from __future__ import annotations

from typing import Final

from pinochle_lan.intents import Say
from pinochle_lan.rules.view import BidOffer, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import chatter, presence, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import columns
from pinochle_lan.ui.layout_table import TablePlaces
from pinochle_lan.ui.memory import CHAT, Balloon
from pinochle_lan.ui.page import Do, Field, Local, Run
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

REMARK_MOST: Final = 120
"""Characters of a remark (look.md 6)."""
BALLOON_W: Final = 226.0
QUICK_H: Final = 102.0


def open_now(look: Look, snap: Snapshot) -> bool:
    """Whether there is anybody to talk to, and the person wants to."""
    return look.settings.chat and not snap.watching and bool(chatter.company(snap))


def balloons(s: Sheet, look: Look, snap: Snapshot, view: View, places: TablePlaces) -> None:
    """What was said in the last seconds, by the plate of who said it."""
    if not look.settings.chat:
        return
    seats = len(places.seats)
    for balloon in look.memory.balloons:
        place = (balloon.seat - (view.viewer or 0)) % seats
        _balloon(s, balloon, places, place)


def _balloon(s: Sheet, balloon: Balloon, places: TablePlaces, place: int) -> None:
    where = places.seats[place]
    most_w = BALLOON_W * s.grow
    lines = s.wrapped((Run(balloon.text),), most_w, 15, "b", most=4)
    step = s.line(15) + 1
    w = min(most_w, max(s.runs_width(line, 15, "b") for line in lines)) + 28
    h = step * len(lines) + 14
    felt = places.felt
    if where.below and place:
        left = max(felt.x + 8, min(where.plate.cx - w / 2, felt.right - 8 - w))
        box = Rect(left, where.plate.y - 10 - h, w, h)
    else:
        box = Rect(where.plate.right + 8, where.plate.cy - h / 2, w, h)
    s.shape(box, "paper", line="", radius=14, line_w=0, alpha=255, shadow=9)
    for row, line in enumerate(lines):
        cell = Rect(box.x + 12, box.y + 7 + row * step, w - 24, step)
        s.sentence(cell, line, size=15, weight="b", tone="ink", align="m", paper=True)


def quick(s: Sheet, look: Look, view: View, box: Rect) -> None:
    """The six phrases; with the chat open a digit says one, unless digits are bids just now."""
    s.caps(box.x, box.y + 16, box.w, "Quick chat")
    bidding = any(isinstance(offer, BidOffer) for offer in view.offers)
    numbers = look.memory.tab == "chat" and not bidding
    for place, phrase in enumerate(chatter.PHRASES):
        cell = columns(Rect(box.x, box.y + 30 + place // 3 * 36, box.w, 32), 3, 6)[place % 3]
        keys = (str(place + 1),) if numbers else ()
        s.button(f"quick:{place}", cell, phrase, (Say(phrase),), "chip", keys=keys, size=13.5)


def chat(s: Sheet, look: Look, snap: Snapshot, view: View, box: Rect) -> None:
    """What was said, newest last; who is heard; and the line to write in."""
    company = chatter.company(snap)
    rows = columns(Rect(box.x, box.y, box.w, 30), max(1, len(company)), 6)
    for cell, who in zip(rows, company, strict=False):
        if who.host is None:
            continue
        muted = who.host in look.memory.muted
        title = f"Hear {who.name}" if muted else f"Mute {who.name}"
        why = f"{who.name} is muted: nothing said is shown" if muted else f"Show nothing that {who.name} says"
        mute: Do = (Local("mute", who.host),)
        s.button(f"mute:{who.seat}", cell, title, mute, "chip", size=13, chosen=muted, why=why)
    field = Rect(box.x, box.bottom - 40, box.w, 38)
    body = Rect(box.x, box.y + 40, box.w, field.y - box.y - 46)
    _remarks(s, look, snap, view, body)
    typed = look.memory.field(CHAT).strip()
    say: Do = (Say(typed), Local("clear", CHAT)) if typed else ()
    s.add(Field(CHAT, field, "Say something ( / )", REMARK_MOST, say, 15))


def _remarks(s: Sheet, look: Look, snap: Snapshot, view: View, box: Rect) -> None:
    step = 22 * s.grow
    room = max(1, int(box.h / step))
    rows: list[tuple[Run, ...]] = []
    for remark in chatter.shown(snap, look.memory.muted)[-room:]:
        who = chatter.speaker(snap, remark.member)
        seat = None if who is None else who.seat
        name = presence.laptop_name(snap, remark.member) if seat is None else words.name(snap, seat)
        tone = "muted" if seat is None else words.side_tone(view, view.seats[seat].side)
        said = (Run(name, "b", tone), Run(f"  {remark.text}"))
        rows += s.wrapped(said, box.w - 4, 14, most=4)
    if not rows:
        rows = [(Run("Nothing has been said yet.", "", "muted"),)]
    for place, runs in enumerate(rows[-room:]):
        line = Rect(box.x, box.y + place * step, box.w, step)
        s.sentence(line, runs, size=14, weight="r", tone="log")
