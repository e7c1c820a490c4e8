"""The parts of docs/plugins.md that are made from the source: shipped files and the reference of names.

``python tests/helpers_docs.py`` writes them anew. Code blocks of the guide are cut out here for the tests.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from pathlib import Path
from typing import Final, NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from pinochle_lan import api
from pinochle_lan.conformance.finding import CHECKS
from pinochle_lan.pluginhost import hooks
from pinochle_lan.rules import catalogue

ROOT: Final = Path(__file__).resolve().parents[1]
GUIDE: Final = ROOT / "docs" / "plugins.md"
_FILE: Final = re.compile(
    r"<!-- file: (?P<name>[\w./-]+) -->\n```(?P<kind>\w+)\n(?P<text>.*?)```\n", re.DOTALL
)
_BLOCK: Final = re.compile(
    r"^(?P<margin> *)```(?P<kind>\w+)\n(?P<text>.*?)^(?P=margin)```$", re.DOTALL | re.MULTILINE
)
_BEGIN: Final = "<!-- reference: made by tests/helpers_docs.py -->\n"

_PLAIN: Final = {
    "API": "The number of this interface. A plugin may state `API = 1`; an older program refuses it.",
    "Action": "Everything that a step folds: choices, showings, dealings.",
    "Choice": "What a person or a bot decides: one of the actions above.",
    "FACES": "The 24 faces: clubs, diamonds, hearts, spades, each from the ace down.",
    "Offer": "What a window shows to the seat that is asked: one of the offers.",
    "OptionValue": "A number, a switch or a word.",
    "OwnFaces": "Slot to card: the faces of one seat's own hand.",
    "Pool": "Copies of each face that are still free in one class of melds.",
    "Register": "The type of the `register` that a hook gets.",
    "hookimpl": "Marks a function as one of the hooks.",
}
"""Names that have no docstring of their own."""


class Block(NamedTuple):
    """A code block of the guide: its language, text and first line."""

    kind: str
    text: str
    line: int


def blocks(kind: str) -> list[Block]:
    """The code blocks of the guide in one language."""
    text = GUIDE.read_text(encoding="utf-8")
    found = []
    for m in _BLOCK.finditer(text):
        if m["kind"] == kind:
            found.append(Block(kind, textwrap.dedent(m["text"]), text.count("\n", 0, m.start()) + 1))
    return found


def files() -> list[tuple[str, str]]:
    """(path, text) of every file that the guide shows whole."""
    return [(m["name"], m["text"]) for m in _FILE.finditer(GUIDE.read_text(encoding="utf-8"))]


def reference() -> str:
    """The last part of the guide."""
    lines = ["### Hooks", "| Hook | Brings |", "|---|---|"]
    for name in hooks.HOOKS:
        lines.append(f"| `{name}(register)` | {_first(getattr(hooks, name))} |")
    lines += ["", "### What `plugins check` promises", "| Check | Promise |", "|---|---|"]
    lines += [f"| `{name}` | {text} |" for name, text in CHECKS.items()]
    lines += ["", "### Options of the games", "| Option | What it is |", "|---|---|"]
    for name in catalogue.NAMES:
        option = catalogue.option(name)
        lines.append(f"| `{name}` | {option.title}. {option.help} |")
    lines += ["", "### Names of `pinochle_lan.api`", "| Name | What it is |", "|---|---|"]
    for name in api.__all__:
        lines.append(f"| `{name}` | {_PLAIN.get(name) or _first(getattr(api, name))} |")
    return "\n".join(lines) + "\n"


def _first(thing: object) -> str:
    """The first paragraph of a docstring, on one line, as markdown."""
    text = (inspect.getdoc(thing) or "").partition("\n\n")[0]
    return " ".join(text.replace("``", "`").replace("|", "/").split())


def written() -> str:
    """The guide with its made parts as they are now."""
    text = GUIDE.read_text(encoding="utf-8")

    def whole(found: re.Match[str]) -> str:
        source = (ROOT / found["name"]).read_text(encoding="utf-8")
        return f"<!-- file: {found['name']} -->\n```{found['kind']}\n{source}```\n"

    head, _, _ = _FILE.sub(whole, text).partition(_BEGIN)
    return head + _BEGIN + reference()


if __name__ == "__main__":
    GUIDE.write_text(written(), encoding="utf-8", newline="\n")
