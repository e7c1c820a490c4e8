"""Scenes: functions from a front and what the window remembers to a page. ``build`` chooses and puts
together.
"""

from __future__ import annotations

from pinochle_lan.front import Front
from pinochle_lan.ui.page import Felt, Page
from pinochle_lan.ui.scenes import dialogs, lobby, meeting, meld, score, setup, table, together
from pinochle_lan.ui.scenes.look import Look, top_bar


def build(front: Front, look: Look) -> Page:
    """The page for what is in front of the person now."""
    s = look.sheet("lobby")
    snap = front.table
    if snap is None:
        lobby.show(s, look, front.lobby)
    elif snap.stage == "setup" and front.lobby.shelf.meeting is not None:
        meeting.show(s, look, front.lobby, snap, front.lobby.shelf.meeting)
    elif snap.stage == "setup":
        setup.show(s, look, front.lobby, snap)
    elif snap.view is None:
        s.name = "deal"
        s.add(Felt(s.frame.whole))
        top_bar(s, snap, f"{snap.name} · Dealing")
        s.line_at(
            0, s.frame.h / 2, s.frame.w, "The cards are being shuffled.", size=20, weight="s", align="m"
        )
    elif look.held is None and (snap.view.over or snap.stage == "over" or score.due(snap.view)):
        missed = meld.missed(snap, snap.view, look.memory.seen_meld)
        if missed is None:
            score.show(s, look, snap, snap.view)
        else:
            table.show(s, look, snap, missed)
    else:
        table.show(s, look, snap, snap.view)
    if snap is not None:
        together.strips(s, look, snap, dialogs.banner(s, look, snap))
    dialogs.show(s, look, front)
    return s.page()
