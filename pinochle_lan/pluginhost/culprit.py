"""Which plugin gave something else: the calls of plugin code while some work is done, and what each returned.

Two traces of the same work, made twice here or on two laptops, part at the first call that is at fault. Knows
no rules: work is a callable, a plugin the path of its file.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import partial
from itertools import zip_longest
from types import FunctionType, MethodType, TracebackType
from typing import Any, Final

MOST_CALLS: Final = 400
"""Calls of one trace; what comes later is left out."""
LONGEST: Final = 64
"""Characters of a function's name in a trace."""
_DEEPEST: Final = 12
_MOST_PARTS: Final = 20_000
_MARK: Final = 4
"""Bytes that stand for a returned value."""
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]+")


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a plugin's code."""

    plugin: str
    """Its name at the table; empty for the end of work that failed."""
    function: str
    line: int
    """Where the function begins in the plugin's file."""
    gave: bytes
    """Stands for what it returned; the same on every laptop for the same value."""


def trace(work: Callable[[], object], files: Mapping[str, str]) -> tuple[Call, ...]:
    """The calls of plugin code during ``work``. ``files``: path of a plugin's file to its name.

    Never raises: work that fails ends its trace with the name of the exception.
    """
    found: list[Call] = []

    def note(frame: Any, event: str, given: object) -> None:
        code = frame.f_code
        if event == "return" and code.co_filename in files and len(found) < MOST_CALLS:
            name = code.co_qualname[-LONGEST:]
            if name.endswith("comp>"):
                return  # newer Pythons make no call of a comprehension
            found.append(Call(files[code.co_filename], name, code.co_firstlineno, mark(given)))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    except Exception as error:  # noqa: BLE001 - a plugin may raise anything; that is a result, too
        sys.setprofile(before)
        found.append(Call("", type(error).__name__[-LONGEST:], 0, b""))
    finally:
        sys.setprofile(before)
    return tuple(found)


def parting(one: Sequence[Call], other: Sequence[Call]) -> Call | None:
    """The first call in which two traces differ, a plugin's if there is one; None if they are the same."""
    last: Call | None = None
    for mine, theirs in zip_longest(one, other):
        if mine != theirs:
            found = next((call for call in (mine, theirs) if call is not None and call.plugin), None)
            return found or last or mine or theirs
        last = mine if mine is not None and mine.plugin else last
    return None


def blamed(error: BaseException, files: Mapping[str, str]) -> tuple[str, int] | None:
    """(plugin, line) of the innermost plugin code that an exception came through; None = no plugin did."""
    found = None
    step: TracebackType | None = error.__traceback__
    while step is not None:
        path = step.tb_frame.f_code.co_filename
        if path in files:
            found = files[path], step.tb_lineno
        step = step.tb_next
    return found


def mark(value: object) -> bytes:
    """A few bytes that stand for a value: of the same value the same on every laptop, whatever its hash seed.

    Functions count by name and by what they enclose, since compiled code differs between Python versions.
    """
    budget = [_MOST_PARTS]
    return _digest(value, _DEEPEST, budget)[:_MARK]


def _digest(value: object, depth: int, budget: list[int]) -> bytes:
    whole = hashlib.sha256()
    budget[0] -= 1
    if not depth or budget[0] < 0:
        return whole.digest()
    parts = [
        part if isinstance(part, bytes) else _digest(part[0], depth - 1, budget) for part in _parts(value)
    ]
    unordered = isinstance(value, set | frozenset | Mapping)
    for part in sorted(parts) if unordered else parts:
        whole.update(len(part).to_bytes(4, "big") + part)
    return whole.digest()


def _parts(value: Any) -> Iterator[bytes | tuple[Any]]:
    """What a value is made of: bytes as they are, other values wrapped once."""
    yield type(value).__qualname__.encode()
    if value is None or isinstance(value, bool | int | float | str | bytes | Enum):
        yield repr(value).encode(errors="replace")
    elif isinstance(value, tuple | list | set | frozenset):
        yield from ((one,) for one in value)
    elif isinstance(value, Mapping):
        yield from (((key, value[key]),) for key in value)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from ((getattr(value, field.name, None),) for field in fields(value))
    elif isinstance(value, type):
        yield value.__qualname__.encode()
    elif isinstance(value, partial):
        yield from ((value.func,), (value.args,), (value.keywords,))
    elif isinstance(value, MethodType):
        yield from ((value.__func__,), (value.__self__,))
    elif isinstance(value, FunctionType):
        yield value.__qualname__.encode()
        yield (value.__defaults__,)
        yield from ((_inside(cell),) for cell in value.__closure__ or ())
    elif hasattr(value, "__dict__"):
        yield (vars(value),)
    else:
        yield _ADDRESS.sub("", repr(value)).encode(errors="replace")


def _inside(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return None  # not filled yet
