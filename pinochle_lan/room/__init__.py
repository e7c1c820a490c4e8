"""Runs tables: network thread, table thread, saved before sent, bots with a deadline."""
