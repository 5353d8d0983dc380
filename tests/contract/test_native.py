"""What forms compile to, case by case, and that the host accepts it."""

from typing import Any

import pytest

from formsapp.contract import compile_form, read_arguments
from tests.contract.support import arguments_of, cases, expand, host_schema

EXAMPLE: dict[str, Any] = {
    "message": "Choose a report template",
    "questions": [
        {
            "id": "template",
            "type": "resource",
            "title": "Relevant report templates",
            "required": False,
            "options": [
                {
                    "uri": "https://example.com/verified-business-review",
                    "name": "business-review",
                    "title": "Presentation · Business review",
                    "icons": [{"src": "https://example.com/verified-presentation-logo.png"}],
                    "thumbnail": {"src": "https://example.com/verified-slide-preview.png"},
                }
            ],
        }
    ],
}


@pytest.mark.parametrize("case", list(cases("native.json")))
def test_compiles_to(case: dict[str, Any]) -> None:
    form = read_arguments(arguments_of(case))
    native = compile_form(form)
    host_schema(native)
    if "form" in case:
        assert native == case["form"]
        assert list(native["requestedSchema"]["properties"]) == [q.id for q in form.questions]
    else:
        (field,) = native["requestedSchema"]["properties"].values()
        assert field == expand(case["native"])
        assert _types(field) == _types(case["native"])


def _types(value: Any) -> Any:
    """The shape of a value by type, which tells 5 from 5.0."""
    if isinstance(value, dict):
        return {key: _types(item) for key, item in value.items()}
    return [_types(item) for item in value] if isinstance(value, list) else type(value)


@pytest.mark.rule("resource.native", "native.required")
def test_the_example_of_the_reference() -> None:
    schema = compile_form(read_arguments(EXAMPLE))["requestedSchema"]
    option = EXAMPLE["questions"][0]["options"][0]
    moved = {key: value for key, value in option.items() if key != "thumbnail"}
    assert schema["properties"]["template"] == {
        "type": "string",
        "format": "uri",
        "title": "Relevant report templates",
        "x-openai-input": {
            "type": "resource",
            "options": [{**moved, "_meta": {"openai/thumbnail": option["thumbnail"]}}],
        },
    }
    assert "template" not in schema["required"]


@pytest.mark.rule("native.field")
def test_compiling_twice_shares_nothing() -> None:
    form = read_arguments(EXAMPLE)
    first = compile_form(form)
    first["requestedSchema"]["properties"]["template"]["x-openai-input"]["options"].clear()
    assert compile_form(form) == compile_form(read_arguments(EXAMPLE))
