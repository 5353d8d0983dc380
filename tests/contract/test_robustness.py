"""Anything a JSON reader can return gives a result or a refusal, whatever its depth or size.

The short run is part of every run. `FORMLEDGER_FUZZ=1` asks for a long one; a number for that many
examples.
"""

import json
import os
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formsapp.contract import (
    Form,
    InvalidArguments,
    InvalidResponse,
    compile_form,
    read_arguments,
    read_response,
    supports_native_form,
)
from tests.contract.compliance import count_example
from tests.contract.mutations import mutations
from tests.contract.strategies import answers, forms
from tests.contract.support import BASES, examples, expand, host_schema

Json = dict[str, Any]

_ASKED = int(os.environ.get("FORMLEDGER_FUZZ", "0"))
EXAMPLES = 300 if _ASKED == 0 else 50_000 if _ASKED == 1 else _ASKED

WORDS = [
    *("message", "questions", "id", "type", "title", "required", "description", "options"),
    *("minItems", "maxItems", "maxLength", "accept", "uri", "name", "icons", "thumbnail"),
    *("preview", "src", "mimeType", "action", "content", "text", "single_select", "multi_select"),
    *("resource", "resources", "files", "decline", "cancel", "x", "https://example.com/", "urn:x"),
    *("file:///x", "data:image/png;base64,QUJD", "\0", "\ud800", "\u202e", ""),
]
texts = st.sampled_from(WORDS) | st.text(st.characters(codec=None), max_size=6)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-2, 30)
    | st.integers()
    | st.floats()
    | texts
    | st.just(10**400)
)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=6),
    max_leaves=25,
)
questions = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["a", "b"]) | json_values,
        "type": st.sampled_from(["text", "resource", "files", "multi_select"]) | json_values,
        "title": st.just("T") | json_values,
        "required": st.booleans() | json_values,
        "options": st.lists(
            st.fixed_dictionaries(
                {},
                optional={
                    "uri": st.just("urn:x") | json_values,
                    "id": st.just("a") | json_values,
                    "name": st.just("n") | json_values,
                    "title": st.just("T") | json_values,
                    "thumbnail": st.just({"src": "https://example.com/"}) | json_values,
                    "icons": json_values,
                },
            )
            | json_values,
            max_size=3,
        ),
        "minItems": scalars,
        "maxItems": scalars,
        "accept": json_values,
    },
)
argument_values = (
    st.fixed_dictionaries(
        {"message": st.just("M") | json_values, "questions": st.lists(questions, max_size=3)}
    )
    | json_values
)


def check_arguments(arguments: object) -> Form | None:
    """A form that compiles, or a refusal that can be sent."""
    try:
        form = read_arguments(arguments)
    except InvalidArguments as error:
        check_refusal(error)
        return None
    native = compile_form(form)
    host_schema(native)
    json.dumps(native, ensure_ascii=False, allow_nan=False).encode()
    return form


def check_response(form: Form, response: object) -> None:
    """A defined result, or a refusal that can be sent."""
    try:
        result: Any = read_response(form, response)
    except InvalidResponse as error:
        check_refusal(error)
        return
    assert result in ({"action": "decline"}, {"action": "cancel"}) or (
        result.keys() == {"action", "content"} and result["action"] == "accept"
    )
    assert "\0" not in json.dumps(result, ensure_ascii=False).encode().decode()


def check_refusal(error: InvalidArguments | InvalidResponse) -> None:
    assert error.problems
    assert len(error.message) < 2000
    assert "\0" not in error.message
    error.message.encode()
    for problem in error.problems:
        f"{problem}".encode()


@pytest.mark.rule("robust")
@examples(EXAMPLES)
@given(argument_values)
def test_any_json_as_arguments(arguments: object) -> None:
    count_example("arbitrary values as arguments")
    check_arguments(arguments)


@pytest.mark.rule("robust")
@examples(EXAMPLES)
@given(st.sampled_from(sorted(BASES)), st.data())
def test_any_json_as_a_response(base: str, data: st.DataObject) -> None:
    form = read_arguments(expand(BASES[base]))
    content = st.dictionaries(st.just(form.questions[0].id) | texts, json_values, max_size=2)
    responses = st.fixed_dictionaries(
        {"action": st.just("accept") | json_values}, optional={"content": content | json_values}
    )
    response = data.draw(responses | json_values)
    count_example("arbitrary values as responses")
    check_response(form, response)


@pytest.mark.rule("robust")
@examples(max(EXAMPLES // 10, 30))
@given(st.data())
def test_legal_forms_with_arbitrary_values_inside(data: st.DataObject) -> None:
    arguments = data.draw(forms(max_questions=2))
    mutation = data.draw(st.sampled_from(mutations(arguments)))
    other = data.draw(json_values)
    count_example("forms with an arbitrary value inside")
    changed = type(mutation)(mutation.path, other, "", shape=False).apply(arguments)
    form = check_arguments(changed) or read_arguments(arguments)
    content = data.draw(answers(arguments)) | {form.questions[0].id: other}
    check_response(form, {"action": "accept", "content": content})


@pytest.mark.rule("robust")
@pytest.mark.parametrize("kind", ["list", "dict"])
@pytest.mark.parametrize("depth", [200, 5_000, 200_000])
def test_deep_nesting(kind: str, depth: int) -> None:
    deep: Any = "x"
    for _ in range(depth):
        deep = [deep] if kind == "list" else {"a": deep}
    question = {"id": "q", "type": "text", "title": "T", "required": False}
    form = read_arguments({"message": "M", "questions": [question]})
    places: list[Any] = [
        deep,
        {"message": deep, "questions": [question]},
        {"message": "M", "questions": deep},
        {"message": "M", "questions": [deep]},
        {"message": "M", "questions": [question], "more": deep},
        *({"message": "M", "questions": [question | {key: deep}]} for key in ("id", "type", "x")),
    ]
    for place in places:
        with pytest.raises(InvalidArguments) as caught:
            read_arguments(place)
        assert len(caught.value.message) < 2000
    for response in (deep, {"action": deep}, {"action": "accept", "content": deep}):
        with pytest.raises(InvalidResponse):
            read_response(form, response)
    with pytest.raises(InvalidResponse):
        read_response(form, {"action": "accept", "content": {"q": deep}})
    assert read_response(form, {"action": "cancel", "content": deep}) == {"action": "cancel"}
    assert supports_native_form({"openai/elicitation": deep}) is False


@pytest.mark.rule("robust")
@pytest.mark.parametrize(
    "number",
    [10**5000, -(10**5000), float("nan"), float("inf"), 1e308],
    ids=["huge", "huge negative", "NaN", "Infinity", "1e308"],
)
def test_enormous_numbers(number: float) -> None:
    for key in ("minItems", "maxItems", "id", "required", "accept"):
        question = {"id": "q", "type": "files", "title": "T", "required": False, key: number}
        with pytest.raises(InvalidArguments):
            read_arguments({"message": "M", "questions": [question]})


@pytest.mark.rule("robust")
@pytest.mark.parametrize(
    "option",
    [
        {"uri": "https://" + "a" * 8_000 + "@["},
        {"uri": "x:" + "%41" * 2_700 + "%"},
        {"uri": "https://example.com/?" + "a&" * 4_000 + "["},
        {"uri": "https://[" + ":" * 8_000 + "]/"},
        {"thumbnail": {"src": "https://example.com/?" + "a=1&" * 65_000 + "token=1"}},
        {"thumbnail": {"src": "https://example.com/?" + "%61&" * 65_000 + "token=1"}},
        {"thumbnail": {"src": "https://" + "a." * 130_000 + " "}},
        {"thumbnail": {"src": "https://" + "a@" * 130_000}},
        {"thumbnail": {"src": "https://example.com/#" + "?" * 262_000 + "sig="}},
        {"thumbnail": {"src": "data:image/png;base64," + "=" * 262_000}},
        {"title": " " * 500_000 + "a" + " " * 500_000 + "b"},
        {"title": "\u200b" * 1_000_000},
        {"title": "\u202e" * 1_000_000},
    ],
    ids=range(13),
)
def test_hostile_texts_are_refused_quickly(option: Json) -> None:
    card = {"uri": "urn:x", "name": "n", "title": "T", **option}
    question = {"id": "q", "type": "resource", "title": "T", "required": False, "options": [card]}
    start = time.perf_counter()
    with pytest.raises(InvalidArguments):
        read_arguments({"message": "M", "questions": [question]})
    assert time.perf_counter() - start < 2
