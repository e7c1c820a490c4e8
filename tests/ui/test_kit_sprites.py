"""The checked-in art is what its scripts make, and stays in the dialect that the game can draw."""

from __future__ import annotations

import importlib
import wave

import pytest

from pinochle_lan.shipped import sprites
from pinochle_lan.ui.sound import Cue


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(sprites()))
    return importlib.import_module


@pytest.mark.parametrize("deck", ["classic", "large", "outline"])
def test_faces_are_those_of_the_generator(script, deck: str) -> None:
    generate = script("generate")
    for suit in "SHDC":
        for rank in ("A", "10", "K", "Q", "J", "9"):
            made = getattr(generate, deck)(rank, suit)
            assert made == (sprites() / deck / f"{rank}{suit}.svg").read_text("utf-8")


def test_drawings_use_only_what_the_renderer_knows() -> None:
    for path in sorted(sprites().rglob("*.svg")):
        text = path.read_text("utf-8")
        for unknown in ("<text", "<use", "clip-path", "<pattern", "<filter", "<image", "href"):
            assert unknown not in text, path.name


def test_sounds_are_short_soft_and_those_of_the_script(script) -> None:
    made = script("make_sounds").sounds()
    assert sorted(made) == sorted(cue.value for cue in Cue)
    for name, (rate, values) in made.items():
        path = sprites() / "sounds" / f"{name}.wav"
        assert path.stat().st_size < 40 * 1024
        with wave.open(str(path)) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, rate)
            frames = memoryview(file.readframes(file.getnframes())).cast("h")
        assert len(frames) == len(values)
        assert max(abs(value) for value in frames) <= 32767 * 0.502  # -6 dB


def test_fonts_carry_their_licence_and_no_reserved_name() -> None:
    folder = sprites() / "fonts"
    names = {path.name for path in folder.iterdir()}
    assert {"OFL-PinochleSans.txt", "OFL-NotoSerifDisplay.txt", "LICENSE-DejaVuSans.txt"} <= names
    for path in folder.glob("PinochleSans-*.ttf"):
        from fontTools.ttLib import TTFont

        table = TTFont(path)["name"]
        assert "Lato" not in table.getDebugName(1)
        assert "Lato" not in table.getDebugName(4)
        assert "Open Font License" in table.getDebugName(0)
