"""What comes over the links: each frame to what owns its kind, and the proofs of lies kept and pushed on.

Owns which frames there are and what an answer may hold (docs/log.md 6 and 7). Whether a thing is sound is the
intake's business, what follows from it the ledger's.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.codec import Value
from pinochle_lan.log.agreement import Agreement
from pinochle_lan.log.ballot import Ballot, Certificate
from pinochle_lan.log.effects import DoubleAck, DoubleEntry, DoubleVote, Effect, Event, Late, Peer, Save, Send
from pinochle_lan.log.entry import Ack, Entry, Malformed
from pinochle_lan.log.frames import Frame, FrameType, unpack
from pinochle_lan.log.intake import Intake
from pinochle_lan.log.journal import Journal
from pinochle_lan.log.line import Line
from pinochle_lan.log.parting import Parting
from pinochle_lan.log.rider import Rider
from pinochle_lan.log.sync import Have
from pinochle_lan.log.talk import Talk

SIGNED: Final = (
    FrameType.ENTRY,
    FrameType.ACK,
    FrameType.VOTE,
    FrameType.CONFIRM,
    FrameType.RIDER,
    FrameType.CERTIFICATE,
)
"""Frames that an answer may hold."""


class Hearing:
    """The receiving ear of a ledger."""

    def __init__(
        self,
        table: bytes,
        line: Line,
        *,
        agreement: Agreement,
        intake: Intake,
        talk: Talk,
        parting: Parting,
        journal: Journal,
    ) -> None:
        self.ignored = 0
        """Frames of unknown types."""
        self._table = table
        self._line = line
        self._agreement = agreement
        self._intake = intake
        self._talk = talk
        self._parting = parting
        self._journal = journal

    def take(self, sender: Peer, frame: Frame) -> list[Effect]:
        """Takes one signed thing or question. Raises Malformed."""
        match frame[0] if frame else None:
            case FrameType.ENTRY:
                return self.tell(self._intake.entry(sender, Entry.read(frame[1:])))
            case FrameType.ACK:
                return self._ack(sender, Ack.read(frame[1:]))
            case FrameType.VOTE | FrameType.CONFIRM:
                ballot = Ballot.read(frame[1:], confirm=frame[0] == FrameType.CONFIRM)
                return self.tell(self._intake.ballot(sender, ballot))
            case FrameType.RIDER:
                return self.tell(self._intake.rider(sender, Rider.read(frame[1:])))
            case FrameType.CERTIFICATE:
                ballots = Certificate.read(frame[1:]).ballots()
                return [effect for one in ballots for effect in self.tell(self._intake.ballot(sender, one))]
            case FrameType.HAVE:
                have = Have.read(frame[1:])
                self._talk.have(sender, have)
                return self._parted(sender, self._parting.have(sender, have))
            case FrameType.CHAIN:
                return self._parted(sender, self._parting.take(sender, frame[1:]))
            case _:
                self.ignored += 1
        return []

    def answer(self, parts: tuple[Value, ...]) -> list[Frame]:
        """The signed things in a STORE frame's fields. Raises Malformed."""
        match parts:
            case (bytes() as table, tuple() as things) if table == self._table:
                pass
            case _:
                raise Malformed("an answer names its table and holds a list")
        found: list[Frame] = []
        for thing in things:
            if not isinstance(thing, tuple) or not thing or thing[0] not in SIGNED:
                raise Malformed("an answer holds signed things only")
            found.append(thing)
        return found

    def _parted(self, peer: Peer, asked: list[Send]) -> list[Effect]:
        step = self._parting.found(peer)
        if step is None or not isinstance(peer, int):
            return [*asked]
        return [*asked, *self._agreement.parted(peer, step)]

    def _ack(self, sender: Peer, ack: Ack) -> list[Effect]:
        out = self.tell(self._intake.ack(sender, ack))
        if ack.step < self._line.settled:
            # Older than what is counted; still it names the step at which two histories part.
            out += self._agreement.compare_one(ack.member, ack.step, self._line.settled_claim(ack.step))
        after = self._line.open.after
        if ack.step == self._line.open.number and after is not None and ack.chain != after.chain:
            self._talk.hurry(sender)
        return out

    def tell(self, events: list[Event]) -> list[Effect]:
        """Hands on events; both halves of a proof are kept and pushed (docs/log.md 7)."""
        out: list[Effect] = []
        for event in events:
            match event:
                case DoubleEntry() | DoubleAck() | DoubleVote():
                    for frame in (event.first, event.second):
                        out += self._keep(unpack(frame))
                        out.append(Send(None, frame))
                case Late():
                    out += self._keep(unpack(event.entry))
            out.append(event)
        return out

    def _keep(self, frame: Frame) -> list[Save]:
        """Saves a thing that stands beside the steps: half of a proof, or a late entry."""
        match frame[0]:
            case FrameType.ENTRY:
                return self._journal.entry(Entry.read(frame[1:]), late=True)
            case FrameType.ACK:
                return self._journal.ack(Ack.read(frame[1:]))
            case _:
                return self._journal.ballots([Ballot.read(frame[1:], confirm=frame[0] == FrameType.CONFIRM)])


def type_name(frame: Frame) -> str:
    """What a refused frame is called."""
    number = frame[0] if frame else None
    return next((kind.name.lower() for kind in FrameType if kind == number), "frame")
