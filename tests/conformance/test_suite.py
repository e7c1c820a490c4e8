"""``plugins check``: each seeded fault of tests/faultyplugins is found, what is shipped passes."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from pinochle_lan import shipped
from pinochle_lan.conformance import suite
from pinochle_lan.conformance.finding import CHECKS, Finding
from pinochle_lan.conformance.suite import Report
from pinochle_lan.dealer import TableError, replay
from pinochle_lan.pluginhost.host import SWITCH, load_all, load_file

FAULTY = Path(__file__).resolve().parents[1] / "faultyplugins"
FOLDERS = [("shipped", shipped.plugins())]

# file of tests/faultyplugins: check, a piece of the sentence, line in the file
FAULTS = {
    "dealt_to_another": ("leaks", "hand is dealt to", None),
    "endless": ("ends", "No hand is ever scored", None),
    "forbidden_import": ("source", "imports random: chance differs on every laptop", 3),
    "hash_order": ("same", "folds to", None),
    "illegal_choice": ("choices", "which is refused: ", None),
    "leak": ("leaks", "depends on cards that other seats hold hidden", None),
    "lost_card": ("cards", "47 cards lie somewhere, the pack has 48", None),
    "mutation": ("changes", "a step changed the state before it", None),
    "never_returns": ("ends", "a loop that does not end", None),
    "option_out_of_range": ("options", "is 80 by default, allowed is 0 to 50", None),
    "raises_in_one_phase": ("crashes", "KeyError: 'run'", 14),
    "wrong_sum": ("points", "bring 255 points, not 250", None),
}


@functools.cache
def checked(name: str) -> Report:
    most = None if name == "endless" else 2
    still_s = 3.0 if name == "never_returns" else suite.STILL_S
    return suite.check(FAULTY / f"{name}.py", FOLDERS, hands=2, most=most, still_s=still_s)


def test_every_faulty_plugin_has_its_expectation() -> None:
    assert sorted(path.stem for path in FAULTY.glob("*.py")) == sorted(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_a_seeded_fault_is_found_and_said(name: str) -> None:
    check, piece, line = FAULTS[name]
    (found,) = checked(name).findings
    assert found.check == check
    assert check in CHECKS
    assert piece in found.sentence
    if name == "never_returns":  # wherever in its loop it was when the patience ended
        assert found.line in range(12, 19)
    else:
        assert found.line == line


@pytest.mark.parametrize("name", ["lost_card", "wrong_sum", "raises_in_one_phase"])
def test_a_fault_brings_its_seed_and_a_transcript_that_folds_again(name: str) -> None:
    (found,) = checked(name).findings
    assert found.seed == 1
    assert found.transcript.splitlines()[0] == f"# {found.game}, seed 1"
    rules = load_file(FAULTY / f"{name}.py").house_rules
    variants = load_all(FOLDERS, installed=False).variants
    steps = list(replay(found.transcript, variants, rules))
    assert steps
    assert all(there == here for _, there, here in steps)


def test_a_transcript_with_a_changed_step_is_refused() -> None:
    (found,) = checked("wrong_sum").findings
    rules = load_file(FAULTY / "wrong_sum.py").house_rules
    variants = load_all(FOLDERS, installed=False).variants
    lines = found.transcript.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("call"))
    lines[first] = f"{lines[first].rpartition(' ')[0]} 5"
    with pytest.raises(TableError, match="is refused: At least"):
        list(replay("\n".join(lines), variants, rules))


HOUSE_RULES = sorted(load_all(FOLDERS, installed=False).house_rules)


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_shipped_house_rules_pass(name: str) -> None:
    """A quick look at two games each; ``pinochle-lan plugins check`` tries all."""
    report = suite.check(shipped.plugins() / f"{name.replace('-', '_')}.py", FOLDERS, hands=1, most=2)
    assert report.findings == ()
    assert report.games >= 2


def test_a_whole_check_with_computer_players_passes() -> None:
    report = suite.check(shipped.plugins() / "tens_around.py", FOLDERS, hands=1)
    assert report.findings == ()
    assert report.passes
    assert report.games > 9
    assert report.brings == (("house rule", "tens-around", "Tens around score"),)


def test_a_file_that_does_not_load_is_said(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("from pinochle_lan.api import HouseRule\n\nHouseRule.nothing\n", encoding="utf-8")
    (found,) = suite.check(path, FOLDERS).findings
    assert (found.check, found.line) == ("loads", 3)
    (missing,) = suite.check(tmp_path / "nowhere.py", FOLDERS).findings
    assert "cannot be read" in missing.sentence


def test_a_plugin_that_ends_the_program_is_only_its_own_end(tmp_path: Path) -> None:
    text = (FAULTY / "wrong_sum.py").read_text(encoding="utf-8")
    path = tmp_path / "kills.py"
    path.write_text(
        text.replace("        return replace", "        raise SystemExit(3)\n        return replace")
    )
    (found,) = suite.check(path, FOLDERS, most=1).findings
    assert (found.check, found.sentence) == ("crashes", "SystemExit: 3")


def test_neither_the_folder_nor_the_switch_of_the_author_gets_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise RuntimeError('a module of the same name')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(SWITCH, "none")
    assert suite.check(shipped.plugins() / "tens_around.py", FOLDERS, hands=1, most=1).games > 0


def test_findings_survive_json() -> None:
    found = Finding("cards", "gone", 3, "somewhere", 7, "text")
    assert Finding.of(found.plain()) == found
