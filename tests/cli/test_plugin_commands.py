"""``plugins show, new, check, enable, disable`` and ``--preset``: what they print, how they refuse."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinochle_lan import shipped
from pinochle_lan.cli.command import run
from pinochle_lan.pluginhost import guard
from pinochle_lan.testing import Pinochle

FAULTY = Path(__file__).resolve().parents[1] / "faultyplugins"
BAD = FAULTY.parent / "badplugins"
Cli = Callable[..., "Ran"]


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PINOCHLE_LAN_PROFILE", str(tmp_path / "profile"))
    return tmp_path / "profile"


@pytest.fixture
def cli(profile: Path, capsys: pytest.CaptureFixture[str]) -> Cli:
    def call(*words: str) -> Ran:
        code = run(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Ran(code, out, err)

    return call


# --- list


def test_F52_F54_every_bad_plugin_is_named_with_a_sentence_in_text_and_json(
    cli: Cli, profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "PATIENCE_S", 0.3)
    shutil.copytree(BAD, profile / "plugins", ignore=shutil.ignore_patterns("__pycache__"))
    names = sorted(path.stem for path in BAD.glob("*.py"))
    assert len(names) >= 15
    ran = cli("plugins", "list")
    assert ran.code == 0
    broken = {words[1]: line for line in ran.out.splitlines() if (words := line.split())[0] == "broken"}
    assert sorted(broken) == names
    rows = {row["id"]: row for row in cli("plugins", "list", "--json").json() if row["state"] == "broken"}
    assert sorted(rows) == names
    for name in names:
        assert f"{name}.py" in broken[name]
        assert rows[name]["why"] in broken[name]
        assert rows[name]["why"].endswith((".", "?"))
        assert len(rows[name]["why"].split()) > 6


# --- new


@pytest.mark.parametrize("kind", ["house-rule", "opponent", "look"])
def test_new_writes_a_plugin_and_a_test_that_pass_as_they_are(
    kind: str, cli: Cli, profile: Path, pinochle: Pinochle
) -> None:
    ran = cli("plugins", "new", kind, "kitchen-way")
    plugin = profile / "plugins" / "kitchen_way.py"
    test = profile / "plugins" / "tests" / "test_kitchen_way.py"
    assert ran.code == 0
    assert ran.out.splitlines()[-2:] == [
        f"  pinochle-lan plugins check {plugin}",
        f"  python -m pytest {test}",
    ]
    rows = {row["id"]: row for row in cli("plugins", "list", "--json").json()}
    assert rows["kitchen-way"]["state"] == "ready"
    assert rows["kitchen-way"]["kind"] == kind.replace("-", " ")
    assert all(row["state"] == "ready" for row in rows.values())
    found: dict[str, Any] = {"__file__": str(test)}
    exec(compile(test.read_text(encoding="utf-8"), str(test), "exec"), found)
    names = [name for name in found if name.startswith("test_")]
    assert len(names) == 2
    found[names[0]](Pinochle(pinochle.registry, test.parent))


def test_new_never_overwrites(cli: Cli, profile: Path) -> None:
    cli("plugins", "new", "house-rule", "kitchen-way")
    plugin = profile / "plugins" / "kitchen_way.py"
    plugin.write_text("mine", encoding="utf-8")
    ran = cli("plugins", "new", "house-rule", "kitchen-way")
    assert ran.code == 2
    assert ran.err.strip() == f"{plugin} is there already; choose another name, or take it away."
    assert plugin.read_text(encoding="utf-8") == "mine"
    plugin.unlink()
    ran = cli("plugins", "new", "house-rule", "kitchen-way")
    assert ran.code == 2
    assert "test_kitchen_way.py is there already" in ran.err
    assert not plugin.exists()


@pytest.mark.parametrize("name", ["Kitchen", "kitchen way", "../up", "9lives", "a--b", ""])
def test_new_refuses_a_name_that_is_no_id(name: str, cli: Cli, profile: Path) -> None:
    ran = cli("plugins", "new", "house-rule", name)
    assert ran.code == 2
    assert "small letters, digits and hyphens" in ran.err
    assert not (profile / "plugins").exists()


def test_new_writes_where_it_is_told(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    ran = cli("plugins", "new", "opponent", "ann", "--folder", str(folder))
    assert f'pinochle-lan plugins check "{folder / "ann.py"}"' in ran.out
    assert (folder / "tests" / "test_ann.py").exists()


# --- show


def test_show_says_what_a_house_rule_does_and_what_a_table_may_set(cli: Cli) -> None:
    text = cli("plugins", "show", "tens-around").out
    assert "Tens around score (house rule tens-around, version 1.0)" in text
    assert "Four tens of different suits are a meld" in text
    assert "tens-around.points = 80  (0 to 100000)" in text
    (row,) = cli("plugins", "show", "tens_around", "--json").json()
    assert len(row["fingerprint"]) == 64
    assert row["options"][0]["name"] == "tens-around.points"


def test_show_knows_games_and_opponents_and_nothing_else(cli: Cli) -> None:
    assert "minimum_bid = 250" in cli("plugins", "show", "partnership").out
    assert "Steady (opponent steady" in cli("plugins", "show", "steady").out
    ran = cli("plugins", "show", "nothing")
    assert (ran.code, ran.err.strip()) == (2, "There is no plugin 'nothing'; see pinochle-lan plugins list.")


def test_show_says_why_a_file_is_broken(cli: Cli, profile: Path) -> None:
    (profile / "plugins").mkdir(parents=True)
    shutil.copy(BAD / "raises.py", profile / "plugins")
    ran = cli("plugins", "show", "raises")
    assert ran.code == 2
    assert "raises is broken." in ran.err
    assert "raises.py:3: ZeroDivisionError" in ran.err


# --- off and on


def test_a_plugin_is_switched_off_listed_so_and_switched_on(cli: Cli) -> None:
    assert cli("plugins", "disable", "tens-around").out == "tens-around is switched off.\n"
    rows = {row["id"]: row for row in cli("plugins", "list", "--json").json()}
    assert "tens-around" not in rows
    assert rows["tens_around"]["state"] == "off"
    assert "plugins enable tens_around" in rows["tens_around"]["why"]
    assert "off         tens_around" in cli("plugins", "list").out
    assert "is switched off" in cli("plugins", "show", "tens_around").err
    assert cli("plugins", "enable", "tens-around").code == 0
    assert "tens-around" in {row["id"] for row in cli("plugins", "list", "--json").json()}


def test_a_broken_file_can_be_switched_off_and_is_not_run_any_more(cli: Cli, profile: Path) -> None:
    (profile / "plugins").mkdir(parents=True)
    shutil.copy(BAD / "raises.py", profile / "plugins")
    assert cli("plugins", "disable", "raises").code == 0
    states = {row["id"]: row["state"] for row in cli("plugins", "list", "--json").json()}
    assert states["raises"] == "off"


def test_switching_what_there_is_not_is_said(cli: Cli) -> None:
    assert "There is no plugin 'nothing'" in cli("plugins", "disable", "nothing").err
    assert cli("plugins", "enable", "tens-around").err.strip() == "tens-around is not switched off."
    cli("plugins", "disable", "save-bid")
    assert (
        cli("plugins", "enable", "tens-around").err.strip()
        == "tens-around is not switched off; save_bid are."
    )
    assert "switched off already" in cli("plugins", "disable", "save_bid").err


# --- check


def test_check_names_the_promise_the_line_the_seed_and_the_game(cli: Cli) -> None:
    ran = cli("plugins", "check", str(FAULTY / "raises_in_one_phase.py"))
    assert ran.code == 1
    assert "house rule raises-in-one-phase: Admire the run" in ran.out
    assert "Broken promise: nothing raises." in ran.out
    assert "raises_in_one_phase.py:14: KeyError: 'run'" in ran.out
    assert "Game: auction with raises-in-one-phase, seed 1" in ran.out
    assert "Transcript, the last 30 lines (all with --json):" in ran.out
    assert "this takes some seconds" in ran.err


def test_check_in_json_has_the_whole_transcript(cli: Cli) -> None:
    ran = cli("plugins", "check", str(FAULTY / "lost_card.py"), "--json", "--seed", "7", "--hands", "1")
    report = ran.json()
    assert (ran.code, report["passes"], report["seed"]) == (1, False, 7)
    (finding,) = report["findings"]
    assert finding["check"] == "cards"
    assert finding["transcript"].startswith("# auction with lost-card, seed 7\ngame auction {")


def test_check_of_a_good_opponent_passes_by_its_id(cli: Cli) -> None:
    ran = cli("plugins", "check", "novice", "--hands", "1")
    assert ran.code == 0
    assert "Passes: 9 games" in ran.out
    assert "computer players cope" in ran.out


def test_check_of_no_file_is_a_sentence(cli: Cli) -> None:
    assert cli("plugins", "check", "nowhere.py").err.strip() == "There is no file nowhere.py."
    assert "There is no plugin 'nothing'" in cli("plugins", "check", "nothing").err


def test_check_says_why_the_window_would_not_wear_a_look(cli: Cli, profile: Path) -> None:
    cli("plugins", "new", "look", "kitchen-way")
    plugin = profile / "plugins" / "kitchen_way.py"
    ran = cli("plugins", "check", str(plugin))
    assert (ran.code, ran.out.splitlines()) == (
        0,
        [
            "look kitchen-way: Kitchen way",
            "Passes: it can be read, and the window wears it. Choose it in Settings.",
        ],
    )
    text = plugin.read_text(encoding="utf-8")
    plugin.write_text(text.replace('"felt_centre": "#6A2F62"', '"felt_centre": "#D8C8D4"'), encoding="utf-8")
    ran = cli("plugins", "check", "kitchen-way", "--json")
    assert (ran.code, ran.json()["passes"]) == (1, False)
    assert ran.json()["looks"] == [
        "The look 'Kitchen way' is not used: Text on felt_centre has a contrast of 1.4; it needs 4.5."
    ]
    assert "Passes" not in cli("plugins", "check", str(plugin)).out


# --- presets


def test_rules_under_a_preset(cli: Cli) -> None:
    text = cli("rules", "--preset", "190-and-no-passing").out
    assert text.startswith("190 and no passing (Partnership pinochle). The lowest bid is 190")
    assert "minimum_bid = 190" in text
    assert "First bid at least 190" in text
    assert "No cards are passed." in text
    row = cli("rules", "two-handed", "--preset", "divided-by-ten", "--json").json()
    assert row["settings"] == {"counters": "simple", "score_scale": "tenth"}
    assert row["variant"] == "two-handed"
    assert "House rules" not in row["rules"]


@pytest.mark.parametrize("name", ["190-and-no-passing", "bicycle-rules", "divided-by-ten"])
def test_check_of_a_preset_names_the_games_that_it_fits(name: str, cli: Cli) -> None:
    path = str(shipped.plugins() / "presets" / f"{name}.toml")
    text = cli("plugins", "check", path)
    assert text.code == 0
    assert text.out.splitlines()[-1].startswith("Passes: it fits ")
    assert cli("plugins", "check", path, "--json").json()["passes"]


def test_check_of_a_preset_says_which_setting_a_game_does_not_take(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(
        'title = "Odd"\nvariants = ["partnership"]\n[options]\nkitty_open = true\n', encoding="utf-8"
    )
    ran = cli("plugins", "check", str(path))
    assert ran.code == 1
    assert "kitty_open" in ran.out
    assert ran.out.splitlines()[-1] == "It does not fit what it is written for."
    path.write_text("title = 7\n", encoding="utf-8")
    assert cli("plugins", "check", str(path)).code == 2


def test_a_preset_of_the_player_comes_before_a_shipped_one(cli: Cli, profile: Path) -> None:
    own = profile / "plugins" / "presets" / "bicycle-rules.toml"
    own.parent.mkdir(parents=True)
    own.write_text('title = "Ours"\n[rules]\ntens-around = { points = 30 }\n', encoding="utf-8")
    text = cli("rules", "partnership", "--preset", "bicycle-rules").out
    assert text.startswith("Ours (Partnership pinochle).")
    assert "tens-around.points = 30" in text
    assert ": 30, double 300." in text


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("title = ", "is no TOML"),
        ("[options]", 'own.toml needs a title: title = "...".'),
        ('title = "x"\n[rules]\nnothing = true', "There is no house rule 'nothing'"),
        ('title = "x"\n[options]\nminimum_bidd = 3', "no option 'minimum_bidd'; did you mean 'minimum_bid'?"),
        ('title = "x"\nvariants = ["chess"]', "There is no variant 'chess'"),
        ('title = "x"\n[melds]\ntenss = 3', "'x' does not go with Partnership pinochle: "),
    ],
)
def test_a_mistake_in_a_preset_is_one_sentence(toml: str, said: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(toml, encoding="utf-8")
    ran = cli("rules", "--preset", str(path))
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_a_preset_that_is_not_there_or_too_long_is_said(cli: Cli, tmp_path: Path) -> None:
    assert "There is no preset 'nope'; there are 190-and-no-passing" in cli("rules", "--preset", "nope").err
    assert "cannot be read" in cli("rules", "--preset", str(tmp_path / "none.toml")).err
    long = tmp_path / "long.toml"
    long.write_text("#" * 65_000, encoding="utf-8")
    assert "is too long" in cli("rules", "--preset", str(long)).err
    wrong = cli("rules", "auction", "--preset", "190-and-no-passing")
    assert wrong.err.strip() == "'190 and no passing' is written for partnership, not for auction."


def test_host_plays_under_a_preset_with_house_rules_and_the_file_says_so(
    cli: Cli, tmp_path: Path, profile: Path
) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text(
        'title = "K"\nvariants = ["partnership"]\n[options]\nminimum_bid = 200\n[melds]\ntens = [80, 800]\n'
        "[rules]\nset-costs-double = true\nsave-bid = { points = 120 }\n",
        encoding="utf-8",
    )
    words = ["--headless", "--json", "--bots", "3", "--bot", "steady", "--hands", "1", "--seed", "3"]
    ran = cli("host", "--preset", str(path), *words)
    assert ran.code == 0
    (file,) = (profile / "games").glob("*.pinochle")
    assert cli("verify", str(file)).code == 0
    content = file.read_bytes()
    for words_in_genesis in (b"set-costs-double save-bid", b"meld.tens", b"house rule save-bid"):
        assert words_in_genesis in content
