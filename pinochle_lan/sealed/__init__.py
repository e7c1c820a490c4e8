"""The sealed deal: a shuffle that all made and nobody can see through. Knows slots and types, not pinochle."""
