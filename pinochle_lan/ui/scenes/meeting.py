"""A table whose plugins this laptop lacks or has in another form: what differs, and the person's yes or no.

The whole source stands beside the question; nothing of it was run. Where the table hands out no files, the
page says what to do instead.
"""

from __future__ import annotations

from pinochle_lan.front import Lobby
from pinochle_lan.shelf import AcceptPlugin, Difference, Meeting, Offer, RefusePlugins, ReloadPlugins
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout_lobby import setup
from pinochle_lan.ui.page import Button, Felt, Mark
from pinochle_lan.ui.scenes import source
from pinochle_lan.ui.scenes.look import Look, top_bar
from pinochle_lan.ui.sheet import Sheet


def show(s: Sheet, look: Look, hall: Lobby, snap: Snapshot, meeting: Meeting) -> None:
    """The whole screen."""
    s.name = "meeting"
    s.add(Felt(s.frame.whole))
    top_bar(s, snap, f"{meeting.table} · Plugins")
    places = setup(s.frame)
    offer = meeting.offers[0] if meeting.offers else None
    _differences(s, hall, meeting, offer, places.chairs)
    box = places.game
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    inner = Rect(box.x + 24, box.y, box.w - 48, box.h)
    if offer is not None:
        _offer(s, look, meeting, offer, inner)
    elif meeting.forbidden:
        _forbidden(s, hall, meeting, inner)
    else:
        _coming(s, meeting, inner)
    s.say = _question(meeting, offer)


def _question(meeting: Meeting, offer: Offer | None) -> str:
    if offer is None:
        return " ".join(one.sentence for one in meeting.differences)
    return f"{offer.who} offers the {offer.plugin}. Read it, then say yes or no."


def _differences(s: Sheet, hall: Lobby, meeting: Meeting, offer: Offer | None, box: Rect) -> None:
    """At the left: every difference with versions and digests, and what the file at hand brings."""
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=248, shadow=12)
    x, w = box.x + 24, box.w - 48
    s.line_at(x, box.y + 34, w, "Not the same rules", size=23, weight="s")
    text = f"{meeting.who}'s table plays with plugins that differ from those on this laptop."
    s.block(Rect(x, box.y + 54, w, 42), text, size=14.5, weight="m")
    y = box.y + 104
    now = "" if offer is None else offer.plugin
    ordered = sorted(meeting.differences, key=lambda one: one.plugin != now)
    most = 4 if offer is None else 2
    for one in ordered[:most]:
        y = _difference(s, one, Rect(x, y, w, 0), now=one.plugin == now)
    if len(ordered) > most:
        s.line_at(x, y + 8, w, f"and {len(ordered) - most} more", size=14, weight="m", tone="muted")
        y += 24
    if offer is not None:
        y = _reaches(s, offer, Rect(x, y + 4, w, box.bottom - 190 - y))
        _registers(s, offer, Rect(x, y + 6, w, box.bottom - 90 - y))
    if meeting.problem:
        s.block(Rect(x, box.bottom - 74, w, 60), meeting.problem, size=14, weight="b", tone="amber")
    elif hall.shelf.notice:
        s.block(Rect(x, box.bottom - 74, w, 60), hall.shelf.notice, size=14, weight="m")


def _difference(s: Sheet, one: Difference, row: Rect, *, now: bool) -> float:
    high = 88.0
    line = "gold" if now else "line"
    s.shape(row._replace(h=high), "raised", line=line, radius=12, line_w=1.6 if now else 1.3, alpha=255)
    s.line_at(row.x + 14, row.y + 20, row.w - 28, one.plugin, size=15.5, weight="h")
    mine = "you have none" if one.mine is None else f"you have {_version(one.mine)}"
    s.line_at(row.x + 14, row.y + 43, row.w - 28, f"table: {_version(one.theirs)}", size=14, weight="m")
    s.line_at(row.x + 14, row.y + 66, row.w - 28, mine, size=14, weight="m", tone="amber")
    return row.y + high + 10


def _version(pair: tuple[str, str]) -> str:
    version, digest = pair
    return f"{version or '?'} · {digest[:8]}"


def _reaches(s: Sheet, offer: Offer, box: Rect) -> float:
    """What the file should not touch, before anything it says of itself; returns where it ends."""
    y = box.y
    for place, sentence in enumerate(offer.reaches):
        if y + 48 > box.bottom:
            more = f"and {len(offer.reaches) - place} more like this"
            s.line_at(box.x + 24, y + 12, box.w - 24, more, size=13.5, weight="b", tone="amber")
            return y + 26
        s.add(Mark(Rect.at(box.x + 8, y + 12, 16, 16), "warn", "gold"))
        s.block(Rect(box.x + 24, y, box.w - 24, 44), sentence, size=13.5, weight="b", tone="amber")
        y += 48
    return y


def _registers(s: Sheet, offer: Offer, box: Rect) -> None:
    """What the file says that it brings, read without running it."""
    s.caps(box.x, box.y + 8, box.w, "It brings")
    y = box.y + 24
    for one in offer.registers:
        if y + 22 > box.bottom:
            break
        title = " ".join(part for part in (one.title or one.id, one.version) if part)
        s.line_at(box.x, y + 10, box.w, f"{one.kind}: {title}", size=14.5, weight="b")
        y += 22
        if one.text and y + 44 <= box.bottom:
            s.block(Rect(box.x, y, box.w, 42), one.text, size=13.5)
            y += 46
    if not offer.registers:
        s.line_at(box.x, y + 10, box.w, "Nothing that can be read without running it.", size=14, tone="amber")


def _offer(s: Sheet, look: Look, meeting: Meeting, offer: Offer, box: Rect) -> None:
    count = f" (1 of {len(meeting.differences)})" if len(meeting.differences) > 1 else ""
    title = f"Take it from {offer.who}?{count}"
    s.line_at(box.x, box.y + 34, box.w, title, size=23, weight="s")
    note = f"This is all of {offer.file}, digest {offer.digest[:8]}. It runs on this laptop once you say yes."
    if offer.replaces:
        note += f" {offer.replaces} is switched off and kept."
    s.block(Rect(box.x, box.y + 54, box.w, 42), note, size=14, weight="m")
    source.show(s, look, offer.source, Rect(box.x, box.y + 100, box.w, box.h - 100 - 74))
    y = box.bottom - 62
    # The yes stands away from where "join" was, and has no Enter: habit never says it.
    yes = (AcceptPlugin(offer.digest),)
    cell = Rect(box.x, y, 250, 46)
    s.add(Button("go:yes", cell, "Yes, keep and use it", yes, "primary", ("y",), "Y", 16))
    no = Rect(box.right - 230, y, 230, 46)
    s.button("go:no", no, "No, leave the table", (RefusePlugins(),), "ghost", size=15)
    s.first = "go:no"


def _forbidden(s: Sheet, hall: Lobby, meeting: Meeting, box: Rect) -> None:
    s.line_at(box.x, box.y + 34, box.w, "This table hands out no files", size=23, weight="s")
    y = box.y + 66
    for one in meeting.differences:
        if y > box.bottom - 190:
            break
        s.block(Rect(box.x, y, box.w, 62), one.sentence, size=15.5, weight="m", tone="text")
        y += 70
    text = (
        f"Have {meeting.who} give you the file some other way, put it into the folder below, and press "
        "Reload plugins. Then you sit down at once."
    )
    s.block(Rect(box.x, y + 6, box.w, 66), text, size=15)
    s.block(Rect(box.x, y + 78, box.w, 44), hall.shelf.folder, size=14, weight="c", tone="us")
    _plain(s, box)


def _coming(s: Sheet, meeting: Meeting, box: Rect) -> None:
    s.line_at(box.x, box.y + 34, box.w, "One moment", size=23, weight="s")
    text = meeting.problem or f"{meeting.who}'s laptop sends the file. You will be asked before it is used."
    s.block(Rect(box.x, box.y + 66, box.w, 80), text, size=15.5, weight="m", tone="text")
    _plain(s, box)


def _plain(s: Sheet, box: Rect) -> None:
    """The two ways on where there is no file to say yes to."""
    y = box.bottom - 62
    load = (ReloadPlugins(),)
    s.button("go:reload", Rect(box.right - 210, y, 210, 46), "Reload plugins", load, "primary", size=16)
    s.button("go:no", Rect(box.x, y, 190, 46), "Leave the table", (RefusePlugins(),), "ghost", size=15)
