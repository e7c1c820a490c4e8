"""The leaderless log: signed entries, step ledger, sync, game file. Bytes in, events and effects out."""
