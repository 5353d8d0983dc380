"""Text from agents, made fit for a terminal."""

import json
import re
from collections.abc import Iterator

# Control characters would be obeyed by the terminal; bidirectional marks, overrides and isolates
# would show one text as another.
_HIDDEN = r"\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_UNSAFE = re.compile(rf"[\x00-\x1f{_HIDDEN}]")
# JSON itself escapes what is below U+0020; the line breaks between its members must stay.
_UNSAFE_IN_JSON = re.compile(rf"[{_HIDDEN}]")


def safe(text: str) -> str:
    """The text with everything a terminal might act on written as an escape, on one line."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def safe_lines(text: str) -> Iterator[str]:
    """A text of several lines, each marked, so that none can pass for a line of ours."""
    for line in text.splitlines():
        yield f"  │ {safe(line.expandtabs(4))}"


def safe_json(value: object) -> str:
    """The value as indented JSON, with everything a terminal might act on as a JSON escape."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
