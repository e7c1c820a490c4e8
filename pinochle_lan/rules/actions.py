"""What happens at a table, as frozen data: choices of seats, faces that became public, and dealings done.

An action that opens cards carries them as ``shown``; the faces in it come from the verified opening, never
from the author's word. On the wire a choice is ``to_body(action)`` (no faces); ``from_body`` puts it together
again with the faces that the sealed deal proved.
"""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_lan.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Shown:
    """A slot and its face, public from now on."""

    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class Call:
    """A bid, or a pass if ``bid`` is None. Kind ``call``."""

    seat: int
    bid: int | None


@dataclass(frozen=True, slots=True)
class Name:
    """Declarer names trump; None = cannot (double-deck "no marriage"). Kind ``name``."""

    seat: int
    suit: Suit | None
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class PassCards:
    """Cards face down to the partner. Kind ``pass``."""

    seat: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bury:
    """Declarer lays cards away and names trump, in one entry. Kind ``bury``.

    ``shown`` holds a king and queen of trump where that is needed, or with ``suit`` None the whole hand: no
    marriage.
    """

    seat: int
    slots: tuple[int, ...]
    suit: Suit | None
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowMeld:
    """All cards of the seat's full meld, laid face up. Kind ``meld``."""

    seat: int
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """One meld laid in a stock game: its name as in docs/rules/README.md and its cards."""

    meld: str
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """What the winner of a stock trick melds and exchanges, in the order done; empty = nothing.

    Kind ``lay``.
    """

    seat: int
    melds: tuple[Laid, ...] = ()


@dataclass(frozen=True, slots=True)
class Take:
    """The winner's choice of the last two cards: the face-down one or the turn-up. Kind ``take``."""

    seat: int
    turn_up: bool


@dataclass(frozen=True, slots=True)
class Play:
    """One card to the trick. Kind ``card``."""

    seat: int
    shown: Shown

    @property
    def card(self) -> Card:
        """The face played."""
        return self.shown.card


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Declarer throws the hand in before the first lead. Kinds ``card`` and ``go``."""

    seat: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """Declarer plays the hand, where another seat leads. Kind ``go``."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A misdeal claim in place of the first call or card, with the cards that prove it.

    Kinds ``call``, ``card``.
    """

    seat: int
    what: str
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class AskProof:
    """The opponent lets a contract stand or asks for proof (two-handed bidding 14). Kind ``proof?``."""

    seat: int
    wanted: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A seat's word on a question of a house rule's phase (``Asking``). Kind ``answer``."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class Settle:
    """A seat's unopened slots at the hand's end. Kind ``settle``."""

    seat: int
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """The whole table is ready for the hand."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The joint draw's 32 bytes: SHA-256 over table id, hand number and every reveal (docs/engine.md 3)."""

    seed: bytes
    absent: tuple[int, ...] = ()
    """Chairs whose reveal was decided absent: they rank last and draw nothing."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The pack is shuffled and sealed."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The slots of the step's ``deal`` ask reached their owner."""

    seat: int


@dataclass(frozen=True, slots=True)
class Remixed:
    """The seat's face-down slots were remixed into the new ones of the ask."""

    seat: int


@dataclass(frozen=True, slots=True)
class Faces:
    """Slots of a zone became public."""

    zone: str
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The seat's side forfeits the hand: proven fault of a laptop that nobody can replace (docs/engine.md
    2).
    """

    seat: int


Choice = Call | Name | PassCards | Bury | Lay | Take | Play | GiveUp | GoOn | Claim | AskProof | Answer
"""What a person or a bot decides."""
Action = Choice | ShowMeld | Settle | Ready | Drawn | Shuffled | Dealt | Remixed | Faces | Forfeit
"""Everything that a step folds."""
