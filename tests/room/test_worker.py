"""The process that opponents think in: the same choices as here, replaced when it dies, gone when we are."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import helpers_opponents as opponents
import helpers_rules as rules
import pytest

from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.room.bots import Answer, Bots
from pinochle_lan.room.players import Players, Question
from pinochle_lan.room.thinker import CHOOSE, Found, Hello, Prints, Rules, Task, receive, send
from pinochle_lan.room.worker import COMMAND, Worker, WorkerGone
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.game import Game

ROOT = Path(__file__).resolve().parents[2]
BAD = """
import os, threading
from pinochle_lan.api import Opponent, hookimpl

class Bad(Opponent):
    version, title = "1", "Bad"
    def choose(self, view, options, rng):
        return self.do(options)

class Raises(Bad):
    id = "raises"
    def do(self, options):
        print("thinking aloud")
        raise KeyError("heart")

class Dies(Bad):
    id = "dies"
    def do(self, options):
        os._exit(3)

class Hangs(Bad):
    id = "hangs"
    def do(self, options):
        threading.Event().wait()

class Odd(Bad):
    id = "odd"
    def do(self, options):
        return lambda: 1

class Asks(Bad):
    id = "asks"
    def do(self, options):
        return input()

@hookimpl
def register_opponents(register):
    for one in (Raises, Dies, Hangs, Odd, Asks):
        register(one)
"""


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Registry:
    folder = tmp_path_factory.mktemp("plugins")
    (folder / "bad.py").write_text(BAD, encoding="utf-8")
    found = load_all([("shipped", ROOT / "plugins"), ("profile", folder)], installed=False)
    assert not found.problems
    return found


@pytest.fixture(scope="module")
def worker(registry: Registry) -> Iterator[Worker]:
    made = Worker(registry, "seed")
    yield made
    made.close()


def asked(variant: str = "partnership", kind: str = "call", seed: str = "w") -> tuple[Game, object, int]:
    """(game, table, seat) of a hand in which a choice of that kind is due."""
    table = opponents.table(rules.game(variant), "steady", seed=seed)
    while True:
        due = table.game.due(table.state)[0]
        if due.sort is Sort.CHOICE and due.kind == kind:
            assert due.seat is not None
            return table.game, table, due.seat
        table.step()


def question(game: Game, table: object, seat: int) -> dict[str, object]:
    state, mine = table.state, table.mine(seat)  # type: ignore[attr-defined]
    return {"view": game.view(state, seat, mine), "options": game.legal(state, seat, mine), "game": game}


def ask(bots: Bots, bot: str, where: tuple[Game, object, int]) -> Answer:
    return asyncio.run(bots.ask(bot, 1, **question(*where)))  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", sorted(rules.variants()))
def test_the_process_chooses_what_would_be_chosen_here(
    worker: Worker, registry: Registry, variant: str
) -> None:
    table = opponents.table(rules.game(variant), "steady", seed="same")
    here, compared = Players(registry.opponents, "seed"), 0
    hand = 100 + sorted(rules.variants()).index(variant)
    while compared < 6:
        due = table.game.due(table.state)[0]
        if due.sort is Sort.CHOICE:
            assert due.seat is not None
            legal = table.game.legal(table.state, due.seat, table.mine(due.seat))
            view = table.game.view(table.state, due.seat, table.mine(due.seat))
            game = table.game
            names = Rules(game.id, tuple(sorted(game.options.items())), ())
            task = Task(CHOOSE, "novice", hand, view, table.state, dict(legal.basis[2]), names)  # type: ignore[index]
            assert worker.exchange(task) == Found(here.choose("novice", Question(hand, view, legal, game)))
            compared += 1
        table.step()


def test_house_rules_are_made_anew_there(worker: Worker, registry: Registry) -> None:
    game = Game(registry.variants["partnership"], {}, [registry.house_rules["tens-around"]])
    table = opponents.table(game, "steady", seed="house")
    while table.game.due(table.state)[0].kind != "call":
        table.step()
    seat = table.game.due(table.state)[0].seat
    assert seat is not None
    answer = ask(Bots(registry.opponents, "seed", 60, worker=worker), "expert", (game, table, seat))
    assert answer.trouble == ""


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("raises", "failed (KeyError: 'heart')."),
        ("dies", "ended the process it thought in."),
        ("odd", "wanted something that is not allowed."),
        ("asks", "failed (EOFError: EOF when reading a line)."),
    ],
)
def test_a_bad_bot_is_replaced_and_the_next_one_is_not_disturbed(
    worker: Worker, registry: Registry, bot: str, said: str
) -> None:
    bots, where = Bots(registry.opponents, "seed", 60, worker=worker), asked()
    good = ask(bots, "steady", where)
    assert good.trouble == ""
    assert ask(bots, bot, where) == Answer(good.choice, f"The bot {bot} {said} Steady chose instead.")
    assert ask(bots, "steady", where) == good


def test_a_process_that_hangs_is_late_then_replaced(
    worker: Worker, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pinochle_lan.room.bots.HANGS_S", 0.05)
    bots, where = Bots(registry.opponents, "seed", 0.3, worker=worker), asked()
    worker.start()
    first = worker.pid

    async def hang() -> tuple[Answer, int | None]:
        answer = await bots.ask("hangs", 1, **question(*where))  # type: ignore[arg-type]
        await asyncio.to_thread(worker.start)  # waits until the one that hangs has been replaced
        return answer, worker.pid

    answer, second = asyncio.run(hang())
    assert answer.trouble == "The bot hangs thought for more than 0.3 seconds. Steady chose instead."
    assert second != first
    bots = Bots(registry.opponents, "seed", 60, worker=worker)
    assert ask(bots, "steady", where).trouble == ""
    assert worker.pid == second


def test_hints_come_from_the_process(worker: Worker, registry: Registry) -> None:
    game, table, seat = asked(kind="card")
    bots = Bots(registry.opponents, "seed", 60, worker=worker)
    asks = question(game, table, seat)
    found = asyncio.run(bots.advise(1, asks["view"], asks["options"], game))  # type: ignore[arg-type]
    assert 1 <= len(found) <= 3
    assert all(advice.choice in asks["options"] and advice.reason for advice in found)  # type: ignore[operator]


def test_no_process_before_it_is_needed_and_none_after_closing(registry: Registry) -> None:
    one = Worker(registry, "s")
    bots, where = Bots(registry.opponents, "s", 60, worker=one), asked()
    assert not one.up
    ask(bots, "steady", where)
    assert one.up
    process = one._process
    assert process is not None
    bots.close()
    assert process.poll() is not None
    assert ask(bots, "steady", where).trouble == ""  # in a thread
    with pytest.raises(WorkerGone):
        one.exchange(Task(CHOOSE, "steady", 1, None, None, {}, Rules("", (), ())))  # type: ignore[arg-type]
    Worker(registry, "s").close()


def test_where_no_process_can_be_started_they_think_in_threads(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(ROOT / "no-such-python"))
    one = Worker(registry, "s")
    answer = ask(Bots(registry.opponents, "s", 60, worker=one), "steady", asked())
    assert answer.trouble == ""
    assert not one.usable
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert not Worker(registry, "s").usable


def test_a_process_with_another_file_is_not_asked(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = (
        "from pinochle_lan.api import Opponent, hookimpl\n"
        "class Mine(Opponent):\n"
        "    id, version, title = 'mine', '1', 'Mine'\n"
        "    def choose(self, view, options, rng):\n"
        "        return options[0]\n"
        "@hookimpl\n"
        "def register_opponents(register):\n"
        "    register(Mine)\n"
    )
    file.write_text(text, encoding="utf-8")
    found = load_all([("shipped", ROOT / "plugins"), ("profile", tmp_path)], installed=False)
    file.write_text(text.replace("return options[0]", "raise KeyError"), encoding="utf-8")
    one = Worker(found, "s")
    try:
        assert ask(Bots(found.opponents, "s", 60, worker=one), "mine", asked()).trouble == ""
        assert one.up
        assert one.same("opponent", "steady")
        assert not one.same("opponent", "mine")
    finally:
        one.close()


def bare(stderr: int | None = None) -> subprocess.Popen[bytes]:
    """The worker's process, without the program that talks to it."""
    path = os.pathsep.join(part for part in sys.path if part)
    return subprocess.Popen(
        [sys.executable, "-P", "-c", COMMAND],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_it_ends_when_its_pipe_closes_even_while_a_bot_hangs(registry: Registry) -> None:
    """As when the program that started it is killed."""
    with bare() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        folders = dict.fromkeys((p.source.place, str(Path(p.source.path).parent)) for p in registry.plugins)
        send(process.stdin, Hello(tuple(folders), "s"))
        assert isinstance(receive(process.stdout), Prints)
        game, table, seat = asked()
        asks = question(game, table, seat)
        state, _, own = asks["options"].basis  # type: ignore[attr-defined]
        names = Rules(game.id, tuple(sorted(game.options.items())), ())
        send(process.stdin, Task(CHOOSE, "hangs", 1, asks["view"], state, own, names))  # type: ignore[arg-type]
        process.stdin.close()
        assert process.wait(60) == 0


def test_an_answer_that_nobody_waits_for_any_more_ends_it_without_a_word() -> None:
    """The program was killed while it thought: no traceback may reach the player's terminal."""
    with bare(stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        send(process.stdin, Hello((), "s"))
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_what_travels_to_the_process_holds_no_face_but_the_seats_own() -> None:
    game, table, seat = asked()
    state, _, own = question(game, table, seat)["options"].basis  # type: ignore[attr-defined]
    public = game.public(state)
    assert set(own) == set(state.hand(seat))
    assert public == {}
    assert pickle.loads(pickle.dumps(state)) == state
