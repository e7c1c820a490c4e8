"""All that a plugin may import. What is not here may change without notice.

A plugin is one file: a game, a house rule, an opponent or a look. Start with ``pinochle-lan plugins new``;
how to write a game stands in the docstring of ``pinochle_lan.rules.variant``.
"""

from __future__ import annotations

from pinochle_lan.cards import FACES, Card, CardError, Rank, Suit, card, cards, pack, show, suit
from pinochle_lan.pluginhost.hooks import API, Register, hookimpl
from pinochle_lan.pluginhost.look import Look
from pinochle_lan.rules import melds, tricks, zones
from pinochle_lan.rules.actions import (
    Action,
    Answer,
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
from pinochle_lan.rules.laying import Desk, Laying
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
from pinochle_lan.rules.opponent import Advice, Opponent
from pinochle_lan.rules.options import Option, Options, OptionValue
from pinochle_lan.rules.phases.asking import Asking, declarer, everybody
from pinochle_lan.rules.phases.auction import Auction
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.phases.deal import Deal
from pinochle_lan.rules.phases.kitty import Burying, Kitty
from pinochle_lan.rules.phases.passing import Passing
from pinochle_lan.rules.phases.play import Go, TrickPlay
from pinochle_lan.rules.phases.scoring import ScoreHand
from pinochle_lan.rules.phases.settling import Settling
from pinochle_lan.rules.phases.showing import ShowMelds
from pinochle_lan.rules.phases.stock import LaterPlay, StockPlay, TurnedNine
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
from pinochle_lan.sampling import strength
from pinochle_lan.sampling.bidding import BidWeighed, ContractSearch
from pinochle_lan.sampling.book import Book
from pinochle_lan.sampling.clock import Stopwatch
from pinochle_lan.sampling.contract import Contract
from pinochle_lan.sampling.deals import Deals
from pinochle_lan.sampling.giving import marriage_of, spared, wanted
from pinochle_lan.sampling.known import Known, known
from pinochle_lan.sampling.outcome import Outcome
from pinochle_lan.sampling.policy import Policy, Position
from pinochle_lan.sampling.reasons import why, why_call, why_contract, why_drawing
from pinochle_lan.sampling.search import CardSearch, Weighed, rule_of_thumb, sensible
from pinochle_lan.sampling.stock import StockSearch

__all__ = [
    "API",
    "FACES",
    "Action",
    "ActionOffer",
    "Advice",
    "Answer",
    "Around",
    "Ask",
    "AskProof",
    "Asking",
    "Auction",
    "AuctionRules",
    "BidOffer",
    "BidWeighed",
    "Bidding",
    "Book",
    "Bury",
    "Burying",
    "Call",
    "Card",
    "CardError",
    "CardSearch",
    "CardView",
    "Choice",
    "Claim",
    "Contract",
    "ContractSearch",
    "Counters",
    "Deal",
    "Deals",
    "Desk",
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
    "Known",
    "Laid",
    "LaterPlay",
    "Lay",
    "Laying",
    "Legal",
    "Look",
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
    "Outcome",
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
    "Policy",
    "Pool",
    "Position",
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
    "StockPlay",
    "StockSearch",
    "Stopwatch",
    "Suit",
    "SuitOffer",
    "Take",
    "Tally",
    "TrickCard",
    "TrickPlay",
    "TrickView",
    "TurnedNine",
    "Variant",
    "View",
    "Weighed",
    "card",
    "cards",
    "declarer",
    "everybody",
    "first_dealer",
    "full_table",
    "hookimpl",
    "known",
    "marriage_of",
    "meld_table",
    "melds",
    "option",
    "pack",
    "penalties",
    "refuse",
    "rounds",
    "rule_of_thumb",
    "sensible",
    "show",
    "spared",
    "strength",
    "suit",
    "tricks",
    "wanted",
    "why",
    "why_call",
    "why_contract",
    "why_drawing",
    "zones",
]
