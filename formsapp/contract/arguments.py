"""Reads the tool's arguments. Source: API.md, Input."""

import re
from collections.abc import Callable
from typing import Final

from pydantic_core import to_json

from formsapp.contract import limits
from formsapp.contract.fields import (
    ABSENT,
    Fields,
    Shape,
    note_repeats,
    read_flag,
    read_id,
    read_integer,
    read_label,
    read_list,
    read_object,
    read_prose,
    read_string,
)
from formsapp.contract.form import (
    FilesQuestion,
    Form,
    MultiSelectQuestion,
    Question,
    ResourceQuestion,
    ResourcesQuestion,
    SingleSelectQuestion,
    TextQuestion,
)
from formsapp.contract.options import read_choices, read_resources
from formsapp.contract.problems import Findings, InvalidArguments, Path
from formsapp.contract.text import label_problem, string_problem

_FORM: Final = Shape("message questions")
_COMMON: Final = "id type title description required"
_BOUNDS: Final = "minItems maxItems"

# An extension, or a media type whose names follow RFC 6838.
_EXTENSION: Final = r"[^\s,;:*?\"<>|/\\\x00-\x1f\x7f-\x9f]"
_TYPE_NAME: Final = r"[0-9A-Za-z][0-9A-Za-z!#$&^_.+-]*"
_ACCEPT: Final = re.compile(rf"\.{_EXTENSION}*(?!\.){_EXTENSION}|{_TYPE_NAME}/(?:\*|{_TYPE_NAME})")
_ASCII_LOWER: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def read_arguments(arguments: object) -> Form:
    """Read decoded JSON arguments `{message, questions}`.

    Raises InvalidArguments with every problem found. Arguments that passed once pass again, so
    the arguments themselves are what to store.
    """
    found = Findings()
    form = _read_form(arguments, found)
    _check_size(arguments, found)
    found.raise_if_any(InvalidArguments)
    return form


def _check_size(arguments: object, found: Findings) -> None:
    try:
        data = to_json(arguments)
    except ValueError:
        # Nested too deeply, or an unpaired surrogate: the readers have refused it already.
        return
    # No text has more UTF-16 code units than UTF-8 bytes.
    if len(data) <= limits.ARGUMENTS:
        return
    length = len(data.decode().encode("utf-16-le")) // 2
    if length > limits.ARGUMENTS:
        found.add(
            None,
            f"The arguments are {length:,} characters of JSON; at most {limits.ARGUMENTS:,}. "
            "Use image URLs, smaller images or fewer options.",
        )


def _read_form(arguments: object, found: Findings) -> Form:
    if not isinstance(arguments, dict):
        found.add(None, "The arguments must be an object with message and questions.")
        return Form("", ())
    read_object(arguments, None, _FORM, found)
    message = read_string(
        arguments.get("message", ABSENT), (None, "message"), limits.MESSAGE, found, label_problem
    )
    at: Path = (None, "questions")
    items = read_list(arguments.get("questions", ABSENT), at, 1, limits.QUESTIONS, found)
    questions = [_read_question(item, (at, index), found) for index, item in enumerate(items)]
    note_repeats([question.id if question else "" for question in questions], at, "id", found)
    return Form(message, tuple(question for question in questions if question))


def _read_question(value: object, at: Path, found: Findings) -> Question | None:
    kind: object = value.get("type", ABSENT) if isinstance(value, dict) else ABSENT
    shape, read = _KINDS.get(kind, _UNKNOWN_KIND) if isinstance(kind, str) else _UNKNOWN_KIND
    fields = read_object(value, at, shape, found)
    if fields is None:
        return None
    if shape is _ANY_SHAPE:
        types = ", ".join(_KINDS)
        found.add(
            (at, "type"), f"{'is missing' if kind is ABSENT else 'is unknown'}; use one of {types}"
        )
    common = (
        read_id(fields.get("id", ABSENT), (at, "id"), found),
        read_label(fields.get("title", ABSENT), (at, "title"), limits.QUESTION_TITLE, found),
        read_prose(fields, "description", at, limits.QUESTION_DESCRIPTION, found),
        read_flag(fields.get("required", ABSENT), (at, "required"), found),
    )
    return read(common, fields, at, found)


_Common = tuple[str, str, str | None, bool]


def _read_text(common: _Common, fields: Fields, at: Path, found: Findings) -> Question:
    length = limits.TEXT_LENGTH_DEFAULT
    if "maxLength" in fields:
        at = (at, "maxLength")
        length = read_integer(fields["maxLength"], at, 1, limits.TEXT_LENGTH, found)
    return TextQuestion(*common, length)


def _read_single_select(common: _Common, fields: Fields, at: Path, found: Findings) -> Question:
    return SingleSelectQuestion(*common, read_choices(fields, at, found))


def _read_multi_select(common: _Common, fields: Fields, at: Path, found: Findings) -> Question:
    choices = read_choices(fields, at, found)
    low, high = _read_bounds(fields, at, common[3], len(choices), found)
    return MultiSelectQuestion(*common, choices, low, high)


def _read_resource(common: _Common, fields: Fields, at: Path, found: Findings) -> Question:
    return ResourceQuestion(*common, read_resources(fields, at, 1, found))


def _read_resources(common: _Common, fields: Fields, at: Path, found: Findings) -> Question:
    resources = read_resources(fields, at, 1, found)
    low, high = _read_bounds(fields, at, common[3], len(resources), found)
    return ResourcesQuestion(*common, resources, low, high)


def _read_files(common: _Common, fields: Fields, at: Path, found: Findings) -> Question:
    resources = read_resources(fields, at, 0, found)
    low, high = _read_bounds(fields, at, common[3], None, found)
    return FilesQuestion(*common, resources, low, high, _read_accept(fields, at, found))


_Reader = Callable[[_Common, Fields, Path, Findings], Question]
_KINDS: Final[dict[str, tuple[Shape, _Reader]]] = {
    "text": (Shape(f"{_COMMON} maxLength"), _read_text),
    "single_select": (Shape(f"{_COMMON} options"), _read_single_select),
    "multi_select": (Shape(f"{_COMMON} options {_BOUNDS}"), _read_multi_select),
    "resource": (Shape(f"{_COMMON} options"), _read_resource),
    "resources": (Shape(f"{_COMMON} options {_BOUNDS}"), _read_resources),
    "files": (Shape(f"{_COMMON} options {_BOUNDS} accept"), _read_files),
}
# Without a known type only what all questions share can be judged.
_ANY_SHAPE: Final = Shape(f"{_COMMON} maxLength options {_BOUNDS} accept")
_UNKNOWN_KIND: Final[tuple[Shape, _Reader]] = (_ANY_SHAPE, _read_text)


def _read_bounds(
    fields: Fields, at: Path, required: bool, count: int | None, found: Findings
) -> tuple[int, int]:
    """Compute `minItems` and `maxItems`. `count` is the number of options, None without limit."""
    ceiling = limits.ITEMS if count is None else count
    low, high = int(required), ceiling
    low_at, high_at = (at, "minItems"), (at, "maxItems")
    before = found.total
    if "minItems" in fields:
        low = read_integer(fields["minItems"], low_at, 0, limits.ITEMS, found)
    if "maxItems" in fields:
        high = read_integer(fields["maxItems"], high_at, 1, limits.ITEMS, found)
    if found.total > before or ceiling == 0:
        return low, high
    if required and low == 0:
        found.add(low_at, "must be at least 1, because the question is required")
    for bound, bound_at in ((low, low_at), (high, high_at)):
        if bound > ceiling:
            found.add(bound_at, f"is {bound}, more than the {ceiling} options")
    if low > high and found.total == before:
        found.add(low_at, f"is {low}, more than maxItems, which is {high}")
    return low, high


def _read_accept(fields: Fields, at: Path, found: Findings) -> tuple[str, ...] | None:
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
    if _ACCEPT.fullmatch(token):
        return None
    return 'must be one extension or type, such as ".csv", "text/csv" or "image/*"'
