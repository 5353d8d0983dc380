"""What a string may carry, in Unicode terms.

- NUL and unpaired surrogates are refused in every string: PostgreSQL and JSON cannot carry them.
- Text that people read (message, titles, names, descriptions) has no control characters except
  tabs and line breaks: a terminal would obey them.
- Labels (message, titles, names) show something, and carry no bidirectional overrides or
  isolates, which could make one label read like another. Descriptions may: right-to-left prose
  needs isolates.
- Everything else is kept as it is, never normalised: combining marks, joiners, astral characters.

Source: API.md, Input, which names the lengths and the trimming; the rest is decided here.
"""

import re
from typing import Final

WHITE_SPACE: Final = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What trimming removes: all that Python or ECMAScript calls white space."""

_UNSTORABLE: Final = re.compile(r"[\x00\ud800-\udfff]")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_BIDI: Final = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
# White space, Unicode's Default_Ignorable_Code_Point, interlinear annotation, the blank Braille
# cell, and control characters. Whatever is not in here shows.
_VISIBLE: Final = re.compile(
    r"[^\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    r"\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0"
    r"\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def string_problem(text: str) -> str | None:
    """What is wrong with any string at all, answers included, or None."""
    if text.isascii():
        return "holds a NUL character; remove it" if "\0" in text else None
    if _UNSTORABLE.search(text):
        return "holds a NUL character or an unpaired surrogate; remove it"
    return None


def prose_problem(text: str) -> str | None:
    """What is wrong with a text that people read, or None."""
    # Nothing printable is a control, a surrogate or a bidirectional control.
    return None if text.isprintable() else _unprintable_problem(text)


def label_problem(text: str) -> str | None:
    """What is wrong with a message, title or name, or None."""
    if not text.isprintable():
        if problem := _unprintable_problem(text):
            return problem
        if _BIDI.search(text):
            return "holds a bidirectional override or isolate (U+202A-202E, U+2066-2069); remove it"
    return None if _VISIBLE.search(text) else "shows nothing; write text that people can see"


def _unprintable_problem(text: str) -> str | None:
    if problem := string_problem(text):
        return problem
    if _CONTROL.search(text):
        return "holds a control character; only tabs and line breaks may stay"
    return None


def is_blank(text: str) -> bool:
    """Whether a text answer has nothing but white space."""
    return not text.strip(WHITE_SPACE)
