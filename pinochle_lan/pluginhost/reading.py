"""Reads what a plugin source says it registers, without running it: for a person who decides about a file.

Owns how hooks, classes and their names are found in the syntax tree. What only running would tell stays
empty; nothing here proves that a file does no harm.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pinochle_lan.pluginhost.hooks import HOOKS

_NAMES: Final = ("id", "title", "version")


@dataclass(frozen=True, slots=True)
class Registered:
    """One thing that the source hands over. What it does not say in plain text is empty."""

    kind: str
    id: str
    title: str
    version: str
    text: str
    """First paragraph of the class's docstring, one line."""
    line: int


def registered(source: str) -> tuple[Registered, ...]:
    """Everything that the hooks of ``source`` register, in order of line; empty for what is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found = [one for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for one in _hook(tree, node)]
    return tuple(sorted(found, key=lambda one: one.line))


def _hook(tree: ast.Module, hook: ast.FunctionDef) -> Iterator[Registered]:
    kind = HOOKS.get(hook.name)
    if kind is None or not hook.args.args:
        return
    register = hook.args.args[0].arg
    classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    made = {**_assigned(tree.body), **_assigned(hook.body)}
    loops = {
        loop.target.id: loop.iter.elts
        for loop in ast.walk(hook)
        if isinstance(loop, ast.For)
        and isinstance(loop.target, ast.Name)
        and isinstance(loop.iter, ast.Tuple | ast.List)
    }
    for node in ast.walk(hook):
        match node:
            case ast.Call(ast.Name(called), [thing]) if called == register:
                named = thing.id if isinstance(thing, ast.Name) else ""
                for one in loops.get(named, [made.get(named, thing)]):
                    yield _thing(kind, one, classes, node.lineno)


def _assigned(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """Plain assignments of a block: name to what it was given last."""
    found = {}
    for statement in body:
        match statement:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
                found[name] = value
            case _:
                pass
    return found


def _thing(kind: str, thing: ast.expr, classes: Mapping[str, ast.ClassDef], line: int) -> Registered:
    says: dict[str, str] = {}
    text = ""
    call = thing if isinstance(thing, ast.Call) else None
    name = call.func if call is not None else thing
    if isinstance(name, ast.Name) and name.id in classes:
        here = classes[name.id]
        says, text, line = _says(here, classes, 0), ast.get_docstring(here) or "", here.lineno
    for keyword in call.keywords if call is not None else ():
        if keyword.arg in _NAMES and isinstance(keyword.value, ast.Constant):
            says[keyword.arg] = str(keyword.value.value)
    paragraph = " ".join(text.partition("\n\n")[0].split())
    return Registered(
        kind, says.get("id", ""), says.get("title", ""), says.get("version", ""), paragraph, line
    )


def _says(here: ast.ClassDef, classes: Mapping[str, ast.ClassDef], depth: int) -> dict[str, str]:
    """id, title and version in a class's body, or in that of a base class of the same file."""
    says: dict[str, str] = {}
    for base in reversed(here.bases):
        if isinstance(base, ast.Name) and base.id in classes and depth < len(classes):
            says |= _says(classes[base.id], classes, depth + 1)
    for statement in here.body:
        match statement:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                pairs = list(zip(targets, values, strict=True))
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            match target, value:
                case ast.Name(name), ast.Constant(str() as word) if name in _NAMES:
                    says[name] = word
                case _:
                    pass
    return says
