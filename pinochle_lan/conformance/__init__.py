"""The conformance suite of ``pinochle-lan plugins check``: plays a plugin in all ways that a table may, and
says what would break it. Knows plugins and rules; no network, no window.
"""
