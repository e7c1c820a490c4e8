"""``python -m pinochle_lan`` is the command ``pinochle-lan``."""

from pinochle_lan.cli import main

if __name__ == "__main__":
    main()
