"""Raises while it is read."""

SHARE = 1 / 0
