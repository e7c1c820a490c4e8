"""Make the type faces of ``fonts/`` from the full ones: fewer letters, a few repairs, another name.

    python sprites/make_fonts.py FOLDER...

The folders hold Lato 2 and Noto Serif Display (both SIL Open Font License 1.1), DejaVu Sans and DejaVu
Sans Mono; on Debian these are the packages fonts-lato, fonts-noto-extra and fonts-dejavu-core. Needs
fontTools. The outcome is checked in, so nobody has to run this to play.

- Lato is kept for Latin, Greek and Cyrillic, DejaVu Sans also for Armenian, Hebrew, Arabic, Georgian.
- Kerning with the blank is taken out: at 14 pixels it makes "by Ana" read "byAna". Kerning with figures goes
  as well, so that columns of numbers align.
- "Lato" is a reserved name under its licence, so the reduced faces are called Pinochle Sans.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parent / "fonts"
LATIN = [(0x20, 0x7E), (0xA0, 0x24F), (0x259, 0x259), (0x2C6, 0x2DD), (0x300, 0x328), (0x1E00, 0x1EFF)]
GREEK = [(0x370, 0x3FF)]
CYRILLIC = [(0x400, 0x52F)]
SIGNS = [
    *((0x2010, 0x2027), (0x2030, 0x203A), (0x2044, 0x2044), (0x20A0, 0x20BF), (0x2116, 0x2122)),
    *((0x2190, 0x2193), (0x2212, 0x2212)),
]
OTHERS = [
    *((0x530, 0x58F), (0x5D0, 0x5F4), (0x600, 0x6FF), (0x10A0, 0x10FF), (0x2190, 0x21FF), (0x2600, 0x266F)),
    *((0x2713, 0x2718), (0xFB50, 0xFDFB), (0xFE70, 0xFEFC), (0xFFFD, 0xFFFD)),
]
RENAMED = "Pinochle Sans"
FIGURES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
RIGID = frozenset(["space", "uni00A0", "nbspace", "nonbreakingspace", *FIGURES])
"""Glyphs that are never kerned."""
WEIGHTS = ("Regular", "Semibold", "Bold", "Heavy", "Black", "Italic")


def letters(*ranges: list[tuple[int, int]]) -> list[int]:
    """All code points of some ranges."""
    return [code for group in ranges for first, last in group for code in range(first, last + 1)]


def find(folders: Iterable[Path], name: str) -> Path:
    """The file ``name`` in one of the folders or below. Exits with a sentence when it is nowhere."""
    for folder in folders:
        for path in sorted(folder.rglob(name)):
            return path
    sys.exit(f"{name} is in none of the folders given.")


def reduced(path: Path, codes: list[int]) -> TTFont:
    """The face with only these letters."""
    font = TTFont(path)
    options = Options()
    options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "init", "medi", "fina", "rlig"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.hinting = True
    options.drop_tables += ["FFTM", "DSIG", "MATH", "kern"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    return font


def unkern(font: TTFont) -> None:
    """Take the blank and the figures out of every pair adjustment."""
    if "GPOS" not in font:
        return
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            pair = getattr(table, "ExtSubTable", table)
            if pair.LookupType != 2:
                continue
            if pair.Format == 2:
                for name in RIGID & set(pair.ClassDef2.classDefs):
                    del pair.ClassDef2.classDefs[name]
            else:
                for pair_set in pair.PairSet:
                    kept = [r for r in pair_set.PairValueRecord if r.SecondGlyph not in RIGID]
                    pair_set.PairValueRecord, pair_set.PairValueCount = kept, len(kept)
            first = [name for name in pair.Coverage.glyphs if name not in RIGID]
            if pair.Format == 1:
                sets = zip(pair.Coverage.glyphs, pair.PairSet, strict=True)
                pair.PairSet = [one for name, one in sets if name not in RIGID]
                pair.PairSetCount = len(pair.PairSet)
            pair.Coverage.glyphs = first


def rename(font: TTFont, old: str, new: str) -> None:
    """Put ``new`` for ``old`` in the names shown to people; copyright and licence stay as they are."""
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16, 18, 20, 21):
            text = record.toUnicode().replace(old, new)
            record.string = text.replace(" ", "") if record.nameID == 6 else text


def main(folders: list[Path]) -> None:
    """Write all faces and say how large they are."""
    FONTS.mkdir(exist_ok=True)
    western = letters(LATIN, GREEK, CYRILLIC, SIGNS)
    jobs = [(f"Lato-{weight}.ttf", f"PinochleSans-{weight}.ttf", western) for weight in WEIGHTS]
    jobs.append(("NotoSerifDisplay-Bold.ttf", "NotoSerifDisplay-Bold.ttf", western))
    jobs.append(("DejaVuSans.ttf", "DejaVuSans.ttf", letters(LATIN, GREEK, CYRILLIC, SIGNS, OTHERS)))
    jobs.append(("DejaVuSansMono.ttf", "DejaVuSansMono.ttf", western))
    for source, target, codes in jobs:
        font = reduced(find(folders, source), codes)
        unkern(font)
        if source.startswith("Lato"):
            rename(font, "Lato", RENAMED)
        font.save(FONTS / target)
        print(f"{target}: {(FONTS / target).stat().st_size // 1024} KB")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Name the folders with the full faces.")
    main([Path(name) for name in sys.argv[1:]])
