"""The group: what it takes for a point, and that the product knows suite 1 alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from helpers_sealed import OPEN_GROUP

import pinochle_lan.sealed
from pinochle_lan.sealed import SUITE1, Group, Refused, Rule, suite
from pinochle_lan.sealed.group import join, need_length, pieces
from pinochle_lan.sealed.refused import GroupError

GROUPS = pytest.mark.parametrize("group", [SUITE1, OPEN_GROUP], ids=["suite 1", "suite 255"])
NO_POINTS = {
    "identity": SUITE1.identity,
    "order 2": (2**255 - 20).to_bytes(32, "little"),
    "order 8": bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    "off the curve": (2).to_bytes(32, "little"),
    "not canonical": (2**255 - 19 + 3).to_bytes(32, "little"),
    "short": b"\x58" * 31,
    "with a part of order 2": SUITE1.sub(SUITE1.card("AS"), (2**255 - 20).to_bytes(32, "little")),
}


@GROUPS
def test_arithmetic(group: Group) -> None:
    a, b = group.card("AS"), group.card("9H")
    assert group.add(a, group.add(a, b)) == group.add(group.mul(2, a), b)
    assert group.sub(group.mul(3, a), a) == group.mul(2, a)
    assert group.mul(group.q - 1, a) == group.sub(group.identity, a)
    assert group.mul(group.q + 5, a) == group.mul(5, a)
    assert group.mul(7, group.base(1)) == group.base(7)
    assert group.dot([2, 3], [a, b]) == group.sum([a, a, b, b, b])
    assert group.sum([]) == group.identity
    assert group.sub(a, a) == group.identity
    assert group.is_valid(a)
    assert not group.is_valid(group.identity)


@GROUPS
def test_what_is_no_scalar_or_no_point_is_refused(group: Group) -> None:
    a = group.card("AS")
    for wrong in (lambda: group.mul(0, a), lambda: group.mul(group.q, a), lambda: group.base(0)):
        with pytest.raises(GroupError):
            wrong()
    with pytest.raises(GroupError):
        group.mul(5, group.identity)
    with pytest.raises(GroupError):
        group.add(a, b"short")
    with pytest.raises(GroupError):
        group.sub(b"short", a)


def test_the_bad_points_are_bad_in_the_way_they_say() -> None:
    for name, order in (("order 2", 2), ("order 8", 8)):
        point, times = NO_POINTS[name], 1
        while point != SUITE1.identity:
            point, times = SUITE1.add(point, NO_POINTS[name]), times + 1
        assert times == order


@pytest.mark.parametrize("bad", NO_POINTS.values(), ids=NO_POINTS)
def test_multiplying_validates(bad: bytes) -> None:
    with pytest.raises(GroupError) as caught:
        SUITE1.mul(5, bad)
    assert caught.value.rule is Rule.POINT
    assert not SUITE1.is_valid(bad)


def test_scalars_are_canonical_and_not_zero() -> None:
    assert SUITE1.scalar((5).to_bytes(32, "little")) == 5
    assert SUITE1.scalar((SUITE1.q - 1).to_bytes(32, "little")) == SUITE1.q - 1
    for wrong in (0, SUITE1.q, SUITE1.q + 5, 2**255 + 5):
        with pytest.raises(Refused) as caught:
            SUITE1.scalar(wrong.to_bytes(32, "little"))
        assert caught.value.rule is Rule.SCALAR


def test_the_fixed_points_are_all_different() -> None:
    points = [*SUITE1.h, *(SUITE1.card(f"{rank}{s}") for rank in ("A", "10", "9") for s in "CDHS")]
    assert len(set(points)) == 81 + 12
    assert all(SUITE1.is_valid(point) for point in points)


def test_lengths_are_exact() -> None:
    assert need_length(b"x" * 64, 64) == b"x" * 64
    for wrong in (b"x" * 63, bytearray(64), "x" * 64, None, 64):
        with pytest.raises(Refused) as caught:
            need_length(wrong, 64)
        assert caught.value.rule is Rule.LENGTH
    assert join(pieces(bytes(range(96)))) == bytes(range(96))


def test_the_product_knows_suite_1_only() -> None:
    assert suite(1) is SUITE1
    for number in (0, 2, 255):
        with pytest.raises(ValueError, match=f"suite {number}"):
            suite(number)


def test_no_other_group_is_in_the_product() -> None:
    """The readable group of the tests must never ship (docs/sealed-deal.md 9)."""
    root = Path(pinochle_lan.sealed.__file__).parents[1]
    found = []
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any(
                isinstance(base, ast.Name) and base.id == "Group" for base in node.bases
            ):
                found.append((path.name, node.name))
    assert found == [("group.py", "Edwards25519")]
