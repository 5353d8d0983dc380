"""Reads the file filters of a `files` question. Source: API.md, Input (`files.accept`)."""

import re
from typing import Final

from formsapp.contract import limits
from formsapp.contract.fields import Fields, read_list, read_string
from formsapp.contract.problems import Findings, Path
from formsapp.contract.text import string_problem

# An extension, or a media type whose names follow RFC 6838.
_EXTENSION: Final = r"[^\s,;:*?\"<>|/\\\x00-\x1f\x7f-\x9f]"
_TYPE_NAME: Final = r"[0-9A-Za-z][0-9A-Za-z!#$&^_.+-]*"
_TOKEN: Final = re.compile(rf"\.{_EXTENSION}*(?!\.){_EXTENSION}|{_TYPE_NAME}/(?:\*|{_TYPE_NAME})")
_ASCII_LOWER: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def read_accept(fields: Fields, at: Path, found: Findings) -> tuple[str, ...] | None:
    """Read 1–12 distinct filters, None if absent. As at the host, ASCII case does not count."""
    if "accept" not in fields:
        return None
    at = (at, "accept")
    items = read_list(fields["accept"], at, 1, limits.ACCEPT, found)
    tokens = [_read_token(item, (at, index), found) for index, item in enumerate(items)]
    seen: set[str] = set()
    for index, token in enumerate(tokens):
        folded = token.translate(_ASCII_LOWER)
        if token and folded in seen:
            found.add((at, index), "repeats an earlier entry; case does not count")
        seen.add(folded)
    return tuple(tokens)


def _read_token(value: object, at: Path, found: Findings) -> str:
    return read_string(value, at, limits.ARGUMENTS, found, _token_problem)


def _token_problem(token: str) -> str | None:
    if problem := string_problem(token):
        return problem
    if _TOKEN.fullmatch(token):
        return None
    return 'must be one extension or type, such as ".csv", "text/csv" or "image/*"'
