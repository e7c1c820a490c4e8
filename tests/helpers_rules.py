"""Shipped games for tests, and the local dealer that plays them (pinochle_lan.dealer)."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pinochle_lan import dealer
from pinochle_lan.dealer import Chooser, Dealer, at_random, digest, transcript
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.variant import Variant

__all__ = ["ROOT", "Chooser", "Dealer", "at_random", "digest", "game", "replay", "transcript", "variants"]

ROOT = Path(__file__).resolve().parents[1]


def variants() -> dict[str, Variant]:
    """Every variant in ``plugins/``, read without the plugin host."""
    found: dict[str, Variant] = {}
    for path in sorted((ROOT / "plugins").glob("*.py")):
        if "def register_variants" not in path.read_text(encoding="utf-8"):
            continue
        spec = importlib.util.spec_from_file_location(f"shipped_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.register_variants(lambda variant: found.setdefault(variant.id, variant))
    return found


def game(variant: str = "partnership", rules: Sequence[Any] = (), **options: Any) -> Game:
    """A game by variant id; option names with a dot are written with two underscores."""
    given = {name.replace("__", "."): value for name, value in options.items()}
    return Game(variants()[variant], given, rules)


def replay(text: str) -> Iterator[tuple[int, str, str]]:
    """Fold a transcript of shipped games again: (line, digest written, digest now) of every step."""
    return dealer.replay(text, variants())
