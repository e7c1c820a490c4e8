"""Kings, queens and jacks: two-way figures in the frame x 66-184, y 24-326 of the card grid.

Each function draws the upper half down to the belt at y 175; the generator turns it over for the lower half.
What sets suits apart: robe and lining, hair, beard and hair style, flower, and the direction of the eyes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from drawing import CREAM, GOLD, GOLD_DARK, GOLD_LIGHT, INK, circle, ellipse, mirrored, path, pip, rect

LEFT: Final = 66
RIGHT: Final = 184
TOP: Final = 24
BELT: Final = 175
MIDDLE: Final = 125
LINE: Final = "#2A2622"
STEEL: Final = "#CBD3DC"
STEEL_DARK: Final = "#66727F"
LEAF: Final = "#2F7A45"
WHITE: Final = "#FFFFFF"


@dataclass(frozen=True)
class Livery:
    """The colours and habits of one suit's court."""

    robe: str
    robe_dark: str
    lining: str
    lining_dark: str
    king_hair: str
    queen_hair: str
    jack_hair: str
    petal: str
    skin: str = "#F4D2B0"
    skin_shade: str = "#DFAE85"
    gaze: float = 0.0
    """Pupils are moved by this much."""


LIVERIES: Final = {
    "S": Livery(
        "#2B3C5C", "#1B2840", "#8F1F2D", "#671420", "#7A7F87", "#2E221C", "#40302A", "#B32636", gaze=-0.9
    ),
    "H": Livery(
        "#B8222F", "#8A1520", "#24467A", "#16305A", "#D7A34A", "#CF9233", "#B9802B", "#2E5AA0",
        "#F7D9BA", "#E3B48D", 0.9,
    ),
    "D": Livery(
        "#1D60A6", "#12437A", "#C63C2C", "#962819", "#9A5B2C", "#9A4520", "#8A4B23", "#E7B13A",
        "#F2CDA8", "#DBA67A", -0.9,
    ),
    "C": Livery(
        "#20744A", "#145234", "#7E2554", "#5A163A", "#5E4028", "#553220", "#55331C", "#A8336F",
        "#E9C19A", "#CF9C72", 0.9,
    ),
}  # fmt: skip


def backdrop(suit: str, tint: str, special: bool) -> str:
    """The ground behind a court, with a faint lattice."""
    ground = "#FFF4D6" if special else tint
    mark = GOLD_LIGHT if special else WHITE
    drawing = rect(LEFT, TOP, RIGHT - LEFT, 302, 7, ground)
    for row in range(11):
        for column in range(5):
            if (row + column) % 2:
                continue
            x, y = 77 + column * 24, 37 + row * 27.6
            drawing += path(f"M{x},{y - 5:g} L{x + 4},{y:g} L{x},{y + 5:g} L{x - 4},{y:g}Z", mark)
    return drawing


def frame(colour: str, special: bool) -> str:
    """The line around a court; gold and double for the pinochle pair."""
    if special:
        outer = rect(LEFT, TOP, RIGHT - LEFT, 302, 7, stroke=GOLD_DARK, width=4.2)
        return outer + rect(LEFT, TOP, RIGHT - LEFT, 302, 7, stroke=GOLD, width=2.6)
    return rect(LEFT, TOP, RIGHT - LEFT, 302, 7, stroke=colour, width=1.8)


def belt() -> str:
    """The band where the two halves meet."""
    drawing = rect(LEFT, BELT - 4, RIGHT - LEFT, 8, 0, GOLD)
    drawing += path(
        f"M{LEFT},{BELT - 4} L{RIGHT},{BELT - 4} M{LEFT},{BELT + 4} L{RIGHT},{BELT + 4}",
        stroke=GOLD_DARK,
        width=1,
    )
    for x in range(LEFT + 11, RIGHT, 16):
        drawing += circle(x, BELT, 1.7, CREAM, GOLD_DARK, 0.7)
    return drawing


# ---------------------------------------------------------------- shared parts


def _shoulders(livery: Livery) -> str:
    """Robe from the neck to the belt with wide sleeves and folds."""
    drawing = path(
        "M67,175 L67,147 C70,128 88,116 108,111 L142,111 C162,116 180,128 183,147 L183,175Z", livery.robe
    )
    sleeve = path("M67,175 L67,159 C73,140 86,128 101,121 L101,175Z", livery.lining)
    sleeve += path("M67,175 L67,166 C73,150 83,139 92,133 C85,146 81,160 80,175Z", livery.lining_dark)
    sleeve += path("M101,121 C98,140 98,158 99,175", stroke=livery.lining_dark, width=1.4)
    sleeve += path("M68,146 C72,130 88,118 107,112", stroke=livery.robe_dark, width=1.6)
    return drawing + mirrored(sleeve)


def _front(suit: str) -> str:
    """The stole down the middle with the suit on it."""
    drawing = path("M104,116 L146,116 L150,175 L100,175Z", GOLD_DARK)
    drawing += path("M105.4,116 L144.6,116 L148.4,175 L101.6,175Z", GOLD)
    drawing += path("M109,116 L141,116 L144.5,175 L105.5,175Z", CREAM)
    return drawing + pip(suit, MIDDLE, 152.5, 27, INK[suit])


def _head(livery: Livery, *, wide: float = 17, y: float = 86, high: float = 22) -> str:
    """Face with eyes, brows, nose and cheeks; the mouth belongs to the figure."""
    left, right = MIDDLE - wide, MIDDLE + wide
    outline = (
        f"M{left},{y - high + 6} L{right},{y - high + 6} L{right},{y + 4} "
        f"C{right},{y + high - 7} {MIDDLE + 8},{y + high} "
        f"{MIDDLE},{y + high} C{MIDDLE - 8},{y + high} {left},{y + high - 7} {left},{y + 4}Z"
    )
    drawing = path(outline, livery.skin)
    shade = (
        f"M{right},{y - 12} L{right},{y + 4} C{right},{y + high - 7} {MIDDLE + 8},{y + high} "
        f"{MIDDLE},{y + high} "
        f"C{MIDDLE + 9},{y + high - 5} {right - 5},{y + 8} {right - 4.5},{y - 12}Z"
    )
    drawing += path(shade, livery.skin_shade, extra='opacity="0.55"')
    for side in (-1, 1):
        x = MIDDLE + side * 8
        drawing += ellipse(x, y - 2, 3.7, 2.5, WHITE)
        drawing += circle(x + livery.gaze, y - 1.9, 2.2, LINE)
        drawing += circle(x + livery.gaze - 0.6, y - 2.7, 0.7, WHITE)
        drawing += path(f"M{x - 4},{y - 2.6} Q{x},{y - 6} {x + 4},{y - 2.6}", stroke=LINE, width=1.5)
        drawing += path(
            f"M{x - side * 4.6},{y - 8} Q{x},{y - 11} {x + side * 5},{y - 7.6}",
            stroke=LINE,
            width=1.5,
            extra='opacity="0.8"',
        )
        drawing += circle(MIDDLE + side * 11, y + 5.6, 3.4, "#EBA08A", "", 0).replace(
            "/>", ' opacity="0.75"/>'
        )
    return drawing + path(
        f"M{MIDDLE},{y - 3} L{MIDDLE - 2.6},{y + 5.6} L{MIDDLE + 1.8},{y + 6.4}",
        stroke=livery.skin_shade,
        width=2,
    )


def _hand(livery: Livery, x: float, y: float) -> str:
    """A fist around a staff at (x, y)."""
    drawing = path(
        f"M{x - 10},{y + 13} C{x - 10},{y + 8} {x + 10},{y + 8} {x + 10},{y + 13} "
        f"L{x + 9},{y + 22} L{x - 9},{y + 22}Z",
        CREAM,
        GOLD_DARK,
        1,
    )
    drawing += path(
        f"M{x - 8},{y - 2} C{x - 8},{y - 7} {x + 8},{y - 7} {x + 8},{y - 2} L{x + 8},{y + 8} "
        f"C{x + 8},{y + 13} {x - 8},{y + 13} {x - 8},{y + 8}Z",
        livery.skin, livery.skin_shade, 1.2,
    )  # fmt: skip
    return drawing + path(
        f"M{x - 7},{y + 0.5} L{x + 7},{y + 0.5} M{x - 7},{y + 5.5} L{x + 7},{y + 5.5}",
        stroke=livery.skin_shade,
        width=1.1,
    )


# ---------------------------------------------------------------- king


def king(suit: str) -> str:
    """Crown, beard, ermine, sceptre; the beard's cut differs by suit."""
    livery = LIVERIES[suit]
    drawing = _shoulders(livery)
    for x, y in ((78, 163), (90, 150), (92, 168)):
        drawing += mirrored(circle(x, y, 3.4, GOLD, GOLD_DARK, 0.8))
    drawing += _front(suit)
    cape = (
        "M86,126 C97,116 107,113 112,108 L138,108 C143,113 153,116 164,126 C153,135 139,139 "
        "125,139 C111,139 97,135 86,126Z"
    )
    drawing += path(cape, WHITE, LINE, 1.2)
    for x, y in ((97, 125), (107, 131), (118, 134)):
        drawing += mirrored(path(f"M{x},{y - 3.4} L{x + 2.2},{y + 3.2} L{x - 2.2},{y + 3.2}Z", LINE))
    drawing += _king_hair(suit, livery.king_hair)
    drawing += _head(livery)
    drawing += _beard(suit, livery.king_hair)
    drawing += _crown(livery)
    drawing += _sceptre()
    return drawing + _hand(livery, 171, 143)


def _king_hair(suit: str, colour: str) -> str:
    if suit in "SD":
        locks = path("M106,72 C97,82 96,100 101,112 C107,116 112,110 111,100 L110,76Z", colour)
        return mirrored(locks)
    curls = "".join(
        circle(MIDDLE - dx, y, r, colour) for dx, y, r in ((20, 78, 7), (22.5, 90, 7.6), (21.5, 102, 7))
    )
    return mirrored(curls)


def _beard(suit: str, colour: str) -> str:
    """Long, full, forked or trimmed."""
    tips = {
        "S": "C146,106 141,126 125,134 C109,126 104,106 107.5,88Z",
        "H": "C145,104 140,117 133,121 L129,116 L125,124 L121,116 L117,121 C110,117 105,104 107.5,88Z",
        "D": "C146,106 142,122 134,128 L125,116 L116,128 C108,122 104,106 107.5,88Z",
        "C": "C144,102 138,114 125,116 C112,114 106,102 107.5,88Z",
    }
    start = (
        "M107.5,88 C108,96 112,97 116,97 C119,93.6 123,94 125,96 C127,94 131,93.6 134,97 "
        "C138,97 142,96 142.5,88 "
    )
    drawing = path(start + tips[suit], colour)
    strands = "M115,103 C116,109 118,113 120,116 M125,105 L125,114"
    drawing += path(strands, stroke="#000000", width=1.1, extra='opacity="0.18"')
    drawing += path("M135,103 C134,109 132,113 130,116", stroke="#000000", width=1.1, extra='opacity="0.18"')
    return drawing + path("M120.5,100.4 Q125,103.6 129.5,100.4", stroke="#A33B33", width=2.1)


def _crown(livery: Livery) -> str:
    drawing = path("M103,71 L97,42 L111,55 L125,34 L139,55 L153,42 L147,71Z", livery.robe)
    points = "M103,72 L97.5,43 L111,56 L125,34 L139,56 L152.5,43 L147,72 C133,67 117,67 103,72Z"
    drawing += path(points, GOLD, GOLD_DARK, 1.5)
    drawing += path("M103.5,62 L101,49 L110,58 M125,40 L117.5,57", stroke=GOLD_LIGHT, width=1.4)
    drawing += rect(101.5, 65.5, 47, 9, 3, livery.lining, GOLD_DARK, 1.3)
    for x in (109, 117, 125, 133, 141):
        drawing += circle(x, 70, 2.1, CREAM if x != 125 else GOLD_LIGHT)
    drawing += circle(125, 54, 3.4, livery.robe, GOLD_DARK, 0.9)
    for x, y, radius in ((97.5, 41, 3.8), (152.5, 41, 3.8)):
        drawing += circle(x, y, radius, livery.lining, GOLD_DARK, 1.2)
    return (
        drawing
        + path("M125,26 L125,37 M120.6,30.6 L129.4,30.6", stroke=GOLD_DARK, width=3.4)
        + path("M125,26.4 L125,36.6 M121,30.6 L129,30.6", stroke=GOLD, width=1.8)
    )


def _sceptre() -> str:
    drawing = path("M171,171 L171,70", stroke=GOLD_DARK, width=4.8) + path(
        "M171,171 L171,70", stroke=GOLD, width=2.8
    )
    drawing += circle(171, 62, 8, GOLD, GOLD_DARK, 1.4)
    drawing += path("M163.5,62 L178.5,62", stroke=GOLD_DARK, width=1.1) + circle(168.4, 59, 2, GOLD_LIGHT)
    return drawing + path("M171,53 L171,44 M166.8,48 L175.2,48", stroke=GOLD_DARK, width=2.6)


# ---------------------------------------------------------------- queen


def queen(suit: str) -> str:
    """Long hair, pearls, a flower."""
    livery = LIVERIES[suit]
    hair = livery.queen_hair
    back = (
        "M125,50 C97,50 94,76 96,92 C97,108 89,116 86,131 C99,140 112,134 112,122 L138,122 "
        "C138,134 151,140 164,131 "
        "C161,116 153,108 154,92 C156,76 153,50 125,50Z"
    )
    drawing = path(back, hair) + _shoulders(livery)
    for i in range(4):
        y = 138 + i * 10
        x = 96 - i * 7
        drawing += mirrored(
            path(
                f"M{max(69, x - 14)},{y + 9} Q{(x + 100) / 2 - 2:g},{y - 4} 100,{y + 1}",
                stroke=GOLD,
                width=1.9,
            )
        )
    drawing += _front(suit)
    neck = (
        "M117,100 L133,100 L134,112 C140,117 146,117 149,118 C143,133 133,138 125,138 "
        "C117,138 107,133 101,118 C104,117 110,117 116,112Z"
    )
    drawing += path(neck, livery.skin)
    drawing += path(
        "M117,105 C121,111 129,111 133,105 L134,112 C129,116 121,116 116,112Z",
        livery.skin_shade,
        extra='opacity="0.7"',
    )
    drawing += path("M101,118 C107,133 117,138 125,138 C133,138 143,133 149,118", stroke=GOLD, width=2.6)
    lock = "M104,86 C103,104 95,116 91,128 C98,136 109,131 110.5,118 C111.5,108 109.4,98 108.4,86Z"
    strand = path("M104,100 C103,111 99,120 98,128", stroke="#FFFFFF", width=1.2, extra='opacity="0.22"')
    drawing += mirrored(path(lock, hair) + strand)
    drawing += _head(livery, wide=16, high=21)
    drawing += path("M120,98.6 Q122.8,96.4 125,97.8 Q127.2,96.4 130,98.6 Q125,104 120,98.6Z", "#C03A3F")
    for side in (-1, 1):
        x = MIDDLE + side * 8
        drawing += path(f"M{x + side * 3.6},82.8 L{x + side * 5.8},81", stroke=LINE, width=1.2)
    fringe = {
        "S": "M106,86 C106,68 115,63 125,63 C135,63 144,68 144,86 C140,78 133,73 125,72 "
        "C117,73 110,78 106,86Z",
        "H": "M106,84 C107,68 116,63 125,63 C134,63 143,68 144,84 C140,74 133,73 129,74 "
        "C121,71 112,74 106,84Z",
        "D": "M106,86 C106,68 116,63 125,63 C134,63 144,68 144,86 C142,77 134,74 125,70 "
        "C116,74 108,77 106,86Z",
        "C": "M106,84 C106,68 116,63 125,63 C134,63 144,68 144,84 C136,80 124,79 113,71 "
        "C110,75 107,79 106,84Z",
    }
    drawing += path(fringe[suit], hair)
    for x, y in ((109.5, 118.5), (114.5, 123), (119.6, 125.8)):
        drawing += mirrored(circle(x, y, 2.5, WHITE, GOLD_DARK, 0.9))
    drawing += circle(125, 126.8, 2.9, WHITE, GOLD_DARK, 0.9)
    drawing += path("M125,130 L127.6,134 L125,138 L122.4,134Z", livery.petal, GOLD_DARK, 0.8)
    drawing += _coronet(livery)
    drawing += _flower(livery)
    return drawing + _hand(livery, 80, 148)


def _coronet(livery: Livery) -> str:
    points = (
        "M106,66 L99.6,46 L112,55.4 L117.6,40 L125,53 L132.4,40 L138,55.4 L150.4,46 "
        "L144,66 C132,61 118,61 106,66Z"
    )
    drawing = path(points, GOLD, GOLD_DARK, 1.5)
    drawing += path("M107,60 L104,51.6 M118,47 L115,55", stroke=GOLD_LIGHT, width=1.4)
    for x, y in ((99.6, 44.4), (117.6, 38.4)):
        drawing += mirrored(circle(x, y, 3.5, WHITE, GOLD_DARK, 1.1))
    drawing += path("M125,54.4 L128.6,58.6 L125,62.8 L121.4,58.6Z", livery.lining, GOLD_DARK, 0.7)
    return drawing + mirrored(circle(114, 60.4, 2.2, livery.robe))


def _flower(livery: Livery) -> str:
    drawing = path("M82,168 C84,142 78,120 80,94", stroke=LEAF, width=3)
    drawing += path("M81,130 C92,126 94,116 94,111 C84,113 80,122 81,130Z", LEAF)
    drawing += path("M80.4,118 C71,116 69,108 69.4,104 C77,105 80.6,111 80.4,118Z", LEAF)
    for turn in range(5):
        angle = math.radians(turn * 72 - 90)
        drawing += circle(
            80 + 7.6 * math.cos(angle), 84 + 7.6 * math.sin(angle), 5.6, livery.petal, livery.lining_dark, 0.7
        )
    return drawing + circle(80, 84, 4.2, GOLD_LIGHT, GOLD_DARK, 1)


# ---------------------------------------------------------------- jack


def jack(suit: str) -> str:
    """Beret, feather, halberd."""
    livery = LIVERIES[suit]
    drawing = _shoulders(livery)
    for i in range(3):
        y = 140 + i * 13
        x = max(69, 91 - i * 9)
        drawing += mirrored(
            path(f"M{x},{y + 6} L100,{y - 6} L100,{y - 0.5} L{x},{min(174, y + 11.5)}Z", GOLD)
        )
    drawing += _front(suit)
    drawing += path("M117,100 L133,100 L135,114 L115,114Z", livery.skin_shade)
    collar = "M97,118 L111,107 L125,122 L139,107 L153,118 L141.6,137 L125,127 L108.4,137Z"
    drawing += path(collar, livery.lining, GOLD, 1.8)
    drawing += path("M111,107 L125,122 L139,107", stroke=GOLD_DARK, width=0.9) + circle(
        125, 124.6, 2.8, GOLD, GOLD_DARK, 0.8
    )
    drawing += _jack_hair(suit, livery.jack_hair)
    drawing += _head(livery, wide=16.4)
    drawing += path("M119.6,99 Q125,102.8 130.4,98.4", stroke="#A33B33", width=2.2)
    drawing += path(
        "M106,82 C108,73 118,70 128,71 C138,71 144,75 144,84 C140,77 134,75.5 129,76.6 C120,75 "
        "111,76 106,82Z",
        livery.jack_hair,
    )
    drawing += _beret(livery)
    drawing += _halberd()
    return drawing + _hand(livery, 80, 143)


def _jack_hair(suit: str, colour: str) -> str:
    if suit in "HC":
        curls = "".join(
            circle(MIDDLE - dx, y, r, colour) for dx, y, r in ((20, 80, 6.4), (22, 91, 6.8), (21, 102, 6.4))
        )
        return mirrored(curls)
    bob = "M103,70 C98,86 97.4,100 102,109 C109,114 113,108 112.6,99 L110,74Z"
    return mirrored(
        path(bob, colour)
        + path("M105,84 C103,93 103,101 105,107", stroke="#FFFFFF", width=1.1, extra='opacity="0.2"')
    )


def _beret(livery: Livery) -> str:
    drawing = path("M97,70 C91,54 106,41 126,42 C149,42 159,56 153,70 C138,64 112,64 97,70Z", livery.robe)
    drawing += path("M104,58 C110,50 120,47 128,47", stroke="#FFFFFF", width=2, extra='opacity="0.28"')
    drawing += path(
        "M97,72.4 C112,64.6 138,64.6 153,72.4 L152.4,65 C138,57.6 112,57.6 97.6,65Z", GOLD, GOLD_DARK, 1
    )
    for x, y in ((107, 65.2), (116, 63.4), (125, 62.8), (134, 63.4)):
        drawing += circle(x, y, 1.6, livery.lining)
    feather = "M146,58 C150,43 164,32 179,34 C178,49 165,60 148,63.4Z"
    drawing += path(feather, CREAM, GOLD_DARK, 1.2)
    drawing += path(
        "M148,61 C157,54 168,46 177,36 M158,54 L158,45 M165,48 L166,39 M157,55 L167,55",
        stroke=GOLD_DARK,
        width=1,
    )
    return drawing + circle(146, 60.4, 4.4, livery.lining, GOLD, 1.6)


def _halberd() -> str:
    drawing = path("M80,171 L80,54", stroke="#4A3320", width=4.8) + path(
        "M80,171 L80,54", stroke="#80593A", width=2.8
    )
    drawing += path("M80,29 L85,49 L80,58 L75,49Z", STEEL, STEEL_DARK, 1.3)
    drawing += path("M81,57 C90,53 94.6,61 94.6,68 C94.6,75 90,83 81,79 L85,68Z", STEEL, STEEL_DARK, 1.3)
    drawing += path("M79,61.6 L68.6,68 L79,74.4Z", STEEL, STEEL_DARK, 1.3)
    return (
        drawing
        + path("M80,33 L80,55 M90,62 C92,66 92,71 90,75", stroke=WHITE, width=1.1)
        + circle(80, 68, 2.6, GOLD, GOLD_DARK, 0.9)
    )


FIGURES: Final = {"K": king, "Q": queen, "J": jack}
