"""Make the sounds of ``sounds/``: short, soft, synthesised here; nothing recorded.

    python sprites/make_sounds.py

Standard library only. Mono, 16 bit, peaks at -6 dB, each below 40 KB (long ones have fewer samples a second).
Running it again writes the same bytes. Cues and lengths: docs/design.md, sound.
"""

from __future__ import annotations

import array
import math
import sys
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent / "sounds"
PEAK: Final = 10 ** (-6 / 20)
FINE, MEDIUM, COARSE = 44_100, 22_050, 11_025
E4, G4, A4, B4, C5, D5, E5, G5, A5, B5, C6, E6, G6 = (
    329.63, 392.0, 440.0, 493.88, 523.25, 587.33, 659.26, 783.99, 880.0, 987.77, 1046.5, 1318.5, 1568.0,
)  # fmt: skip

Sound = list[float]


def silence(ms: float, rate: int) -> Sound:
    """No sound for ``ms``."""
    return [0.0] * round(rate * ms / 1000)


def add(into: Sound, sound: Sound, at_ms: float, rate: int, level: float = 1.0) -> None:
    """Mix ``sound`` into ``into`` from ``at_ms`` on; what would stick out is cut."""
    start = round(rate * at_ms / 1000)
    for i, value in enumerate(sound[: len(into) - start]):
        into[start + i] += value * level


def note(pitch: float, ms: float, rate: int, *, attack_ms: float = 6, bright: float = 0.25) -> Sound:
    """A soft bell-like note that dies away; ``bright`` is the share of overtones."""
    sound: Sound = []
    length = round(rate * ms / 1000)
    for i in range(length):
        t = i / rate
        swell = min(1.0, t * 1000 / attack_ms) * min(1.0, (length - i) / (rate * 0.02))
        tone = math.sin(math.tau * pitch * t)
        tone += bright * math.exp(-t * 14) * math.sin(math.tau * 2 * pitch * t)
        tone += bright * 0.5 * math.exp(-t * 22) * math.sin(math.tau * 3.01 * pitch * t)
        sound.append(tone * swell * math.exp(-t * 4.2 * 300 / ms))
    return sound


def noise(ms: float, rate: int, cutoff: Callable[[float], float], seed: int, decay: float) -> Sound:
    """Filtered noise; ``cutoff`` gives the filter's frequency at a share (0 to 1) of its length."""
    random = Random(seed)  # noqa: S311 - the same noise every time
    sound: Sound = []
    low = 0.0
    length = round(rate * ms / 1000)
    for i in range(length):
        share = i / length
        blend = 1 - math.exp(-math.tau * cutoff(share) / rate)
        low += blend * (random.uniform(-1, 1) - low)
        sound.append(
            low * min(1.0, i / (rate * 0.002)) * math.exp(-decay * share) * min(1.0, (1 - share) * 12)
        )
    return sound


def thump(pitch: float, ms: float, rate: int, fall: float = 0.35) -> Sound:
    """A knock: a low tone whose pitch falls."""
    sound: Sound = []
    phase = 0.0
    length = round(rate * ms / 1000)
    for i in range(length):
        share = i / length
        phase += math.tau * pitch * (1 - fall * share) / rate
        sound.append(
            math.sin(phase) * min(1.0, i / (rate * 0.002)) * math.exp(-6 * share) * min(1.0, (1 - share) * 8)
        )
    return sound


def melody(notes: Sequence[tuple[float, float, float]], ms: float, rate: int) -> Sound:
    """Notes as (pitch, start in ms, length in ms)."""
    sound = silence(ms, rate)
    for pitch, at, length in notes:
        add(sound, note(pitch, length, rate), at, rate)
    return sound


def wood(pitch: float) -> Sound:
    """A wooden knock."""
    sound = thump(pitch, 90, FINE, 0.12)
    add(sound, thump(pitch * 2.7, 60, FINE, 0.05), 0, FINE, 0.4)
    add(sound, noise(14, FINE, lambda share: 5000, 5, 4), 0, FINE, 0.5)
    return sound


def play() -> Sound:
    """A card on cloth."""
    sound = noise(70, FINE, lambda share: 3800 - 2600 * share, 2, 5)
    add(sound, thump(140, 70, FINE), 0, FINE, 0.55)
    return sound


def sounds() -> dict[str, tuple[int, Sound]]:
    """All sounds: name, (samples a second, values)."""
    refusal = thump(118, 90, FINE, 0.25)
    add(refusal, noise(50, FINE, lambda share: 500, 9, 4), 0, FINE, 0.6)
    pop = [
        math.sin(math.tau * (420 + 900 * i / 2646) * i / FINE) * math.sin(math.pi * i / 2646)
        for i in range(2646)
    ]
    return {
        "deal": (FINE, noise(40, FINE, lambda share: 5200 - 2500 * share, 1, 6)),
        "play": (FINE, play()),
        "collect": (FINE, noise(160, FINE, lambda share: 3200 - 2700 * share, 3, 3)),
        "turn": (FINE, melody([(E5, 0, 180), (A5, 90, 150)], 240, FINE)),
        "bid": (FINE, wood(620)),
        "pass": (FINE, wood(390)),
        "trump": (FINE, melody([(C5, 0, 400), (E5, 12, 388), (G5, 24, 376)], 400, FINE)),
        "meld": (FINE, melody([(G5, 0, 200), (C6, 70, 200)], 280, FINE)),
        "run": (MEDIUM, melody([(C5, 0, 300), (E5, 90, 300), (G5, 180, 320), (C6, 270, 430)], 700, MEDIUM)),
        "made": (MEDIUM, melody([(G4, 0, 250), (C5, 120, 250), (E5, 240, 360)], 600, MEDIUM)),
        "set": (MEDIUM, melody([(E5, 0, 250), (C5, 130, 250), (A4, 260, 340)], 600, MEDIUM)),
        "won": (
            COARSE,
            melody(
                [
                    (C5, 0, 400),
                    (E5, 150, 400),
                    (G5, 300, 400),
                    (C6, 450, 950),
                    (E5, 600, 800),
                    (G5, 620, 780),
                ],
                1400,
                COARSE,
            ),
        ),
        "refusal": (FINE, refusal),
        "chat": (FINE, pop),
        "join": (FINE, melody([(A4, 0, 110), (D5, 70, 110)], 180, FINE)),
        "leave": (FINE, melody([(D5, 0, 110), (A4, 70, 110)], 180, FINE)),
    }


def write(name: str, rate: int, sound: Sound) -> int:
    """Write one sound, loudest value at -6 dB; gives the file's size in bytes."""
    loudest = max(abs(value) for value in sound)
    values = array.array("h", (round(value / loudest * PEAK * 32767) for value in sound))
    if sys.byteorder == "big":
        values.byteswap()
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / f"{name}.wav"
    with wave.open(str(target), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(values.tobytes())
    return target.stat().st_size


def main() -> None:
    """Write all sounds and say how large they are."""
    for name, (rate, sound) in sounds().items():
        print(f"{name}: {write(name, rate, sound) / 1024:.1f} KB, {len(sound) * 1000 // rate} ms")


if __name__ == "__main__":
    main()
