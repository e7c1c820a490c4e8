"""Reads a plugin's source without running it: imports and calls that make two laptops differ.

Rules may use ``pinochle_lan.api`` and the parts of the standard library that only compute. Opponents run on
one laptop alone, with a chance of their own, so the name ``Random`` is theirs to write in a signature.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from pinochle_lan.conformance.finding import Finding

COMPUTING: Final = (
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "operator",
    "re",
    "string",
    "textwrap",
    "types",
    "typing",
)
"""Modules that give the same on every laptop."""
_WHY: Final = {
    "random": "chance differs on every laptop",
    "secrets": "chance differs on every laptop",
    "uuid": "chance differs on every laptop",
    "time": "clocks differ on every laptop",
    "datetime": "clocks differ on every laptop",
    "os": "it reaches files and the system",
    "io": "it reaches files",
    "pathlib": "it reaches files",
    "sys": "it reaches the running program",
    "socket": "it reaches the network",
    "urllib": "it reaches the network",
    "http": "it reaches the network",
    "subprocess": "it starts programs",
    "threading": "threads have no fixed order",
    "asyncio": "tasks have no fixed order",
    "locale": "it differs by country",
}
_CALLS: Final = {
    "open": "it reaches files",
    "input": "it waits for the keyboard",
    "print": "it writes to the screen of one laptop",
    "eval": "it hides what runs",
    "exec": "it hides what runs",
    "compile": "it hides what runs",
    "__import__": "it hides an import",
    "globals": "it reaches what outlives a step",
    "breakpoint": "it stops the program",
    "exit": "it ends the program",
    "quit": "it ends the program",
    "setattr": "it changes what others hold",
    "hash": "hashes of text differ in every process",
    "id": "addresses differ in every process",
}
_SETS: Final = (ast.Set, ast.SetComp)
_INSIDES: Final = (
    "__builtins__",
    "__closure__",
    "__code__",
    "__globals__",
    "__loader__",
    "__subclasses__",
    "f_back",
    "f_globals",
    "gi_frame",
    "tb_frame",
)
"""Attributes that lead from any value to the whole program."""


def read(text: bytes, name: str) -> tuple[Finding, ...]:
    """What in the source breaks the promise ``source``, in order of line. Empty for what is no Python."""
    try:
        tree = ast.parse(text, name)
    except (SyntaxError, ValueError):
        return ()  # loading the file says it better
    found = sorted(_faults(tree), key=lambda fault: fault[0])
    return tuple(Finding("source", sentence, line) for line, sentence in dict.fromkeys(found))


def _faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                for alias in names:
                    yield from _imported(node.lineno, alias.name, ())
            case ast.ImportFrom(module, names):
                if node.level:
                    yield node.lineno, "it imports a neighbour file: a plugin is one file"
                else:
                    yield from _imported(node.lineno, module or "", tuple(alias.name for alias in names))
            case ast.Call(ast.Name(called)) if called in _CALLS:
                yield node.lineno, f"it calls {called}(): {_CALLS[called]}"
            case ast.Attribute(_, name) if name in _INSIDES:
                yield node.lineno, f"it uses {name}: it reaches the running program"
            case ast.Name(name) if name in ("__builtins__", "__loader__", "__spec__"):
                yield node.lineno, f"it uses {name}: it reaches the running program"
            case ast.Global(names):
                yield node.lineno, f"it changes the global {names[0]}: state must live in the hand alone"
            case ast.For(_, order) | ast.comprehension(_, order) if _unordered(order):
                yield order.lineno, "it goes through a set: laptops share no order of it; use a tuple"
            case _:
                pass


def _imported(line: int, module: str, names: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    top = module.split(".", maxsplit=1)[0]
    if top == "pinochle_lan":
        if module != "pinochle_lan.api" and not (module == "pinochle_lan" and names == ("api",)):
            yield line, f"it imports {module}: plugins import pinochle_lan.api alone"
    elif module == "random" and names == ("Random",):
        return  # the type of an opponent's chance
    elif top not in COMPUTING:
        why = _WHY.get(top, "rules may use pinochle_lan.api and the computing parts of the standard library")
        yield line, f"it imports {top}: {why}"


def _unordered(node: ast.expr) -> bool:
    if isinstance(node, _SETS):
        return True
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in ("set", "frozenset")
