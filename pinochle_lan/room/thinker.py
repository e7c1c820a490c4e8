"""The process in which opponents think: loads the same plugins, answers tasks from a pipe until it closes.

Started by ``room.worker``. Knows the rules and the plugins, no table, no network, no window. Ends itself at
once when the program that started it is gone, whatever a plugin is doing.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import struct
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from pinochle_lan.cards import Card
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.room.players import Players, Question
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import View

CHOOSE: Final = "choose"
ADVISE: Final = "advise"
_SIZE: Final = struct.Struct(">I")


class Hello(NamedTuple):
    """The first thing that a worker hears."""

    folders: tuple[tuple[str, str], ...]
    """(place, folder) of plugins."""
    seed: str


class Prints(NamedTuple):
    """The first thing that a worker says: which plugins it has."""

    plugins: Mapping[tuple[str, str], bytes]
    """(kind, id) to fingerprint."""


class Rules(NamedTuple):
    """A game by name, as every laptop with the same plugins can make it."""

    variant: str
    options: tuple[tuple[str, OptionValue], ...]
    house_rules: tuple[str, ...]


class Task(NamedTuple):
    """One question. ``state`` holds public facts, ``own`` the faces of the one seat that is asked."""

    sort: str
    """``choose`` or ``advise``."""
    bot: str
    hand: int
    view: View
    state: State
    own: Mapping[int, Card]
    rules: Rules


class Found(NamedTuple):
    """An answer: a legal choice, or a tuple of advice with legal ones."""

    what: Any


class Failed(NamedTuple):
    """The opponent gave no answer that may be used; ``why`` goes after its name in a sentence."""

    why: str


def send(stream: IO[bytes], thing: object) -> None:
    """Write one thing to a pipe. Raises OSError, or what pickle raises for things that cannot travel."""
    data = pickle.dumps(thing, protocol=5)
    stream.write(_SIZE.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """The next thing of a pipe. Raises EOFError at its end."""
    head = stream.read(_SIZE.size)
    if len(head) < _SIZE.size:
        raise EOFError
    data = stream.read(_SIZE.unpack(head)[0])
    return pickle.loads(data)  # noqa: S301 - both ends are this program


class Thinker:
    """Answers tasks, one after the other."""

    def __init__(self, registry: Registry, seed: str) -> None:
        self._registry = registry
        self._players = Players(registry.opponents, seed)
        self._games: dict[Rules, Game] = {}

    def answer(self, task: Task) -> Found | Failed:
        """Whatever the plugin does, an answer or what went wrong."""
        try:
            game = self._game(task.rules)
            assert task.view.viewer is not None
            legal = game.legal(task.state, task.view.viewer, task.own)
            question = Question(task.hand, task.view, legal, game)
            if task.sort == ADVISE:
                told = self._players.advise(task.bot, question)
                return Found(tuple(one for one in told if one.choice in legal))
            choice = self._players.choose(task.bot, question)
        except BaseException as error:  # noqa: BLE001 - a plugin may raise anything, SystemExit too
            return Failed(f"failed ({type(error).__name__}: {error})")
        return Found(choice) if choice in legal else Failed("wanted something that is not allowed")

    def _game(self, rules: Rules) -> Game:
        found = self._games.get(rules)
        if found is None:
            amend = [self._registry.house_rules[id] for id in rules.house_rules]
            found = Game(self._registry.variants[rules.variant], dict(rules.options), amend)
            self._games[rules] = found
        return found


def main() -> None:
    """Think until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the program, which ends this one
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a plugin prints must not get among the answers, and it must not read the questions.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # a program without a console
        os.dup2(nothing, 1)
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                tasks.put(receive(inbox))
        except (EOFError, OSError):
            os._exit(0)  # nobody is left to answer to; a plugin that hangs must not stay behind

    def reply(thing: object) -> None:
        try:
            send(outbox, thing)
        except OSError:
            os._exit(0)  # the program was killed while an answer was thought of

    threading.Thread(target=listen, name="pipe", daemon=True).start()
    hello: Hello = tasks.get()
    registry = load_all([(place, Path(folder)) for place, folder in hello.folders])
    reply(Prints({(p.kind, p.id): p.source.fingerprint for p in registry.plugins}))
    thinker = Thinker(registry, hello.seed)
    while True:
        reply(thinker.answer(tasks.get()))
