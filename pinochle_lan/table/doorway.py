"""The door of a table under way: strangers that knock, guests that watch, newcomers that become members.

A stranger hears nothing before it is let in (docs/log.md 11, "welcome").
"""

from __future__ import annotations

import contextlib
from typing import Final

from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, pack
from pinochle_lan.log.ledger import LedgerError
from pinochle_lan.log.rider import WELCOME, consent, consents
from pinochle_lan.table import notes
from pinochle_lan.table.company import Company
from pinochle_lan.table.effects import Effect, Send
from pinochle_lan.table.gate import Answer
from pinochle_lan.table.names import player

AGAIN_MS: Final = 5_000
"""How long whoever was let in waits to be a member before it knocks again."""


class Doorway(Company):
    """Links of members, guests and strangers."""

    def admit(self, key: bytes, yes: bool, now_ms: int) -> list[Effect]:
        """The person's yes or no to a laptop that knocks."""
        out: list[Effect] = []
        self._let_in(key, self.gate.admit(key, yes, self._my_name), out, now_ms)
        return out

    def _at_the_door(self, peer: bytes, parts: Frame, out: list[Effect], now_ms: int) -> None:
        """Somebody knocks, or agrees to what it was shown; or this laptop's own knock is answered."""
        try:
            note = notes.read(parts)
        except Malformed as error:
            self._refuse(out, peer, "knock", str(error), hard=True)
            return
        stranger = self._member(peer) is None
        match note:
            case notes.Hello() if stranger and self._settled.terms.number(peer) is not None:
                out.append(Send(peer, pack(notes.Refused("kicked").wire())))
            case notes.Hello() if not stranger:
                out.append(Send(peer, pack(notes.Started(self.terms.genesis).wire())))
            case notes.Hello() if self.me not in self._settled.roster or self.over:
                out.append(Send(peer, pack(notes.Refused("under_way").wire())))
            case notes.Hello():
                self._let_in(peer, self.gate.knock(peer, note, self._my_name, now_ms), out, now_ms)
            case notes.Consent(_, signature) if stranger and self.gate.holds(peer):
                self._welcome(peer, signature, out, now_ms)
            case notes.Refused("under_way") if self.me is None and peer == self._knocked:
                self._try_next(out, now_ms)
            case notes.Started(genesis) if self.me is None and genesis == self.terms.genesis:
                name = "" if self._knock is None else player(self._knock.name)
                self._again_ms = now_ms + AGAIN_MS
                signed = consent(self._identity, genesis.table, genesis.digest, name)
                out.append(Send(peer, pack(notes.Consent(0, signed).wire())))

    def _let_in(self, peer: bytes, answer: Answer, out: list[Effect], now_ms: int) -> None:
        held = self.gate.holds(peer)
        out += answer
        if held and peer in self._links:
            self._take(self.ledger.linked(peer, now_ms), out, now_ms)

    def _welcome(self, peer: bytes, signature: bytes, out: list[Effect], now_ms: int) -> None:
        fields = peer, self.gate.name(peer), signature
        if not consents(fields, self.terms.genesis.table, self.terms.genesis.digest):
            self._refuse(out, peer, "consent", "it did not sign what it joins")
            return
        with contextlib.suppress(LedgerError):  # nothing is signed now; it knocks again
            self._take(self.ledger.request(WELCOME, fields), out, now_ms)

    @property
    def _my_name(self) -> str:
        return "" if self.me is None else self.terms.member_names[self.me]

    def _ask_to_watch(self, out: list[Effect]) -> None:
        """A laptop that is no member knocks at one door: where it was let in, else the lowest member's."""
        if self.me is not None or self._knock is None or self._knocked:
            return
        members = [self._door] if self._door else [key for _, key in sorted(self._settled.members.items())]
        linked = [key for key in members if key in self._links and key not in self._shut]
        if linked:
            self._knocked = linked[0]
            out.append(Send(linked[0], pack(self._knock.wire())))

    def _try_next(self, out: list[Effect], now_ms: int) -> None:
        """Whoever stands at the door of a laptop that only watches goes to the next one."""
        self._shut[self._knocked] = None
        self._knocked = self._door = b""
        self._ask_to_watch(out)
        if not self._knocked:
            self._again_ms = now_ms + AGAIN_MS

    def _knock_again(self, out: list[Effect], now_ms: int) -> None:
        """Whoever was let in and is not welcomed yet says so again: nothing could be signed then perhaps."""
        if self._again_ms is None or now_ms < self._again_ms:
            return
        self._again_ms = None
        if self.me is None:
            self._knocked = b""
            self._shut.clear()
            self._ask_to_watch(out)

    def _greet_newcomers(self, out: list[Effect], now_ms: int) -> None:
        """Laptops that were linked before they were members are links of members from now on."""
        for member in self._settled.terms.members[len(self._met) :]:
            self._met.append(member.number)
            self.gate.forget(member.key)
            self.ledger.unlinked(member.key)
            if member.key in self._links:
                out += self._link(member.key, now_ms)

    def _link(self, peer: bytes, now_ms: int) -> list[Effect]:
        out: list[Effect] = []
        member = self._member(peer)
        if member is None and not self.gate.holds(peer):
            return out  # a stranger hears nothing before it is let in
        if member is not None:
            self.presence.linked(member, now_ms)
            self.chat.linked(member)
            out += [Send(peer, pack(frame)) for frame in self.chat.greeting()]
            self._tell(out, "joined", member=member, name=self.terms.member_names[member])
            if self.inquest.witness is not None:
                out.append(Send(peer, pack(self.inquest.witness.wire(self.terms.genesis.table))))
        self._take(self.ledger.linked(self._peer(peer), now_ms), out, now_ms)
        return out
