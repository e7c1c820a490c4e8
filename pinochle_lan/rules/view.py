"""What one seat may know: the only thing that windows and opponents ever get of a hand.

Built by ``Game.view(state, seat, mine)``. Frozen, plain data; a face that the seat may not know is None,
everywhere. Seats count from 0 clockwise; ``side`` is an index into ``View.sides``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pinochle_lan.cards import Card, Suit
from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.refusal import Refusal


@dataclass(frozen=True, slots=True)
class CardView:
    """A slot as the viewer sees it. ``card`` None = a back."""

    slot: int
    card: Card | None
    open: bool = False
    """Public although in the hand: meld shown and taken back."""
    fresh: bool = False
    """Just received (pass, kitty, draw) and not played since."""


@dataclass(frozen=True, slots=True)
class MeldView:
    """One meld that counts. A slot may stand in melds of different classes."""

    name: str
    """Heading of docs/rules/README.md (``run``, ``royal-marriage``...) or a house rule's own."""
    title: str
    """For people: ``Run in spades``."""
    points: int
    slots: tuple[int, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One chair."""

    seat: int
    name: str
    """N E S W, A B C or A B."""
    side: int
    hand: tuple[CardView, ...]
    """In slot order; the viewer's own with faces."""
    table: tuple[CardView, ...] = ()
    """Meld zone of the stock games: face up, still playable."""
    meld: tuple[MeldView, ...] = ()
    """Meld shown so far this hand."""
    meld_points: int = 0
    tricks: int = 0
    """Tricks won."""
    bid: int | None = None
    """Last number called."""
    passed: bool = False
    dummy: bool = False


@dataclass(frozen=True, slots=True)
class SideView:
    """A team, or a single player where all play alone."""

    name: str
    """NS, EW, A ..."""
    seats: tuple[int, ...]
    score: int
    """Game score before this hand."""
    points: int = 0
    """Trick points so far this hand, from public cards."""
    meld: int = 0


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card in the trick."""

    seat: int
    slot: int
    card: Card
    winning: bool = False


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick, running or finished. Cards in play order."""

    number: int
    """From 1."""
    leader: int
    plays: tuple[TrickCard, ...]
    winner: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class HandResult:
    """One finished hand for the score sheet. Tuples are by side."""

    number: int
    dealer: int
    declarer: int | None
    bid: int | None
    trump: Suit | None
    meld: tuple[int, ...]
    tricks: tuple[int, ...]
    delta: tuple[int, ...]
    totals: tuple[int, ...]
    played: bool
    made: bool | None
    why: tuple[str, ...] = ()
    """One sentence a line of the score, each with its rule: ``NS made 300 with 210 meld and 160 tricks
    (13)``.
    """


@dataclass(frozen=True, slots=True)
class BidOffer:
    """The seat may call. Kind ``call``."""

    kind: str
    minimum: int
    step: int
    """The screen's step; any whole number that ``check`` allows is legal."""
    multiple: int
    may_pass: bool
    meld: tuple[tuple[Suit, int], ...] = ()
    """Meld value of the own hand for each trump."""


@dataclass(frozen=True, slots=True)
class SuitOffer:
    """The seat may name trump. Kind ``name``."""

    kind: str
    suits: tuple[Suit, ...]
    refused: tuple[tuple[Suit, Refusal], ...] = ()
    meld: tuple[tuple[Suit, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PickOffer:
    """The seat picks exactly ``count`` cards.

    Kinds ``pass`` and ``bury`` (bury also names trump from ``suits``).
    """

    kind: str
    count: int
    slots: tuple[int, ...]
    refused: tuple[tuple[int, Refusal], ...] = ()
    suits: tuple[Suit, ...] = ()
    receiver: int | None = None


@dataclass(frozen=True, slots=True)
class PlayOffer:
    """The seat plays a card. Kind ``card``."""

    kind: str
    slots: tuple[int, ...]
    refused: tuple[tuple[int, Refusal], ...] = ()
    may_give_up: bool = False


@dataclass(frozen=True, slots=True)
class MeldOffer:
    """The seat may lay melds now (stock games). Kind ``lay``. ``melds`` are legal now, each alone.

    Where nothing can be laid the program answers by itself with an empty ``Lay``, after the usual pause.
    """

    kind: str
    melds: tuple[MeldView, ...]
    """The exchange of the first nine stands first, under the name ``dix-exchange``."""
    most: int
    """How many of them may be laid in one ``Lay``, the exchange counted; 0 = any number."""
    exchanged: tuple[MeldView, ...] = ()
    """Melds that become legal only once the exchange stands before them in the same ``Lay``."""


@dataclass(frozen=True, slots=True)
class ActionOffer:
    """Any other choice as buttons. Kinds ``take``, ``go``, ``proof?``, ``answer``, claims."""

    kind: str
    labels: tuple[str, ...]
    claim: str = ""
    actions: tuple[Choice, ...] = ()
    """What each label does, in the same order."""


Offer = BidOffer | SuitOffer | PickOffer | PlayOffer | MeldOffer | ActionOffer


@dataclass(frozen=True, slots=True)
class View:
    """Everything the viewer may know of the running hand and the game.

    ``phase`` is the running phase's own name (``auction``, ``trump``, ``pass``, ``kitty``, ``bury``,
    ``meld``, ``play``, ``stock``, ``score``, ``over``, ``deal``); windows choose a scene by zones and offers,
    not by variant.
    """

    variant: str
    title: str
    options: tuple[tuple[str, int | bool | str], ...]
    viewer: int | None
    """The seat that looks; None = a spectator."""
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    hand_number: int
    """From 1."""
    dealer: int | None
    phase: str
    turn: tuple[int, ...]
    """Seats whose choice is due."""
    target: int
    calls: tuple[tuple[int, int | None], ...] = ()
    standing: tuple[int, int] | None = None
    """(seat, number) of the highest bid."""
    declarer: int | None = None
    bid: int | None = None
    trump: Suit | None = None
    need: int | None = None
    """Trick points that declarer's side still needs for the bid, once meld is known; may be negative."""
    trick: TrickView | None = None
    last_trick: TrickView | None = None
    tricks_total: int = 0
    kitty: tuple[CardView, ...] = ()
    turn_up: CardView | None = None
    stock_left: int = 0
    buried: int = 0
    passing: tuple[int, int] | None = None
    """(giver, receiver) while cards are passed."""
    offers: tuple[Offer, ...] = ()
    """What the viewer may do now."""
    history: tuple[HandResult, ...] = ()
    over: bool = False
    winner: int | None = None
    """Side."""
    notes: tuple[tuple[str, str], ...] = field(default=())
    """(name, value) pairs a house rule wants on screen."""
    tricks: tuple[TrickView, ...] = ()
    """All finished tricks of this hand, oldest first: public, for opponents that count cards; windows show
    the last one only."""
    laid_away: tuple[CardView, ...] = ()
    """Cards that the viewer buried, with their faces."""
    ends: tuple[str, ...] = ()
    """How the game ends by the rules in force, in sentences."""
