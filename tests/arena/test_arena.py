"""The arena: the same deals for all, seats swapped, resumable, the same everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import helpers_rules as rules
import pytest
from click.testing import CliRunner

from pinochle_lan.arena.match import Match, Row, figures, mean, percentile, play
from pinochle_lan.arena.run import run, stored
from pinochle_lan.arena.table import ArenaTable, arrangements
from pinochle_lan.cli.command import cli
from pinochle_lan.pluginhost.host import load_file
from pinochle_lan.rules.opponent import Opponent
from pinochle_lan.sampling.clock import Stopwatch

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = (("shipped", str(ROOT / "plugins")),)


def match(*names: str, **changes: Any) -> Match:
    given: dict[str, Any] = {"variant": "partnership", "seed": "s", "folders": PLUGINS, **changes}
    return Match(names=names or ("steady", "novice"), **given)


def test_each_name_sits_at_each_side_as_often() -> None:
    assert arrangements(rules.game(), 2) == ((0, 1, 0, 1), (1, 0, 1, 0))
    three = arrangements(rules.game("three-handed"), 2)
    assert len(three) == 6
    for seat in range(3):
        assert sum(seats[seat] == 0 for seats in three) == 3
    assert arrangements(rules.game(), 4) == ((0, 1, 2, 3), (3, 0, 1, 2))


def test_the_same_seed_gives_the_same_deals_and_rows() -> None:
    first, again = play(match(), 3), play(match(), 3)
    assert (first.value, first.contracts, first.hands) == (again.value, again.contracts, again.hands)
    assert play(match(seed="other"), 3).value != first.value or play(match(), 4).value != first.value


def test_an_opponent_against_itself_is_even() -> None:
    for deal in range(3):
        assert play(match("steady", "steady"), deal).value == 0


def test_both_arrangements_get_the_same_cards() -> None:
    steady = load_file(ROOT / "plugins" / "steady.py", strict=True).opponents["steady"]
    novice = load_file(ROOT / "plugins" / "novice.py", strict=True).opponents["novice"]
    game, dealt = rules.game(), []
    for seats in ((steady, novice, steady, novice), (novice, steady, novice, steady)):
        table = ArenaTable(game, seats, "x")
        while not table.faces:
            table.step()
        dealt.append((table.state.dealer, dict(table.faces)))
    assert dealt[0] == dealt[1]


class Broken(Opponent):
    id, version, title = "broken", "1", "Broken"

    def choose(self, view: Any, options: Any, rng: Any) -> Any:
        if view.phase == "auction":
            raise ValueError("no idea")
        return "nonsense"


def test_a_bot_that_fails_is_replaced_by_the_first_legal_choice_and_counted() -> None:
    table = ArenaTable(rules.game(), [Broken] * 4, "x")
    table.hand()
    assert table.state.deals == 2
    assert "broken failed (ValueError: no idea)" in table.faults
    assert any("which is not allowed" in fault for fault in table.faults)


class Hasty(Opponent):
    id, version, title = "hasty", "1", "Hasty"
    late: ClassVar[list[bool]] = []

    def choose(self, view: Any, options: Any, rng: Any) -> Any:
        self.late.append(Stopwatch(0).up)
        return options[0]


@pytest.mark.parametrize("timed", [False, True])
def test_strength_does_not_depend_on_the_clock_unless_asked_for(timed: bool) -> None:
    Hasty.late.clear()
    table = ArenaTable(rules.game(), [Hasty] * 4, "x", timed=timed)
    table.hand()
    assert Hasty.late
    assert set(Hasty.late) == {timed}
    assert Stopwatch(0).up
    assert match().key != match(timed=True).key


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    whole = run(match(), 4, jobs=1)
    seen: list[int] = []
    first = run(match(), 2, jobs=1, file=file)
    with file.open("a") as out:
        out.write('{"match": "cut sho')
    with file.open("a") as out:
        out.write("\n")
    rest = run(match(), 4, jobs=1, file=file, progress=lambda rows: seen.append(len(rows)))
    assert seen[0] == len(first) == 2
    assert [row.value for row in rest] == [row.value for row in whole]
    assert len(stored(file, match(), 4)) == 4
    assert stored(file, match(seed="other"), 4) == []


def test_processes_give_the_rows_of_one() -> None:
    assert [row.value for row in run(match(), 3, jobs=2)] == [row.value for row in run(match(), 3, jobs=1)]


def test_rows_of_another_file_under_the_same_name_count_nothing(tmp_path: Path) -> None:
    text = (ROOT / "plugins" / "novice.py").read_text(encoding="utf-8")
    keys = []
    for place, version in (("one", "1.0"), ("two", "1.0"), ("three", "1.1")):
        (tmp_path / place).mkdir()
        changed = text.replace('"novice", "1.0"', f'"other", "{version}"')
        (tmp_path / place / "other.py").write_text(changed, encoding="utf-8")
        keys.append(match("steady", "other", folders=(*PLUGINS, ("profile", str(tmp_path / place)))).key)
    assert keys[0] == keys[1] != keys[2]


def test_it_stops_early_when_the_interval_is_clear(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    rows = [Row(deal, 50.0 + deal % 3, hands=2, wins=[0, 0]) for deal in range(40)]
    file.write_text(
        "".join(json.dumps({"match": match().key, "row": vars(row)}) + "\n" for row in rows), encoding="utf-8"
    )
    assert len(run(match(), 1000, jobs=1, file=file, clears=20)) == 40


def test_mean_and_percentile() -> None:
    assert mean([]) == (0.0, 0.0)
    middle, half = mean([1.0, 3.0])
    assert middle == 2.0
    assert half == pytest.approx(1.96)
    assert percentile({0: 95, 99: 5}, 0.95) == 0.1
    assert percentile({0: 90, 99: 10}, 0.95) == 10.0


def test_whole_games_end_and_name_a_winner() -> None:
    row = play(match(games=True, options=(("target", 500),)), 0)
    assert sum(row.wins) == 2
    result = figures(match(games=True), [row])
    assert result["games"] == {"won": row.wins[0], "lost": row.wins[1]}
    assert row.hands >= 2


def arena(tmp_path: Path, *words: str) -> Any:
    arguments = ["--profile", str(tmp_path), "arena", *words]
    return CliRunner().invoke(cli, arguments)


def test_the_command_prints_json(tmp_path: Path) -> None:
    done = arena(tmp_path, "steady", "novice", "--hands", "2", "--jobs", "1", "--json")
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert result["hands"] == 4
    assert set(result["points_per_hand"]) == {"mean", "ci95"}
    assert set(result["decision_ms"]["steady"]) >= {"p50", "p95", "max"}
    assert result["made"]
    assert len(list((tmp_path / "arena").iterdir())) == 1


def test_the_command_prints_lines(tmp_path: Path) -> None:
    done = arena(tmp_path, "steady", "novice", "--hands", "2", "--jobs", "1")
    assert "steady - novice, partnership: 2 deals, 4 hands" in done.stdout
    assert "95 % interval" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("steady", "nobody"), "There is no opponent 'nobody'"),
        (("steady", "novice", "expert"), "Name two opponents, or 4"),
        (("steady", "novice", "--variant", "whist"), "There is no game 'whist'"),
        (("steady", "novice", "--option", "target"), "Write an option as NAME=VALUE, not 'target'."),
        (("steady", "novice", "--option", "target=7"), "target"),
    ],
)
def test_mistakes_are_one_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = arena(tmp_path, *words, "--hands", "1", "--jobs", "1")
    assert done.exit_code == 2
    assert said in done.output


CLUSTER = """
import json, sys
from distributed import LocalCluster
from pinochle_lan.cli.command import run

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        words = ["arena", "steady", "novice", "--hands", "4", "--seed", "s", "--json"]
        sys.exit(run(["--profile", sys.argv[1], *words, "--dask", cluster.scheduler_address]))
"""


def test_a_cluster_of_two_workers_gives_the_rows_of_one_process(tmp_path: Path) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "profile")],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    alone = [play(match(), deal).value for deal in range(4)]
    assert json.loads(done.stdout)["points_per_hand"]["mean"] == round(mean(alone)[0], 2)
