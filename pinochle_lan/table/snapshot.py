"""What the window and headless commands get of a table: one frozen snapshot per change."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.view import MeldView, View


@dataclass(frozen=True, slots=True)
class Person:
    """A chair at the table and who sits there."""

    seat: int
    name: str
    """Shown name, made unique (``Oma``, ``Oma 2``); a bot's own name for bots. Empty = free chair."""
    bot: str = ""
    """Opponent id if a bot plays the seat."""
    host: int | None = None
    """Member number of the laptop that writes for it."""
    you: bool = False
    ready: bool = False
    away: bool = False
    """Its laptop was decided absent or left; ``host`` stands in, None = the hand lies face up."""
    seen: int = 0
    """Number of the hand whose melds the person put away last."""


@dataclass(frozen=True, slots=True)
class Laptop:
    """One member's laptop as this one sees it."""

    member: int
    name: str
    linked: bool
    you: bool = False
    away: bool = False
    """Decided absent or left: off the roster."""
    via: str = ""
    """Without a link, but heard by way of this one's laptop."""
    silent_ms: int = 0
    """Since it was last heard, 0 while linked and well."""
    rtt_ms: int | None = None
    step: int = 0
    """Highest step it acknowledged."""
    same: bool = True
    """Its digest agrees with ours."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """For whom the table waits and why."""

    member: int
    seat: int | None
    kind: str
    since_ms: int
    gone: bool
    """No link to that laptop."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A laptop that is missing where the table waits for it, and how those present go on (docs/log.md 9)."""

    member: int
    seat: int | None
    """The seat whose choice is missing; None if the laptop owes something by itself."""
    kind: str
    silent_ms: int
    """For how long nobody heard it."""
    ask: bool = False
    """It is a person's choice: the vote begins when somebody present says "Let a bot play"."""
    votes: int = 0
    """Laptops that voted to go on without it."""
    needed: int = 0
    """More than half of those at the table."""
    voters: int = 0
    """Laptops that can vote."""
    outcome: str = ""
    """Empty = open, ``absent`` = a stand-in goes on, ``entry`` = what it sent counts."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What somebody wants of the table and others may join in (docs/log.md 11)."""

    kind: str
    """``seat`` (a member wants a chair), ``kick`` (one is to go), ``void`` (the hand is to end), ``turn``."""
    member: int | None
    """Who wants the chair, or is to go."""
    seat: int | None
    """The seat whose chair is wanted."""
    seconds: int
    """The turn clock that is wanted, 0 = none."""
    by: tuple[str, ...]
    """Names of those who want it."""
    needed: int
    """How many must."""
    yours: bool
    """This laptop's person is one of them."""
    sentence: str
    """What it is, with names, for a line with "Agree" beside it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One public event in words for the log panel. ``{0}``-style marks are never used: text is final."""

    text: str
    seat: int | None = None
    hand: int = 0
    trick: int = 0


@dataclass(frozen=True, slots=True)
class Fair:
    """What is proved about this hand, for the "Fair deal" panel."""

    shufflers: int = 0
    proofs: int = 0
    sealed: bool = False
    openings: int = 0
    names: tuple[str, ...] = ()
    """Whose laptops shuffled, in that order."""
    checked: tuple[tuple[str, int], ...] = ()
    """How many proofs of each kind were checked: key, mix, proof, share, show, remix, seal."""
    unchecked: int = 0
    """Proofs still to be checked, of hands that this laptop missed and of the running one."""


@dataclass(frozen=True, slots=True)
class HintLine:
    """A choice that an opponent would make in the person's place, best first."""

    choice: Choice
    points: int | None
    """Expected points of the own side less the best other side's; None = not counted."""
    spread: int
    reason: str


@dataclass(frozen=True, slots=True)
class Hint:
    """What was found out for the choice at ``step``; without lines nobody can say anything."""

    step: int
    lines: tuple[HintLine, ...]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A choice of the last hand, and what an opponent would have done there, best first."""

    choice: Choice
    trick: int
    """0 = before the first trick."""
    lines: tuple[HintLine, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The person's choices of one hand, as far as they are looked at."""

    hand: int
    choices: tuple[Reviewed, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class Remark:
    """What a person said. ``number`` counts what this laptop heard; text is cleaned, one line."""

    number: int
    member: int
    text: str


@dataclass(frozen=True, slots=True)
class Lack:
    """A plugin of the table that this laptop lacks or has in another form, while the table is set up."""

    plugin: str
    """``house rule tens-around 1.0``, as the table names it."""
    digest: bytes
    """Fingerprint at the table."""
    mine: tuple[str, bytes] | None
    """(version, fingerprint) here."""
    source: bytes | None = None
    """The file as it came, which nothing ran; None = it did not come yet."""
    why: str = ""
    """Why it did not come, in a sentence."""


@dataclass(frozen=True, slots=True)
class Halt:
    """A plugin at fault, and what a game without it would begin with."""

    step: int
    plugins: tuple[str, ...]
    """House rules at fault, as ``house rule tens-around``; empty = none that could be left out."""
    sentence: str
    chain: bytes
    """Last settled chain value."""
    scores: tuple[int, ...]
    """By side, before the hand that stopped."""
    dealer: int | None
    """Who dealt it."""
    seats: tuple[tuple[bytes, str], ...]
    """By seat: key of the laptop, and the bot's opponent id (empty for a person)."""
    stops: bool = True
    """The hand cannot go on; False = more than half of the laptops agree and play on."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table, whole, at one moment. ``stage`` is setup, play, over or stopped."""

    stage: str
    name: str
    table_id: bytes
    code: str
    """Table code to say aloud; empty when there is none."""
    founder: bool
    seat: int | None
    """This laptop's person's seat."""
    people: tuple[Person, ...]
    laptops: tuple[Laptop, ...]
    variant: str
    options: tuple[tuple[str, int | bool | str], ...]
    requests: tuple[tuple[bytes, str], ...] = ()
    """(key, name) of laptops that knock and wait for the founder's yes."""
    view: View | None = None
    waiting: tuple[Waiting, ...] = ()
    pending: str = ""
    """Kind of this laptop's own choice that is signed but not folded yet: input is locked (F37)."""
    lines: tuple[Line, ...] = ()
    notice: str = ""
    """One sentence about the table's health; empty when all is well."""
    fault: str = ""
    """Why the table stopped, naming the laptop."""
    fair: Fair = Fair()
    step: int = 0
    digest: str = ""
    """Hex of the last chain value."""
    you_ready: bool = False
    """This laptop's "continue" is given."""
    votes: tuple[Vote, ...] = ()
    """For whom the table waits although nobody hears them: wait, or go on without them."""
    paused: str = ""
    """Why nothing goes on until somebody is back, in a sentence; empty = it does."""
    adviser: bool = False
    """An opponent of this laptop can give hints."""
    hint: Hint | None = None
    """The hint that was asked for, while its choice is due."""
    review: Review | None = None
    """The review of the last hand, once it was asked for."""
    rules: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...] = ()
    """The rules in force: (heading, sentences), each with whether the usual game does not say so."""
    shares: bool = True
    """The table hands plugin files to laptops that lack them."""
    lacks: tuple[Lack, ...] = ()
    """What keeps this laptop from sitting down or being ready; empty = all plugins agree."""
    keeper: str = ""
    """Name of the founder, whose laptop offers those files; empty once the game began."""
    halt: Halt | None = None
    """A plugin at fault; if it stops the hand, ``fault`` says it, too."""
    chat: tuple[Remark, ...] = ()
    """What people said, oldest first."""
    laid: tuple[tuple[MeldView, ...], ...] = ()
    """The melds of the last scored hand, by seat: a hand lost without play ends before anybody could look."""
    motions: tuple[Motion, ...] = ()
    """What is wanted of the table and not decided yet."""
    watching: bool = False
    """This laptop has no part in the game; a chair can be asked for (``SitDown``)."""
    free: tuple[int, ...] = ()
    """Seats whose chair can be asked for by whoever watches: a bot's, or that of somebody who went."""
    clock: int = 0
    """Seconds a person has for a choice before a bot makes it; 0 = the table waits."""
    idle: bool = False
    """The clock ran out on this laptop's person: a bot plays until it says that it is here (``ComeBack``)."""
