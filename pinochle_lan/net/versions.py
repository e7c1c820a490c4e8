"""Version numbers, compared before anything else is believed: a sentence that says who is older."""

from __future__ import annotations

from pinochle_lan.codec import Value


def difference(who: str, mine: tuple[int, int], theirs: tuple[int, int]) -> str | None:
    """None if (protocol, engine) are equal, else the sentence that says who is older and what to do."""
    if mine == theirs:
        return None
    what, here, there = (
        ("protocol", mine[0], theirs[0]) if mine[0] != theirs[0] else ("rules engine", mine[1], theirs[1])
    )
    if there < here:
        return f"{who} runs an older pinochle-lan ({what} {there}, here {here}): update it there."
    return f"This laptop runs an older pinochle-lan ({what} {here}, {who} has {there}): update it here."


def numbers(hello: Value) -> tuple[int, int] | None:
    """(protocol, engine) of a hello ``[protocol, engine, table ids, name, ...]``; None if it is none."""
    if not isinstance(hello, tuple) or len(hello) < 2:
        return None
    protocol, engine = hello[0], hello[1]
    if type(protocol) is not int or type(engine) is not int:
        return None
    return protocol, engine


def tables(hello: Value) -> tuple[bytes, ...]:
    """The table ids of a hello; empty if there are none to read."""
    if not isinstance(hello, tuple) or len(hello) < 3 or not isinstance(hello[2], tuple):
        return ()
    return tuple(table for table in hello[2] if isinstance(table, bytes))


def name(hello: Value) -> str:
    """The name in a hello as it came (clean it before showing); empty if there is none."""
    if not isinstance(hello, tuple) or len(hello) < 4 or not isinstance(hello[3], str):
        return ""
    return hello[3]
