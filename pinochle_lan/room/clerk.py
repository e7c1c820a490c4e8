"""The clerk at a table's desk: does what is asked of the pure core, saves it, and says what came of it.

The core is the lobby's side of the table until everybody signed, the table itself from then on. Whoever calls
here is at the desk (``Desk``), so nothing needs a lock. Owns core and files; knows no event loop, no network
and no bots: what they have to do stands in the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pinochle_lan.log.gamefile import GameFileError
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.room.chatfile import ChatFile
from pinochle_lan.room.files import TableFiles
from pinochle_lan.room.guard import Guard
from pinochle_lan.room.review import Moment, Moments
from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import View
from pinochle_lan.table.effects import Begun, Closed, Effect, Happened, LobbyEffect
from pinochle_lan.table.lobby import Lobby
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.table.table import Table
from pinochle_lan.table.terms import TermsError

LONG_VISIT_MS: Final = 30
"""A visit to the desk that took this long ends with the call it is at."""

Core = Lobby | Table
Effects = Sequence[Effect | LobbyEffect]
Call = Callable[[Any, int], Effects | Refusal]
"""What is asked of the core: (core, now in ms) -> effects, or a refusal."""
Place = tuple[int, bytes]
"""A step and the digest of its state: after a vote the same step may ask again about another one."""


@dataclass(frozen=True, slots=True)
class Due:
    """The own seat is due, and an opponent of this laptop is to answer for its person, or to advise."""

    place: Place
    view: View
    legal: Legal


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a visit to the desk gave."""

    effects: tuple[Effect | LobbyEffect, ...]
    snapshot: Snapshot
    wake_at_ms: int | None
    refusals: tuple[Refusal, ...] = ()
    due: Due | None = None
    itself: tuple[Place, Choice] | None = None
    """A choice that leaves nothing to choose, and where: the program makes it after the usual pause."""
    trouble: str = ""
    ejected: tuple[tuple[bytes, str], ...] = ()
    """Laptops whose link is to be ended, and why."""
    done: int = 0
    """How many of the calls were made; the rest is for the next visit."""


class Clerk:
    """Of one table."""

    def __init__(
        self,
        core: Core,
        *,
        files: TableFiles | None,
        begin: Callable[[Genesis, Lobby], tuple[Table, TableFiles]],
        guard: Guard,
        linked: Iterable[bytes],
        moments: Moments,
        own_bot: str,
        now_ms: Callable[[], int],
    ) -> None:
        """``begin`` makes the table once everybody signed (may raise GameFileError).

        ``linked``: the laptops that have a link, as of whenever it is looked at. ``moments`` takes the
        person's choices. ``own_bot``: opponent that answers for the person.
        """
        self.core = core
        self.files = files
        self._begin = begin
        self._guard = guard
        self._linked = linked
        self._moments = moments
        self._own_bot = own_bot
        self._now_ms = now_ms
        self._hostile: dict[bytes, str] = {}
        """Found here, ended on the loop."""
        self._chat: ChatFile | None = None
        self._hands = 0
        self._patient()

    @property
    def game(self) -> Game | None:
        """The game of the table; None while it is set up."""
        return self.core.terms.game if isinstance(self.core, Table) else None

    def visit(self, calls: Sequence[Call]) -> Outcome:
        """One visit: what was asked for, saved with one flush.

        Ends early once it was long, so that nothing made waits for the proofs of a shuffle to be checked.
        """
        begun, count = self._now_ms(), 0
        effects: list[Effect | LobbyEffect] = []
        refusals: list[Refusal] = []
        for call in calls:
            done = call(self.core, self._now_ms())
            if isinstance(done, Refusal):
                refusals.append(done)
            else:
                effects += done
            effects += self._scored()
            count += 1
            if self._now_ms() - begun >= LONG_VISIT_MS:
                break
        for signed in [effect for effect in effects if isinstance(effect, Begun)]:
            if isinstance(self.core, Lobby):
                effects += self._begun(signed, self.core)
        effects, trouble = self._saved(effects)
        ejected, self._hostile = tuple(self._hostile.items()), {}
        return Outcome(
            tuple(effects),
            self.core.snapshot(self._now_ms()),
            self.core.wake_at_ms,
            tuple(refusals),
            self.due() if self._own_bot else None,
            None if self._own_bot else self._itself(),
            trouble,
            ejected,
            count,
        )

    def received(self, key: bytes, frame: bytes, now_ms: int) -> Effects:
        """A frame of that laptop; what of it is refused counts against it."""
        effects = self.core.receive(key, frame, now_ms)
        for effect in effects:
            if isinstance(effect, Happened) and effect.event == "refused":
                data = dict(effect.data)
                if self._guard.refused(key, bool(data.get("hard"))):
                    self._hostile.setdefault(key, f"sent what is not understood ({data['why']})")
        return effects

    def chosen(self, action: Choice, step: int, now_ms: int) -> Effects | Refusal:
        """The person's choice on the snapshot of that step."""
        core = self.core
        if not isinstance(core, Table):
            return []
        moment = Moment(core.machine.state, core.mine(action.seat), action)
        done = core.submit(action, step, now_ms)
        if not isinstance(done, Refusal):
            self._moments.note(moment)
        return done

    def due(self) -> Due | None:
        """The choice of the own seat, if it is due."""
        core = self.core
        if not isinstance(core, Table) or core.pending:
            return None
        seat = core.seat()
        if seat is None or not core.asked:
            return None
        game, state, mine = core.terms.game, core.machine.state, core.mine(seat)
        legal = game.legal(state, seat, mine)
        if not legal.offers:
            return None
        return Due((core.step, core.machine.digest()), game.view(state, seat, mine), legal)

    def close(self) -> None:
        """Close the files; of a game that is over the seeds go too."""
        if self.files is not None:
            core = self.core
            self.files.close(over=isinstance(core, Table) and core.over and not core.machine.stopped)

    # --- parts of a visit

    def _scored(self) -> list[Effect | LobbyEffect]:
        """An event with the digest for every hand that was scored since the last look."""
        core = self.core
        if not isinstance(core, Table):
            return []
        hands = len(core.machine.state.history)
        if hands == self._hands:
            return []
        self._hands = hands
        data = (("number", hands), ("step", core.step), ("digest", core.ledger.chain.hex()))
        return [Happened("scored", data)]

    def _begun(self, signed: Begun, lobby: Lobby) -> list[Effect | LobbyEffect]:
        """Everybody signed: the table takes the lobby's place, or this laptop stays out."""
        try:
            self.core, self.files = self._begin(signed.genesis, lobby)
        except (GameFileError, RulesError, TermsError) as error:
            return [Closed(str(error))]  # the others go on without this laptop
        self._patient()
        effects: list[Effect | LobbyEffect] = [*self.core.start(self._now_ms())]
        for key in list(self._linked):
            effects += self.core.link_up(key, self._now_ms())
        return effects

    def _saved(self, effects: list[Effect | LobbyEffect]) -> tuple[list[Effect | LobbyEffect], str]:
        """What is left to be done once all is on disk, and why it is not; a table on a full disk is told."""
        files = self.files
        if files is None:
            return effects, ""
        well = not files.trouble
        self._keep_chat(files)
        left: list[Effect | LobbyEffect] = list(files.keep(effects))  # type: ignore[arg-type]
        if well and files.trouble and isinstance(self.core, Table):
            left += self.core.save_failed(files.lost, self._now_ms())
        return left, files.trouble

    def _keep_chat(self, files: TableFiles) -> None:
        """What was said goes to its own file; what a table from a file began with is there already."""
        if not isinstance(self.core, Table):
            return
        remarks = self.core.chat.remarks
        if self._chat is None:
            self._chat = ChatFile(files.path, remarks[-1].number if remarks else 0)
        self._chat.keep(remarks)

    def _itself(self) -> tuple[Place, Choice] | None:
        """What the program chooses for its person: there is nothing to choose."""
        core = self.core
        choice = core.by_itself if isinstance(core, Table) and not core.pending else None
        if choice is None or not isinstance(core, Table):
            return None
        return (core.step, core.machine.digest()), choice

    def _patient(self) -> None:
        """Where a bot answers for the person, nobody is asked whether a bot should play for a missing one."""
        if isinstance(self.core, Table):
            self.core.patience = not self._own_bot
