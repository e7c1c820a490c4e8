"""A plugin that starts to differ is named on every laptop, with the step; the file is whole."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from helpers_log import Air, identity
from helpers_sealed import OPEN_GROUP
from helpers_table import Laptop, Room, variant

from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.pluginhost.culprit import Call
from pinochle_lan.pluginhost.host import load_file
from pinochle_lan.rules.game import Game
from pinochle_lan.table import inquest
from pinochle_lan.table.inquest import Witness
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.table.table import Table
from pinochle_lan.table.verify import verify

RULE = '''"""House rule of a test."""
import random
from dataclasses import dataclass, replace

from pinochle_lan.api import HouseRule, Phase, hookimpl

LAPTOP = {laptop}
SEEN = []


def number(state):
    return {number}


@dataclass(frozen=True)
class Count(Phase):
    name = "count"

    def enter(self, game, state):
        return replace(state, notes=state.noted("count", number(state)))


class Counting(HouseRule):
    id, version, title = "counting", "1.0", "Counting"

    def amend(self, variant, **options):
        return variant.before("auction", Count())


@hookimpl
def register_house_rules(register):
    register(Counting())
'''
NAME = "house rule counting 1.0"


class Plugged(Laptop):
    """A laptop with a house rule file of its own: of the same name and version, whatever stands in it."""

    folder: Path
    number_is: str

    def __init__(self, air: Air, number: int, genesis: Genesis, game: Game, **how: Any) -> None:
        path = self.folder / f"counting_{number}.py"
        path.write_text(RULE.format(laptop=number, number=self.number_is), encoding="utf-8")
        self.rule = load_file(path, strict=True).house_rules["counting"]
        self.files = {str(path): NAME}
        super().__init__(air, number, genesis, self.rebuilt(), **how)

    def rebuilt(self) -> Game:
        return Game(variant("partnership"), {}, (self.rule,))

    def _new(self, found: Any = ()) -> Table:
        return Table(
            identity(self.number),
            self.genesis,
            self.game,
            entropy=self._entropy.randbytes,
            records=found,
            secrets=dict(self.secrets),
            group=self.group,
            now_ms=self.air.now,
            files=self.files,
            rebuild=self.rebuilt,
        )


def table(folder: Path, number: str, laptops: int = 4, **how: Any) -> Room:
    """Laptops whose rule notes ``number`` when the auction begins."""
    kind = type("Here", (Plugged,), {"folder": folder, "number_is": number})
    path = folder / "counting.py"
    path.write_text(RULE.format(laptop=0, number="0"), encoding="utf-8")
    game = Game(variant("partnership"), {}, (load_file(path, strict=True).house_rules["counting"],))
    return Room(game, laptops, kind=kind, **how)


def stuck(room: Room) -> list[Snapshot]:
    """Every laptop's view once nothing moves any more."""
    room.start()
    room.air.run(60_000, lambda: all(one.table.halted for one in room.laptops))
    return [one.table.snapshot(room.air.now) for one in room.laptops]


def first_step(room: Room) -> int:
    """The step at which the laptops part: the one that deals the cards and begins the auction."""
    return room.laptops[0].table.ledger.open_step


@pytest.mark.parametrize("laptops", [2, 4])
def test_a_rule_that_calls_random_is_named_with_the_step_on_every_laptop(
    tmp_path: Path, laptops: int
) -> None:
    hosts = [0, 1, 0, 1] if laptops == 2 else None
    room = table(tmp_path, "random.randrange(10**6)", laptops, hosts=hosts)
    seen = stuck(room)
    step = first_step(room)
    for one in seen:
        assert one.stage == "stopped"
        assert one.halt is not None
        assert (one.halt.step, one.halt.plugins) == (step, ("house rule counting",))
        assert f"does not give the same twice in step {step} (number, line 11)" in one.fault
        assert "nothing is lost" in one.fault
        assert (one.halt.scores, len(one.halt.seats)) == ((0, 0), 4)


def test_different_code_of_one_version_is_named_and_the_others_are_not_blamed(tmp_path: Path) -> None:
    room = table(tmp_path, "7 if LAPTOP == 2 else 3")
    room.start()
    room.air.run(30_000, lambda: all(one.table.inquest.finding for one in room.laptops))
    odd = room.laptops[2].table.snapshot(room.air.now)
    assert odd.stage == "stopped"
    assert odd.halt is not None
    assert odd.halt.plugins == ("house rule counting",)
    for number in (0, 1, 3):
        seen = room.laptops[number].table.snapshot(room.air.now)
        step = odd.halt.step
        said = f"The house rule counting 1.0 gives something else on P2's laptop in step {step}"
        assert seen.notice.startswith(said)
        assert seen.stage == "play"
        assert seen.halt is not None
        assert not seen.halt.stops
        assert [laptop.member for laptop in seen.laptops if not laptop.same] == [2]


def test_two_against_two_stop_all_four(tmp_path: Path) -> None:
    seen = stuck(table(tmp_path, "LAPTOP // 2"))
    assert all(one.halt is not None and one.halt.plugins == ("house rule counting",) for one in seen)


def test_memory_outside_the_state_is_found(tmp_path: Path) -> None:
    seen = stuck(table(tmp_path, "SEEN.append(LAPTOP) or len(SEEN) * (LAPTOP + 1)"))
    assert all("does not give the same twice" in one.fault for one in seen)


def test_the_file_is_whole_and_a_restart_says_the_same(tmp_path: Path) -> None:
    room = table(tmp_path, "LAPTOP")
    stuck(room)
    first = room.laptops[0]
    result = verify(bytes(first.disk), lambda genesis: first.game, OPEN_GROUP)
    assert result.ok, str(result.fault)
    for one in room.laptops:
        one.air.remove(one.number)
        one.air.add(one.number, one)
        one.restart()
    room.air.link_all()
    room.air.run(60_000, lambda: all(one.table.halted for one in room.laptops))
    assert all(one.table.snapshot(0).halt for one in room.laptops)


def test_a_rule_that_fails_stops_the_hand_by_its_line_on_every_laptop(tmp_path: Path) -> None:
    room = table(tmp_path, "1 // len(state.calls)")
    room.start()
    room.air.run(30_000, lambda: all(one.machine().stopped for one in room.laptops))
    for one in room.laptops:
        seen = one.table.snapshot(room.air.now)
        assert seen.halt is not None
        assert seen.halt.plugins == ("house rule counting",)
        assert "failed at its line 12 (ZeroDivisionError)" in seen.fault
        assert seen.stage == "stopped"
    assert len({one.machine().digest() for one in room.laptops}) == 1


def test_a_difference_that_no_plugin_made_blames_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = (Call(NAME, "number", 12, b"same"),)
    monkeypatch.setattr(inquest, "trace", lambda work, files: calls)
    seen = stuck(table(tmp_path, "LAPTOP"))
    for one in seen:
        assert one.halt is not None
        assert one.halt.plugins == ()
        assert "although every plugin gives the same" in one.fault


@pytest.mark.parametrize(
    "parts",
    [
        (29,),
        (29, b"another table...", 0, None, ()),
        (29, b"table of tests..", -1, None, ()),
        (29, b"table of tests..", True, None, ()),
        (29, b"table of tests..", 1, None, ((),) * 402),
        (29, b"table of tests..", 1, ("x" * 65, "f", 1, b""), ()),
        (29, b"table of tests..", 1, None, (("x", "f\u202e", 1, b""),)),
        (29, b"table of tests..", 1, None, (("x", "f", 1, b"too long.."),)),
    ],
)
def test_a_wrong_form_is_refused(parts: tuple[Any, ...]) -> None:
    with pytest.raises(Malformed):
        Witness.read(parts, b"table of tests..")


def test_a_witness_survives_the_wire() -> None:
    rng = random.Random(1)
    calls = tuple(Call(NAME, f"f{n}", n, rng.randbytes(4)) for n in range(3))
    witness = Witness(5, calls[1], calls)
    assert Witness.read(witness.wire(b"t" * 16), b"t" * 16) == witness
