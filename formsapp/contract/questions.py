"""Reads one question of each type. Source: API.md, Input."""

from collections.abc import Callable
from typing import Final

from formsapp.contract import limits
from formsapp.contract.accept import read_accept
from formsapp.contract.fields import (
    ABSENT,
    Fields,
    Shape,
    read_flag,
    read_id,
    read_integer,
    read_label,
    read_object,
    read_prose,
)
from formsapp.contract.form import (
    FilesQuestion,
    MultiSelectQuestion,
    Question,
    ResourceQuestion,
    ResourcesQuestion,
    SingleSelectQuestion,
    TextQuestion,
)
from formsapp.contract.options import read_choices, read_resources
from formsapp.contract.problems import Findings, Path

_COMMON: Final = "id type title description required"
_BOUNDS: Final = "minItems maxItems"
_Common = tuple[str, str, str | None, bool]


def read_question(value: object, at: Path, found: Findings) -> Question | None:
    """Read one question; None if it is not even an object."""
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
    return FilesQuestion(*common, resources, low, high, read_accept(fields, at, found))


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
