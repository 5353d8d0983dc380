"""Patterns of native forms: ECMA-262, as in JSON Schema, matched anywhere in a text."""

from functools import lru_cache
from typing import Any

import regress


def is_pattern(pattern: str) -> bool:
    """Whether a text is an ECMA-262 pattern."""
    return _compiled(pattern) is not None


def matches(pattern: str, text: str) -> bool:
    """Whether a text matches; a pattern that is none matches nothing."""
    compiled = _compiled(pattern)
    return compiled is not None and compiled.find(text) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    """The compiled pattern: of Unicode as JSON Schema wants it, else as older hosts read it."""
    for flags in ("u", ""):
        try:
            return regress.Regex(pattern, flags)
        except regress.RegressError:
            continue
    return None
