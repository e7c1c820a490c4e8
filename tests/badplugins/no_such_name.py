"""Asks for a name that we do not have."""

from pinochle_lan.pluginhost.hooks import Wonder

WONDER = Wonder
