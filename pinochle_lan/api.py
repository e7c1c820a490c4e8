"""All that a plugin may import. What is not here may change without notice.

A plugin is one file: a game, a house rule, an opponent or a look. Start with ``pinochle-lan plugins new``;
how to write a game stands in the docstring of ``pinochle_lan.rules.variant``.
"""

from __future__ import annotations

from pinochle_lan.cards import FACES, Card, CardError, Rank, Suit, card, cards, pack, show, suit
from pinochle_lan.pluginhost.hooks import API, Register, hookimpl
from pinochle_lan.rules import melds, tricks, zones
from pinochle_lan.rules.actions import (
    Action,
    AskProof,
    Bury,
    Call,
    Choice,
    Claim,
    Faces,
    GiveUp,
    GoOn,
    Laid,
    Lay,
    Name,
    PassCards,
    Play,
    Settle,
    ShowMeld,
    Shown,
    Take,
)
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.auction import AuctionRules, Bidding
from pinochle_lan.rules.catalogue import first_dealer, option, penalties
from pinochle_lan.rules.claims import ManyNines, Misdeal, NoAces
from pinochle_lan.rules.dealing import Packet, rounds
from pinochle_lan.rules.end import GameEnd
from pinochle_lan.rules.errors import OptionError, RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.melds import (
    Around,
    Dix,
    Found,
    Marriage,
    Meld,
    Pinochle,
    Pool,
    Roundhouse,
    RoyalMarriage,
    Run,
    Spares,
    full_table,
    meld_table,
)
from pinochle_lan.rules.opponent import Opponent
from pinochle_lan.rules.options import Option, Options, OptionValue
from pinochle_lan.rules.phases.auction import Auction
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.phases.deal import Deal
from pinochle_lan.rules.phases.kitty import Burying, Kitty
from pinochle_lan.rules.phases.passing import Passing
from pinochle_lan.rules.phases.play import Go, TrickPlay
from pinochle_lan.rules.phases.scoring import ScoreHand
from pinochle_lan.rules.phases.settling import Settling
from pinochle_lan.rules.phases.showing import ShowMelds
from pinochle_lan.rules.phases.trump import NameTrump
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.score import Score, Scoring, Tally
from pinochle_lan.rules.state import Fault, Melded, Played, State
from pinochle_lan.rules.tricks import Counters, Following
from pinochle_lan.rules.variant import HouseRule, Rules, Variant
from pinochle_lan.rules.view import (
    ActionOffer,
    BidOffer,
    CardView,
    HandResult,
    MeldOffer,
    MeldView,
    Offer,
    PickOffer,
    PlayOffer,
    SeatView,
    SideView,
    SuitOffer,
    TrickCard,
    TrickView,
    View,
)
from pinochle_lan.rules.zones import Slot

__all__ = [
    "API",
    "FACES",
    "Action",
    "ActionOffer",
    "Around",
    "Ask",
    "AskProof",
    "Auction",
    "AuctionRules",
    "BidOffer",
    "Bidding",
    "Bury",
    "Burying",
    "Call",
    "Card",
    "CardError",
    "CardView",
    "Choice",
    "Claim",
    "Counters",
    "Deal",
    "Dix",
    "Faces",
    "Fault",
    "Following",
    "Found",
    "Game",
    "GameEnd",
    "GiveUp",
    "Go",
    "GoOn",
    "HandResult",
    "HouseRule",
    "Kitty",
    "Laid",
    "Lay",
    "Legal",
    "ManyNines",
    "Marriage",
    "Meld",
    "MeldOffer",
    "MeldView",
    "Melded",
    "Misdeal",
    "Name",
    "NameTrump",
    "NoAces",
    "Offer",
    "Opponent",
    "Option",
    "OptionError",
    "OptionValue",
    "Options",
    "OwnFaces",
    "Packet",
    "PassCards",
    "Passing",
    "Phase",
    "PickOffer",
    "Pinochle",
    "Play",
    "PlayOffer",
    "Played",
    "Pool",
    "Rank",
    "Refusal",
    "Register",
    "Roundhouse",
    "RoyalMarriage",
    "Rules",
    "RulesError",
    "Run",
    "Score",
    "ScoreHand",
    "Scoring",
    "SeatView",
    "Settle",
    "Settling",
    "ShowMeld",
    "ShowMelds",
    "Shown",
    "SideView",
    "Slot",
    "Sort",
    "Spares",
    "State",
    "Suit",
    "SuitOffer",
    "Take",
    "Tally",
    "TrickCard",
    "TrickPlay",
    "TrickView",
    "Variant",
    "View",
    "card",
    "cards",
    "first_dealer",
    "full_table",
    "hookimpl",
    "meld_table",
    "melds",
    "option",
    "pack",
    "penalties",
    "refuse",
    "rounds",
    "show",
    "suit",
    "tricks",
    "zones",
]
