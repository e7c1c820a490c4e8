"""Sentences between hands: who is missing, who is ready, how a hand scored (look.md 11).

The other half of ``words``: that one speaks of the running hand.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from pinochle_lan.rules.view import HandResult, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui.words import joined, number, side_people

_RULE: Final = re.compile(r" ?\([a-z-]+ [\d.]+[a-z]?\)")
_VERBS: Final = re.compile(
    r"^ (bid|bids|made|makes|gave|gives|scores?|took|takes?|has|have|was|is|are|wins?|loses?|needs?|gets?|"
    r"keeps?|and|with)\b"
)
_PLURAL: Final = {"has": "have", "was": "were", "is": "are"}


def setup_missing(snap: Snapshot) -> str:
    """Who keeps the first hand from beginning."""
    free = [who for who in snap.people if not who.name and not who.bot]
    late = [who.name for who in snap.people if who.name and not who.bot and not who.ready and not who.you]
    if free:
        chairs = "One chair is" if len(free) == 1 else f"{len(free)} chairs are"
        extra = (
            " Put bots there or wait for people." if snap.founder else " Anyone on this Wi-Fi can sit down."
        )
        return f"{chairs} free.{extra}"
    if late:
        return f"Waiting for {joined(late)} to be ready."
    if snap.seat is None:
        return "Choose a chair."
    if not snap.you_ready:
        return "Everybody else is ready."
    return "All are ready. The first hand begins."


def ready_line(snap: Snapshot) -> str:
    """Who is ready for the next hand and who is awaited."""
    people = [who for who in snap.people if who.name and not who.bot]
    ready = [who.name for who in people if who.ready and not who.you]
    missing = [who.name for who in people if not who.ready and not who.you]
    parts = []
    if ready:
        parts.append(f"{joined(ready)} {'is' if len(ready) == 1 else 'are'} ready")
    if not snap.you_ready:
        missing.insert(0, "you")
    if missing:
        parts.append(f"waiting for {joined(missing)}")
    text = " · ".join(parts)
    return text[:1].upper() + text[1:]


def ready_due(snap: Snapshot) -> bool:
    """Whether the table waits for this person's "continue"."""
    return not snap.you_ready and any(
        item.kind == "ready" and item.seat == snap.seat for item in snap.waiting
    )


def _with_people(text: str, side: str, people: str) -> str:
    """The sentence with people for a side's letters; ``You score``, ``Ana and Ben score``, ``Ben scores``."""
    several = people == "You" or " and " in people
    parts = re.split(rf"\b{re.escape(side)}\b", text)
    done = parts[0]
    for rest in parts[1:]:
        verb_found = _VERBS.match(rest)
        if verb_found is None:
            done += side + rest
            continue
        said = verb_found[1]
        if several:
            said = _PLURAL.get(said, said[:-1] if said.endswith("s") else said)
        done += f"{people} {said}{rest[verb_found.end() :]}"
    return done


def scored(snap: Snapshot, view: View, text: str) -> str:
    """A line of the log that says how a hand scored, with people for the sides; others as they are."""
    totals = text.startswith("After hand ")
    if not totals and _RULE.search(text) is None:
        return text
    told = _RULE.sub("", text)
    for place, side in enumerate(view.sides):
        people = side_people(snap, view, place)
        if totals:
            told = re.sub(rf"\b{re.escape(side.name)} (-?\d+)", partial(_total, people), told)
        else:
            told = _with_people(told, side.name, people)
    return told if told.endswith(".") else f"{told}."


def _total(who: str, found: re.Match[str]) -> str:
    return f"{who} {number(int(found[1]))}"


def why_lines(snap: Snapshot, view: View, result: HandResult, *, rules: bool) -> tuple[str, ...]:
    """How a hand scored, with people's names for the sides; ``rules`` keeps the section behind it."""
    told = []
    for sentence in result.why:
        text = sentence if rules else _RULE.sub("", sentence)
        for place, side in enumerate(view.sides):
            text = _with_people(text, side.name, side_people(snap, view, place))
        told.append(text if text.endswith(".") else f"{text}.")
    return tuple(told)
