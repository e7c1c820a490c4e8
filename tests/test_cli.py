"""The command line: every command, its JSON, its exit status, and one sentence for every mistake."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import helpers_shell as shell
import pytest

from pinochle_lan.cli.command import run
from pinochle_lan.log.records import HEADER_BYTES, read_records

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(__file__).parent / "data"


@pytest.fixture(autouse=True)
def own_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PINOCHLE_LAN_PROFILE", str(tmp_path / "profile"))
    return tmp_path / "profile"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One hand, played by a laptop against three bots."""
    return shell.game_file(tmp_path_factory.mktemp("game"))


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def json(self) -> Any:
        return json.loads(self.out)

    def rows(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: str) -> Ran:
        code = run(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Ran(code, out, err)

    return call


# --- plugins


def test_plugins_list_names_every_shipped_plugin(cli: Any) -> None:
    rows = cli("plugins", "list", "--json").json()
    assert {"partnership", "steady"} <= {row["id"] for row in rows}
    assert {row["state"] for row in rows} == {"ready"}
    text = cli("plugins", "list").out
    assert "Partnership pinochle" in text


def test_F54_a_broken_plugin_of_the_profile_is_listed_with_its_reason(cli: Any, own_profile: Path) -> None:
    (own_profile / "plugins").mkdir(parents=True)
    shutil.copy(Path(__file__).parent / "badplugins" / "misspelt_hook.py", own_profile / "plugins")
    rows = [row for row in cli("plugins", "list", "--json").json() if row["place"] == "profile"]
    assert [row["id"] for row in rows] == ["misspelt_hook"]
    assert "Did you mean 'register_opponents'?" in rows[0]["why"]
    assert "misspelt_hook.py:10" in cli("plugins", "list").out


# --- rules and referee


def test_rules_lists_games_and_tells_one(cli: Any) -> None:
    games = cli("rules", "--json").json()
    assert "partnership" in [game["id"] for game in games]
    one = cli("rules", "partnership", "--json").json()
    assert one["seats"] == ["N", "E", "S", "W"]
    assert one["sides"] == {"NS": ["N", "S"], "EW": ["E", "W"]}
    options = {option["name"]: option for option in one["options"]}
    assert options["minimum_bid"]["default"] == 250
    assert "minimum_bid = 250" in cli("rules", "partnership").out
    assert "Partnership pinochle" in cli("rules").out


def test_rules_prints_the_rules_in_force(cli: Any) -> None:
    plain = cli("rules", "double-deck").out
    assert "  Run (A 10 K Q J of trump): 15, double 150, triple 225, fourfold 300.\n" in plain
    assert "  Ace, ten, king 1; queen, jack 0; last trick 2.\n" in plain, "no nines in this pack"
    under = cli("rules", "two-handed-kitty", "--option", "scoring=alternate", "--option", "minimum_bid=25")
    assert "First bid at least 25" in under.out
    assert "The game is won at 15;" in under.out
    assert "  minimum_bid = 25  (10 to 60, usually 20)\n" in under.out
    assert "Scoring: alternate (usually standard)." in under.out
    row = cli("rules", "partnership", "--option", "must_beat=trump_led_only", "--json").json()
    assert "You must beat the winning card only when trump is led." in row["rules"]["Play"]
    preset = cli("rules", "--preset", "190-and-no-passing", "--option", "run_extra=40_each").out
    assert "Extra king or queen with a run: 40_each (usually none)." in preset
    house = cli("rules", "partnership", "--option", "tens-around=true").out
    assert "\nHouse rules\n" in house


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("partnership", "--option", "minimum_bid"), "write NAME=VALUE"),
        (("partnership", "--option", "minimum_bit=1"), "did you mean 'minimum_bid'?"),
        (("partnership", "--option", "minimum_bid=1"), "'minimum_bid' cannot be 1; allowed: 100 to 600"),
        (("--option", "minimum_bid=100"), "Options need a game"),
    ],
)
def test_wrong_options_are_one_sentence(cli: Any, words: tuple[str, ...], sentence: str) -> None:
    ran = cli("rules", *words)
    assert ran.code == 2
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


def test_an_unknown_game_is_one_sentence_and_exit_2(cli: Any) -> None:
    ran = cli("rules", "whist")
    assert ran.code == 2
    assert ran.err.startswith("There is no variant 'whist'; there are ")
    assert len(ran.err.splitlines()) == 1


def referee(monkeypatch: pytest.MonkeyPatch, cli: Any, text: str) -> list[Any]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    ran = cli("referee")
    assert ran.code == 0
    rows: list[Any] = ran.rows()
    return rows


def test_the_referee_answers_a_case_a_line(monkeypatch: pytest.MonkeyPatch, cli: Any) -> None:
    cases = [c for c in json.loads((DATA / "cases.json").read_text()) if c["variant"] == "partnership"][:20]
    answers = referee(monkeypatch, cli, "\n\n".join(json.dumps(case) for case in cases) + "\n")
    assert [answer["id"] for answer in answers] == [case["id"] for case in cases]
    assert all("answer" in answer for answer in answers)
    assert answers[0]["answer"] == cases[0]["expect"]


def test_the_referee_never_stops(monkeypatch: pytest.MonkeyPatch, cli: Any) -> None:
    good = {
        "id": 1,
        "variant": "partnership",
        "options": {},
        "kind": "meld",
        "input": {"hand": [], "trump": "S"},
    }
    nonsense = [
        "nonsense",
        "[1]",
        '{"id": "x", "variant": "whist"}',
        '{"id": "y", "variant": "partnership", "kind": "meld", "input": {"hand": ["ZZ"], "trump": "S"}}',
        '{"id": "z", "variant": "partnership", "options": {"minimum_bid": 1}, "kind": "meld", "input": {}}',
        "[" * 100_000,
        '{"id": "w", "variant": "partnership", "kind": "legal", "input": 5}',
        '{"id": "\\ud800", "variant": "partnership", "kind": "legal", "input": 5}',
    ]
    answers = referee(monkeypatch, cli, "\n".join([*nonsense, json.dumps(good)]))
    assert len(answers) == len(nonsense) + 1
    assert all(isinstance(answer["error"], str) for answer in answers[:-1])
    assert [answer["line"] for answer in answers[:-1]] == list(range(1, len(nonsense) + 1))
    assert answers[-1]["answer"]["total"] == 0


# --- replay and verify


def test_verify_accepts_a_game(cli: Any, game: Path) -> None:
    ran = cli("verify", str(game), "--json")
    assert ran.code == 0
    row = ran.json()
    assert row["ok"] is True
    assert row["hands"] == 1
    assert row["fault"] is None
    assert len(row["digest"]) == 64
    # Where the bid is out of reach the hand is not played out: 48 cards fewer.
    played = sum("plays the" in told["text"] for told in cli("replay", str(game), "--json").rows()[:-1])
    assert played in (0, 48)
    assert row["entries"] > played + 20
    said = cli("verify", str(game)).out.splitlines()
    assert said[0] == "All is well."
    assert said[1].startswith("  1 hand")
    assert any("Every card is accounted for: " in line for line in said)
    assert any(line.startswith("  Nobody saw a card early: ") for line in said)
    assert any("no revoke" in line for line in said)
    assert said[-1].endswith(f"digest {row['digest']}.")


def test_replay_tells_the_game_and_the_same_score(cli: Any, game: Path) -> None:
    rows = cli("replay", str(game), "--json").rows()
    texts = [row["text"] for row in rows[:-1]]
    assert sum("plays the" in text for text in texts) in (0, 48)
    assert any("names" in text and "trump" in text for text in texts)
    last = rows[-1]
    assert last["hands"] == 1
    shown = ", ".join(f"{side} {points}" for side, points in last["scores"].items())
    assert f"After hand 1: {shown}." in cli("replay", str(game)).out
    assert last["digest"] == cli("verify", str(game), "--json").json()["digest"]


def test_verify_names_the_first_fault_and_exits_1(cli: Any, game: Path, tmp_path: Path) -> None:
    data = bytearray(game.read_bytes())
    records = read_records(bytes(data)).found
    data[records[20].at + 30] ^= 1
    flipped = tmp_path / "flipped.pinochle"
    flipped.write_bytes(data)
    ran = cli("verify", str(flipped), "--json")
    assert ran.code == 1
    row = ran.json()
    assert row["ok"] is False
    assert row["fault"]["kind"] == "damage"
    assert set(row["fault"]) == {"step", "author", "kind", "why"}
    ran = cli("verify", str(flipped))
    assert ran.code == 1
    assert ran.out.startswith("Fault: ")


def test_verify_sees_a_dropped_entry(cli: Any, game: Path, tmp_path: Path) -> None:
    data = game.read_bytes()
    records = read_records(data).found
    entry = next(n for n in range(30, len(records)) if records[n].type == 2)
    dropped = tmp_path / "dropped.pinochle"
    dropped.write_bytes(data[: records[entry].at] + data[records[entry + 1].at :])
    ran = cli("verify", str(dropped), "--json")
    assert ran.code == 1
    assert ran.json()["fault"]["step"] is not None


def test_what_is_no_game_file_is_one_sentence_and_exit_2(cli: Any, tmp_path: Path, game: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Oma")
    ran = cli("verify", str(other))
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "is not a pinochle game file" in ran.err
    headless = tmp_path / "headless.pinochle"
    headless.write_bytes(game.read_bytes()[:HEADER_BYTES])
    assert cli("replay", str(headless)).code == 2
    assert cli("verify", str(tmp_path / "nowhere")).code == 2


def test_F28_a_game_of_other_rules_is_not_judged_by_ours(cli: Any, game: Path, own_profile: Path) -> None:
    source = (ROOT / "plugins" / "partnership.py").read_text(encoding="utf-8")
    (own_profile / "plugins").mkdir(parents=True)
    (own_profile / "plugins" / "partnership.py").write_text(source + "\n# mine\n", encoding="utf-8")
    os.environ["PINOCHLE_LAN_PLUGINS"] = "none"
    try:
        ran = cli("verify", str(game))
    finally:
        del os.environ["PINOCHLE_LAN_PLUGINS"]
    assert ran.code == 2
    assert "needs the variant partnership, which this laptop does not have" in ran.err


# --- mistakes


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play",), "No such command 'play'."),
        (("host", "--headless", "--variant", "whist"), "There is no variant 'whist'"),
        (("host", "--headless", "--bots", "4"), "at most 3 bots"),
        (("host", "--headless", "--bot", "wizard"), "There is no opponent 'wizard'"),
        (("host", "--headless", "--seat", "Q"), "There is no seat 'Q'; seats are N, E, S, W."),
        (("host", "--headless", "--option", "minimum_bid"), "write NAME=VALUE"),
        (("host", "--headless", "--name", "\n"), "nothing to show"),
        (("join", "--headless", "--code", "XYZ"), "A table code has eight letters and digits"),
        (("join", "--headless", "--address", "127.0.0.1:9"), "127.0.0.1:9"),
        (("join", "--headless", "--wait", "0"), "No table was found"),
        (("verify",), "Missing argument"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_2(cli: Any, words: tuple[str, ...], said: str) -> None:
    ran = cli(*words)
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_profile_in_use_is_one_sentence_and_exit_2(cli: Any, own_profile: Path) -> None:
    with shell.Profile(own_profile):
        ran = cli("tables", "--wait", "0")
    assert ran.code == 2
    assert "already runs with the profile" in ran.err


def test_a_fault_of_ours_is_a_sentence_and_a_file(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("spade")

    monkeypatch.setattr("pinochle_lan.cli.common.load_all", broken)
    ran = cli("rules")
    assert ran.code == 1
    assert ran.err.startswith("pinochle-lan failed: 'spade'. Please report it with the file ")
    details = Path(ran.err.strip().rsplit(" ", 1)[1].rstrip("."))
    assert "KeyError" in details.read_text(encoding="utf-8")
    details.unlink()


# --- whole runs


def program(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pinochle_lan", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_headless_table_with_three_bots_plays_and_ends(own_profile: Path) -> None:
    host = program(
        "host", "--headless", "--json", "--name", "Ann", "--bots", "3", "--bot", "steady", "--hands", "1"
    )
    out, err = host.communicate(timeout=60)
    assert (host.returncode, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    events = [row["event"] for row in rows]
    assert events[:2] == ["table", "joined"]
    assert rows[0]["name"] == "Ann's table"
    assert rows[0]["code"] == ""
    assert next(row for row in rows if row["event"] == "hand")["number"] == 1
    last = rows[-1]
    assert last["event"] == "game-over"
    assert set(last) == {"event", "scores", "digest", "file"}
    assert Path(last["file"]).parent == own_profile / "games"


@pytest.mark.skipif(os.name != "posix", reason="another system sends Ctrl-C in another way")
@pytest.mark.parametrize("polite", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_stops_cleanly(polite: signal.Signals) -> None:
    # Where the tests themselves run in the background, Ctrl-C is ignored, and a program inherits that.
    before = signal.signal(polite, signal.SIG_DFL)
    try:
        host = program("host", "--headless", "--json", "--name", "Ann")
    finally:
        signal.signal(polite, before)
    assert host.stdout is not None
    host.stdout.readline()
    host.send_signal(polite)
    _, err = host.communicate(timeout=30)
    assert host.returncode == 130
    assert err.strip() == "Stopped."
