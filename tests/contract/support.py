"""What the tests of this folder share: cases from JSON files, the host's validator, the schema."""

import copy
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from jsonschema import Draft202012Validator
from openai_mcp_form_protocol import (
    FormField,
    FormSchema,
    prepare_field_submission,
    validate_form_selections,
)

from formsapp.contract import NativeForm, tool_descriptor

Json = dict[str, Any]

FOLDER = Path(__file__).parent
CASES = FOLDER / "cases"
SCHEMA = Draft202012Validator(tool_descriptor()["inputSchema"])

_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")


# The machine may be busy, so no example has a deadline. Examples are the same in every run, unless
# a long run is asked for, which looks for new ones.
_SETTINGS = settings(
    deadline=None,
    derandomize="FORMLEDGER_FUZZ" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def examples(count: int) -> settings:
    """Settings for a property test of so many examples."""
    return settings(_SETTINGS, max_examples=count)


def load(name: str) -> Any:
    """Read one file of the cases folder."""
    return json.loads((CASES / name).read_text(encoding="utf-8"))


BASES: Json = load("bases.json")


def expand(value: Any) -> Any:
    """Replace the notations `$text` and `$each` by what they stand for."""
    if isinstance(value, dict):
        if value.keys() == {"$text"}:
            return "".join(p if isinstance(p, str) else p[0] * p[1] for p in value["$text"])
        if value.keys() == {"$each"}:
            template, count = value["$each"]
            return [_numbered(template, index) for index in range(count)]
        return {key: expand(item) for key, item in value.items()}
    return [expand(item) for item in value] if isinstance(value, list) else value


def _numbered(value: Any, index: int) -> Any:
    if isinstance(value, str):
        return value.replace("#", str(index))
    if isinstance(value, dict):
        return {key: _numbered(item, index) for key, item in value.items()}
    return value


def steps(path: str) -> list[Any]:
    """Split `questions[0].title` into its keys and indexes."""
    return [key or int(index) for key, index in _STEP.findall(path)]


def put(value: Any, path: str, new: Any) -> None:
    """Set the value at a path; an index just beyond an array appends."""
    *parents, last = steps(path)
    for step in parents:
        value = value[step] if isinstance(value, list) else value.setdefault(step, [])
    if isinstance(value, list):
        value[last : last + 1] = [new]
    else:
        value[last] = new


def remove(value: Any, path: str) -> None:
    """Remove the value at a path."""
    *parents, last = steps(path)
    for step in parents:
        value = value[step]
    del value[last]


def arguments_of(case: Json) -> Any:
    """The arguments a case describes."""
    if "arguments" in case:
        return expand(case["arguments"])
    arguments = expand(copy.deepcopy(BASES[case["base"]]))
    for path, value in case.get("set", {}).items():
        put(arguments, path, expand(value))
    for path in case.get("unset", []):
        remove(arguments, path)
    return arguments


def cases(*names: str) -> Iterator[Any]:
    """Parameters for a test, one a case, each marked with its rule."""
    for name in names:
        for case in load(name)["cases"]:
            label = f"{name.removesuffix('.json')}: {case['name']}".encode("ascii", "replace")
            mark = pytest.mark.rule(case["rule"])
            yield pytest.param(case, id=label.decode(), marks=mark)


def host_schema(native: NativeForm) -> FormSchema[FormField]:
    """Validate a native form as the host does."""
    return FormSchema[FormField].model_validate(native["requestedSchema"])


def host_accepts_answers(native: NativeForm, content: Json) -> None:
    """Validate answers as the host does; raises ValueError. Picked files count as the person's."""
    schema = host_schema(native)
    schema.validate_submission_fields(content)
    validate_form_selections(schema, content)
    for name, field in schema.properties.items():
        if field.file_input is None or field.file_input.user_options is None:
            prepare_field_submission(field, name, content)


def schema_accepts(arguments: object) -> bool:
    """Whether the advertised schema accepts arguments."""
    return bool(SCHEMA.is_valid(arguments))
