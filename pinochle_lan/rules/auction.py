"""The auction, as a fold over calls: whose turn, least bid, end. Pure numbers and seats, no cards.

One procedure for all games with bidding (docs/rules: partnership 4, auction 4, two-handed-bidding 4,
two-handed-kitty 4). The table and the referee use the same code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pinochle_lan.rules.options import Options
from pinochle_lan.rules.refusal import Refusal, refuse


@dataclass(frozen=True)
class AuctionRules:
    """The numbers of an auction."""

    minimum: int
    increment: int = 1
    multiple: int = 1
    ladder_from: int = 0
    """Above this number bids are multiples of ``ladder_step``; 0 = no ladder."""
    ladder_step: int = 1
    nobody_bids: str = "dealer_forced"
    """dealer_forced, redeal_next or redeal_same."""
    style: str = "straight"
    """straight, single_round or reveal_kitty."""
    dealer_first: bool = False
    """The dealer speaks first instead of the player on the left."""
    accept_only: bool = False
    """Who speaks last without a standing bid may take the minimum and no more (two-handed-bidding 4.3)."""
    screen_step: int = 1
    """What the screen offers as a step."""
    penalty: bool = False
    """Illegal calls are accepted and judged (enforcement = penalty)."""
    low_bid_penalty: bool = False
    """A bid too low must be raised at once and puts the partner out (penalty_insufficient_bid)."""
    turn_penalty: bool = False
    """A bid out of turn puts the offender and partner out; the referee's only (penalty_bid_out_of_turn)."""

    @classmethod
    def of(
        cls,
        o: Options,
        *,
        unit: int = 1,
        screen_step: int = 10,
        dealer_first: bool = False,
        accept_only: bool = False,
    ) -> AuctionRules:
        """The numbers under a table's options.

        ``unit`` 10 and ``screen_step`` 1 for a variant written in tenths.
        """
        ladder = o.word("bid_ladder", "flat") != "flat"
        penalty = o.word("enforcement", "block") == "penalty"
        return cls(
            minimum=o.number("minimum_bid"),
            increment=o.number("bid_increment", 1),
            multiple=o.number("bid_multiple", 1),
            ladder_from=600 // (unit * o.tenth) if ladder else 0,
            ladder_step=50 // (unit * o.tenth),
            nobody_bids=o.word("all_pass", "dealer_forced"),
            style=o.word("auction_style", "straight"),
            dealer_first=dealer_first,
            accept_only=accept_only,
            screen_step=max(1, screen_step // o.tenth),
            penalty=penalty,
            low_bid_penalty=penalty and o.flag("penalty_insufficient_bid"),
            turn_penalty=penalty and o.flag("penalty_bid_out_of_turn"),
        )

    def at_least(self, number: int) -> int:
        """The lowest number from ``number`` up that is on the ladder."""
        step = self.multiple
        if self.ladder_from and number > self.ladder_from and self.ladder_step % step == 0:
            step = self.ladder_step
        return -(-number // step) * step

    def sentences(self) -> tuple[str, ...]:
        """The auction as rules in force."""
        first = (
            "The dealer speaks first." if self.dealer_first else "The player left of the dealer speaks first."
        )
        steps = f" in multiples of {self.multiple}" if self.multiple > 1 else ""
        ladder = f" Above {self.ladder_from} in {self.ladder_step}s." if self.ladder_from else ""
        style = {
            "straight": "A pass is final; the last one standing has the bid.",
            "single_round": "Each player speaks once.",
            "reveal_kitty": "A pass is final; after each round one kitty card is turned.",
        }[self.style]
        nobody = {
            "dealer_forced": f"If nobody else bids, the dealer has it at {self.minimum}.",
            "redeal_next": "If everybody passes, the next dealer deals.",
            "redeal_same": "If everybody passes, the same dealer deals again.",
        }[self.nobody_bids]
        taken = (f"After the first pass the last player may take it at {self.minimum}, not higher.",)
        return (
            first,
            *(taken if self.accept_only else ()),
            f"First bid at least {self.minimum}, later ones at least {self.increment} higher{steps}.{ladder}",
            style,
            nobody,
        )


@dataclass(frozen=True)
class Bidding:
    """An auction at one moment. Make it with ``start``, go on with ``call``."""

    rules: AuctionRules
    seats: int
    dealer: int
    sides: tuple[tuple[int, ...], ...]
    turn: int | None
    """Who speaks; None = the auction is over."""
    high: tuple[int, int] | None = None
    """(seat, number) of the standing bid."""
    out: tuple[int, ...] = ()
    """Seats that passed or were put out, in that order."""
    spoken: int = 0
    """Calls that count so far."""
    must_bid: bool = False
    """The seat whose turn it is bid too low and has to bid again."""
    outcome: str = ""
    """won, redeal or empty while it goes on."""

    @classmethod
    def start(
        cls, rules: AuctionRules, seats: int, dealer: int, sides: tuple[tuple[int, ...], ...]
    ) -> Bidding:
        """The auction before the first call."""
        return cls(rules, seats, dealer, sides, dealer if rules.dealer_first else (dealer + 1) % seats)

    def folded(self, calls: Iterable[tuple[int, int | None]]) -> Bidding:
        """The auction after ``calls``."""
        found = self
        for seat, bid in calls:
            found = found.call(seat, bid)
        return found

    @property
    def least(self) -> int:
        """The lowest legal bid now."""
        if self.high is None:
            return self.rules.at_least(self.rules.minimum)
        return self.rules.at_least(self.high[1] + self.rules.increment)

    @property
    def next_dealer(self) -> int:
        """Who deals after a redeal."""
        return self.dealer if self.rules.nobody_bids == "redeal_same" else (self.dealer + 1) % self.seats

    def judge(self, bid: int | None) -> Refusal | None:
        """Why the seat whose turn it is may not call ``bid``, or None."""
        if bid is None:
            return refuse("bid_again", least=self.least) if self.must_bid else None
        if bid < self.least:
            return refuse("bid_low", least=self.least)
        last = self.high is None and len(self.out) == self.seats - 1
        if self.rules.accept_only and last and bid != self.least:
            return refuse("bid_exact", least=self.least)
        if bid % self.rules.multiple:
            return refuse("bid_step", step=self.rules.multiple)
        if self.rules.at_least(bid) != bid:
            return refuse("bid_high", above=self.rules.ladder_from, step=self.rules.ladder_step)
        return None

    def call(self, seat: int, bid: int | None) -> Bidding:
        """The auction after a call. An illegal one counts as penalty mode says: a bid too low is void."""
        if seat != self.turn:
            return self._out_of_turn(seat)
        if self.judge(bid) is not None:
            return self._too_low(seat)
        if bid is None:
            after = replace(self, out=(*self.out, seat), spoken=self.spoken + 1)
        else:
            after = replace(self, high=(seat, bid), spoken=self.spoken + 1, must_bid=False)
        return after._next(seat)

    def _next(self, seat: int) -> Bidding:
        left = [(seat + n) % self.seats for n in range(1, self.seats + 1)]
        left = [other for other in left if other not in self.out]
        if self.rules.style == "single_round" and self.spoken >= self.seats:
            left = [other for other in left if self.high is not None and other == self.high[0]]
        others = [other for other in left if self.high is None or other != self.high[0]]
        if self.high is not None and not others:
            return replace(self, turn=None, outcome="won")
        if self.high is None:
            forced = self.rules.nobody_bids == "dealer_forced"
            # a dealer who is out by a penalty still takes a forced bid (house-rules.md, penalties)
            if forced and all(other == self.dealer for other in left):
                return replace(self, turn=None, outcome="won", high=(self.dealer, self.rules.minimum))
            if not left:
                return replace(self, turn=None, outcome="redeal")
        return replace(self, turn=others[0])

    def _put_out(self, *seats: int) -> Bidding:
        """A standing bid of theirs stays, but they may not raise it."""
        return replace(self, out=self.out + tuple(seat for seat in seats if seat not in self.out))

    def _partners(self, seat: int) -> tuple[int, ...]:
        return tuple(other for side in self.sides if seat in side for other in side if other != seat)

    def _too_low(self, seat: int) -> Bidding:
        if not self.rules.low_bid_penalty:
            return self
        return replace(self._put_out(*self._partners(seat)), must_bid=True)

    def _out_of_turn(self, seat: int) -> Bidding:
        if not self.rules.turn_penalty or self.turn is None:
            return self
        after = self._put_out(seat, *self._partners(seat))
        if self.turn not in after.out:
            return after._closed()
        return after._next(self.turn)

    def _closed(self) -> Bidding:
        """The same turn, unless nobody is left to outbid."""
        assert self.turn is not None
        before = (self.turn - 1) % self.seats
        return self._next(before)
