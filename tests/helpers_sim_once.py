"""Pure sums done once a world: what one laptop folded or judged, the others look up.

Thousands of games would take days if each of five laptops folded, judged and audited everything for itself.
Only functions without memory are shared, by all that goes into them; what laptops hold, sign, save, send and
hear stays their own. Some games run without, so that a function with a memory would be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Content, Place
from pinochle_lan.log.rider import Rider
from pinochle_lan.rules.game import Game
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.terms import Terms


@contextmanager
def once() -> Iterator[None]:
    """Within it, folds, judgements and public views are shared."""
    begin, after, judge, view = TableMachine.begin, TableMachine._after, TableMachine.judge, Game.view
    known: dict[Any, Any] = {}
    kept: dict[int, object] = {}
    """Whatever is known by its place in memory must stay there."""

    def begin_once(terms: Terms) -> TableMachine:
        key = ("begin", terms.genesis.digest)
        if key not in known:
            known[key] = begin(terms)
        return known[key]  # type: ignore[no-any-return]

    def after_once(
        self: TableMachine, contents: Sequence[tuple[Place, Content]], riders: Sequence[Rider]
    ) -> TableMachine:
        key = (id(self), tuple(contents), tuple(riders))
        if key not in known:
            kept[id(self)] = self
            known[key] = after(self, contents, riders)
        return known[key]  # type: ignore[no-any-return]

    def judge_once(
        self: TableMachine, place: Place, body: Value, held: Mapping[Any, Value], trusted: bool
    ) -> str | None:
        key = (id(self), place, body, tuple(held.items()), trusted)
        if key not in known:
            kept[id(self)] = self
            known[key] = judge(self, place, body, held, trusted)
        return known[key]  # type: ignore[no-any-return]

    def view_once(self: Game, state: Any, viewer: int | None, mine: Any) -> Any:
        if viewer is not None:
            return view(self, state, viewer, mine)
        key = ("view", id(self), id(state))
        if key not in known:
            kept[id(state)] = state
            known[key] = view(self, state, viewer, mine)
        return known[key]

    TableMachine.begin = staticmethod(begin_once)  # type: ignore[method-assign,assignment]
    TableMachine._after = after_once  # type: ignore[method-assign]
    TableMachine.judge = judge_once  # type: ignore[method-assign]
    Game.view = view_once  # type: ignore[method-assign]
    try:
        yield
    finally:
        TableMachine.begin = begin  # type: ignore[method-assign]
        TableMachine._after = after  # type: ignore[method-assign]
        TableMachine.judge = judge  # type: ignore[method-assign]
        Game.view = view  # type: ignore[method-assign]
