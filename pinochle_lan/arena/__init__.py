"""Opponents against each other: the same deals with seats swapped, and what may be said of the difference."""
