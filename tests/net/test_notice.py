"""TXT records: ours fit and read back, hostile ones are refused with a reason (F36, F39)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_lan.net.notice import Notice, NoticeError, from_txt, to_txt
from pinochle_lan.shown import NAME_BYTES, clean, clip

KEY = bytes(range(32))
NOTICE = Notice(
    table_id=b"T" * 16,
    name="Oma's table",
    founder="Oma",
    founder_key=KEY[::-1],
    variant="partnership",
    seats=4,
    free=2,
    protocol=1,
    engine=3,
    locked=True,
)


def raw(notice: Notice = NOTICE) -> dict[bytes, bytes | None]:
    return {name.encode(): value for name, value in to_txt(notice, KEY).items()}


def test_F36_read_back() -> None:
    assert from_txt(raw()) == (NOTICE, KEY)


@given(st.text(max_size=300), st.text(max_size=300))
def test_F39_any_names_fit_and_read_back(name: str, founder: str) -> None:
    txt = to_txt(replace(NOTICE, name=name, founder=founder), KEY)
    assert all(len(key) + 1 + len(value) <= 255 for key, value in txt.items())
    notice, _ = from_txt({key.encode(): value for key, value in txt.items()})
    assert notice.name == clean(name)
    assert clean(notice.name) == notice.name


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"protocol", b"one"),
        (b"protocol", b"-1"),
        (b"engine", b"9" * 200),
        (b"engine", "١".encode()),
        (b"table", b""),
        (b"table", b"zz"),
        (b"table", b"AB"),
        (b"table", b"ab" * 33),
        (b"key", b"ab"),
        (b"founder-key", b"ab" * 31),
        (b"name", b"\xff\xfe"),
        (b"variant", b"\x00"),
        (b"seats", b"0"),
        (b"seats", b"9"),
        (b"free", b"5"),
        (b"locked", b"2"),
        (b"under-way", b""),
    ],
)
def test_hostile_values_are_refused_by_name(key: bytes, value: bytes) -> None:
    with pytest.raises(NoticeError, match=key.decode()):
        from_txt({**raw(), key: value})


LATER = (b"differs", b"plugins")
"""Facts that a notice may lack: older programs do not tell them, and must still be listed."""


@pytest.mark.parametrize("key", sorted(key for key in raw() if key not in LATER))
def test_missing_values_are_refused_by_name(key: bytes) -> None:
    for properties in ({**raw(), key: None}, {k: v for k, v in raw().items() if k != key}):
        with pytest.raises(NoticeError, match=f"{key.decode()} is missing"):
            from_txt(properties)


@pytest.mark.parametrize("key", LATER)
def test_facts_that_came_later_may_be_missing(key: bytes) -> None:
    assert from_txt({k: v for k, v in raw().items() if k != key})[0] == NOTICE
    assert from_txt({**raw(), key: None})[0] == NOTICE


def test_changed_rules_and_plugins_are_told_and_read_back() -> None:
    told = replace(
        NOTICE,
        differs=("Lowest bid: 190", "Tens around score"),
        plugins=(("variant partnership", "0badcafe"), ("house rule tens-around", "3fa9c1d2")),
    )
    assert from_txt(raw(told))[0] == told
    many = replace(told, differs=tuple(f"Option {n}: {n}" for n in range(60)))
    read = from_txt(raw(many))[0]
    assert 5 < len(read.differs) < 60
    assert read.differs == many.differs[: len(read.differs)]
    sly = replace(told, differs=("Game; to 500", "x\u202ey"))
    assert from_txt(raw(sly))[0].differs == ("Game,to 500", "xy")


@pytest.mark.parametrize(
    "value", [b"x", b"house rule tens=123", b"look blue=3fa9c1d2", b"variant a=3fa9c1d2;", b"\xff"]
)
def test_hostile_plugins_are_refused(value: bytes) -> None:
    with pytest.raises(NoticeError, match="plugins"):
        from_txt({**raw(), b"plugins": value})


@given(st.dictionaries(st.binary(max_size=12), st.none() | st.binary(max_size=80)))
def test_F55_any_record_is_a_notice_or_a_reason(properties: dict[bytes, bytes | None]) -> None:
    with pytest.raises(NoticeError):
        from_txt(properties)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", ""),
        ("   ", ""),
        ("Oma\nAnni", "Oma Anni"),
        ("\u202eOma\x00", "Oma"),
        ("\ud800Oma", "Oma"),
        ("Oma 🃏", "Oma 🃏"),
        ("e\u0301", "é"),
        ("o" + "\u0302\u0323\u0331" * 9, "o\u0323\u0302"),
        ("a" * 200, "a" * NAME_BYTES),
        ("é" * 200, "é" * (NAME_BYTES // 2)),
    ],
)
def test_F39_names_are_cleaned(typed: str, shown: str) -> None:
    import unicodedata

    assert clean(typed) == unicodedata.normalize("NFC", shown)


@given(st.text())
def test_F39_cleaning_is_stable_short_and_printable(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert len(once.encode()) <= NAME_BYTES
    assert once.isprintable()


def test_clip_never_splits_a_character() -> None:
    assert clip("aé", 2) == "a"
