"""The window. Holds snapshots, sends intents; never the table, never a rule."""
