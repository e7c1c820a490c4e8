"""Finds plugin files, loads each one alone inside a guard, and lists what is ready and what is broken, with
the reason.

One broken file never touches another (F52), and none fails in silence (F53, F54): whatever a file does wrong
becomes a Problem with its line and a hint. pluggy validates hooks and their arguments; it never combines
results, because its order differs between laptops. The host knows nothing of games: it checks ids, titles and
kinds.
"""

from __future__ import annotations

import difflib
import importlib.metadata
import importlib.util
import linecache
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pluggy

from pinochle_lan.pluginhost import hooks
from pinochle_lan.pluginhost.fingerprint import fingerprint
from pinochle_lan.pluginhost.fit import misfit
from pinochle_lan.pluginhost.folder import plugin_files, switched_off
from pinochle_lan.pluginhost.guard import TooSlow, guarded
from pinochle_lan.pluginhost.naming import ID, LONGEST_ID, LONGEST_VERSION
from pinochle_lan.pluginhost.registry import Plugin, Problem, Registry, Source

ENTRY_POINTS: Final = "pinochle_lan"
"""Group of the entry points by which an installed package brings plugins."""
SWITCH: Final = "PINOCHLE_LAN_PLUGINS"
"""Environment variable: names of the only plugin files to load, separated by commas; ``none`` loads none."""


class PluginError(Exception):
    """A file broke the contract of a plugin; the text is the sentence shown, ``hint`` says what to do."""

    def __init__(self, sentence: str, hint: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.hint = hint
        self.line = line


def load_all(
    folders: Sequence[tuple[str, Path]], *, installed: bool = True, strict: bool = False
) -> Registry:
    """Everything in ``folders`` ((place, folder), in order), then, if wanted, what installed packages bring.

    ``strict`` is for plugin authors: the first fault is raised as it is instead of being listed.
    """
    host = _Host(strict, _wanted(), tuple(name for _, folder in folders for name in switched_off(folder)))
    for place, folder in folders:
        for path in plugin_files(folder):
            host.load_file(place, path)
    if installed:
        for entry in sorted(importlib.metadata.entry_points(group=ENTRY_POINTS), key=lambda e: e.name):
            host.load_entry_point(entry)
    return Registry(host.plugins, host.problems, host.off)


def load_file(path: Path, *, strict: bool = False) -> Registry:
    """One file alone, whatever the off switch says."""
    host = _Host(strict, None)
    host.load_file("file", path)
    return Registry(host.plugins, host.problems)


def _wanted() -> tuple[str, ...] | None:
    """The only names to load, or None for all."""
    text = os.environ.get(SWITCH)
    if text is None:
        return None
    return tuple(name.strip() for name in text.split(",") if name.strip() not in ("", "none"))


class _Host:
    """Collects plugins and problems, one file at a time."""

    def __init__(self, strict: bool, only: tuple[str, ...] | None, off: tuple[str, ...] = ()) -> None:
        self.plugins: list[Plugin] = []
        self.off: list[Source] = []
        self._off = off
        self.problems: list[Problem] = []
        self._strict = strict
        self._only = only

    def load_file(self, place: str, path: Path) -> None:
        """Load, check and call one file; never raises unless strict."""
        source = Source(path.stem, str(path), place)
        if not self._loads(source):
            return
        try:
            text = path.read_bytes()
        except OSError as error:
            self.problems.append(Problem(source, "read", str(error), None, "Check the file's permissions."))
            return
        source = Source(path.stem, str(path), place, fingerprint(text))
        self._take(source, lambda: _execute(source, text))

    def load_entry_point(self, entry: importlib.metadata.EntryPoint) -> None:
        """The same for a module of an installed package."""
        source = Source(entry.name, entry.value, "installed")
        if not self._loads(source):
            return
        spec = None
        try:
            spec = importlib.util.find_spec(entry.module)
            text = Path(spec.origin).read_bytes() if spec and spec.origin else b""
        except (ImportError, OSError, ValueError):
            text = b""  # loading it below gives the reason
        path = spec.origin if spec and spec.origin else entry.value
        self._take(Source(entry.name, path, "installed", fingerprint(text)), entry.load)

    def _loads(self, source: Source) -> bool:
        if source.name in self._off:
            self.off.append(source)
            return False
        return self._only is None or source.name in self._only

    def _take(self, source: Source, load: Callable[[], Any]) -> None:
        """One plugin, whole or not at all: what a broken file registered before it broke is dropped."""
        stage = "load"

        def work() -> list[Plugin]:
            nonlocal stage
            module = load()
            stage = "hooks"
            manager = _validated(module)
            stage = "register"
            return self._call(manager, source)

        try:
            brought = work() if self._strict else guarded(work, source.path)
        except (Exception, SystemExit) as error:  # a plugin may do anything; nothing may stop the rest
            if self._strict:
                raise
            self.problems.append(_problem(source, stage, error))
        else:
            self.plugins += brought

    def _call(self, manager: pluggy.PluginManager, source: Source) -> list[Plugin]:
        brought: list[Plugin] = []
        for hook, kind in hooks.HOOKS.items():
            getattr(manager.hook, hook)(register=partial(self._register, brought, kind, source))
        if not brought:
            raise PluginError(
                "registers nothing", "Call register(...) inside a function marked with @hookimpl."
            )
        return brought

    def _register(self, brought: list[Plugin], kind: str, source: Source, thing: Any) -> None:
        plugin = Plugin(kind, *_identity(kind, thing), thing, source)
        for other in (*self.plugins, *brought):
            if (other.kind, other.id) == (plugin.kind, plugin.id):
                raise PluginError(
                    f"the {kind} '{plugin.id}' is already brought by {other.source.path}",
                    "Give it another id, or take one of the two files away.",
                )
        unfit = misfit(kind, thing)
        if unfit is not None:
            raise PluginError(*unfit)
        brought.append(plugin)


def _execute(source: Source, text: bytes) -> ModuleType:
    """The file as a module of its own, found by no import: plugins cannot lean on each other."""
    name = f"pinochle_lan_plugin_{source.place}_{re.sub(r'[^0-9A-Za-z_]', '_', source.name)}"
    module = ModuleType(name)
    module.__file__ = source.path
    linecache.checkcache(source.path)
    code = compile(text, source.path, "exec", dont_inherit=True)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        exec(code, module.__dict__)  # noqa: S102 - loading a plugin is running it
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _validated(module: Any) -> pluggy.PluginManager:
    """A manager that holds this one plugin. Raises PluginError for unknown hooks and pluggy's own errors."""
    wants = getattr(module, "API", hooks.API)
    if not isinstance(wants, int) or wants > hooks.API:
        raise PluginError(
            f"needs plugin interface {wants}, this program has {hooks.API}",
            "Update pinochle-lan, or ask the author for a file for this version.",
        )
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    marked = [name for name in dir(module) if _marked(getattr(module, name, None))]
    for name in marked:
        if name not in hooks.HOOKS:
            close = difflib.get_close_matches(name, hooks.HOOKS, 1)
            raise PluginError(
                f"'{name}' is no hook",
                f"Did you mean '{close[0]}'?" if close else f"Hooks are {', '.join(hooks.HOOKS)}.",
                _line_of(getattr(module, name)),
            )
    for name in hooks.HOOKS:
        if hasattr(module, name) and name not in marked:
            raise PluginError(
                f"'{name}' is not marked", "Write @hookimpl above it.", _line_of(getattr(module, name))
            )
    try:
        manager.register(module)
    except pluggy.PluginValidationError as error:
        first = next((getattr(module, name) for name in marked), None)
        sentence = " ".join(str(error).split())
        raise PluginError(
            sentence, "A hook takes one argument, named 'register'.", _line_of(first)
        ) from error
    return manager


def _marked(value: Any) -> bool:
    return callable(value) and isinstance(getattr(value, f"{hooks.PROJECT}_impl", None), dict)


def _line_of(function: Any) -> int | None:
    code = getattr(function, "__code__", None)
    return getattr(code, "co_firstlineno", None)


def _identity(kind: str, thing: Any) -> tuple[str, str, str]:
    """(id, title, version) of a registered thing. Raises PluginError if one is missing or no text."""
    if kind == "opponent" and not isinstance(thing, type):
        raise PluginError("register(...) got an opponent object", "Register the class: register(MyOpponent).")
    if kind != "opponent" and isinstance(thing, type):
        raise PluginError(
            f"register(...) got the class {thing.__name__}",
            f"Register an object: register({thing.__name__}()).",
        )
    values = []
    for name in ("id", "title", "version"):
        value = getattr(thing, name, None)
        if not isinstance(value, str) or not value:
            raise PluginError(f"a {kind} has no {name}", f'Set {name} = "..." in its class.')
        values.append(value)
    if not ID.match(values[0]):
        raise PluginError(
            f"'{values[0]}' is no id", "Use small letters, digits and hyphens, such as tens-around."
        )
    for name, value, most in (("id", values[0], LONGEST_ID), ("version", values[2], LONGEST_VERSION)):
        if len(value) > most or not value.isprintable():
            raise PluginError(
                f"the {name} '{value}' is too long", f"Use at most {most} characters in one line."
            )
    return values[0], values[1], values[2]


def _problem(source: Source, stage: str, error: BaseException) -> Problem:
    """The record of a failure: the last line of the author's own file that took part, and a hint."""
    if isinstance(error, PluginError):
        line = error.line or _line_in(source.path, error)
        return Problem(source, stage, str(error), line, error.hint)
    if isinstance(error, SyntaxError):
        return Problem(
            source,
            stage,
            f"SyntaxError: {error.msg}",
            error.lineno,
            "Python cannot read the file at this line.",
        )
    if isinstance(error, TooSlow):
        hint = "A plugin that loads must come to an end at once: look for a loop or a wait at this line."
        return Problem(source, stage, str(error), error.line, hint)
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Problem(source, stage, text, _line_in(source.path, error), _hint(error))


def _line_in(path: str, error: BaseException) -> int | None:
    lines: Iterable[int | None] = (
        frame.lineno
        for frame in reversed(traceback.extract_tb(error.__traceback__))
        if frame.filename == path
    )
    return next(iter(lines), None)


def _hint(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "A plugin must not end the program; take the call to exit away."
    if isinstance(error, ModuleNotFoundError):
        return f"Install the package '{error.name}', or do without it: a plugin needs only pinochle_lan.api."
    if isinstance(error, ImportError):
        return "pinochle_lan.api has no such name; see docs/plugins.md for the list."
    return "Mend this line, or take the file out of the folder."
