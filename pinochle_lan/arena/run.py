"""Plays a match on many cores or machines, keeps each finished deal in a file, goes on where it stopped."""

from __future__ import annotations

import importlib
import json
import multiprocessing
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pinochle_lan.arena.match import Match, Row, mean, play

Progress = Callable[[list[Row]], None]
LEAST = 30
"""Deals before an interval may end a match early."""


def stored(path: Path | None, match: Match, deals: int) -> list[Row]:
    """The rows of ``match`` that a file holds already, of the first ``deals``; other lines count nothing."""
    if path is None or not path.exists():
        return []
    found: dict[int, Row] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            record = json.loads(line)
            if record["match"] == match.key and record["row"]["deal"] < deals:
                found[record["row"]["deal"]] = Row(**record["row"])
        except (ValueError, KeyError, TypeError):
            continue  # cut short by a crash: that deal is played again
    return [found[deal] for deal in sorted(found)]


def run(
    match: Match,
    deals: int,
    *,
    jobs: int = 0,
    file: Path | None = None,
    clears: float | None = None,
    dask: str = "",
    progress: Progress = lambda rows: None,
) -> list[Row]:
    """The rows of deals 0 to ``deals`` - 1, in order.

    ``jobs``: processes, 0 = one a core, 1 = here. ``clears``: stop as soon as the interval lies above it.
    ``file`` keeps each row as it is finished. KeyboardInterrupt loses nothing that is in the file.
    """
    rows = stored(file, match, deals)
    done = {row.deal for row in rows}
    todo = [deal for deal in range(deals) if deal not in done]
    progress(rows)
    if _clear(rows, clears):
        return rows
    source = _over_dask(match, todo, dask) if dask else _over_cores(match, todo, jobs)
    try:
        for row in source:
            rows.append(row)
            if file is not None:
                with file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps({"match": match.key, "row": asdict(row)}) + "\n")
            progress(rows)
            if _clear(rows, clears):
                break
    finally:
        source.close()
    return sorted(rows, key=lambda row: row.deal)


def _clear(rows: list[Row], clears: float | None) -> bool:
    if clears is None or len(rows) < LEAST:
        return False
    middle, half = mean(row.value for row in rows)
    return middle - half > clears


def _over_cores(match: Match, todo: list[int], jobs: int) -> Generator[Row, None, None]:
    count = jobs or multiprocessing.cpu_count()
    if count == 1:
        for deal in todo:
            yield play(match, deal)
        return
    # spawn: the same on every system, and nothing is inherited that a thread may hold
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting = list(reversed(todo))
        running: set[Future[Row]] = set()
        try:
            while waiting or running:
                while waiting and len(running) < 2 * count:
                    running.add(pool.submit(play, match, waiting.pop()))
                ready, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield future.result()
        finally:
            for future in running:
                future.cancel()


def _over_dask(match: Match, todo: list[int], address: str) -> Generator[Row, None, None]:
    """The deals on a Dask cluster (extra ``cluster``); each worker needs the program and the same plugins."""
    distributed: Any = importlib.import_module("distributed")  # an extra
    client = distributed.Client(address)
    try:
        futures = client.map(play, [match] * len(todo), todo, pure=False)
        for _, row in distributed.as_completed(futures, with_results=True):
            yield row
    finally:
        client.close()
