"""The phases a hand is made of. Each is one file and knows no variant by name."""
