"""Plugin files from the founder's laptop to one that lacks them: asked for, checked, never run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers_lobby import TERMS, Lan
from helpers_log import identity

from pinochle_lan.log.frames import pack, unpack
from pinochle_lan.pluginhost.fingerprint import fingerprint
from pinochle_lan.table import notes
from pinochle_lan.table.door import Founding
from pinochle_lan.table.effects import Happened, LobbyEffect, Send
from pinochle_lan.table.guest import Joining

RULE = "house rule tens-around 1.0"
FILE = b"raise SystemExit('nothing runs a file that came')\n"
TWO = (("house rule tens-around 1.0", fingerprint(FILE)), ("variant partnership 1.0", b"f" * 32))


def here(**extra: tuple[str, bytes]) -> Any:
    return {"variant partnership 1.0": ("1.0", b"f" * 32), **extra}.get


class Evening(Lan):
    """A table with a house rule that joiners lack."""

    def __init__(self, source: Any = lambda plugin, digest: FILE) -> None:
        super().__init__()
        self.door: Founding = self.found(terms=replace(TERMS, plugins=TWO), source=source)

    def guest(self, number: int = 1, **changes: Any) -> Joining:
        return self.join(number, **({"here": here()} | changes))


def files(effects: list[LobbyEffect]) -> list[notes.Note | None]:
    return [notes.read(unpack(effect.frame)) for effect in effects if isinstance(effect, Send)]


def test_a_missing_file_comes_whole_and_the_chair_waits_for_the_yes() -> None:
    lan = Evening()
    ben = lan.guest()
    (lack,) = ben.snapshot(0).lacks
    assert (lack.plugin, lack.digest, lack.mine, lack.source) == (RULE, fingerprint(FILE), None, FILE)
    assert ben.snapshot(0).keeper == "Ann"
    assert ben.me is None
    assert lan.door.draft.free == (1, 2, 3)


def test_once_the_plugin_is_here_the_chair_is_taken() -> None:
    lan = Evening()
    known: dict[str, tuple[str, bytes]] = {"variant partnership 1.0": ("1.0", b"f" * 32)}
    ben = lan.guest(here=known.get)
    known[RULE] = ("1.0", fingerprint(FILE))
    lan.do(ben.identity.key, ben.plugins_changed(0))
    assert ben.snapshot(0).lacks == ()
    assert ben.snapshot(0).seat == 1
    assert lan.door.draft.seat_of(1) == 1


def test_line_endings_do_not_count() -> None:
    windows = FILE.replace(b"\n", b"\r\n")
    lan = Evening(source=lambda plugin, digest: windows)
    ben = lan.guest()
    assert ben.snapshot(0).lacks[0].source == windows


def test_a_table_can_forbid_it() -> None:
    lan = Evening(source=None)
    ben = lan.guest()
    assert ben.snapshot(0).lacks[0].source is None
    assert not ben.snapshot(0).shares
    asked = pack(notes.Want(RULE, fingerprint(FILE)).wire())
    (answer,) = files(lan.door.receive(ben.identity.key, asked, 0))
    assert answer == notes.File(RULE, b"", "files_kept")


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        (b"other = 1\n", "is not the file that the table names"),
        (b"\xff\xfe", "is not the file that the table names"),
    ],
)
def test_what_is_not_the_announced_file_is_not_taken(sent: bytes, text: str) -> None:
    lan = Evening(source=lambda plugin, digest: None)
    ben = lan.guest()
    assert "does not hold the house rule tens-around" in ben.snapshot(0).lacks[0].why
    lan.do(identity(0).key, [Send(ben.identity.key, pack(notes.File(RULE, sent).wire()))])
    (lack,) = ben.snapshot(0).lacks
    assert lack.source is None
    assert text in lack.why


def test_a_source_that_would_not_run_as_it_is_shown_is_not_taken() -> None:
    turned = "x = 'a\u202eb'\n".encode()
    plugins = ((RULE, fingerprint(turned)),)
    lan = Lan()
    lan.found(terms=replace(TERMS, plugins=plugins), source=lambda plugin, digest: turned)
    ben = lan.join(1, here={}.get)
    assert "nothing that travels" in ben.snapshot(0).lacks[0].why
    # A founder that sends it all the same is not believed either.
    frame = pack(notes.File(RULE, turned).wire())
    ben.receive(identity(0).key, frame, 0)
    (lack,) = ben.snapshot(0).lacks
    assert lack.source is None
    assert "U+202E" in lack.why


def test_only_what_the_draft_names_is_given_and_only_to_whom_the_door_is_open() -> None:
    asked: list[str] = []

    def source(plugin: str, digest: bytes) -> bytes:
        asked.append(plugin)
        return FILE

    lan = Evening(source)
    ben = lan.guest()
    asked.clear()
    want = pack(notes.Want("house rule secret 1.0", fingerprint(FILE)).wire())
    (answer,) = files(lan.door.receive(ben.identity.key, want, 0))
    assert answer == notes.File("house rule secret 1.0", b"", "file_gone")
    stranger = pack(notes.Want(RULE, fingerprint(FILE)).wire())
    assert lan.door.receive(b"s" * 32, stranger, 0) == []
    knocks = lan.guest(2, secret=b"")
    assert lan.door.receive(knocks.identity.key, stranger, 0) == []
    assert asked == []


def test_a_laptop_that_asks_too_often_waits() -> None:
    lan = Evening()
    ben = lan.guest()
    want = pack(notes.Want(RULE, fingerprint(FILE)).wire())
    answers = [files(lan.door.receive(ben.identity.key, want, 0))[0] for _ in range(20)]
    given = [answer for answer in answers if isinstance(answer, notes.File) and answer.data]
    assert len(given) == 15  # one came by itself
    (later,) = files(lan.door.receive(ben.identity.key, want, 61_000))
    assert later == notes.File(RULE, FILE)


def test_a_file_that_nobody_asked_for_is_refused_by_name() -> None:
    lan = Evening()
    ben = lan.guest()
    frame = pack(notes.File("house rule gift 1.0", FILE).wire())
    (effect,) = ben.receive(identity(0).key, frame, 0)
    assert isinstance(effect, Happened)
    assert dict(effect.data)["why"] == "nobody asked for house rule gift 1.0"
    assert len(ben.snapshot(0).lacks) == 1


def test_a_plugin_that_the_founder_adds_later_keeps_the_chair_but_not_the_ready() -> None:
    lan = Lan()
    door = lan.found(source=lambda plugin, digest: FILE)
    ben = lan.join(1)
    assert ben.me == 1
    plugins = (*TERMS.plugins, (RULE, fingerprint(FILE)))
    lan.do(identity(0).key, door.change("partnership", (), plugins, 4, 0))
    lan.do(identity(0).key, [effect for seat in (2, 3) for effect in door.seat_bot(seat, "miser", 0)])
    assert ben.snapshot(0).seat == 1
    assert ben.snapshot(0).lacks[0].source == FILE
    lan.click(1)
    assert door.draft.ready == ()


def test_a_guest_that_reads_sees_changes_and_is_told_when_the_game_begins_without_it() -> None:
    lan = Evening()
    ben = lan.guest()
    for seat in (1, 2, 3):
        lan.do(identity(0).key, lan.door.seat_bot(seat, "miser", 0))
    assert ben.snapshot(0).people[3].bot == "miser"
    lan.click(0)
    assert lan.begun(0) is not None
    assert "without a chair for you" in lan.closed(1)


def test_the_code_is_not_asked_for_again() -> None:
    lan = Lan()
    door = lan.found()
    lan.join(1)
    assert door.draft.seat_of(1) == 1
    by_hand = lan.join(2, secret=b"")
    lan.do(identity(0).key, door.admit(by_hand.identity.key, True, 0))
    assert door.draft.seat_of(2) == 2
    assert door.requests == ()


def test_a_founder_that_names_hundreds_of_plugins_is_asked_for_a_few() -> None:
    plugins = tuple((f"house rule r{n} 1.0", fingerprint(FILE)) for n in range(200))
    lan = Lan()
    lan.found(terms=replace(TERMS, plugins=plugins), source=lambda plugin, digest: FILE)
    ben = lan.join(1, here={}.get)
    lacks = ben.snapshot(0).lacks
    assert len(lacks) == 200
    assert sum(lack.source is not None for lack in lacks) == 16
