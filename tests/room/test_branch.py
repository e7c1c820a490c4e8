"""A plugin that differs between laptops is named, the hand stops, the game goes on without it."""

from __future__ import annotations

import pathlib
import threading

from helpers_shell import Player, alone, player

from pinochle_lan import shipped
from pinochle_lan.intents import ContinueGame, JoinTable, LeaveTable, OpenTable, ReadyUp
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.profile import Stopped
from pinochle_lan.room.branch import branch

RULE = '''"""House rule of a test: it is not the same everywhere."""
from dataclasses import dataclass, replace

from pinochle_lan.api import HouseRule, Phase, hookimpl


@dataclass(frozen=True)
class Length(Phase):
    name = "length"

    def enter(self, game, state):
        number = len(__file__) if state.history else 0
        return replace(state, notes=state.noted("length", number))


class Crooked(HouseRule):
    """It notes something."""

    id, version, title = "crooked", "1.0", "Crooked"
    options = {"points": 10}

    def amend(self, variant, **options):
        return variant.before("auction", Length())


@hookimpl
def register_house_rules(register):
    register(Crooked())
'''


def made(folder: pathlib.Path, name: str) -> Player:
    (folder / "plugins").mkdir(parents=True)
    (folder / "plugins" / "crooked.py").write_text(RULE, encoding="utf-8")
    own = load_all([("shipped", shipped.plugins()), ("profile", folder / "plugins")], installed=False)
    return Player(folder, name, plugins=own)


def halted(one: Player) -> Stopped:
    """What the laptop remembers of the hand that stopped."""
    table = one.table(lambda table: table.halt)
    assert table.stage == "stopped"
    assert table.halt is not None
    assert table.halt.plugins == ("house rule crooked",)
    assert "gives something else" in table.fault
    assert table.fault.endswith("Go on without the house rule crooked from this hand on.")
    one.post(LeaveTable())
    front = one.until(lambda front: front.table is None and front.lobby.saved)
    (saved,) = front.lobby.saved
    assert saved.suspects == ("house rule crooked",)
    note = one.profile.note(pathlib.Path(saved.file))
    assert note is not None
    assert note.stopped is not None
    return note.stopped


def test_the_game_goes_on_without_it_from_its_score_at_the_same_chairs(tmp_path: pathlib.Path) -> None:
    ann, ben = made(tmp_path / "ann", "Ann"), made(tmp_path / "somebody-else", "Ben")
    try:
        bots = ((1, "steady"), (3, "steady"))
        ann.post(OpenTable("Kitchen", "partnership", (("crooked", True),), bots, locked=False))
        ann.table(lambda table: table.people)
        assert ann.house._network is not None
        port = ann.house._network.mesh.port
        ben.post(JoinTable(address=f"127.0.0.1:{port}"))
        ben.table(lambda table: table.seat == 2)
        playing = [threading.Thread(target=one.play, args=(1,)) for one in (ann, ben)]
        for thread in playing:
            thread.start()
        for thread in playing:
            thread.join()
        for one in (ann, ben):
            one.post(ReadyUp())
        stopped = halted(ann)
        assert halted(ben) == stopped
        assert any(stopped.scores)
        (old,) = ann.bridge.read().lobby.saved
        ann.post(ContinueGame(old.file, old.suspects))
        table = ann.table(lambda table: table.stage == "setup")
        chosen = dict(table.options)
        assert "crooked" not in chosen
        assert chosen["house_rules"] == "carried-score"
        assert (chosen["carried-score.first"], chosen["carried-score.second"]) == stopped.scores
        assert chosen["first_dealer"] == stopped.dealer
        ben.post(JoinTable(address=f"127.0.0.1:{port}"))
        assert ben.table(lambda table: table.seat is not None).seat == 2
        playing = [threading.Thread(target=one.play, args=(1,)) for one in (ann, ben)]
        for thread in playing:
            thread.start()
        for thread in playing:
            thread.join()
        view = ann.table(lambda table: table.view and table.view.history).view
        assert view is not None
        (hand,) = view.history
        delta = tuple(total - before for total, before in zip(hand.totals, stopped.scores, strict=True))
        assert hand.delta == delta
        for one in (ann, ben):
            one.post(LeaveTable())
            # The stopped table is not offered any more; the new one is.
            one.until(lambda front: [game.suspects for game in front.lobby.saved] == [()])
    finally:
        ann.stop()
        ben.stop()


def test_what_a_branch_keeps_and_leaves_out() -> None:
    options = (
        ("crooked", True),
        ("crooked.points", 20),
        ("first_dealer", "random"),
        ("house_rules", "tens-around crooked"),
        ("seating", "draw"),
        ("tens-around", True),
        ("tens-around.points", 80),
    )
    genesis = Genesis(b"t" * 16, 3, 1, 1, "partnership", options, (), (), ())
    seats = ((b"a" * 32, ""), (b"a" * 32, "steady"), (b"b" * 32, ""), (b"b" * 32, "expert"))
    found = branch(
        genesis, Stopped(("house rule crooked",), 9, b"c" * 32, (120, -40), 3, seats), ("house rule crooked",)
    )
    assert dict(found.options) == {
        "carried-score": True,
        "carried-score.first": 120,
        "carried-score.second": -40,
        "first_dealer": 3,
        "house_rules": "tens-around carried-score",
        "seating": "lobby",
        "tens-around": True,
        "tens-around.points": 80,
    }
    assert found.places == ((b"a" * 32, 0), (b"b" * 32, 2))
    assert found.bots == ((1, "steady"), (3, "expert"))
    assert found.base == (b"t" * 16, 9, b"c" * 32)


OFFERS = '''"""House rule of a test: it fails where a seat is asked."""
from dataclasses import dataclass

from pinochle_lan.api import Ask, HouseRule, Phase, Sort, hookimpl


@dataclass(frozen=True)
class Wonder(Phase):
    name = "wonder"

    def due(self, game, state):
        return () if state.note("wondered") else (Ask("wonder", 0, Sort.CHOICE),)

    def offers(self, game, state, seat, mine):
        raise LookupError("nothing to wonder about")


class Wondering(HouseRule):
    """Asks for something."""

    id, version, title = "wondering", "1.0", "Wondering"

    def amend(self, variant, **options):
        return variant.before("auction", Wonder())


@hookimpl
def register_house_rules(register):
    register(Wondering())
'''


def test_a_rule_that_fails_where_a_seat_is_asked_is_named_and_left_out(tmp_path: pathlib.Path) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "wondering.py").write_text(OFFERS, encoding="utf-8")
    own = load_all([("shipped", shipped.plugins()), ("profile", tmp_path / "plugins")], installed=False)
    with player(tmp_path, plugins=own) as ann:
        ann.post(alone(wondering=True))
        front = ann.until(lambda front: front.lobby.problem)
        assert front.lobby.problem.startswith("The house rule wondering failed at its line 15 (LookupError).")
        (saved,) = ann.until(lambda front: front.lobby.saved).lobby.saved
        assert saved.suspects == ("house rule wondering",)
        ann.post(ContinueGame(saved.file, saved.suspects))
        ann.play(1)
