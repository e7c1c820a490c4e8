"""Draws the pictures of README and guide anew: ``python tests/bench/doc_pictures.py [OUT_DIR]``.

Pages of the samples at 1280 x 720, written with a palette so that each stays under 200 KB.
Without OUT_DIR they go to docs/pictures.
"""

from __future__ import annotations

import math
import struct
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame
from gallery import picture

from pinochle_lan.ui.memory import Balloon

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SIZE: Final = (1280, 720)
LIMIT: Final = 200_000
"""Bytes of a picture."""
COLOURS: Final = (256, 224, 192, 160, 128)
"""Of a palette; the first with which the picture is small enough."""
PICTURES: Final[dict[str, tuple[str, dict[str, object]]]] = {
    "lobby": ("lobby", {}),
    "auction": ("auction", {}),
    "table": (
        "talking",
        {"tip": 3, "tip_until": 9999, "hover": "hand:3", "balloons": (Balloon(2, "Well bid", 9999),)},
    ),
    "score": ("score", {}),
}
"""Name to sample and what differs in the window's memory, as in ``gallery``."""

Colour = tuple[int, int, int]


def palette(counts: Counter[Colour], most: int) -> dict[Colour, int]:
    """Each colour's place among ``most`` at the most, by median cut; what a place shows is ``averages``.

    The box to cut next is wide and seen often: else the cloth, which is most of a picture, has few greens.
    """
    boxes = [_box(counts, sorted(counts))]
    while len(boxes) < most:
        boxes.sort(key=lambda box: box[0])
        worth, axis, pixels = boxes.pop()
        if not worth:
            boxes.append((worth, axis, pixels))
            break
        pixels.sort(key=lambda pixel: (pixel[axis], pixel))
        half, seen, cut = sum(counts[pixel] for pixel in pixels) / 2, 0, 0
        while cut < len(pixels) - 1 and (seen < half or not cut):
            seen += counts[pixels[cut]]
            cut += 1
        boxes += [_box(counts, pixels[:cut]), _box(counts, pixels[cut:])]
    return {pixel: place for place, (_, _, pixels) in enumerate(boxes) for pixel in pixels}


def _box(counts: Counter[Colour], pixels: list[Colour]) -> tuple[int, int, list[Colour]]:
    """(how much it wants to be cut, along which axis, its colours)."""
    levels = [[pixel[axis] for pixel in pixels] for axis in range(3)]
    widths = [max(level) - min(level) for level in levels]
    widest = max(widths)
    seen = sum(counts[pixel] for pixel in pixels)
    return widest * widest * math.isqrt(seen), widths.index(widest), pixels


def averages(counts: Counter[Colour], places: dict[Colour, int]) -> list[Colour]:
    """The colour of each place: the mean of what it stands for."""
    sums = [[0, 0, 0, 0] for _ in range(1 + max(places.values()))]
    for pixel, place in places.items():
        many = counts[pixel]
        for axis in range(3):
            sums[place][axis] += pixel[axis] * many
        sums[place][3] += many
    return [(red // many, green // many, blue // many) for red, green, blue, many in sums]


def png(image: pygame.Surface) -> bytes:
    """The picture as a PNG with a palette."""
    wide, high = image.get_size()
    raw = pygame.image.tobytes(image, "RGB")
    pixels = list(zip(raw[::3], raw[1::3], raw[2::3], strict=True))
    counts = Counter(pixels)
    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    data = b""
    for most in COLOURS:
        places = palette(counts, most)
        shown = bytes(value for colour in averages(counts, places) for value in colour)
        rows = bytes(places[pixel] for pixel in pixels)
        lines = b"".join(b"\0" + rows[y * wide : (y + 1) * wide] for y in range(high))
        parts = ((b"IHDR", head), (b"PLTE", shown), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
        data = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, part) for kind, part in parts)
        if len(data) <= LIMIT:
            break
    return data


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main() -> None:
    """Write the pictures, or say which became too large."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    for name, (sample, memory) in PICTURES.items():
        data = png(picture(name, SIZE, memory, sample))
        if len(data) > LIMIT:
            sys.exit(f"{name}.png would have {len(data)} bytes; the limit is {LIMIT}.")
        (folder / f"{name}.png").write_bytes(data)
        print(f"{name}.png: {len(data) // 1000} KB")


if __name__ == "__main__":
    main()
