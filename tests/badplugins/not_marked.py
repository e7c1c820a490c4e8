"""A hook that is not marked."""


class Player:
    id, title, version = "player", "Player", "1.0"


def register_opponents(register):
    register(Player)
