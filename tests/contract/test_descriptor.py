"""The descriptor that agents see."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from formsapp.contract import ErrorCode, tool_descriptor

MAX_BYTES = 24 * 1024
HEADINGS = ["When to call", "Question types", "Build the form", "Results and boundaries"]
TYPES = ["text", "single_select", "multi_select", "resource", "resources", "files"]


def variants() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tool_descriptor()["inputSchema"]["properties"]["questions"][
        "items"
    ]["anyOf"]
    return found


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    children = value.values() if isinstance(value, dict) else value
    for child in children if isinstance(value, dict | list) else ():
        yield from nodes(child)


@pytest.mark.rule("descriptor.shape")
def test_exactly_four_parts() -> None:
    descriptor = tool_descriptor()
    assert list(descriptor) == ["name", "description", "inputSchema", "annotations"]
    assert descriptor["name"] == "form_elicitation_v2_request"
    assert descriptor["annotations"] == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": False,
        "openWorldHint": False,
    }
    assert re.findall(r"^\*\*(.+)\*\*$", descriptor["description"], re.M) == HEADINGS


@pytest.mark.rule("descriptor.shape")
def test_the_description_names_every_type_and_error() -> None:
    description = tool_descriptor()["description"]
    for word in (*TYPES, *ErrorCode, "accept", "decline", "cancel"):
        assert re.search(rf"\b{word}\b", description), word


@pytest.mark.rule("descriptor.size")
def test_size(record_property: Callable[[str, object], None]) -> None:
    descriptor = tool_descriptor()
    size = len(json.dumps(descriptor, separators=(",", ":"), ensure_ascii=False).encode())
    text = len(descriptor["description"].encode())
    record_property("fact", f"Descriptor: {size:,} of {MAX_BYTES:,} bytes, {text:,} of them prose")
    assert size < MAX_BYTES
    assert len(json.dumps(descriptor).encode()) < MAX_BYTES


@pytest.mark.rule("descriptor.schema")
def test_the_schema_is_valid_and_plain() -> None:
    schema = tool_descriptor()["inputSchema"]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    for node in nodes(schema):
        assert not {"$ref", "$defs", "definitions"} & node.keys()
        assert "default" not in node


@pytest.mark.rule("descriptor.schema")
def test_one_variant_a_type() -> None:
    assert [variant["properties"]["type"]["const"] for variant in variants()] == TYPES


@pytest.mark.rule("descriptor.schema", "form.strict")
def test_every_object_is_strict() -> None:
    objects = [n for n in nodes(tool_descriptor()["inputSchema"]) if n.get("type") == "object"]
    assert all(node["additionalProperties"] is False for node in objects)
    assert len(objects) > len(TYPES)


@pytest.mark.rule("descriptor.schema")
def test_fields_carry_guidance() -> None:
    by_type = {variant["properties"]["type"]["const"]: variant for variant in variants()}
    assert all(variant["description"] for variant in by_type.values())
    for variant in by_type.values():
        for name in ("title", "description", "required"):
            assert variant["properties"][name]["description"]
    for kind in ("resource", "resources", "files"):
        card = by_type[kind]["properties"]["options"]["items"]["properties"]
        for name in ("uri", "name", "title", "description", "icons", "thumbnail"):
            assert card[name]["description"]


@pytest.mark.rule("descriptor.shape")
def test_callers_cannot_change_it_for_others() -> None:
    tool_descriptor()["inputSchema"]["properties"].clear()
    tool_descriptor()["annotations"].clear()
    assert tool_descriptor()["annotations"]
    assert tool_descriptor()["inputSchema"]["properties"]
