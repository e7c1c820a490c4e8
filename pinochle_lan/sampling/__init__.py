"""For opponents: what a seat knows, hidden cards dealt at random to agree with it, hands played out.

Pure but for a stopwatch: chance comes in as an argument. Knows the rules only through their own functions, no
variant by name, and nothing of a table but the view of one seat.
"""
