"""One function for each kind of case: the answer, and the reasons for it with the rule that each comes from.

Owns what docs/rules/README.md says of inputs and answers; asks the tables of the game for everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pinochle_lan.cards import Card
from pinochle_lan.rules import irregular, melds
from pinochle_lan.rules import reading as read
from pinochle_lan.rules.auction import Bidding
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.laying import EXCHANGE, Desk
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.score import AUTO_SET, CONCEDED, NO_MARRIAGE, PLAYED, Tally

Answer = dict[str, Any]
Why = tuple[Refusal, ...]
"""Reasons: sentences with the section of the rules that each comes from."""
Ruling = tuple[Answer, Why]

PROGRESSIVE: Final = "meld-progressive"


def meld(game: Game, given: Answer) -> Ruling:
    """Total and headings of a whole hand."""
    found = melds.find(read.hand(game, given, "hand"), read.suit(given, "trump"), game.rules.melds)
    rule = game.cite("meld")
    why = tuple(_says(rule, f"{melds.title(one.name, one.cards)}: {one.points:,}") for one in found)
    why = why or (_says(rule, "Nothing in this hand is a meld"),)
    return {"total": melds.total(found), "items": melds.items(found)}, why


def legal(game: Game, given: Answer) -> Ruling:
    """The cards that may be played, each face once; why not the others, or not ``card``."""
    held = read.hand(game, given, "hand")
    asked = read.card(given["card"]) if given.get("card") is not None else None
    if asked is not None and asked not in held:
        raise RulesError(f"The {asked} is not in the hand")
    named = read.suit(given, "named") if given.get("named") is not None else None
    exposed = read.hand(game, given, "exposed") if given.get("exposed") is not None else ()
    if (named or exposed) and not _judged(game, "penalty_exposed_card"):
        raise RulesError("Exposed cards need the options enforcement = penalty and penalty_exposed_card")
    if given.get("phase") == 1:
        free = "While the stock lasts any card may be played"
        return {"legal": _faces(held)}, (_says(game.cite("free"), free),)
    trick, trump = read.hand(game, given, "trick"), read.suit(given, "trump")
    if len(trick) >= game.seats:
        raise RulesError(f"A trick with {len(trick)} cards is full")
    lead = given.get("first_lead") is True
    allowed = game.rules.following.legal(held, trick, trump, first_lead=lead)
    may = irregular.bound(allowed, exposed, None if trick else named)
    why: list[Refusal] = []
    for face in dict.fromkeys(held if asked is None else (asked,)):
        no = game.rules.following.refusal(face, held, trick, trump, first_lead=lead)
        if no is not None:
            cited = game.cited(no)
            why.append(_says(cited.rule, f"{face}: {cited}"))
        elif face not in may:
            why.append(_says(game.cite("exposed"), f"{face}: {_each(may)} must be played first"))
    if not why:
        may_be = "Every card may be played" if asked is None else f"The {asked} may be played"
        why.append(_says(game.cite("free"), may_be))
    return {"legal": _faces(may)}, tuple(why)


def trick(game: Game, given: Answer) -> Ruling:
    """Winner and points of a trick."""
    rows = read.rows(given, "plays")
    if not 0 < len(rows) <= game.seats:
        raise RulesError(f"A trick has 1 to {game.seats} cards")
    seats = [read.seat(game, row[0]) for row in rows]
    if "leader" in given and read.seat(game, given["leader"]) != seats[0]:
        raise RulesError("The leader plays first")
    played = [read.card(row[1]) for row in rows]
    trump = read.suit(given, "trump")
    best = game.rules.winner(played, trump)
    counted = game.rules.counters.of_cards(played)
    last = game.rules.counters.last if given.get("last") is True else 0
    idle = given.get("phase") == 1 and game.options.get("count_stock_tricks") is False
    who = game.seat_names[seats[best]]
    highest = f"the highest {'trump' if played[best].suit is trump else played[best].suit.title.lower()[:-1]}"
    first = ", the first of them" if played.count(played[best]) > 1 else ""
    sums = "Tricks won while the stock lasts count nothing" if idle else f"Its cards count {counted}"
    sums += f", the last trick {last}" if last and not idle else ""
    why = (
        _says(game.cite("winner"), f"{who} wins with the {played[best]}, {highest}{first}"),
        _says(game.cite("counters"), sums),
    )
    return {"winner": who, "points": 0 if idle else counted + last}, why


def hand_score(game: Game, given: Answer) -> Ruling:
    """The score of a hand, or whether it is played at all."""
    outcome = read.text(given, "outcome")
    known = {PLAYED: PLAYED, "meld-shown": AUTO_SET, CONCEDED: CONCEDED, NO_MARRIAGE: NO_MARRIAGE}
    if outcome not in known:
        raise RulesError(f"'outcome' is one of {', '.join(known)}")
    told = given.get("tricks_won") is not None
    tally = Tally(
        names=game.side_names,
        meld=read.by_side(game, given, "meld"),
        tricks=read.by_side(game, given, "tricks"),
        declarer=read.declarer(game, given),
        bid=read.maybe(given, "bid"),
        outcome=known[outcome],
        tricks_won=read.by_side(game, given, "tricks_won") if told else None,
        dix_only=read.sides(game, given, "dix_only"),
        breaches=tuple(
            (read.side(game, row.get("side")), read.number(row, "tricks_before"))
            for row in read.objects(given, "breaches")
        ),
    )
    if outcome == "meld-shown" and game.rules.scoring.playable(tally):
        return {"played": True}, (_says(game.cite("auto_set"), _in_reach(game, tally)),)
    score = game.rules.scoring.score(tally)
    delta = dict(zip(game.side_names, score.delta, strict=True))
    why = tuple(_says(game.cite(code), sentence) for code, sentence in score.why)
    return {"played": score.played, "made": score.made, "delta": delta}, why


def auction(game: Game, given: Answer) -> Ruling:
    """Where an auction stands after its calls, or the first illegal one."""
    rules = game.rules.auction
    if rules is None:
        raise RulesError(f"{game.title} has no auction")
    now = Bidding.start(rules, game.seats, read.seat(game, given.get("dealer")), game.sides)
    for index, (name, number) in enumerate(read.rows(given, "calls")):
        seat = read.seat(game, name)
        if number != "pass" and not read.whole(number):
            raise RulesError("A call is a whole number or 'pass'")
        bid = None if number == "pass" else number
        no = now.judge(bid) if seat == now.turn else None
        if seat != now.turn and (now.turn is None or not rules.turn_penalty):
            turn = "" if now.turn is None else game.seat_names[now.turn]
            no = refuse("not_your_turn", game.cite("auction"), who=turn)
            no = no if turn else _says(game.cite("auction"), "The auction is over")
        elif no is not None and bid is not None and rules.low_bid_penalty:
            no = None
        if no is not None:
            return {"state": "illegal", "index": index}, (game.cited(no),)
        now = now.call(seat, bid)
    found: Answer
    if now.outcome == "won":
        assert now.high is not None
        who, bid = game.seat_names[now.high[0]], now.high[1]
        found, sentence = {"state": "won", "declarer": who, "bid": bid}, f"{who} has the bid at {bid}"
    elif now.outcome == "redeal":
        who = game.seat_names[now.next_dealer]
        found, sentence = {"state": "redeal", "dealer": who}, f"Nobody bid: {who} deals"
    else:
        assert now.turn is not None
        who = game.seat_names[now.turn]
        found = {"state": "open", "next": who, "min": now.least}
        sentence = f"{who} speaks: at least {now.least}{'' if now.must_bid else ', or pass'}"
    return found, (_says(game.cite("auction"), sentence),)


def game_end(game: Game, given: Answer) -> Ruling:
    """Whether the game is over, and who won or what the target is.

    Inside a hand, where proof of the contract is the opponent's to ask for: ``proof`` true = he did.
    """
    before = read.by_side(game, given, "before")
    old = read.maybe(given, "target")
    target = old = game.rules.end.target if old is None else old
    declarer = read.declarer(game, given)
    if given.get("event") == "mid-hand":
        points = read.by_side(game, given, "hand")
        totals = tuple(b + p for b, p in zip(before, points, strict=True))
        bid = read.maybe(given, "bid")
        winner = game.rules.end.mid_hand(totals, points, declarer, bid, target)
        if winner is None and given.get("proof") is not True:
            stands = game.rules.end.doubtful(totals, points, declarer, bid, target)
            winner = declarer if stands else None
    else:
        delta = read.by_side(game, given, "delta")
        totals = tuple(b + d for b, d in zip(before, delta, strict=True))
        winner, target = game.rules.end.after_hand(totals, declarer, target)
    sums = ", ".join(f"{name} {total:,}" for name, total in zip(game.side_names, totals, strict=True))
    if winner is not None:
        end = f"{game.side_names[winner]} wins"
    else:
        end = f"the target rises to {target:,}" if target > old else f"play goes on to {target:,}"
    why = (f"{sums} of {old:,}: {end}", *game.rules.end.sentences())
    found: Answer = {"over": False, "target": target} if winner is None else {"over": True}
    if winner is not None:
        found["winner"] = game.side_names[winner]
    return found, tuple(_says(game.cite("end"), sentence) for sentence in why)


def laying(game: Game, given: Answer) -> Ruling:
    """Whether a meld may be laid during play, and what for (docs/rules/README.md, progressive)."""
    rules = game.rules.laying
    if rules is None:
        raise RulesError(f"{game.title} has no answer to '{PROGRESSIVE}' cases: it has no stock")
    numbers: dict[str, int] = {}
    held = read.numbered(given, "hand", numbers)
    played = read.numbered(given, "played", numbers)
    records = tuple(read.laid_before(game, row, numbers) for row in read.objects(given, "prior"))
    turn_up = None if given.get("turn_up") is None else read.card(given["turn_up"])
    gone = [*played, *(slot for old in records if old.name == EXCHANGE for slot in old.slots)]
    down = {n: c for old in records for n, c in zip(old.slots, old.cards, strict=True)}
    desk = Desk(
        trump=read.suit(given, "trump"),
        hand={n: card for n, card in held.items() if n not in played},
        table={n: card for n, card in down.items() if n not in gone and n not in held},
        records=records,
        turn_up=turn_up if given.get("stock_left") != 0 else None,
        laid=rules.per_trick if given.get("slot_used") is True else 0,
    )
    proposed = given.get("propose")
    if not isinstance(proposed, dict):
        raise RulesError("'propose' is an object with meld and cards")
    slots = tuple(read.numbered(proposed, "cards", numbers))
    if len(slots) != len(proposed.get("cards") or ()):
        raise RulesError("A card is proposed twice")
    found = rules.judge(desk, game.rules.melds, read.text(proposed, "meld"), slots)
    if isinstance(found, Refusal):
        return {"legal": False}, (game.cited(found),)
    why = _says(game.cite("meld"), f"{melds.title(found.name, found.cards)}: {found.points:,}")
    return {"legal": True, "points": found.points, "uses_slot": found.name != EXCHANGE}, (why,)


def revoke(game: Game, given: Answer) -> Ruling:
    """Whether the illegal card at ``index`` of ``plays`` may be taken back (penalty_revoke)."""
    if not _judged(game, "penalty_revoke"):
        raise RulesError("Corrections need the options enforcement = penalty and penalty_revoke")
    rows = read.rows(given, "plays")
    at = read.number(given, "index")
    if not 0 <= at < len(rows):
        raise RulesError("'index' is the place of a card of 'plays', from 0")
    seats = [read.seat(game, row[0]) for row in rows]
    played = [read.card(row[1]) for row in rows]
    team = game.sides[game.side_of(seats[at])]
    found = irregular.correction(seats, at, team, game.seats)
    who = game.seat_names[seats[at]]
    if not found.open:
        sentence = f"{who}'s side has played since: the {played[at]} stands, its trick points are lost"
        return {"correctable": False}, (_says(game.cite("breach"), sentence),)
    back = [str(played[place]) for place in found.back]
    sentence = f"{who} takes the {played[at]} back; it lies face up and is played as soon as it is legal"
    return {"correctable": True, "exposed": str(played[at]), "back": back}, (
        _says(game.cite("breach"), sentence),
    )


KINDS: Final[Mapping[str, Callable[[Game, Answer], Ruling]]] = {
    "meld": meld,
    "legal": legal,
    "trick": trick,
    "hand-score": hand_score,
    "auction": auction,
    "game-end": game_end,
    PROGRESSIVE: laying,
    "revoke": revoke,
}


def _says(rule: str, sentence: str) -> Refusal:
    """A reason in words of its own under a section of the rules."""
    return refuse("house", rule, text=sentence if sentence.endswith(".") else f"{sentence}.")


def _judged(game: Game, penalty: str) -> bool:
    """Whether the table judges this irregularity."""
    return not game.strict and game.options.get(penalty) is True


def _in_reach(game: Game, tally: Tally) -> str:
    if tally.declarer is None or tally.bid is None or not game.rules.scoring.auto_set:
        return "Nothing is set before play: the hand is played"
    short = game.rules.scoring.short(tally)
    name = tally.names[tally.declarer]
    return f"{name} needs {max(short, 0)} of {game.rules.scoring.pool} trick points: the hand is played"


def _faces(held: tuple[Card, ...]) -> list[str]:
    return [str(face) for face in dict.fromkeys(held)]


def _each(found: tuple[Card, ...]) -> str:
    return " or ".join(_faces(found))
