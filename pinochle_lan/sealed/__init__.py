"""The sealed deal: a shuffle all made and nobody can see through. Knows slots and types, not pinochle."""

from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.escrow import box_key, usable_box_key
from pinochle_lan.sealed.group import SUITE1, Group, suite
from pinochle_lan.sealed.refused import Refused, Rule
from pinochle_lan.sealed.secrets import Secrets
from pinochle_lan.sealed.setup import Setup

__all__ = [
    "SUITE1",
    "Deal",
    "Group",
    "Refused",
    "Rule",
    "Secrets",
    "Setup",
    "box_key",
    "suite",
    "usable_box_key",
]
