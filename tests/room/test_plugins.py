"""Plugins on a running laptop: what the shelf says, reload, on and off, files that come with a yes."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from helpers_shell import Player, player

from pinochle_lan import shipped
from pinochle_lan.intents import ChangeTable, JoinTable, LeaveTable, OpenTable
from pinochle_lan.pluginhost.folder import OFF
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.shelf import AcceptPlugin, Meeting, PluginRow, RefusePlugins, ReloadPlugins, SwitchPlugin

RULE = '''"""House rule: a few points for four tens."""

from typing import Any, ClassVar

from pinochle_lan.api import Around, HouseRule, Rank, Register, Variant, hookimpl

{more}
class OurTens(HouseRule):
    """Four tens bring something."""

    id, version, title = "our-tens", "{version}", "Our tens"
    options: ClassVar = {{"points": 70}}

    def amend(self, variant: Variant, **options: Any) -> Variant:
        points = variant.scaled(options["points"])
        return variant.with_meld(Around((points, points * 10), Rank.TEN))


@hookimpl
def register_house_rules(register: Register) -> None:
    register(OurTens())
'''
OPEN = OpenTable("Kitchen", "partnership", (("our-tens.points", 60),), locked=False)


def written(
    folder: pathlib.Path, version: str = "1.0", more: str = "", name: str = "our_tens.py"
) -> pathlib.Path:
    path = folder / "plugins" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(RULE.format(version=version, more=more), encoding="utf-8")
    return path


def row(one: Player, file: str) -> PluginRow | None:
    return next((row for row in one.bridge.read().lobby.shelf.rows if row.file == file), None)


def meeting(one: Player) -> Meeting:
    """What keeps a joiner from the table, once every file came or will not."""

    def whole(found: Meeting | None) -> bool:
        return found is not None and (len(found.offers) == len(found.differences) or bool(found.problem))

    found = one.until(lambda front: whole(front.lobby.shelf.meeting)).lobby.shelf.meeting
    assert found is not None
    return found


@contextmanager
def two(tmp_path: pathlib.Path, opening: OpenTable = OPEN) -> Iterator[tuple[Player, Player]]:
    """Ann's table with her house rule, and Ben who asks to join it."""
    written(tmp_path / "ann")
    own = load_all(
        [("shipped", shipped.plugins()), ("profile", tmp_path / "ann" / "plugins")], installed=False
    )
    with player(tmp_path / "ann", plugins=own) as ann, player(tmp_path / "ben", "Ben") as ben:
        ann.post(opening)
        ann.table(lambda table: table.people)
        join(ann, ben)
        yield ann, ben


def join(ann: Player, ben: Player) -> None:
    assert ann.house._network is not None
    ben.post(JoinTable(address=f"127.0.0.1:{ann.house._network.mesh.port}"))


def test_reload_finds_a_new_file_a_change_and_a_mistake(tmp_path: pathlib.Path) -> None:
    with player(tmp_path) as ann:
        assert row(ann, "our_tens") is None
        path = written(tmp_path)
        ann.post(ReloadPlugins())
        ann.until(lambda front: front.lobby.shelf.loads == 2)
        one = row(ann, "our_tens")
        assert one is not None
        assert (one.kind, one.id, one.version, one.state, one.place) == (
            "house rule",
            "our-tens",
            "1.0",
            "on",
            "profile",
        )
        assert one.options[0][0] == "our-tens.points"
        path.write_text(
            path.read_text(encoding="utf-8").replace("Rank.TEN)", "Rank.TENN)("), encoding="utf-8"
        )
        ann.post(ReloadPlugins())
        ann.until(lambda front: front.lobby.shelf.loads == 3)
        broken = row(ann, "our_tens")
        assert broken is not None
        assert (broken.state, broken.line) == ("broken", 16)
        assert "SyntaxError" in broken.reason
        assert "our_tens, line 16" in ann.bridge.read().lobby.shelf.notice


def test_a_file_is_switched_off_and_on_without_a_restart(tmp_path: pathlib.Path) -> None:
    with player(tmp_path) as ann:
        ann.post(SwitchPlugin("tens_around", on=False))
        ann.until(lambda front: front.lobby.shelf.loads == 2)
        off = row(ann, "tens_around")
        assert off is not None
        assert off.state == "off"
        ann.post(SwitchPlugin("tens_around", on=True))
        ann.until(lambda front: front.lobby.shelf.loads == 3)
        on = row(ann, "tens_around")
        assert on is not None
        assert on.state == "on"


def test_F28_a_rule_that_a_joiner_lacks_is_offered_read_and_taken_by_its_yes(tmp_path: pathlib.Path) -> None:
    with two(tmp_path) as (ann, ben):
        found = meeting(ben)
        assert (found.table, found.who, found.forbidden) == ("Kitchen", "Ann", False)
        (lack,), (offer,) = found.differences, found.offers
        assert (lack.kind, lack.id, lack.theirs[0], lack.mine) == ("house rule", "our-tens", "1.0", None)
        assert "Ann's table plays with the house rule our-tens (version 1.0, " in lack.sentence
        assert lack.sentence.endswith("which this laptop lacks.")
        assert (offer.who, offer.reaches, offer.replaces) == ("Ann", (), "")
        (registers,) = offer.registers
        assert (registers.id, registers.title, registers.version) == ("our-tens", "Our tens", "1.0")
        assert registers.text == "Four tens bring something."
        assert offer.source == RULE.format(version="1.0", more="")
        assert sum(bool(person.name) for person in ann.table(lambda table: True).people) == 1
        assert not list((tmp_path / "ben" / "plugins").iterdir())
        ben.post(AcceptPlugin(offer.digest))
        table = ben.table(lambda table: table.seat is not None and not table.lacks)
        assert dict(table.options)["our-tens.points"] == 60
        kept = tmp_path / "ben" / "plugins" / offer.file
        assert kept.read_text(encoding="utf-8") == offer.source
        assert ben.bridge.read().lobby.shelf.meeting is None


def test_a_no_leaves_the_table_and_nothing_behind(tmp_path: pathlib.Path) -> None:
    with two(tmp_path) as (ann, ben):
        meeting(ben)
        ben.post(RefusePlugins())
        ben.until(lambda front: front.table is None)
        assert not list((tmp_path / "ben" / "plugins").iterdir())
        assert ben.bridge.read().lobby.shelf.meeting is None
        assert ann.table(lambda table: table.stage == "setup").people[1].name == ""


def test_F28_another_form_of_the_file_is_named_with_both_sides_and_replaced_by_a_yes(
    tmp_path: pathlib.Path,
) -> None:
    mine = written(tmp_path / "ben", "1.0", "# mine\n")
    with two(tmp_path) as (_, ben):
        ben.post(ReloadPlugins())
        found = meeting(ben)
        ben.until(lambda front: front.lobby.shelf.meeting and front.lobby.shelf.meeting.differences[0].mine)
        found = meeting(ben)
        (lack,), (offer,) = found.differences, found.offers
        assert lack.mine is not None
        assert lack.mine[0] == lack.theirs[0] == "1.0"
        assert lack.mine[1][:8] in lack.sentence
        assert lack.theirs[1][:8] in lack.sentence
        assert offer.replaces == str(mine)
        ben.post(AcceptPlugin(offer.digest))
        ben.table(lambda table: table.seat is not None and not table.lacks)
        assert "# mine" in mine.read_text(encoding="utf-8")
        assert (tmp_path / "ben" / "plugins" / OFF).read_text(encoding="utf-8") == "our_tens\n"


def test_line_endings_do_not_make_a_difference(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path / "ben")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    with two(tmp_path) as (_, ben):
        meeting(ben)
        ben.post(ReloadPlugins())
        assert ben.table(lambda table: table.seat is not None).lacks == ()


def test_a_table_that_forbids_it_says_how_else(tmp_path: pathlib.Path) -> None:
    with two(tmp_path, OpenTable("Kitchen", "partnership", OPEN.options, locked=False, shares=False)) as (
        _,
        ben,
    ):
        front = ben.until(lambda front: front.lobby.shelf.meeting is not None)
        found = front.lobby.shelf.meeting
        assert found is not None
        assert (found.forbidden, found.offers) == (True, ())
        assert "hands out no files: copy it from Ann" in found.differences[0].sentence
        written(tmp_path / "ben", name="copied.py")
        ben.post(ReloadPlugins())
        assert ben.table(lambda table: table.seat is not None).lacks == ()


def test_a_founder_that_reloads_has_the_others_asked_again(tmp_path: pathlib.Path) -> None:
    with two(tmp_path) as (ann, ben):
        ben.post(AcceptPlugin(meeting(ben).offers[0].digest))
        ben.table(lambda table: table.seat is not None and not table.lacks)
        written(tmp_path / "ann", "1.1")
        ann.post(ReloadPlugins())
        found = meeting(ben)
        assert (found.differences[0].mine or ("",))[0] == "1.0"
        assert found.differences[0].theirs[0] == "1.1"
        ann.post(ChangeTable("partnership", ()))
        assert ben.table(lambda table: not table.lacks).seat is not None


def test_what_a_file_reaches_for_is_said_before_the_yes(tmp_path: pathlib.Path) -> None:
    written(tmp_path / "ann")
    with two(tmp_path) as (ann, ben):
        path = tmp_path / "ann" / "plugins" / "our_tens.py"
        path.write_text("import os\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
        ann.post(ReloadPlugins())
        ben.until(lambda f: f.lobby.shelf.meeting and any(o.reaches for o in f.lobby.shelf.meeting.offers))
        assert meeting(ben).offers[0].reaches == ("Line 1: it imports os: it reaches files and the system.",)


@pytest.mark.parametrize("digest", ["", "00" * 32])
def test_a_yes_to_what_is_not_offered_is_a_sentence(tmp_path: pathlib.Path, digest: str) -> None:
    with player(tmp_path) as ann:
        ann.post(AcceptPlugin(digest))
        notice = ann.until(lambda front: front.lobby.shelf.notice).lobby.shelf.notice
        assert notice == "That file is not offered any more."
        ann.post(LeaveTable())


def test_two_files_are_taken_one_after_the_other(tmp_path: pathlib.Path) -> None:
    second = written(tmp_path / "ann", name="other_tens.py")
    text = (
        second.read_text(encoding="utf-8").replace("our-tens", "more-tens").replace("Rank.TEN", "Rank.NINE")
    )
    second.write_text(text, encoding="utf-8")
    opening = OpenTable("Kitchen", "partnership", (*OPEN.options, ("more-tens.points", 50)), locked=False)
    with two(tmp_path, opening) as (_, ben):
        first, last = meeting(ben).offers
        ben.post(AcceptPlugin(first.digest))
        ben.until(lambda f: f.lobby.shelf.meeting is not None and len(f.lobby.shelf.meeting.differences) == 1)
        assert not ben.bridge.read().lobby.problem
        ben.post(AcceptPlugin(last.digest))
        assert ben.table(lambda table: table.seat is not None).lacks == ()
        assert len(list((tmp_path / "ben" / "plugins").glob("*.py"))) == 2
