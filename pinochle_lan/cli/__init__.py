"""The command ``pinochle-lan``: words in, lines or JSON out. Owns no rule and no socket."""

from pinochle_lan.cli.command import main

__all__ = ["main"]
