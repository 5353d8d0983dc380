"""What refusals say: enough to mend the call, nothing that must stay out of a text."""

import json
from typing import Any

import pytest

from formsapp.contract import (
    InvalidArguments,
    InvalidResponse,
    Problem,
    read_arguments,
    read_response,
)
from tests.contract.support import BASES, expand

Json = dict[str, Any]
SECRET = "hunter2-s3cr3t"


def refused(arguments: object) -> InvalidArguments:
    with pytest.raises(InvalidArguments) as caught:
        read_arguments(arguments)
    return caught.value


def resource_form(**option: object) -> Json:
    card = {"uri": "https://example.com/a", "name": "a", "title": "A", **option}
    question = {"id": "q", "type": "resource", "title": "Q", "required": False, "options": [card]}
    return {"message": "M", "questions": [question]}


def worst_form() -> Json:
    """Every card of every question breaks every rule it can, with long names all over."""
    image = {"src": "https://u:p@example.com/?token=1", "mimeType": "x" * 101, "y" * 30: 1}
    card = {
        "uri": "https://example.com/?access_token=1",
        "name": "\u202e",
        "title": "\u2066",
        "description": "x" * 1001,
        "mimeType": "\0",
        "icons": [image] * 3,
        "thumbnail": image,
        "z" * 30: 1,
    }
    question = {"type": "files", "options": [card] * 25, "minItems": 99, "x" * 30: 1}
    return {"message": "m" * 81, "questions": [question] * 13, "w" * 30: 1}


@pytest.mark.rule("refusal.paths")
def test_every_problem_is_named_at_once() -> None:
    error = refused({"message": "", "extra": 1, "questions": [{"id": "1", "type": "text"}, 7]})
    assert [problem.path for problem in error.problems] == [
        "extra",
        "message",
        "questions[0].id",
        "questions[0].title",
        "questions[0].required",
        "questions[1]",
    ]
    assert "6 problems" in error.message
    assert str(error) == error.message
    for problem in error.problems:
        assert f"- {problem.path}: {problem.message}" in error.message


@pytest.mark.rule("refusal.paths")
def test_ten_problems_and_a_count() -> None:
    questions = [{"id": f"q{n}", "type": "text", "title": "T"} for n in range(12)]
    error = refused({"message": "M", "questions": questions})
    lines = error.message.splitlines()
    assert len(error.problems) == 12
    assert "12 problems" in lines[0]
    assert lines[1] == "- questions[0].required: is missing"
    assert lines[10] == "- questions[9].required: is missing"
    assert lines[11:] == ["- and 2 more."]


@pytest.mark.rule("refusal.silent")
def test_the_worst_form_still_fits() -> None:
    error = refused(worst_form())
    assert len(error.problems) == 100
    assert len(error.message) < 2000
    assert len(error.message.splitlines()) == 12
    assert error.message.endswith(" more.")


@pytest.mark.rule("refusal.silent")
def test_many_unknown_properties_are_counted() -> None:
    error = refused({f"{'k' * 25}{n:05}": n for n in range(20_000)})
    assert "20,002 problems" in error.message
    assert len(error.problems) <= 100
    assert len(error.message) < 2000


@pytest.mark.rule("refusal.silent")
@pytest.mark.parametrize(
    "option",
    [
        {"uri": f"https://example.com/?token={SECRET}"},
        {"uri": f"https://me:{SECRET}@example.com/"},
        {"uri": f"javascript:{SECRET}"},
        {"uri": f"https://example.com/a b{SECRET}"},
        {"uri": f"{SECRET} no uri"},
        {"thumbnail": {"src": f"https://example.com/?X-Amz-Signature={SECRET}"}},
        {"thumbnail": {"src": f"https://me:{SECRET}@example.com/"}},
        {"thumbnail": {"src": f"data:image/svg+xml;base64,{SECRET}"}},
        {"thumbnail": {"src": f"data:image/png;base64,{SECRET}"}},
        {"thumbnail": {"src": f"http://example.com/{SECRET}"}},
        {"thumbnail": f"data:image/png;base64,{SECRET}"},
        {"icons": f"data:image/png;base64,{SECRET}"},
        {"mimeType": SECRET * 10},
        {"name": f"\u202e{SECRET}"},
        {SECRET: 1},
        {f"data:image/png;base64,{SECRET}": 1},
        {f"https://example.com/?token={SECRET}": 1},
    ],
)
def test_values_are_not_repeated(option: Json) -> None:
    error = refused(resource_form(**option))
    said = error.message + "".join(problem.path + problem.message for problem in error.problems)
    assert SECRET not in said
    assert "base64,SEC" not in said


@pytest.mark.rule("refusal.silent")
@pytest.mark.parametrize("key", ["AKIAIOSFODNN7EXAMPLE", "abcdefgh123", "k" * 40, "a b", "é"])
def test_names_that_may_be_secrets_are_not_repeated(key: str) -> None:
    error = refused(resource_form(**{key: 1}))
    assert [problem.path for problem in error.problems] == ["questions[0].options[0]"]
    assert key not in error.message


@pytest.mark.rule("refusal.silent")
@pytest.mark.parametrize("base", ["text", "multi_select", "resource", "files"])
@pytest.mark.parametrize("wrong", [f"{SECRET}\0", [SECRET], [f"file:///{SECRET}?x"], {SECRET: 1}])
def test_answers_are_not_repeated(base: str, wrong: object) -> None:
    form = read_arguments(expand(BASES[base]))
    content = {form.questions[0].id: wrong, f"{SECRET}": SECRET}
    with pytest.raises(InvalidResponse) as caught:
        read_response(form, {"action": "accept", "content": content})
    assert SECRET not in caught.value.message
    assert all(SECRET not in f"{p.path}{p.message}" for p in caught.value.problems)
    with pytest.raises(InvalidResponse) as caught:
        read_response(form, {"action": SECRET})
    assert SECRET not in caught.value.message


@pytest.mark.rule("refusal.paths")
@pytest.mark.parametrize(
    ("changed", "advice"),
    [
        ({"uri": "https://example.com/a b"}, "percent-encode it (a space is %20)"),
        ({"uri": "https://example.com/100%"}, "%25"),
        ({"uri": "example.com/a"}, "such as https://host/path"),
        ({"uri": "https:///a"}, "needs a host: https://host/path"),
        ({"uri": "https://example.com/?sig=1"}, "credential-like parameter (sig)"),
        ({"uri": "https://u@example.com/"}, "remove it"),
        ({"thumbnail": {"src": "http://example.com/a.png"}}, "must be an https:// URL"),
        ({"thumbnail": {"src": "data:image/svg+xml,x"}}, "image/png, jpeg, jpg, gif, webp or avif"),
        ({"hoverTitle": "x"}, "use only uri, name, title, description, mimeType, icons, thumbnail"),
        ({"title": None}, "must be a string, not null"),
        ({"title": "x" * 501}, "has 501 characters after trimming; at most 500"),
        ({"title": "a\u202eb"}, "U+202A-202E"),
        ({"icons": [{"src": "https://example.com/"}] * 3}, "has 3 items; must have 0 to 2"),
    ],
)
def test_messages_say_how_to_mend(changed: Json, advice: str) -> None:
    assert advice in refused(resource_form(**changed)).message


@pytest.mark.rule("refusal.paths")
def test_a_type_error_lists_the_types() -> None:
    question = {"id": "q", "type": "date", "title": "T", "required": False}
    message = refused({"message": "M", "questions": [question]}).message
    assert "text, single_select, multi_select, resource, resources, files" in message


@pytest.mark.rule("refusal.paths")
def test_problems_and_errors_are_plain_values() -> None:
    problem = Problem("questions[0].id", "is missing")
    assert str(problem) == "questions[0].id: is missing"
    error = InvalidArguments((problem,))
    assert isinstance(error, ValueError)
    assert error.problems == (problem,)
    assert "1 problem:" in error.message
    assert "questions[0].id: is missing" in json.dumps(error.message)
