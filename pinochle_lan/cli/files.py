"""``replay`` prints a game from its file, ``verify`` audits it. Both fold the file again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import click

from pinochle_lan.cli.common import Setup, Sorry, json_option, print_json, profile_option
from pinochle_lan.codec import Value
from pinochle_lan.log.gamefile import GameFileError, genesis_of, load
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.machine import Content, Place
from pinochle_lan.log.records import RecordType
from pinochle_lan.log.rider import Rider
from pinochle_lan.log.verify import Report
from pinochle_lan.log.verify import verify as audit
from pinochle_lan.room.games import Games
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.table.diary import Diary
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.snapshot import Line
from pinochle_lan.table.terms import Terms, TermsError
from pinochle_lan.table.verify import VerifyFault
from pinochle_lan.table.verify import verify as audit_table

_path = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@dataclass(frozen=True)
class Watched:
    """A table's state that remembers every state before it, so that an audit can tell the story too."""

    machine: TableMachine
    past: list[TableMachine] = field(default_factory=list, compare=False)

    @property
    def roster(self) -> tuple[int, ...]:
        """As the table's."""
        return self.machine.roster

    @property
    def members(self) -> Mapping[int, bytes]:
        """As the table's."""
        return self.machine.members

    @property
    def hand(self) -> int:
        """As the table's."""
        return self.machine.hand

    def has_proof(self, place: Place) -> bool:
        """As the table's."""
        return self.machine.has_proof(place)

    def due(self) -> Sequence[Place]:
        """As the table's."""
        return self.machine.due()

    def judge(
        self, place: Place, body: Value, held: Mapping[tuple[int, str], Value], trusted: bool
    ) -> str | None:
        """As the table's."""
        return self.machine.judge(place, body, held, trusted)

    def fold(
        self,
        contents: Sequence[tuple[Place, Content]],
        ids: Mapping[tuple[int, str], bytes],
        riders: Sequence[Rider] = (),
    ) -> Self:
        """As the table's; the new state is remembered."""
        after = self.machine.fold(contents, ids, riders)
        self.past.append(after)
        return type(self)(after, self.past)

    def digest(self) -> bytes:
        """As the table's."""
        return self.machine.digest()


@dataclass(frozen=True, slots=True)
class Reading:
    """A file, audited."""

    report: Report
    states: tuple[TableMachine, ...]
    """From the beginning, one a step."""
    entries: int

    @property
    def hands(self) -> int:
        """Hands that were scored."""
        return len(self.states[-1].state.history) if self.states else 0


def read_game(path: Path, games: Games) -> Reading:
    """Audit and fold a file. Raises Sorry if it is no game file or its rules are not on this laptop."""
    states: list[TableMachine] = []

    def begin(genesis: Genesis) -> Watched:
        watched = Watched(TableMachine.begin(Terms(genesis, games.of(genesis), bot_names=games.bots)), states)
        states.append(watched.machine)
        return watched

    try:
        records = load(path)
        genesis_of(path, records.found)
        report = audit(path.read_bytes(), begin)
    except (GameFileError, RulesError, TermsError) as error:
        raise Sorry(str(error)) from error
    entries = sum(record.type == RecordType.ENTRY for record in records.found)
    return Reading(report, tuple(states), entries)


@click.command()
@_path
@json_option
@profile_option
@click.pass_obj
def verify(setup: Setup, file: Path, as_json: bool, profile: Path | None) -> int:
    """Audit a game: signatures, order, deal, every action, scores. Exits 1 with the first fault."""
    games = Games(setup.registry(profile))
    try:
        records = load(file)
        genesis_of(file, records.found)
        result = audit_table(file.read_bytes(), games.of)
    except (GameFileError, RulesError, TermsError) as error:
        raise Sorry(str(error)) from error
    fault = result.fault
    if fault is not None and fault.kind == "terms":
        raise Sorry(fault.why)
    if as_json:
        print_json(
            {
                "ok": result.ok,
                "hands": result.hands,
                "entries": result.entries,
                "digest": result.digest,
                "summary": result.summary,
                "fault": None if fault is None else _fault_row(fault),
            }
        )
    elif fault is None:
        click.echo("All is well.")
        for sentence in result.summary:
            click.echo(f"  {sentence}")
        click.echo(f"  {result.steps} steps, {result.entries} entries, digest {result.digest}.")
    else:
        click.echo(f"Fault: {fault} ({fault.kind}).")
    return 0 if result.ok else 1


def _fault_row(fault: VerifyFault) -> dict[str, Any]:
    return {"step": fault.step, "author": fault.author, "kind": fault.kind, "why": fault.why}


def _fault_sentence(report: Report) -> str:
    fault = report.fault
    assert fault is not None
    names = {} if report.genesis is None else {m.number: m.name for m in report.genesis.members}
    whose = "" if fault.author is None else f"{names.get(fault.author, f'member {fault.author}')}'s laptop: "
    where = "" if fault.step is None else f"step {fault.step}, "
    return f"{where}{whose}{fault.why} ({fault.kind})."


@click.command()
@_path
@json_option
@profile_option
@click.pass_obj
def replay(setup: Setup, file: Path, as_json: bool, profile: Path | None) -> int:
    """Print a game, hand by hand and trick by trick."""
    reading = read_game(file, Games(setup.registry(profile)))
    for number, line in _story(reading):
        if as_json:
            print_json(
                {"step": number, "hand": line.hand, "trick": line.trick, "seat": line.seat, "text": line.text}
            )
        else:
            click.echo(line.text)
    report = reading.report
    scores = {}
    if reading.states:
        last = reading.states[-1]
        scores = dict(zip(last.terms.game.side_names, last.state.scores, strict=False))
        if last.state.history:
            scores = dict(zip(last.terms.game.side_names, last.state.history[-1].totals, strict=False))
    if as_json:
        print_json(
            {"hands": reading.hands, "scores": scores, "digest": report.chain.hex(), "over": report.over}
        )
    elif report.fault is not None:
        click.echo(f"The file is good up to here: {_fault_sentence(report)}")
    return 0 if report.fault is None else 1


def _story(reading: Reading) -> list[tuple[int, Line]]:
    """The lines of every step, with its number."""
    diary = Diary()
    return [
        (number, line)
        for number, (before, after) in enumerate(pairwise(reading.states))
        for line in diary.step(after.terms, before, after, ())
    ]
