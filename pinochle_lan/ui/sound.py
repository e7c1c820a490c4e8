"""Short sounds at the right moment, and silence where there is no device.

Knows cues by name, the clock only as a number passed in, and neither table nor rules.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Final

import pygame

from pinochle_lan.shipped import sprites

VOICES: Final = 4
"""At most so many sounds at once."""
APART_MS: Final = 50
"""The same cue is not played again within this time."""


class Cue(Enum):
    """What can be heard; the value is the file's stem."""

    DEAL = "deal"
    PLAY = "play"
    COLLECT = "collect"
    TURN = "turn"
    BID = "bid"
    PASS = "pass"  # noqa: S105 - the word of the game
    TRUMP = "trump"
    MELD = "meld"
    RUN = "run"
    MADE = "made"
    SET = "set"
    WON = "won"
    REFUSAL = "refusal"
    CHAT = "chat"
    JOIN = "join"
    LEAVE = "leave"


class Sounds:
    """Plays cues. Without a device, or once one is lost, it is silent and ``notice`` says so (F49)."""

    def __init__(self, folder: Path | None = None, *, on: bool = True) -> None:
        self.on = on
        self.notice = ""
        """One sentence for the person, empty while all is well."""
        self._folder = folder or sprites() / "sounds"
        self._loaded: dict[Cue, pygame.mixer.Sound] = {}
        self._last: dict[Cue, int] = {}
        self._alive = False

    def open(self) -> bool:
        """Get hold of the sound device. False, and a notice, when there is none."""
        try:
            pygame.mixer.init(44_100, -16, 1, 512)
            pygame.mixer.set_num_channels(VOICES)
            self._alive = True
        except (pygame.error, NotImplementedError):
            self._lose("No sound device: the game is silent.")
        return self._alive

    def play(self, cue: Cue, now_ms: int) -> bool:
        """Play ``cue``. False if sound is off, four sounds run, or it began less than 50 ms ago."""
        if not self.on or not self._alive:
            return False
        if now_ms - self._last.get(cue, -APART_MS) < APART_MS:
            return False
        try:
            channel = pygame.mixer.find_channel()
            if channel is None:
                return False
            channel.play(self._sound(cue))
        except (pygame.error, OSError):
            self._lose("The sound device is gone: the game is silent.")
            return False
        self._last[cue] = now_ms
        return True

    def close(self) -> None:
        """Let go of the device."""
        self._loaded.clear()
        self._alive = False
        if pygame.mixer.get_init():
            pygame.mixer.quit()

    def _sound(self, cue: Cue) -> pygame.mixer.Sound:
        if cue not in self._loaded:
            self._loaded[cue] = pygame.mixer.Sound(self._folder / f"{cue.value}.wav")
        return self._loaded[cue]

    def _lose(self, sentence: str) -> None:
        self._alive = False
        self.notice = sentence
