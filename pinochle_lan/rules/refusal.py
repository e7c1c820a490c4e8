"""Why not: a code for programs, values for the sentence, and the rule it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused action. ``str(refusal)`` is the sentence a player reads.

    ``code`` is a key of SENTENCES; ``values`` fill its blanks, in order of name; ``rule`` is the section of
    the rules text, such as ``partnership 10.3b``.
    """

    code: str
    values: tuple[tuple[str, str], ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**dict(self.values))


def refuse(code: str, rule: str = "", **values: object) -> Refusal:
    """A refusal; ``values`` fill the blanks of its sentence."""
    return Refusal(code, tuple((name, str(values[name])) for name in sorted(values)), rule)


SENTENCES: Final[dict[str, str]] = {
    # --- play
    "follow": "You have {suit}. Follow suit.",
    "beat": "You must beat the {rank}. {which}",
    "trump": "No {suit} left: play a trump.",
    "overtrump": "You must beat the trump {card}: {which}.",
    "lead_trump": "Lead a trump ({suit}) to the first trick.",
    "open_copy": "Play the {card} that everybody has seen first.",
    "no_give_up": "This hand cannot be given up now.",
    # --- turn and place
    "not_your_turn": "It is {who}'s turn.",
    "phase": "{what} comes later.",
    "over": "The game is over.",
    "not_in_hand": "That card is not in your hand.",
    "false_face": "The card shown as {said} is the {is_}.",
    "unknown_face": "Slot {slot} has no face that was proved.",
    # --- auction
    "bid_low": "At least {least} now.",
    "bid_exact": "Only {least} or pass now.",
    "bid_step": "Bids go in {step}s.",
    "bid_high": "Above {above} bids go in {step}s.",
    "bid_passed": "You passed this auction.",
    "bid_again": "Your bid was too low: bid at least {least}, a pass will not do.",
    "no_claim": "This hand cannot ask for a new deal.",
    "claim_short": "Show {least} to ask for a new deal.",
    # --- trump, passing, burying, meld
    "no_marriage": "You need the king and queen of {suit} to name it.",
    "has_marriage": "You hold a marriage in {suit}: name trump.",
    "show_all": "Show all {count} cards of your hand.",
    "name_suit": "Name a suit.",
    "pick_count": "Pick exactly {count} cards.",
    "kept": "What you showed to name trump stays in your hand.",
    "no_bury": "Bury {count} cards before the hand goes on.",
    "superfluous": "The {card} is in no meld that counts; show only your meld.",
    "not_meld": "These cards are not that meld.",
    "meld_unknown": "There is no {meld} in this game.",
    "meld_gone": "A card of that meld is not in your hand or on your table.",
    "meld_limit": "Only {count} meld after each trick.",
    "meld_new": "Add at least one card from your hand.",
    "meld_reuse": "This {rank} already counts in {meld}.",
    "run_broken": "Your run must still lie whole on the table.",
    "no_exchange": "The turned-up card cannot be exchanged now.",
    "dix_first": "The first nine of trump is exchanged for the {card}.",
    "settle_all": "All of your {count} hidden cards must be shown.",
    # --- house rules bring their own words
    "house": "{text}",
}
"""The one table of refusal sentences (docs/look.md 11). A house rule uses ``house`` with its own ``text``."""
