"""A game file read step by step, votes and absences included, without a ledger: for replays and transcripts.

Owns the order of reading: decisions, then entries, then the fold. Says nothing about whether the file is
honest; that is ``verify``'s business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pinochle_lan.codec import CodecError, decode
from pinochle_lan.log.ballot import Certificate
from pinochle_lan.log.entry import Entry, Key, Malformed
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.machine import Machine
from pinochle_lan.log.past import RiderRules
from pinochle_lan.log.records import Record, RecordType
from pinochle_lan.log.step import After, Step


def replay(
    records: Sequence[Record], genesis: Genesis, machine: Machine, *, trusted: bool = False
) -> Iterator[tuple[int, After]]:
    """(step, what it folds to) as far as the file's complete steps go, from ``machine`` on.

    ``trusted``: the file was verified, so proofs are not checked again. A record that cannot be read is
    passed over.
    """
    entries, decided = _sorted(records)
    rules = RiderRules(genesis)
    step = Step(0, machine, genesis.digest, machine.digest(), trusted=trusted, rules=rules)
    while True:
        for key, value in decided.get(step.number, {}).items():
            step.decide(key, value)
        for entry in entries.get(step.number, ()):
            if step.takes(entry) and entry.key not in step.entries:
                step.put(entry)
        after = step.after
        if after is None:
            return
        yield step.number, after
        step = Step(
            step.number + 1,
            after.machine,
            after.chain,
            after.state,
            trusted=trusted,
            past=after.past,
            rules=rules,
        )


def _sorted(records: Sequence[Record]) -> tuple[dict[int, list[Entry]], dict[int, dict[Key, bytes]]]:
    """Entries and outcomes of votes, by step."""
    entries: dict[int, list[Entry]] = {}
    decided: dict[int, dict[Key, bytes]] = {}
    for record in records:
        try:
            if record.type == RecordType.ENTRY:
                entry = Entry.read(decode(record.payload))
                entries.setdefault(entry.step, []).append(entry)
            elif record.type == RecordType.CERTIFICATE:
                certificate = Certificate.read(decode(record.payload))
                decided.setdefault(certificate.step, {})[certificate.key] = certificate.value
        except (CodecError, Malformed):
            continue
    return entries, decided
