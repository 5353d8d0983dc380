"""A posted form as the host's answer, checked as a host checks it."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from openai_mcp_form_protocol import FormField, FormSchema, is_valid_value

from formsapp.hostforms.added import accepted, file_uri
from formsapp.hostforms.patterns import matches
from formsapp.hostforms.reader import read_schema

_NUMBER: Final = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")

Posted = Mapping[str, Sequence[str]]
"""By the fields' names, the values as browsers send them."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What was posted: an answer, and per field what is wrong with it."""

    content: dict[str, Any]
    """As a host would send it where there are no problems; else as it was typed."""
    problems: dict[str, str]

    @property
    def result(self) -> dict[str, Any]:
        """The host's answer."""
        return {"action": "accept", "content": self.content}


def read_submission(
    native_form: Mapping[str, Any], posted: Posted, files: Posted | None = None
) -> Submission:
    """Read what a person submitted. Skipped scalars are left out, as hosts leave them out.

    `files` are the names of the files that the person picked, or the paths of folders, by field.

    Raises:
        UnsupportedForm: a host would not show the form.
    """
    schema = read_schema(native_form)
    content: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for name, field in schema.properties.items():
        value, problem = _read(field, posted.get(name, ()), (files or {}).get(name, ()))
        if value is not None:
            content[name] = value
        problem = problem or _problem(name, field, content, schema)
        if problem:
            problems[name] = problem
    return Submission(content, problems)


def _read(field: FormField, posted: Sequence[str], files: Sequence[str]) -> tuple[Any, str]:
    """A field's value as it was posted, None where it was skipped, and what kept it unread."""
    values = [value.replace("\r\n", "\n") for value in posted]
    if field.file_input is not None:
        values += [file_uri(file) for file in files if file.strip()]
    if field.type == "array":
        return _list(field, values), ""
    if field.type == "boolean":
        return bool(values), ""
    # What is typed counts more than a suggestion that was chosen before.
    text = next((value for value in reversed(values) if value), "")
    if field.type in {"number", "integer"}:
        return _number(field, text.strip())
    if field.enum is not None:
        return next((option for option in field.enum if _same(option, text)), text or None), ""
    return text or None, ""


def _list(field: FormField, values: list[str]) -> list[str]:
    """The chosen values; of a list that is typed, one item a line."""
    if field.file_input is not None or not field.has_custom_values:
        return values
    suggested = {option.const for option in field.options}
    lines = [[value] if value in suggested else value.split("\n") for value in values]
    return [line for value in lines for line in value if line.strip()]


def _number(field: FormField, text: str) -> tuple[Any, str]:
    if not text:
        return None, ""
    if _NUMBER.fullmatch(text) and math.isfinite(number := float(text)):
        if field.type == "number":
            return number, ""
        if number.is_integer():
            return (int(text) if text.lstrip("-+").isdigit() else int(number)), ""
    kind = "a whole number" if field.type == "integer" else "a number"
    return text, f"This must be {kind}."


def _same(option: Any, text: str) -> bool:
    return text == (option if isinstance(option, str) else str(option).lower())


def _problem(
    name: str, field: FormField, content: Mapping[str, Any], schema: FormSchema[FormField]
) -> str:
    value = content.get(name)
    if name in schema.required and value in (None, [], ""):
        return "This question needs an answer."
    if value is None:
        return ""
    if field.type == "array" and (problem := _list_problem(field, value)):
        return problem
    if problem := _pattern_problem(field, value) or _filter_problem(field, value):
        return problem
    return "" if _is_valid(field, value) else _why(field)


def _list_problem(field: FormField, value: Sequence[str]) -> str:
    if field.unique_items and len(set(value)) < len(value):
        return "All of these must differ."
    if field.min_items is not None and len(value) < field.min_items:
        return f"Choose at least {field.min_items}."
    if field.max_items is not None and len(value) > field.max_items:
        return f"Choose at most {field.max_items}."
    return ""


def _pattern_problem(field: FormField, value: Any) -> str:
    texts = value if isinstance(value, list) else [value]
    for pattern in filter(None, (field.pattern, getattr(field.items, "pattern", None))):
        if not all(isinstance(text, str) and matches(pattern, text) for text in texts):
            return f"This must match the pattern {pattern}."
    return ""


def _filter_problem(field: FormField, value: Any) -> str:
    users = field.file_input.user_options if field.file_input else None
    if users is None or users.kind == "directory":
        return ""
    filters = users.accept or ()
    added = _picked(field, value if isinstance(value, list) else [value])
    return "" if accepted(added, filters) else f"This takes {', '.join(filters)} only."


def _is_valid(field: FormField, value: Any) -> bool:
    texts = value if isinstance(value, list) else [value]
    return is_valid_value(_without_patterns(field), value, uploaded_uris=_picked(field, texts))


def _picked(field: FormField, values: Sequence[Any]) -> tuple[str, ...]:
    """What the person added, where the form takes files."""
    if field.file_input is None or field.file_input.user_options is None:
        return ()
    offered = {option.uri for option in field.file_input.options}
    return tuple(uri for uri in values if isinstance(uri, str) and uri not in offered)


def _without_patterns(field: FormField) -> FormField:
    """The field for the host's validator, which leaves patterns to others."""
    if not field.has_pattern:
        return field
    kept = field.model_dump(by_alias=True, exclude_unset=True)
    kept.pop("pattern", None)
    if isinstance(kept.get("items"), dict):
        kept["items"].pop("pattern", None)
    return FormField.model_validate(kept)


def _why(field: FormField) -> str:
    """What a value that does not fit should have been."""
    if field.type in {"number", "integer"}:
        return _range_text(field)
    constraints = field if field.type == "string" else field.items
    form = getattr(constraints, "format", None)
    if form is not None and field.file_input is None:
        return {
            "email": "This must be an e-mail address.",
            "uri": "This must be an absolute address, such as https://example.org/.",
            "date": "This must be a date, such as 2026-12-31.",
            "date-time": "This must be a time with its zone, such as 2026-12-31T09:00:00Z.",
        }[form]
    shortest, longest = (getattr(constraints, n, None) for n in ("min_length", "max_length"))
    if shortest is not None or longest is not None:
        return f"This must have {_bounds(shortest, longest)} characters."
    return "This is not one of the answers that the form takes."


def _range_text(field: FormField) -> str:
    return f"This must be {_bounds(field.minimum, field.maximum)}."


def _bounds(low: Any, high: Any) -> str:
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"from {low} to {high}"
