"""Readers of single values, shared by every part of a form.

Each notes what is wrong and returns a value of the right type all the same, so that one pass
finds every problem. No value is ever coerced; an explicit null is a wrong value, not an absent one.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from formsapp.contract.problems import Findings, Path, is_plain_name, json_kind
from formsapp.contract.text import WHITE_SPACE, label_problem, prose_problem, string_problem

Fields = dict[str, Any]

ABSENT: Final = object()
_ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


class Shape:
    """The properties an object may have."""

    __slots__ = ("allowed", "listed")

    def __init__(self, names: str) -> None:
        self.allowed = frozenset(names.split())
        self.listed = ", ".join(names.split())


def read_object(value: object, at: Path, shape: Shape, found: Findings) -> Fields | None:
    """Read an object without properties the shape does not name. Values are not looked at."""
    if not isinstance(value, dict):
        note_wrong(value, at, "an object", found)
        return None
    if not shape.allowed.issuperset(value):
        _note_unknown(value, at, shape, found)
    return value


def note_wrong(value: object, at: Path, expected: str, found: Findings) -> None:
    """Note that a value is missing or has the wrong JSON type."""
    found.add(
        at,
        "is missing" if value is ABSENT else f"must be {expected}, not {json_kind(value)}",
    )


def _note_unknown(value: Mapping[Any, object], at: Path, shape: Shape, found: Findings) -> None:
    for key in value:
        if key in shape.allowed:
            continue
        if is_plain_name(key):
            found.add((at, key), f"is not allowed here; use only {shape.listed}")
        else:
            has = "has" if at else "The arguments have"
            found.add(at, f"{has} a property that is not allowed; use only {shape.listed}")


def read_list(value: object, at: Path, low: int, high: int, found: Findings) -> list[Any]:
    """Read an array of `low` to `high` items; items beyond `high` are not returned."""
    if not isinstance(value, list):
        note_wrong(value, at, "an array", found)
        return []
    if not low <= len(value) <= high:
        found.add(at, f"has {len(value):,} items; must have {low} to {high}")
    return value[:high]


def read_string(
    value: object,
    at: Path,
    limit: int,
    found: Findings,
    problem_of: Callable[[str], str | None] = string_problem,
) -> str:
    """Read a string of at most `limit` code points, judged by `problem_of`."""
    if not isinstance(value, str):
        note_wrong(value, at, "a string", found)
        return ""
    if len(value) > limit:
        found.add(at, f"has {len(value):,} characters; at most {limit:,}")
    elif problem := problem_of(value):
        found.add(at, problem)
    return value


def read_label(value: object, at: Path, limit: int, found: Findings) -> str:
    """Read a title or name: trimmed first, then judged. Returns it trimmed."""
    if not isinstance(value, str):
        note_wrong(value, at, "a string", found)
        return ""
    trimmed = value.strip(WHITE_SPACE)
    if len(trimmed) > limit:
        found.add(at, f"has {len(trimmed):,} characters after trimming; at most {limit:,}")
    elif problem := label_problem(trimmed):
        found.add(at, problem)
    return trimmed


def read_prose(fields: Fields, name: str, at: Path, limit: int, found: Findings) -> str | None:
    """Read an optional description; None if absent."""
    if name not in fields:
        return None
    return read_string(fields[name], (at, name), limit, found, prose_problem)


def read_id(value: object, at: Path, found: Findings) -> str:
    """Read the id of a question or choice."""
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    if isinstance(value, str):
        found.add(at, "must be 1 to 64 of A-Z, a-z, 0-9, _ and -, and begin with a letter")
    else:
        note_wrong(value, at, "a string", found)
    return ""


def read_flag(value: object, at: Path, found: Findings) -> bool:
    """Read an explicit boolean."""
    if isinstance(value, bool):
        return value
    note_wrong(value, at, "true or false", found)
    return False


def read_integer(value: object, at: Path, low: int, high: int, found: Findings) -> int:
    """Read an integer from `low` to `high`. A zero fraction is fine, a boolean never is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        note_wrong(value, at, f"an integer from {low:,} to {high:,}", found)
        return low
    # NaN fails every comparison; infinities and huge integers fail one.
    if low <= value <= high and value == int(value):
        return int(value)
    found.add(at, f"must be an integer from {low:,} to {high:,}")
    return low


def note_repeats(values: list[str], at: Path, name: str, found: Findings) -> None:
    """Note every value that an earlier sibling already has. Empty values stand for faults."""
    if len(set(values)) == len(values):
        return
    first: dict[str, int] = {}
    for index, value in enumerate(values):
        earlier = first.setdefault(value, index)
        if value and earlier != index:
            found.add(((at, index), name), f"repeats the {name} at index {earlier} of this list")
