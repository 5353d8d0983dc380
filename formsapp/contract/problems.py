"""What is wrong with a call or an answer, said so that the agent can mend it.

A problem never repeats a value it judges: no credential, data URI or answer reaches the text.
Source: API.md, Results and errors.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

Path: TypeAlias = "tuple[Path, str | int] | None"
"""Where a value sits: the path of its parent and its own key or index. None is the whole."""

_SHOWN: Final = 10
_KEPT: Final = 100
_MAX_TEXT: Final = 1_999
# Longer names and names with many digits look like secrets, so they are not repeated.
_PLAIN_NAME: Final = re.compile(r"[A-Za-z_$][A-Za-z_$-]{0,29}[0-9]{0,2}")


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: `path` as in `questions[2].options[0].uri` ("" is the whole), and what to do."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class Refusal(ValueError):  # noqa: N818 - names the event, as the two below do
    """What InvalidArguments and InvalidResponse share.

    `problems` holds the first hundred at most; `message` is for the agent: the first ten problems
    and a count of the others, under 2,000 characters.
    """

    lead = "The value is not valid."

    def __init__(self, problems: Sequence[Problem], total: int | None = None) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.message: str = _text(self.lead, self.problems, total or len(self.problems))
        super().__init__(self.message)


class InvalidArguments(Refusal):
    """The agent's arguments break the contract; no form was shown. Error `invalid_arguments`."""

    lead = "No form was shown: the arguments do not fit the contract."


class InvalidResponse(Refusal):
    """The host's response breaks the contract; no answer counts. Error `invalid_response`."""

    lead = "No answer was applied: the host's response does not fit the form."


class Findings:
    """Collects problems on the way through a value."""

    __slots__ = ("problems", "total")

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.total = 0

    def add(self, at: Path, message: str) -> None:
        """Note that the value at `at` is wrong. Beyond a hundred, problems are only counted."""
        self.total += 1
        if len(self.problems) < _KEPT:
            self.problems.append(Problem(format_path(at), message))

    def raise_if_any(self, error: type[Refusal]) -> None:
        """Raise `refusal` with everything noted so far, if anything was."""
        if self.total:
            raise error(self.problems, self.total)


def format_path(at: Path) -> str:
    """Write a path the way agents read it, as in `questions[2].options[0].thumbnail.src`."""
    steps: list[str] = []
    while at is not None:
        at, step = at
        steps.append(f"[{step}]" if isinstance(step, int) else f".{step}")
    return "".join(reversed(steps)).removeprefix(".")


def is_plain_name(key: object) -> bool:
    """Whether a property name may be repeated in a message."""
    return isinstance(key, str) and _PLAIN_NAME.fullmatch(key) is not None


def json_kind(value: object) -> str:
    """Name a value's JSON type with its article, for "must be a string, not a number"."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "an array" if isinstance(value, list) else "an object"


def _text(lead: str, problems: Sequence[Problem], total: int) -> str:
    count = "1 problem" if total == 1 else f"{total:,} problems"
    for shown in range(min(_SHOWN, len(problems)), 0, -1):
        lines = [f"{lead} {count}:", *(f"- {problem}" for problem in problems[:shown])]
        if total > shown:
            lines.append(f"- and {total - shown:,} more.")
        text = "\n".join(lines)
        if len(text) <= _MAX_TEXT:
            return text
    return f"{lead} {count}."
