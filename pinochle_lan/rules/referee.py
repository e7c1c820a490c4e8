"""The referee: answers rule cases with the same tables and functions that the table plays by.

Pure: a case in, an answer out, both plain JSON values (docs/rules/README.md). A case may be anything; what
cannot be answered comes back as a sentence. ``explain`` adds the reasons to any other kind. Knows no variant
by name: what only one of them can answer, its ``rules.referee`` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pinochle_lan import cards
from pinochle_lan.rules import reading as read
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.rulings import KINDS, PROGRESSIVE, Answer, Ruling
from pinochle_lan.rules.variant import Variant

EXPLAIN: Final = "explain"


def answer(case: object, variants: Mapping[str, Variant]) -> Answer:
    """``{"id": ..., "answer": {...}}`` or ``{"id": ..., "error": "sentence"}`` for one case. Never raises."""
    name = case.get("id") if isinstance(case, dict) else None
    if not isinstance(name, str | int):
        name = None
    try:
        return {"id": name, "answer": judge(case, variants)}
    except (RulesError, cards.CardError) as fault:
        return {"id": name, "error": str(fault)}


def judge(case: object, variants: Mapping[str, Variant]) -> Answer:
    """The fields of ``expect``, for ``explain`` with the reasons. Raises RulesError or CardError with a
    sentence.
    """
    if not isinstance(case, dict):
        raise RulesError("A case is an object with id, variant, options, kind and input")
    variant = variants.get(read.text(case, "variant"))
    if variant is None:
        raise RulesError(f"There is no variant '{case['variant']}'; there are {', '.join(sorted(variants))}")
    options = case.get("options") or {}
    if not isinstance(options, dict) or not all(
        isinstance(k, str) and isinstance(v, int | bool | str) for k, v in options.items()
    ):
        raise RulesError("'options' is an object of names and plain values")
    game = Game(variant, options)
    kind, given = read.text(case, "kind"), case.get("input")
    if not isinstance(given, dict):
        raise RulesError("'input' is an object")
    if kind != EXPLAIN:
        return _rule(game, kind, given)[0]
    found, why = _rule(game, read.text(case, "of") if "of" in case else _kind_of(given), given)
    whys = [{"sentence": str(one), "rule": game.cited(one).rule} for one in why]
    return {**found, "why": whys, "sentence": " ".join(f"{one['sentence']} ({one['rule']})" for one in whys)}


def _rule(game: Game, kind: str, given: Answer) -> Ruling:
    if kind == "meld" and given.get("mode") == "progressive":
        kind = PROGRESSIVE
    own = game.rules.referee.get(kind)
    if own is not None:
        return own(game, given), ()
    if kind not in KINDS:
        raise RulesError(f"{game.title} has no answer to '{kind}' cases; known: {', '.join(KINDS)}")
    return KINDS[kind](game, given)


def _kind_of(given: Answer) -> str:
    """What an input without ``of`` is about, by its fields."""
    marks = {"calls": "auction", "outcome": "hand-score", "before": "game-end", "propose": "meld"}
    marks |= {"index": "revoke", "plays": "trick", "trick": "legal", "phase": "legal", "hand": "meld"}
    found = next((kind for field, kind in marks.items() if field in given), None)
    if found is None:
        raise RulesError("'of' says what is to be explained: legal, meld, trick, hand-score, auction, ...")
    return found
