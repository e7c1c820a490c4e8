"""From a table to its snapshot: who sits where, for whom it waits, what is wrong. Reads, never changes.

The only faces in a snapshot are those of the view that the engine makes for this laptop's person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.machine import Sort
from pinochle_lan.log.step import quorum
from pinochle_lan.pluginhost.culprit import blamed
from pinochle_lan.pluginhost.naming import parse
from pinochle_lan.table import diary
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.motions import free_seats, motions
from pinochle_lan.table.places import LAPTOP_KINDS, word
from pinochle_lan.table.snapshot import Halt, Laptop, Person, Snapshot, Vote, Waiting
from pinochle_lan.table.words import joined

if TYPE_CHECKING:
    from pinochle_lan.table.table import Table

LATE_MS: Final = 2_000
"""Acknowledgements that take longer are spoken of (docs/log.md 8)."""


def snapshot(table: Table, now_ms: int) -> Snapshot:
    """The table at this moment, as this laptop's person may see it."""
    terms, machine = table.terms, table.machine
    seat = table.seat()
    view = terms.game.view(machine.state, seat, {} if seat is None else table.mine(seat))
    if seat is not None and (not table.asked or table.by_itself is not None):
        view = replace(view, offers=())
    waiting = waits(table, now_ms)
    stands = halted(table)
    return Snapshot(
        stage=_stage(table),
        name=table.title,
        table_id=terms.genesis.table,
        code=table.code,
        founder=table.me == terms.genesis.members[0].number,
        seat=seat,
        people=_people(table),
        laptops=_laptops(table, now_ms),
        variant=terms.genesis.variant,
        options=terms.genesis.options,
        view=view,
        waiting=waiting,
        pending=table.pending,
        lines=table.diary.lines,
        notice=_notice(table, waiting),
        fault=machine.stopped
        or table.lost
        or ("" if stands is None or not stands.stops else stands.sentence),
        halt=stands,
        fair=table.diary.fair(table.terms, machine, table.ledger.unchecked),
        step=table.step,
        digest=table.ledger.chain.hex(),
        you_ready=table.you_ready,
        votes=votes(table, now_ms),
        requests=table.gate.requests,
        motions=motions(machine, table.me),
        watching=table.watching,
        free=free_seats(machine, table.me) if table.watching else (),
        clock=machine.attendance.clock,
        idle=table.idle,
        paused=paused(table),
        rules=terms.rules,
        chat=table.chat.remarks,
        laid=table.diary.laid,
    )


def _stage(table: Table) -> str:
    if table.machine.stopped or table.halted:
        return "stopped"
    return "over" if not table.machine.asks else "play"


def halted(table: Table) -> Halt | None:
    """The plugin at fault, and what a game without it would begin with; None = there is none."""
    found = table.inquest.finding
    failed = table.machine.culprit
    if failed:
        return halt(table.machine, table.ledger, (failed,), table.machine.stopped)
    rules = (found.plugin,) if found is not None and parse(found.plugin).kind == "house rule" else ()
    if found is None or not (table.halted or rules):
        return None
    said = table.inquest.sentence() + (" The hand stops here; nothing is lost." if table.halted else "")
    stands = halt(cast(TableMachine, table.ledger.settled), table.ledger, rules, said)
    return replace(stands, step=found.step, stops=table.halted)


def failed(table: Table, error: BaseException) -> Halt | None:
    """A halt because a plugin's code failed on this laptop alone, where it looked or chose; else None."""
    found = blamed(error, table.terms.files)
    if found is None:
        return None
    plugin, line = found
    said = f"The {parse(plugin).plain} failed at its line {line} ({type(error).__name__}). The game is kept."
    return halt(cast(TableMachine, table.ledger.settled), table.ledger, (plugin,), said)


def halt(machine: TableMachine, ledger: Ledger, rules: Sequence[str], said: str) -> Halt:
    """A halt of the hand that runs in ``machine``, because of these house rules."""
    terms, state = machine.terms, machine.state
    names = tuple(parse(rule).plain for rule in rules if parse(rule).kind == "house rule")
    if names:
        said += " Go on without " + joined([f"the {name}" for name in names]) + " from this hand on."
    people, bots = terms.people(state.chairs), terms.bots(state.chairs)
    hosts = terms.hosts(state.chairs)
    seats = tuple(
        (terms.keys[people.get(seat, hosts[seat])], bots.get(seat, "")) for seat in range(terms.game.seats)
    )
    return Halt(ledger.open_step, names, said, ledger.chains[-1], state.scores, state.dealer, seats)


def _people(table: Table) -> tuple[Person, ...]:
    terms, machine = table.terms, table.machine
    chairs = machine.state.chairs
    people, bots, hosts = terms.people(chairs), terms.bots(chairs), machine.hosts
    asked = any(ask.kind == "ready" for ask in machine.asks)
    ready = [author for author, kind in table.ledger.held() if kind == "ready"] if asked else []
    return tuple(
        Person(
            seat,
            name,
            bots.get(seat, ""),
            hosts.get(seat),
            you=people.get(seat) == table.me and table.me is not None,
            ready=people.get(seat) in ready,
            seen=table.chat.seen(people.get(seat)),
            away=machine.homes[seat] in machine.attendance.away,
        )
        for seat, name in terms.seat_names(chairs).items()
    )


def _laptops(table: Table, now_ms: int) -> tuple[Laptop, ...]:
    found = []
    differing = table.ledger.differs()
    for member in table.terms.members:
        you = member.number == table.me
        found.append(
            Laptop(
                member.number,
                table.terms.member_names[member.number],
                linked=you or member.key in table.links,
                you=you,
                away=member.number in table.machine.attendance.away,
                via=table.via(member.number, now_ms),
                silent_ms=table.presence.silent_ms(member.number, now_ms),
                step=table.ledger.acked_step(member.number),
                same=member.number not in differing,
            )
        )
    return tuple(found)


def waits(table: Table, now_ms: int) -> tuple[Waiting, ...]:
    """For whom the table waits: who owes something in the open step, or has not acknowledged it yet."""
    ledger, terms = table.ledger, table.terms
    since = max(0, now_ms - table.since_ms)
    owed: list[tuple[int, str]] = [place.key for place in ledger.missing()]
    if ledger.complete:
        owed = [(member, "ack") for member in ledger.unacknowledged()]
    people = {member: seat for seat, member in terms.people(table.machine.state.chairs).items()}
    found = []
    told: list[int] = []
    for member, kind in owed:
        laptop_kind = kind == "ack" or word(kind) in LAPTOP_KINDS
        if laptop_kind and member in told:
            continue  # once is enough for a laptop that owes a key, a mix, a proof and a seal
        told.append(member)
        seat = people.get(member) if laptop_kind else int(kind.partition(" ")[2])
        gone = member != table.me and not table.hears(member)
        found.append(Waiting(member, seat, word(kind), since, gone))
    return tuple(found)


def votes(table: Table, now_ms: int) -> tuple[Vote, ...]:
    """Who is missing where the table waits for it, one for each laptop, and what was voted about it."""
    ledger, machine = table.ledger, table.machine
    decided = ledger.decided()
    found: dict[int, Vote] = {}
    for place in ledger.places():
        member = place.author
        silent = table.presence.silent_ms(member, now_ms)
        under_vote = place in ledger.polling() or place.key in decided
        missing = place in ledger.missing() and silent > 0 and member != table.me
        if member in found or not (under_vote or missing):
            continue
        absent = ledger.against(place.key)
        outcome = "" if place.key not in decided else "entry" if decided[place.key] else "absent"
        seat = int(place.kind.partition(" ")[2]) if word(place.kind) not in LAPTOP_KINDS else None
        ask = place.sort is Sort.CHOICE and table.asks_people(place) and member not in table.bots_for
        roster = machine.roster
        needed = quorum(roster)
        found[member] = Vote(
            member, seat, word(place.kind), silent, ask, absent, needed, len(roster) - 1, outcome
        )
    return tuple(found.values())


def paused(table: Table) -> str:
    """Why nothing goes on until somebody is back (docs/log.md 12), in a sentence; empty = it does."""
    machine, names = table.machine, table.terms.member_names
    if machine.blocked:
        who = joined([names[member] for member in machine.blocked])
        return f"The hand waits for {who}: without that laptop its cards cannot be opened. Nothing is lost."
    if table.watching:
        return ""  # it need not have links to all that play
    here = [m for m in machine.roster if m == table.me or table.hears(m)]
    gone = [names[m] for m in machine.roster if m not in here]
    if gone and len(here) < quorum(machine.roster):
        return f"The table waits for {joined(gone)}: the game pauses until more are back. Nothing is lost."
    return ""


def _watching(table: Table) -> str:
    promised = [member for _, member in table.machine.attendance.promised]
    if table.me in promised:
        return "You watch this hand, and have a chair from the next one on."
    if table.petitions.chair is not None:
        return "You asked for a chair. The others must agree; you watch until then."
    return "You watch this table. Take a bot's chair to play from the next hand on."


def _notice(table: Table, waiting: tuple[Waiting, ...]) -> str:
    """One sentence about the table's health, the worst first; empty when all is well."""
    ledger, terms = table.ledger, table.terms
    if table.lost:
        return table.lost
    for member in ledger.differs():
        step, rules = table.diary.differing[member]
        found = table.inquest.finding
        if rules and found is not None and found.step == step:
            return table.inquest.sentence()
        return diary.differs(terms, member, step, rules)
    if table.diary.doubled and ledger.missing() == () and waiting:
        who = terms.member_names[table.diary.doubled[0]]
        return f"{who}'s laptop signed two different things for one turn."
    pause = paused(table)
    if pause:
        return pause
    if table.me in table.machine.attendance.kicked:
        return "More than half of the table asked you to leave."
    if table.idle:
        return "You took longer than the turn clock allows, so a bot plays for you. Say when you are here."
    if table.watching:
        return _watching(table)
    if table.me in table.machine.attendance.away:
        return "A stand-in plays your seat. You are back with the next card that anybody plays."
    gone = [terms.member_names[w.member] for w in waiting if w.gone]
    if gone:
        return (
            f"The table waits for {joined(gone)}: no link to that laptop."
            if len(gone) == 1
            else (f"The table waits for {joined(gone)}: no link to those laptops.")
        )
    if ledger.muted:
        return "Asking the others what happened since this laptop last played."
    late = [terms.member_names[w.member] for w in waiting if w.kind == "ack" and w.since_ms >= LATE_MS]
    return f"Waiting for {joined(late)}." if late else ""
