"""The pure engine: a hand of pinochle as a fold over actions. No clock, no I/O, no randomness, no laptops."""
