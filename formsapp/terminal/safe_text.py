"""Text from agents, made fit for a terminal."""

import re

# Control characters would be obeyed by the terminal; bidirectional overrides and isolates would
# show one text as another.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def safe(text: str) -> str:
    """The text with everything a terminal might act on written as an escape, on one line."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
