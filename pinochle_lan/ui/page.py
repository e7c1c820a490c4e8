"""A screen as plain data: the items on it, from back to front, each with its box and what it does.

Scenes build pages, ``paint`` draws them, ``screen`` finds the item under the pointer or the focus and
carries out what it does. Pages compare equal when nothing changed, so an unchanged screen is never drawn
again. Knows no pygame.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pinochle_lan.cards import Card, Suit
from pinochle_lan.intents import Intent
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose

Value = str | int | bool | bytes | Suit | tuple[str, int | str | bool] | None


@dataclass(frozen=True, slots=True)
class Local:
    """Something that concerns this window only; ``memory.after`` carries it out."""

    what: str
    value: Value = None


Do = tuple[Intent | Local, ...]
"""What an item does, in order; empty = nothing to click."""


class Run(NamedTuple):
    """A piece of a sentence: text, or a suit drawn as a shape."""

    text: str
    weight: str = ""
    tone: str = ""
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text inside its box. ``weight``: r m b h x (sans), s (serif) or c (code).

    ``align``: l m r.
    """

    box: Rect
    text: str
    size: float = 15.0
    weight: str = "r"
    tone: str = "text"
    align: str = "l"
    of: str = ""
    """Belongs to the card with this id: not drawn while the card is in flight."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One line of runs (bold names, suits)."""

    box: Rect
    runs: tuple[Run, ...]
    size: float = 15.0
    weight: str = "r"
    tone: str = "text"
    align: str = "l"
    paper: bool = False
    """Suits in the colours for light ground."""


@dataclass(frozen=True, slots=True)
class Block:
    """Wrapped text; what does not fit is cut with an ellipsis."""

    box: Rect
    text: str
    size: float = 15.0
    weight: str = "r"
    tone: str = "muted"
    align: str = "l"


@dataclass(frozen=True, slots=True)
class Shape:
    """A rounded rectangle. ``fill`` and ``line`` are roles of the theme, empty = none."""

    box: Rect
    fill: str = "panel"
    line: str = ""
    radius: float = 14.0
    line_w: float = 1.4
    alpha: int = 246
    shadow: float = 0.0
    of: str = ""
    """As a label's."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button. ``kind``: primary, secondary, ghost, danger, chip, tab, paper, free."""

    id: str
    box: Rect
    label: str
    do: Do = ()
    kind: str = "secondary"
    keys: tuple[str, ...] = ()
    """Keys that press it; the first one is shown as a cap unless ``cap`` is empty."""
    cap: str = ""
    size: float = 16.0
    enabled: bool = True
    why: str = ""
    """Tooltip: what it does, or why it is disabled."""
    chosen: bool = False
    """Drawn before the label."""


@dataclass(frozen=True, slots=True)
class Hot:
    """A place to click that draws nothing itself (a row of a list)."""

    id: str
    box: Rect
    do: Do
    why: str = ""
    enabled: bool = True
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardItem:
    """A card. ``card`` None = a back. ``shown`` is the width of the part that no later card covers."""

    id: str
    pose: Pose
    card: Card | None
    do: Do = ()
    shown: float = 0.0
    glow: bool = False
    dim: bool = False
    refused: bool = False
    chosen: bool = False
    fresh: bool = False
    link: bool = False
    """A second drawing of a card that counts in two melds."""
    enabled: bool = True
    why: str = ""
    shadow: float = 6.0
    up: float = 0.0
    """How far it is lifted from its place in the row."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat's plate: avatar, name, one line of state."""

    box: Rect
    name: str
    state: str
    tone: str = "us"
    turn: bool = False
    dealer: bool = False
    link: str = "ok"
    """ok, waiting (does not answer), gone (absent)."""
    ready: bool = False
    passed: bool = False
    tag: str = ""
    thinks: bool = False
    """A bot is at work: three slow dots."""
    left: int = -1
    """Time left for the choice, in thousandths of what the turn clock gives; -1 = no clock runs."""
    hue: int = -1
    """Colour of the avatar (``theme.hues``); -1 = by the name."""


@dataclass(frozen=True, slots=True)
class Face:
    """A round avatar with the initial of ``name``; an empty name is a free chair."""

    box: Rect
    name: str
    ring: str = "bar"
    hue: int = -1


@dataclass(frozen=True, slots=True)
class Glyph:
    """A suit, filling its box."""

    box: Rect
    suit: Suit
    paper: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A small drawn sign: tick, ring, warn, wifi0 to wifi3, menu, oval, slot, medal, disc, rule, lock."""

    box: Rect
    kind: str
    tone: str = "text"


@dataclass(frozen=True, slots=True)
class Meter:
    """A filled bar. ``share`` in thousandths."""

    box: Rect
    share: int
    tone: str = "us"
    ground: str = "black"


@dataclass(frozen=True, slots=True)
class Field:
    """A text field; what is written in it lives in the window's memory under ``id``."""

    id: str
    box: Rect
    hint: str = ""
    most: int = 24
    do: Do = ()
    """What Enter in the field does."""
    size: float = 17.0


@dataclass(frozen=True, slots=True)
class Tip:
    """A pointed note over whatever it explains; ``point`` is where its tip points to."""

    box: Rect
    point: tuple[float, float]
    title: tuple[Run, ...]
    more: tuple[Run, ...] = ()
    foot: str = ""
    bad: bool = True


@dataclass(frozen=True, slots=True)
class Veil:
    """Darkens everything behind it; what lies behind cannot be clicked or focused."""

    box: Rect
    alpha: int = 150
    do: Do = ()


@dataclass(frozen=True, slots=True)
class Felt:
    """The table cloth, filling its box."""

    box: Rect
    vignette: bool = True


Item = (
    Label
    | Sentence
    | Block
    | Shape
    | Button
    | Hot
    | CardItem
    | Plate
    | Face
    | Glyph
    | Mark
    | Meter
    | Field
    | Tip
    | Veil
    | Felt
)
Target = Button | Hot | CardItem | Field
"""Items that can be focused and clicked."""


@dataclass(frozen=True, slots=True)
class Page:
    """A screen: its name, its items from back to front, and the item that gets the focus first."""

    name: str
    items: tuple[Item, ...]
    first: str = ""
    say: str = ""
    """The state in one sentence (key W)."""
    thinks: bool = field(init=False, compare=False, repr=False)
    """Somebody's dots move."""
    _targets: tuple[Target, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_targets", self._reachable())
        thinks = any(isinstance(item, Plate) and item.thinks for item in self.items)
        object.__setattr__(self, "thinks", thinks)

    def targets(self) -> tuple[Target, ...]:
        """All that can be clicked or focused now, in reading order: what lies behind a veil cannot."""
        return self._targets

    def _reachable(self) -> tuple[Target, ...]:
        found: list[Target] = []
        for item in self.items:
            if isinstance(item, Veil):
                found.clear()
            elif isinstance(item, Field) or (isinstance(item, Button | Hot | CardItem) and item.do):
                found.append(item)
        return tuple(found)

    def at(self, x: float, y: float) -> Target | None:
        """The topmost target under the point."""
        for target in reversed(self.targets()):
            if covers(target, x, y):
                return target
        return None

    def find(self, name: str) -> Target | None:
        """The target with that id."""
        return next((target for target in self.targets() if target.id == name), None)

    def beside(self, name: str) -> str:
        """Where the focus goes from a control that is gone: to the first of its group, empty = there is none.

        Cards and the buttons that end a step have no neighbours: the next press would do something else.
        """
        group = name.partition(":")[0]
        if group in ("go", "hand", "melded"):
            return ""
        return next((target.id for target in self.targets() if region(target) == group), "")

    def cards(self) -> Iterator[CardItem]:
        """Every card on the page."""
        return (item for item in self.items if isinstance(item, CardItem))


def covers(target: Target, x: float, y: float) -> bool:
    """Whether a click on the point means the target. Cards are tried as they lie, tilted (F48).

    A lifted card still covers the place it was lifted from, so that it does not flee from the pointer.
    """
    if not isinstance(target, CardItem):
        return target.box.hit_area().holds(x, y)
    pose = target.pose
    turn = math.radians(pose.tilt)
    dx, dy = x - pose.cx, y - pose.cy
    along = dx * math.cos(turn) + dy * math.sin(turn)
    down = dy * math.cos(turn) - dx * math.sin(turn)
    half = pose.w * 0.7
    return abs(along) <= pose.w / 2 and -half <= down <= half + target.up


def hit_box(target: Target) -> Rect:
    """About where the target can be clicked, for layout checks: of a card the part that shows."""
    if isinstance(target, CardItem):
        box = target.pose.box
        return box._replace(w=target.shown or box.w)
    return target.box.hit_area()


def region(target: Target) -> str:
    """The group a target belongs to: arrows move inside it, Tab goes to the next one."""
    return target.id.partition(":")[0]
