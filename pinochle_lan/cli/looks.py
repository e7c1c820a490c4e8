"""What ``plugins check`` says of looks: whether the window would wear them.

Owns no rule of its own; colours and drawings are judged by the window's wardrobe.
"""

from __future__ import annotations

import os
from pathlib import Path

from pinochle_lan.pluginhost.host import load_file
from pinochle_lan.room import lists


def refused(path: Path) -> tuple[str, ...]:
    """Why the window would not wear the looks of a plugin file, a sentence each; empty = it does."""
    looks = lists.looks(load_file(path))
    if not looks:
        return ()
    # Only a look needs the window's drawing library; a check of rules does without.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # stdout is ours
    from pinochle_lan.ui.settings import LOOK, UiSettings  # noqa: PLC0415
    from pinochle_lan.ui.wardrobe import outfit  # noqa: PLC0415

    worn = (outfit(UiSettings(deck=LOOK + look.id, theme=LOOK + look.id), looks) for look in looks)
    return tuple(one.problem for one in worn if one.problem)
