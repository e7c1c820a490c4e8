"""Look: a rosewood table with a card back of its own."""

from pinochle_lan.api import Look, Register, hookimpl

# Roles are those of the window's colours (docs/plugins.md); what is left out is as in the green cloth. Every
# pair of ink and ground must be readable, or the look is not used.
COLOURS = {
    "felt_centre": "#7A3B34",
    "felt_middle": "#4A1F1D",
    "felt_edge": "#220C0C",
    "bar": "#180908",
    "side": "#1F0D0C",
    "bar_line": "#5A322D",
    "panel": "#261110",
    "raised": "#331A18",
    "control": "#47241F",
    "line": "#5E3831",
    "panel_line": "#74483F",
    "control_line": "#A57468",
    "muted": "#D2BDB5",
    "log": "#EADFD9",
    "gold_dark": "#382510",
    "disabled": "#3A2623",
    "on_disabled": "#AB9891",
    "speech_quiet": "#EBDFDA",
}


@hookimpl
def register_looks(register: Register) -> None:
    """Bring the look."""
    register(
        Look(id="rosewood", version="1.0", title="Rosewood", colours=COLOURS, back="looks/rosewood-back.svg")
    )
