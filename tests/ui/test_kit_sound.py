"""Sounds: four voices, no stutter, and silence without a device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import helpers_ui
import pygame
import pytest

from pinochle_lan.ui.sound import APART_MS, Cue, Sounds

assert helpers_ui  # names the dummy drivers before the mixer starts


@pytest.fixture
def sounds() -> Iterator[Sounds]:
    made = Sounds()
    yield made
    made.close()


def test_every_cue_can_be_played(sounds: Sounds) -> None:
    assert sounds.open()
    for place, cue in enumerate(Cue):
        pygame.mixer.stop()
        assert sounds.play(cue, place * 1000), cue


def test_the_same_cue_is_not_heard_twice_at_once(sounds: Sounds) -> None:
    sounds.open()
    assert sounds.play(Cue.DEAL, 1000)
    assert not sounds.play(Cue.DEAL, 1000 + APART_MS - 1)
    assert sounds.play(Cue.PLAY, 1000)
    assert sounds.play(Cue.DEAL, 1000 + APART_MS)


def test_at_most_four_sounds_at_once(sounds: Sounds) -> None:
    sounds.open()
    heard = [sounds.play(cue, 5000) for cue in (Cue.WON, Cue.RUN, Cue.MADE, Cue.SET, Cue.TRUMP)]
    assert heard == [True, True, True, True, False]


def test_off_is_silent(sounds: Sounds) -> None:
    sounds.open()
    sounds.on = False
    assert not sounds.play(Cue.WON, 0)


def test_F49_no_audio_device_is_no_fault(sounds: Sounds, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: int) -> None:
        raise pygame.error("No such audio device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    assert not sounds.open()
    assert sounds.notice == "No sound device: the game is silent."
    assert not sounds.play(Cue.PLAY, 0)


def test_F49_a_device_lost_in_play_leaves_silence(sounds: Sounds) -> None:
    sounds.open()
    pygame.mixer.quit()
    assert not sounds.play(Cue.PLAY, 0)
    assert "silent" in sounds.notice
    assert not sounds.play(Cue.PLAY, 1000)


def test_a_missing_file_is_no_fault(tmp_path: Path) -> None:
    sounds = Sounds(tmp_path)
    sounds.open()
    assert not sounds.play(Cue.PLAY, 0)
    sounds.close()
