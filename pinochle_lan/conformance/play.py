"""The part of a check that runs the plugin: in a process of its own, so that nothing it does stops the check.

``python -m pinochle_lan.conformance.play ORDER RESULT``: reads the order (a JSON file) and writes the result
(a JSON file) when it is done or when nothing moves any more. What the plugin prints goes nowhere.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pinochle_lan.conformance import tables, watch
from pinochle_lan.conformance.finding import Finding
from pinochle_lan.conformance.tables import Trial
from pinochle_lan.conformance.watch import Broken
from pinochle_lan.dealer import Chooser, Dealer, Scribe, TableError, replay
from pinochle_lan.pluginhost.host import load_all, load_file
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.opponent import Opponent
from pinochle_lan.rules.state import State

SLOW_S: Final = 2.0
"""An opponent that thinks longer is replaced at a real table."""
MOST_DEALS: Final = 150
"""No game between computer players needs more hands."""
ANYTHING: Final = (Exception, SystemExit)
"""What a plugin's code may raise."""
TWINS: Final = 2
"""So many games are also watched through the eyes of every seat."""
EVERY: Final = 3
"""The eyes of all seats are looked through after every third step."""
STEADY: Final = "steady"
"""Who plays the other seats when computer players are tried."""


@dataclass
class Run:
    """What one process found, and its transcripts by trial."""

    path: str
    findings: list[Finding] = field(default_factory=list)
    brings: list[tuple[str, str, str]] = field(default_factory=list)
    """(kind, id, title) of what the file registers."""
    transcripts: dict[str, str] = field(default_factory=dict)
    games: int = 0
    hands: int = 0
    unfit: tuple[str, ...] = ()
    doing: str = ""
    seed: int | None = None
    lines: list[str] = field(default_factory=list)
    """The transcript of the running game."""
    beat: float = field(default_factory=time.monotonic)

    def plain(self) -> dict[str, Any]:
        """For the result file."""
        return {
            "findings": [finding.plain() for finding in self.findings],
            "brings": self.brings,
            "transcripts": self.transcripts,
            "games": self.games,
            "hands": self.hands,
            "unfit": list(self.unfit),
        }

    def alive(self) -> None:
        """A step was done."""
        self.beat = time.monotonic()

    def fault(self, error: BaseException, name: str, seed: int | None, lines: Sequence[str]) -> None:
        """Note what went wrong in a game."""
        text = "\n".join(lines)
        line = line_in(self.path, traceback.extract_tb(error.__traceback__))
        if isinstance(error, Broken):
            self.findings.append(Finding(error.check, str(error), line, name, seed, text))
        elif isinstance(error, TableError):
            check = "ends" if "end" in str(error) or "ever" in str(error) else "choices"
            self.findings.append(Finding(check, str(error), line, name, seed, text))
        else:
            said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            self.findings.append(Finding("crashes", said, line, name, seed, text))


def line_in(path: str, frames: traceback.StackSummary) -> int | None:
    """The last line of the author's file among ``frames``."""
    return next((frame.lineno for frame in reversed(frames) if frame.filename == path), None)


def whole(
    run: Run, folders: Sequence[tuple[str, Path]], *, seed: int, hands: int, most: int | None = None
) -> None:
    """Try everything that the file brings, with all watchers, twins and computer players.

    ``most``: so many games at most, and no computer players; None = all.
    """
    checked = load_file(Path(run.path))
    for one in checked.problems:
        run.findings.append(Finding("loads", f"{one.error}. {one.hint}", one.line))
    run.brings = [(plugin.kind, plugin.id, plugin.title) for plugin in checked.plugins]
    shipped = load_all(folders, installed=False)
    run.alive()
    try:
        found = tables.of(checked, shipped, seed, hands)
    except ANYTHING as error:
        run.fault(error, "while the game was put together", None, ())
        return
    run.findings += found.findings
    run.unfit = found.unfit
    for n, trial in enumerate(found.trials[:most]):
        _watched(run, trial, seed + n, twin=n < TWINS)
        if len(run.findings) > len(found.findings):
            return  # one fault with its transcript says more than ten
    for trial in found.trials[:1] if most is None else ():
        _opponents(run, trial, shipped, seed)
    for opponent in checked.opponents.values():
        _opponent(run, opponent, shipped, seed)


def lowest_or_pass(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Any legal action; in an auction a pass, a claim or the lowest bid. Looks at the first 200 choices."""
    actions = [action for _, action in zip(range(200), legal, strict=False)]
    if not actions:
        raise TableError(f"{dealer.game.seat_names[ask.seat or 0]} has nothing to choose for '{ask.kind}'")
    bids = [action for action in actions if isinstance(action, act.Call) and action.bid is not None]
    return dealer.rng.choice([action for action in actions if action not in bids[1:]])


class _Players:
    """Computer players as a chooser: ``first`` plays one seat, ``others`` the rest."""

    def __init__(self, first: type[Opponent], seat: int, others: type[Opponent] | None) -> None:
        self._first, self._seat, self._others = first, seat, others
        self._playing: dict[tuple[int, int], Opponent] = {}

    def __call__(self, dealer: Dealer, ask: Ask, legal: Legal) -> Action:
        seat = ask.seat or 0
        kind = self._first if seat == self._seat else self._others
        if kind is None:
            return lowest_or_pass(dealer, ask, legal)
        key = (dealer.state.deals, seat)
        if key not in self._playing:
            self._playing[key] = kind()
            self._playing[key].prepare(dealer.game)
        chance = random.Random(f"{dealer.game.id}/{key}/{len(dealer.log)}")  # noqa: S311 - a game
        view = dealer.game.view(dealer.state, seat, dealer.mine(seat))
        begun = time.monotonic()
        try:
            choice = self._playing[key].choose(view, legal, chance)
        except ANYTHING as error:
            said = f"'{kind.id}' fails when asked for '{ask.kind}': {type(error).__name__}: {error}"
            raise Broken("opponents", said) from error
        if choice not in legal:
            raise Broken("opponents", f"'{kind.id}' answers '{ask.kind}' with {choice}, which is not allowed")
        if time.monotonic() - begun > SLOW_S:
            raise Broken("opponents", f"'{kind.id}' thinks for more than {SLOW_S:g} seconds")
        return choice


def _tried(
    run: Run, trial: Trial, seed: int, choose: Chooser, watchers: Sequence[watch.Watch] = ()
) -> Dealer | None:
    """Play; None after a fault, which is noted."""
    name, game = trial.name, trial.game
    run.doing, run.seed, run.beat = name, seed, time.monotonic()
    scribe: Scribe | None = None
    try:
        dealer = Dealer(game, seed, choose)
        scribe = Scribe(dealer, f"{name}, seed {seed}")
        run.lines = scribe.lines
        dealer.watch += [lambda *step: run.alive(), *watchers]
        dealer.hands(trial.hands)
    except ANYTHING as error:
        run.fault(error, name, seed, scribe.lines if scribe is not None else ())
        return None
    run.games += 1
    run.hands += dealer.state.deals
    if trial.logged:
        run.transcripts[name] = scribe.text
    return dealer


def _watched(run: Run, trial: Trial, seed: int, *, twin: bool) -> None:
    eyes = watch.Eyes()
    watchers: list[watch.Watch] = [watch.cards, watch.points, watch.choices, watch.audience, eyes]
    try:
        watchers.append(watch.Unchanged(trial.game))
    except ANYTHING as error:
        run.fault(error, trial.name, seed, ())
        return
    if twin:
        watchers.append(_views)
    if _tried(run, trial, seed, lowest_or_pass, watchers) and twin:
        _tried(run, trial, seed, lowest_or_pass, (watch.Eyes(eyes),))


def _views(dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
    """``watch.views``, but only now and then: it takes longer than all others together."""
    if len(dealer.log) % EVERY == 0:
        watch.views(dealer, actions, before)


def _opponents(run: Run, trial: Trial, shipped: Registry, seed: int) -> None:
    """A whole game between steady players, and a hand with each other computer player on one seat."""
    steady = shipped.opponents.get(STEADY)
    if steady is None:
        return
    whole_game = Trial(f"{trial.name}, between steady players", trial.game, MOST_DEALS, logged=False)
    ended = _tried(run, whole_game, seed, _Players(steady, 0, steady), (watch.points,))
    if ended is not None and not ended.state.over:
        said = f"no winner after {MOST_DEALS} hands"
        run.findings.append(Finding("ends", said, None, whole_game.name, seed))
    for opponent in shipped.opponents.values():
        if opponent is not steady and not run.findings:
            one_hand = Trial(f"{trial.name}, with {opponent.id}", trial.game, 1, logged=False)
            _tried(run, one_hand, seed, _Players(opponent, 0, steady))


def _opponent(run: Run, opponent: type[Opponent], shipped: Registry, seed: int) -> None:
    """The opponent of the file on one seat of every game, one hand each."""
    steady = shipped.opponents.get(STEADY)
    for n, variant in enumerate(shipped.variants.values()):
        one_hand = Trial(f"{variant.id}, with {opponent.id}", Game(variant), 1, logged=False)
        players = _Players(opponent, n % len(variant.seat_names), steady)
        if _tried(run, one_hand, seed + n, players) is None:
            return


def folded(run: Run, folders: Sequence[tuple[str, Path]], transcripts: Mapping[str, str]) -> None:
    """Fold the logs of another process again: nothing but the log may have decided."""
    checked, shipped = load_file(Path(run.path)), load_all(folders, installed=False)
    variants = {**shipped.variants, **checked.variants}
    for name, text in transcripts.items():
        run.doing, run.beat = name, time.monotonic()
        lines = text.splitlines()
        number = 0
        try:
            for number, there, here in replay(text, variants, checked.house_rules):
                run.alive()
                if there != here:
                    until = "\n".join(lines[:number])
                    said = f"the step before line {number} folds to {here} here and to {there} elsewhere"
                    run.findings.append(Finding("same", said, None, name, None, until))
                    return
        except ANYTHING as error:
            said = f"a log from elsewhere cannot be folded after line {number}: {error}"
            line = line_in(run.path, traceback.extract_tb(error.__traceback__))
            run.findings.append(Finding("same", said, line, name, None, "\n".join(lines[: number + 3])))
            return


def main(order_path: str, result_path: str) -> None:
    """Do what the order says and write the result."""
    order = json.loads(Path(order_path).read_text(encoding="utf-8"))
    run = Run(order["path"])
    main_thread = threading.get_ident()
    still_s = float(order["still_s"])
    lock = threading.Lock()

    def write() -> None:
        with lock:
            Path(result_path).write_text(json.dumps(run.plain()), encoding="utf-8")

    def watchdog() -> None:
        while True:
            time.sleep(still_s / 16)
            if time.monotonic() - run.beat > still_s:
                frame = sys._current_frames()[main_thread]
                line = line_in(run.path, traceback.extract_stack(frame))
                said = f"nothing happens for {still_s:g} seconds: a loop that does not end"
                text = "\n".join(run.lines)
                run.findings.append(Finding("ends", said, line, run.doing, run.seed, text))
                write()
                os._exit(0)

    threading.Thread(target=watchdog, daemon=True).start()
    folders = [(place, Path(folder)) for place, folder in order["folders"]]
    if order["fold"]:
        folded(run, folders, order["transcripts"])
    else:
        whole(run, folders, seed=order["seed"], hands=order["hands"], most=order["most"])
    run.beat = float("inf")
    write()


if __name__ == "__main__":
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the life of the process
    main(*sys.argv[1:])
