"""Audits and reads a game file: signatures, order, deal, actions, scores, and what only later cards prove.

Needs the file's bytes and the game they name, no secret. Every hand is built again from the entries alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from pinochle_lan.codec import CodecError, decode
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.machine import Content, Place
from pinochle_lan.log.records import Record, RecordType, read_records
from pinochle_lan.log.replay import replay as log_replay
from pinochle_lan.log.verify import verify as verify_log
from pinochle_lan.rules import audit
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.sealed.group import SUITE1, Group
from pinochle_lan.table.diary import Diary
from pinochle_lan.table.findings import Findings
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.snapshot import Line
from pinochle_lan.table.terms import Terms, TermsError


@dataclass(frozen=True, slots=True)
class VerifyFault:
    """The first thing that is wrong."""

    step: int | None
    author: int | None
    """Member; None where nobody can be named, such as damage on the disk."""
    name: str
    """The member's shown name; empty without one."""
    kind: str
    """``terms`` (not to be played here), ``pack``, ``breach``, ``meld held back`` or as in ``log.verify``."""
    why: str
    """Names the entry, such as ``'card 2'``, where it is about one."""

    def __str__(self) -> str:
        where = "" if self.step is None else f"step {self.step}: "
        whose = f"{self.name}'s laptop: " if self.name else ""
        return f"{where}{whose}{self.why}"


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """The outcome of an audit; ``fault`` None = all is well as far as the file goes."""

    ok: bool
    hands: int
    """Scored hands."""
    steps: int
    entries: int
    digest: str
    """Hex of the last chain value: equal on all laptops of the table."""
    over: bool
    scores: tuple[int, ...]
    fault: VerifyFault | None
    summary: tuple[str, ...] = ()
    """What was found, in sentences for people; empty if there is a fault."""


@dataclass(frozen=True, slots=True)
class Told:
    """One folded step of a replay."""

    step: int
    lines: tuple[Line, ...]
    machine: TableMachine
    contents: tuple[tuple[Place, Content], ...] = ()
    """What was folded; empty for a void step."""


GameOf = Callable[[Genesis], Game]
"""The game of a table, out of this laptop's plugins. Raises RulesError if they are not what it needs."""


def verify(data: bytes, game_of: GameOf, group: Group = SUITE1) -> VerifyResult:
    """Audits the bytes of a game file. Never raises for what is in them."""
    try:
        report = verify_log(data, lambda genesis: _begin(genesis, game_of, group))
    except (TermsError, RulesError) as error:
        fault = VerifyFault(None, None, "", "terms", str(error))
        return VerifyResult(False, 0, 0, 0, "", False, (), fault)
    machine: TableMachine | None = None
    found: VerifyFault | None = None
    findings = Findings()
    if report.genesis is not None and not report.genesis.unsigned:
        names = {member.number: member.name for member in report.genesis.members}
        for told, breach in _audited(data, game_of, group, report.steps, findings):
            machine = told.machine
            found = found or breach
        if report.fault is not None:
            author = report.fault.author
            name = "" if author is None else names.get(author, f"member {author}")
            first = report.fault
            found = VerifyFault(first.step, author, name, first.kind, first.why)
    elif report.fault is not None:
        found = VerifyFault(report.fault.step, report.fault.author, "", report.fault.kind, report.fault.why)
    entries = sum(record.type == RecordType.ENTRY for record in read_records(data).found)
    state = None if machine is None else machine.state
    return VerifyResult(
        found is None,
        0 if state is None else len(state.history),
        report.steps,
        entries,
        report.chain.hex(),
        report.over,
        () if state is None else state.scores,
        found,
        findings.sentences() if found is None else (),
    )


def replay(data: bytes, game_of: GameOf, group: Group = SUITE1, *, trusted: bool = False) -> Iterator[Told]:
    """The game in words, step by step, as far as the file's complete steps go.

    ``trusted``: the file was verified, so proofs are not checked again. Raises TermsError if the table
    cannot be played with this laptop's plugins, or the file has no genesis.
    """
    records = read_records(data).found
    genesis = _genesis(records)
    machine = _begin(genesis, game_of, group)
    diary = Diary()
    for number, after in log_replay(records, genesis, machine, trusted=trusted):
        folded = cast(TableMachine, after.machine)
        contents = () if after.void else tuple(after.contents)
        lines = () if after.void else diary.step(machine.terms, machine, folded, after.contents)
        yield Told(number, lines, folded, contents)
        machine = folded


def _begin(genesis: Genesis, game_of: GameOf, group: Group) -> TableMachine:
    return TableMachine.begin(Terms(genesis, game_of(genesis), group))


def _genesis(records: Sequence[Record]) -> Genesis:
    for record in records:
        if record.type == RecordType.GENESIS:
            try:
                return Genesis.read(decode(record.payload))
            except (CodecError, Malformed):
                continue  # ``verify`` names it
    raise TermsError("This file holds no table: its beginning is damaged or it is no game file.")


def _audited(
    data: bytes, game_of: GameOf, group: Group, steps: int, findings: Findings
) -> Iterator[tuple[Told, VerifyFault | None]]:
    """The replay of the sound steps, with what a hand's last cards prove about earlier ones."""
    before = _begin(_genesis(read_records(data).found), game_of, group)
    for told in replay(data, game_of, group, trusted=True):
        if told.step >= steps:
            return
        fault = None
        if len(told.machine.state.history) > len(before.state.history):
            fault = _found_out(before, told)
        wrong = findings.note(told.step, before, told.contents, told.machine)
        if wrong and fault is None:
            fault = VerifyFault(told.step, None, "", "pack", wrong)
        yield told, fault
        before = told.machine


def _found_out(before: TableMachine, told: Told) -> VerifyFault | None:
    """The first breach of play or meld held back in the hand that this step scored (docs/rules/README.md)."""
    game = before.terms.game
    hand = game.fold_only(before.state, told.machine.told)
    for fault in audit.judge(game, hand, {}):
        member = before.homes[fault.seat]
        name = before.terms.member_names[member]
        where = f"trick {fault.trick}" if fault.trick else "the meld"
        why = f"{game.seat_names[fault.seat]} broke a rule in {where}, as later cards prove ({fault.what})"
        return VerifyFault(told.step, member, name, fault.what, why)
    return None
