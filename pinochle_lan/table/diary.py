"""What happened, for people and ``--json``: lines of the log panel, events, what was proved in this hand.

Public things only: it looks at states as a spectator does.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from pinochle_lan.log import effects as logged
from pinochle_lan.log.machine import Content, Place
from pinochle_lan.rules.actions import Faces
from pinochle_lan.rules.view import HandResult, MeldView, View
from pinochle_lan.rules.wire import shown
from pinochle_lan.table import words
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.places import word
from pinochle_lan.table.snapshot import Fair, Line
from pinochle_lan.table.terms import Terms

MOST_LINES: Final = 500
_PROVED: Final = ("key", "proof", "seal", "share", "show", "remix")

News = tuple[str, dict[str, object]]
"""An event's name and its plain data."""


class Diary:
    """The table's story so far."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque(maxlen=MOST_LINES)
        self._seen: tuple[TableMachine, View] | None = None
        self._checked: Counter[str] = Counter()
        self._openings = 0
        self._hid = b""
        """Of the hand that is counted."""
        self.laid: tuple[tuple[MeldView, ...], ...] = ()
        """The melds of the last scored hand, by seat."""
        self.differing: dict[int, tuple[int, bool]] = {}
        """Member to (step, whether it is the rules) of the last disagreement with it."""

        self.doubled: list[int] = []
        """Members with a proven double entry or acknowledgement."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The last lines, oldest first."""
        return tuple(self._lines)

    def keep(self, line: Line) -> None:
        """Adds a line."""
        self._lines.append(line)

    def step(
        self,
        terms: Terms,
        before: TableMachine,
        after: TableMachine,
        contents: Sequence[tuple[Place, Content]],
    ) -> tuple[Line, ...]:
        """The lines of a step that was folded; counts what it proved."""
        if after.deal is not None and after.deal.setup.hid != self._hid:
            self._hid = after.deal.setup.hid
            self._checked.clear()
            self._openings = 0
        self._checked.update(kind for place, _ in contents if (kind := word(place.kind)) in _PROVED)
        self._openings += sum(len(shown(action)) for action in after.told if not isinstance(action, Faces))
        if after.stopped:
            return (Line(after.stopped),)
        if not after.told:
            return ()
        names = terms.seat_names(after.state.chairs)
        first, last = self._public(terms, before), self._public(terms, after)
        done = self._between(terms, before, after, last)
        if len(last.history) > len(first.history):
            self.laid = tuple(seat.meld for seat in done.seats)
        return words.lines(after.told, first, done, last, names)

    def _between(self, terms: Terms, before: TableMachine, after: TableMachine, last: View) -> View:
        """The view after the actions alone, before a phase that ended cleared its last trick or meld."""
        if before.state.phase == after.state.phase and before.state.deals == after.state.deals:
            return last
        return terms.game.view(terms.game.fold_only(before.state, after.told), None, {})

    def _public(self, terms: Terms, machine: TableMachine) -> View:
        if self._seen is None or self._seen[0] is not machine:
            self._seen = machine, terms.game.view(machine.state, None, {})
        return self._seen[1]

    def fair(self, terms: Terms, machine: TableMachine, unchecked: Callable[[int], Sequence[str]]) -> Fair:
        """What is proved about the running hand. ``unchecked``: kinds still to be checked from a hand on."""
        deal = machine.deal
        if deal is None:
            return Fair()
        names = {terms.keys[member]: name for member, name in terms.member_names.items()}
        done = self._checked - Counter(word(kind) for kind in unchecked(deal.setup.hand))
        checked = tuple((kind, done[kind]) for kind in _PROVED if done[kind])
        return Fair(
            len(deal.setup.peers),
            sum(number for _, number in checked),
            deal.sealed,
            self._openings,
            tuple(names.get(key, "a stranger") for key in deal.setup.peers),
            checked,
            len(unchecked(0)),
        )

    def news(self, before: TableMachine, after: TableMachine) -> Iterator[News]:
        """Events of a folded step: a hand scored, the game over, the table stopped."""
        for result in after.state.history[len(before.state.history) :]:
            yield "hand", _result(result)
        if after.state.over and not before.state.over:
            yield "game-over", {"winner": after.state.winner, "scores": after.state.scores}
        if after.stopped and not before.stopped:
            yield "stopped", {"member": after.offender, "why": after.stopped}

    def log_event(
        self, terms: Terms, event: logged.Event, hears: Callable[[int], bool]
    ) -> Iterator[tuple[str, dict[str, object], Line | None]]:
        """Events of the log: name, data, and a line where people should know. ``hears``: a member, now."""
        match event:
            case logged.Refused(peer, author, step, kind, why, hard):
                sender = _who(terms, peer)
                yield (
                    "refused",
                    {"peer": sender, "author": author, "step": step, "kind": kind, "why": why, "hard": hard},
                    None,
                )
            case logged.IllegalContent(author, step, kind, why):
                sent = f"{_who(terms, author)}'s laptop sent a {word(kind)}"
                what = f"{sent} that does not count: {why.rstrip('.')}."
                yield "illegal", {"member": author, "step": step, "kind": kind, "why": why}, Line(what)
            case logged.Decided(author, step, kind, absent):
                who = _who(terms, author)
                why = "was not heard for ten seconds"
                if hears(author):
                    why = f"is heard, but its {word(kind)} did not come in time"
                gone = Line(f"{who}'s laptop {why}; those present go on without it.")
                held = Line(f"{who}'s laptop was not heard, but what it sent before counts.")
                data = {"member": author, "step": step, "kind": kind, "absent": absent}
                yield "decided", data, gone if absent else held
            case logged.Late(author, step, kind):
                line = Line(
                    f"{_who(terms, author)}'s {word(kind)} came too late for the others; the table played on."
                )
                yield "late", {"member": author, "step": step, "kind": kind}, line
            case logged.RosterChanged(step, gone, back):
                for member in gone:
                    yield (
                        "gone",
                        {"member": member, "step": step},
                        Line(f"{_who(terms, member)} is away; a stand-in plays on."),
                    )
                for member in back:
                    yield "back", {"member": member, "step": step}, Line(f"{_who(terms, member)} is back.")
            case logged.DoubleEntry(author, step, kind):
                who = _who(terms, author)
                line = Line(f"{who}'s laptop signed two things for one turn. Both are kept as proof.")
                self.doubled.append(author)
                yield "double", {"member": author, "step": step, "kind": kind}, line
            case logged.DoubleAck(member, step):
                line = Line(
                    f"{_who(terms, member)}'s laptop confirmed two different games. Both are kept as proof."
                )
                self.doubled.append(member)
                yield "double", {"member": member, "step": step, "kind": "ack"}, line
            case logged.DoubleVote(member, step):
                who = _who(terms, member)
                line = Line(f"{who}'s laptop voted both ways about one turn. Both are kept as proof.")
                self.doubled.append(member)
                yield "double", {"member": member, "step": step, "kind": "vote"}, line
            case logged.Differs(member, step, rules):
                self.differing[member] = step, rules
                yield (
                    "differs",
                    {"member": member, "step": step, "rules": rules},
                    Line(differs(terms, member, step, rules)),
                )
            case logged.Repaired(step):
                line = Line(
                    "This laptop had lost the thread; it read its log again and agrees with the others now."
                )
                yield "repaired", {"step": step}, line


def let_stand(terms: Terms, lie: logged.IllegalContent) -> str:
    """The sentence for a false proof of a step that more than half of the table settled."""
    who = _who(terms, lie.author)
    what = f"{who}'s laptop sent a {word(lie.kind)} in step {lie.step} that does not count"
    rest = "This laptop signs nothing more at this table; its game file is kept as proof."
    return f"{what} ({lie.why}), and more than half of the table let it stand. {rest}"


def differs(terms: Terms, member: int, step: int, rules: bool) -> str:
    """The sentence for two laptops that do not agree about a step."""
    who = _who(terms, member)
    if rules:
        rest = f"other rules than this one since step {step}: compare the plugins of both."
        return f"{who}'s laptop plays by {rest}"
    return f"{who}'s laptop has another history since step {step}. Both game files are kept."


def _who(terms: Terms, peer: int | bytes) -> str:
    if isinstance(peer, int):
        return terms.member_names.get(peer, f"member {peer}")
    return f"a stranger ({peer.hex()[:8]})"


def _result(result: HandResult) -> dict[str, object]:
    return {
        "number": result.number,
        "dealer": result.dealer,
        "declarer": result.declarer,
        "bid": result.bid,
        "trump": None if result.trump is None else result.trump.value,
        "meld": result.meld,
        "tricks": result.tricks,
        "delta": result.delta,
        "totals": result.totals,
        "played": result.played,
        "made": result.made,
    }
