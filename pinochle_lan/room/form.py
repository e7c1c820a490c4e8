"""Fills the form of a table that is being set up: what its founder may set, out of the rules on this laptop.

Owns which options count beside which, what keeps a house rule away, and what of a table's settings survives a
change. The plain records it makes are those of ``pinochle_lan.form``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Final

from pinochle_lan import form
from pinochle_lan.form import Form, FormIntent, OptionInfo, PointsInfo, PresetInfo, RuleInfo, Settings
from pinochle_lan.pluginhost.guard import guarded
from pinochle_lan.room.games import Games
from pinochle_lan.room.presets import Kept, Presets, preset_of, read
from pinochle_lan.rules import melds, preset, text
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import Option, OptionValue, shown
from pinochle_lan.rules.variant import HouseRule
from pinochle_lan.table.snapshot import Snapshot

_log: Final = logging.getLogger(__name__)

Options = Mapping[str, OptionValue]

PATIENCE_S: Final = 2.0
"""How long a house rule may take to amend a game."""
_TITLES: Final[Mapping[str, str]] = {"spare": "Extra K or Q of trump"}
"""Melds whose name alone says too little."""


class Forms:
    """The form of the table at hand, and the presets of this laptop.

    Filling a form tries the code of every house rule, so it is done on a thread of its own.
    """

    def __init__(self, presets: Presets, tell: Callable[[], None]) -> None:
        """``tell`` is called on the event loop whenever a form is filled."""
        self._presets = presets
        self._tell = tell
        self._desk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="form")
        self._key: object = None
        """Of what ``_form`` was filled, or is being filled."""
        self._form: Form | None = None

    def of(self, games: Games, snapshot: Snapshot | None) -> Form | None:
        """The form of a table that is set up; None elsewhere, and if this laptop cannot play it so.

        While it is being filled: the one before, or an empty one.
        """
        if snapshot is None or snapshot.stage != "setup":
            return None
        key = (games, snapshot.variant, snapshot.options, self._presets.version)
        if key != self._key:
            self._key = key
            if self._form is None or self._form.variant != snapshot.variant:
                self._form = Form(snapshot.variant)
            filled = asyncio.get_running_loop().run_in_executor(
                self._desk, made, games, snapshot.variant, dict(snapshot.options), self._presets.all()
            )
            filled.add_done_callback(partial(self._filled, key))
        return self._form

    def _filled(self, key: object, filled: asyncio.Future[Form | None]) -> None:
        if key != self._key or filled.cancelled():
            return
        failed = filled.exception()
        if failed is not None:  # a game's own code may raise anything: then this laptop has no form for it
            _log.error("the form could not be filled", exc_info=failed)
        self._form = None if failed is not None else filled.result()
        self._tell()

    def close(self) -> None:
        """Let go of the thread."""
        self._desk.shutdown(wait=False, cancel_futures=True)

    def obey(self, wish: FormIntent, games: Games, snapshot: Snapshot | None) -> None:
        """Keep a preset, take one, or throw one away. Raises OptionError."""
        match wish:
            case form.SavePreset(title, text):
                if snapshot is not None:
                    settings = differing(_game(games, snapshot.variant, dict(snapshot.options)))
                    self._presets.save(preset_of(title, text, snapshot.variant, dict(settings)))
            case form.TakePreset(source):
                self._presets.save(read(source, "What was pasted"))
            case form.DropPreset(name):
                self._presets.drop(name)


def made(games: Games, variant: str, options: Options, presets: Sequence[Kept] = ()) -> Form | None:
    """The form; None if this laptop lacks something, or the options do not go together."""
    try:
        game = _game(games, variant, options)
    except RulesError:
        return None
    settings = differing(game)
    offered = [option for option in game.variant.options if option.counts(game.options)]
    return Form(
        variant,
        settings,
        tuple(game.options.items()),
        tuple(_option(option.in_force(game.options), game) for option in offered),
        _rules(games, game, dict(settings)),
        _points(games, game),
        tuple(_preset(games, variant, settings, kept) for kept in presets),
        (*text.changes(game), *preset.sentences(game.data)),
        text.marked(game, Game(games.registry.variants[variant])),
    )


def differing(game: Game) -> Settings:
    """What a game sets besides its own defaults: options, house rules in order, points."""
    usual = {option.name: option.in_force(game.options).default for option in text.schema(game)}
    return tuple((name, value) for name, value in sorted(game.options.items()) if usual.get(name) != value)


def fitted(games: Games, variant: str, options: Options) -> Settings:
    """``options`` without those that the game does not take beside the others: they are as usual again.

    A target of 1,000 is none where every made bid counts 2. Contradictions are left for the game to refuse.
    """
    found = games.registry.variants.get(variant)
    if found is None:
        return tuple(sorted(options.items()))
    given = dict(options)
    rules = [rule for rule in games.registry.house_rules.values() if rule.id in options]
    schema: list[Option] = [*found.options, *(option for rule in rules for option in rule.schema())]
    values = {option.name: option.default for option in schema} | given
    for option in schema:
        if option.name in given:
            value = _taken(option, values, given.pop(option.name))
            if value is not None:
                given[option.name] = value
    return tuple(sorted(given.items()))


def _taken(option: Option, values: Options, value: OptionValue) -> OptionValue | None:
    """The value if the option takes it now; one written in the other scale is turned into this one."""
    if option.in_force(values).allows(value):
        return value
    if values.get("score_scale") == "tenth":
        return value if option.scaled and option.allows(value) else None
    full = value * 10 if type(value) is int and option.scaled else value
    return full if option.in_force(values).allows(full) else None


def _game(games: Games, variant: str, options: Options) -> Game:
    """Raises RulesError with a sentence for what does not go together."""
    return games.terms(bytes(16), variant, options)[1]


def _option(option: Option, game: Game) -> OptionInfo:
    seated = option.name == form.FIRST_DEALER
    words = tuple(
        game.seat_names[one] if seated and type(one) is int else shown(one).replace("_", " ")
        for one in option.choices
    )
    return OptionInfo(
        option.name,
        option.title,
        option.help,
        option.default,
        option.choices,
        option.low,
        option.high,
        option.step,
        words,
    )


def _rules(games: Games, game: Game, settings: Options) -> tuple[RuleInfo, ...]:
    order = [rule.id for rule in game.house_rules]
    rest = [rule for rule in games.registry.house_rules.values() if rule.id not in order]
    used = tuple(_rule(rule, game, on=True) for rule in game.house_rules)
    return (
        *used,
        *(replace(_rule(rule, game), refused=_refused(games, game, settings, rule)) for rule in rest),
    )


def _rule(rule: HouseRule, game: Game, *, on: bool = False) -> RuleInfo:
    said = rule.sentence().removeprefix(f"{rule.title}:").strip()
    return RuleInfo(
        rule.id, rule.title, said, on, tuple(_option(option, game) for option in rule.schema()) if on else ()
    )


def _refused(games: Games, game: Game, settings: Options, rule: HouseRule) -> str:
    """Why the rule cannot be added to the others; its code may do anything."""
    order = " ".join((*(other.id for other in game.house_rules), rule.id))
    wanted = {**settings, rule.id: True, preset.ORDER: order}
    source = games.registry.plugin("house rule", rule.id)
    path = "" if source is None else source.source.path
    try:
        guarded(lambda: _game(games, game.id, wanted), path, PATIENCE_S)
    except RulesError as error:
        return f"{str(error).rstrip('.')}."
    except (Exception, SystemExit) as error:  # noqa: BLE001 - named in the form, and the rest goes on
        return f"'{rule.title}' is broken: {error}."
    return ""


def _points(games: Games, game: Game) -> tuple[PointsInfo, ...]:
    """Melds, cards and the last trick, as usual under the options in force, and as this table sets them."""
    plain = games.registry.variants[game.id].resolved(game.variant.chosen)
    found = []
    for name, usual in preset.offered(plain):
        meld = name.removeprefix(preset.MELD)
        title = _TITLES.get(meld) or melds.title(meld)
        found.append(PointsInfo(name, title, usual, _set(game.data, name, usual)))
    counters = plain.rules.counters
    found.append(
        PointsInfo(form.CARDS, "Card points", counters.points, _set(game.data, form.CARDS, counters.points))
    )
    last = (counters.last,)
    found.append(PointsInfo(form.LAST, "Last trick", last, _set(game.data, form.LAST, last)))
    return tuple(found)


def _set(data: Options, name: str, usual: tuple[int, ...]) -> tuple[int, ...]:
    if name not in data:
        return usual
    now = tuple(int(one) for one in str(data[name]).split())
    return now + usual[len(now) :] if now != (0,) else (0,) * len(usual)


def _preset(games: Games, variant: str, now: Settings, kept: Kept) -> PresetInfo:
    """A preset as it would be picked at this table: in its game, or in the first it is written for."""
    one = kept.preset
    known: Iterable[str] = one.variants or (variant,)
    there = [id for id in known if id in games.registry.variants]
    target = variant if variant in there else there[0] if there else ""
    row = PresetInfo(kept.name, one.title, one.text, target, one.settings, kept.source, kept.mine)
    if not target:
        return replace(
            row, refused=f"It is written for {', '.join(one.variants)}, which this laptop does not have."
        )
    try:
        settings = differing(_game(games, target, dict(one.settings)))
    except RulesError as error:
        return replace(row, refused=f"{str(error).rstrip('.')}.")
    return replace(row, settings=settings, chosen=target == variant and settings == now)
