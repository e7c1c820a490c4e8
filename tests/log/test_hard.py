"""Which refusals prove that a peer is not honest, and which happen to honest laptops too."""

from __future__ import annotations

from dataclasses import replace

from helpers_log import all_over, genesis, identity, table

from pinochle_lan.log.ballot import Ballot
from pinochle_lan.log.effects import Effect, Refused
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.rider import Rider
from pinochle_lan.log.sync import Have


def played() -> Ledger:
    """A ledger some steps into a game."""
    air, laptops = table(3)
    air.run(60_000, lambda: laptops[0].ledger.settled_step >= 3 or all_over(laptops))
    return laptops[0].ledger


def entry(ledger: Ledger, signer: int, **changes: object) -> Entry:
    fields: dict[str, object] = {
        "table": ledger.genesis.table,
        "step": 0,
        "author": 1,
        "kind": "nothing",
        "body": (),
        "before": bytes(32),
        "state": bytes(8),
    } | changes
    return Entry.make(identity(signer), **fields)  # type: ignore[arg-type]


def refusals(ledger: Ledger, frame: Frame) -> list[tuple[str, bool]]:
    out: list[Effect] = ledger.receive(1, frame, 10**6)
    return [(effect.why, effect.hard) for effect in out if isinstance(effect, Refused)]


def test_F55_a_wrong_signature_a_forged_author_and_a_broken_form_are_hard() -> None:
    ledger = played()
    assert refusals(ledger, entry(ledger, 2).wire()) == [("the signature is wrong", True)]
    assert refusals(ledger, entry(ledger, 1, author=77).wire()) == [
        ("nobody at this table has the number 77", True)
    ]
    forged = Ack.make(
        identity(2), table=ledger.genesis.table, member=1, step=0, chain=bytes(32), state=bytes(8)
    )
    assert refusals(ledger, forged.wire()) == [("the signature is wrong", True)]
    broken = (int(FrameType.ENTRY), "no fields")
    assert [hard for _, hard in refusals(ledger, broken)] == [True]


def test_F55_a_vote_and_a_wish_in_anothers_name_are_hard_too() -> None:
    ledger = played()
    table, step = ledger.genesis.table, ledger.open_step
    vote = Ballot.make(
        identity(2), confirm=False, table=table, step=step, key=(0, "x"), round_=1, value=b"", member=1
    )
    assert refusals(ledger, vote.wire()) == [("the signature is wrong", True)]
    wish = Rider.make(identity(2), table, 1, "kick", (0, 1))
    assert refusals(ledger, wish.wire()) == [("the signature is wrong", True)]
    nothing = Rider.make(identity(1), table, 1, "fault", (0, "entry", ((table,), b""), ((table,), b"")))
    assert refusals(ledger, nothing.wire()) == [("it proves nothing", False)], (
        "its offender may be unknown here"
    )


def test_F55_what_is_late_or_of_another_table_is_not() -> None:
    ledger = played()
    assert refusals(ledger, entry(ledger, 1).wire()) == [("step 0 is settled without it", False)]
    foreign = entry(ledger, 1, table=b"x" * 16)
    assert refusals(ledger, foreign.wire()) == [("it belongs to another table", False)]
    other = replace(genesis(3), table=b"x" * 16)
    asked = Have(other.table, -1, bytes(32), (), ())
    assert refusals(ledger, asked.wire()) == [("a question about another table", False)]
