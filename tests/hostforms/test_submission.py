"""What a post becomes: the host's answer, or what is wrong beside each field."""

from typing import Any

import pytest

from formsapp.hostforms import read_submission
from tests.hostforms.native import card, native, one, resource, resources

URI = "https://x.example/1"
HINTS = {"x-openai-suggestions": [{"const": "a", "title": "An a"}]}


def submit(
    field: dict[str, Any], *values: str, files: list[str] | None = None, required: bool = False
) -> tuple[dict[str, Any], str]:
    form = native(x=field)
    form["requestedSchema"]["required"] = ["x"] if required else []
    submission = read_submission(form, {"x": list(values)}, {"x": files or []})
    return submission.content, submission.problems.get("x", "")


def listed(**more: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string", **more}}


@pytest.mark.rule("host.keys")
@pytest.mark.parametrize(
    ("field", "content"),
    [
        ({"type": "string"}, {}),
        ({"type": "integer"}, {}),
        ({"type": "string", "enum": ["a"]}, {}),
        (resource(card()), {}),
        ({"type": "boolean"}, {"x": False}),
        (listed(), {"x": []}),
        (resources(card()), {"x": []}),
        ({"type": "string", "default": "kept only where it is posted"}, {}),
    ],
    ids=str,
)
def test_what_is_skipped(field: dict[str, Any], content: dict[str, Any]) -> None:
    assert submit(field) == (content, "")


@pytest.mark.rule("host.types")
@pytest.mark.parametrize(
    ("field", "values", "value"),
    [
        ({"type": "string"}, ["two\r\nlines"], "two\nlines"),
        ({"type": "string"}, ["0"], "0"),
        ({"type": "integer"}, [" 7 "], 7),
        ({"type": "number"}, ["7.5"], 7.5),
        ({"type": "number"}, ["-1e3"], -1000.0),
        ({"type": "integer"}, ["-2.0"], -2),
        ({"type": "integer"}, ["9007199254740993"], 9007199254740993),
        ({"type": "boolean"}, ["true"], True),
        ({"type": "integer", "enum": [1, 2]}, ["2"], 2),
        ({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}, ["a"], "a"),
        (listed(), ["a\r\n\r\n b "], ["a", " b "]),
        (listed(enum=["a", "b"]), ["a", "b"], ["a", "b"]),
        ({"type": "string", **HINTS}, ["a", ""], "a"),
        ({"type": "string", **HINTS}, ["a", "typed"], "typed"),
        (listed(**HINTS), ["a", "b\r\nc"], ["a", "b", "c"]),
        (resource(card()), [URI], URI),
        (resources(card(), card(2)), [URI], [URI]),
    ],
    ids=str,
)
def test_what_is_sent(field: dict[str, Any], values: list[str], value: Any) -> None:
    assert submit(field, *values) == ({"x": value}, "")


@pytest.mark.rule("host.offered")
def test_only_what_is_offered() -> None:
    assert submit(resource(card()), "https://x.example/2")[1]
    assert submit(resource(card()), files=["a.txt"])[1]


@pytest.mark.rule("host.offered")
def test_what_the_person_added_by_its_name() -> None:
    field = resources(card(), userOptions={})
    content, problem = submit(field, URI, files=["my notes.md", "C:\\fakepath\\a.txt", ""])
    assert problem == ""
    assert content["x"] == [URI, "file:///picked/my%20notes.md", "file:///picked/a.txt"]
    assert submit(field, *content["x"]) == (content, "")


@pytest.mark.rule("host.offered")
@pytest.mark.parametrize(
    ("accept", "file", "fits"),
    [
        ([".pdf"], "a.PDF", True),
        ([".PDF"], "a.pdf", True),
        (["image/*"], "a.png", True),
        (["application/pdf"], "a.pdf", True),
        ([".pdf"], "a.txt", False),
        (["image/*"], "a.pdf", False),
        (["image/*"], "unknown", False),
    ],
)
def test_the_filter_of_the_picker(accept: list[str], file: str, fits: bool) -> None:
    field = resources(card(), userOptions={"accept": accept})
    content, problem = submit(field, URI, files=[file])
    assert (problem == "") == fits
    assert content["x"] == [URI, f"file:///picked/{file}"]
    assert fits or problem == f"This takes {accept[0]} only."


@pytest.mark.rule("host.offered")
@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/home/ada/my reports", "file:///home/ada/my%20reports"),
        ("C:\\Users\\ada", "file:///C:/Users/ada"),
        ("reports", "file:///picked/reports"),
    ],
)
def test_a_folder_by_its_path(path: str, uri: str) -> None:
    field = resource(userOptions={"kind": "directory", "accept": [".pdf"]})
    assert submit(field, files=[path]) == ({"x": uri}, "")


@pytest.mark.rule("host.offered")
def test_one_file_where_one_is_taken() -> None:
    content, problem = submit(resource(userOptions={}), files=["a.txt"])
    assert (content, problem) == ({"x": "file:///picked/a.txt"}, "")


@pytest.mark.rule("host.bounds")
@pytest.mark.parametrize(
    ("field", "values", "problem"),
    [
        ({"type": "integer"}, "1.5", "a whole number"),
        ({"type": "number"}, "much", "a number"),
        ({"type": "number"}, "nan", "a number"),
        ({"type": "number"}, "1e999", "a number"),
        ({"type": "number"}, "1_000", "a number"),
        ({"type": "integer"}, "١", "a whole number"),
        ({"type": "integer", "minimum": 2, "maximum": 4}, "5", "from 2 to 4"),
        ({"type": "integer", "minimum": 2}, "1", "at least 2"),
        ({"type": "string", "minLength": 3}, "ab", "at least 3 characters"),
        ({"type": "string", "maxLength": 1}, "ab", "at most 1 character"),
        ({"type": "string", "format": "email"}, "ada", "e-mail"),
        ({"type": "string", "format": "uri"}, "not one", "absolute"),
        ({"type": "string", "format": "date"}, "2026-02-30", "date"),
        ({"type": "string", "format": "date-time"}, "2026-02-03", "zone"),
        ({"type": "string", "pattern": "^[a-z]+$"}, "A", "pattern ^[a-z]+$"),
        ({"type": "string", "pattern": "^\\p{Lu}$"}, "a", "pattern"),
        ({"type": "string", "enum": ["a"]}, "b", "not one of"),
        ({**listed(), "minItems": 2}, "a", "at least 2"),
        ({**listed(), "maxItems": 1}, "a\nb", "at most 1"),
        ({**listed(), "uniqueItems": True}, "a\na", "differ"),
        (listed(pattern="^a"), "b", "pattern ^a"),
        (listed(enum=["a"]), "b", "not one of"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_kept_and_explained(
    field: dict[str, Any], values: str, problem: str
) -> None:
    content, said = submit(field, values)
    assert problem in said
    assert content["x"] in (values, values.split("\n")) or str(content["x"]) == values


@pytest.mark.rule("host.bounds")
@pytest.mark.parametrize(
    "field", [{"type": "string"}, {"type": "integer"}, listed(), resource(card())], ids=str
)
def test_required_questions_need_an_answer(field: dict[str, Any]) -> None:
    assert submit(field, required=True)[1] == "This question needs an answer."


@pytest.mark.rule("host.bounds")
@pytest.mark.parametrize("text", ["é", "É"])
def test_patterns_are_of_ecma_262(text: str) -> None:
    assert submit({"type": "string", "pattern": "^\\p{L}$"}, text)[1] == ""


@pytest.mark.rule("host.keys")
def test_what_no_field_asked_is_not_sent() -> None:
    submission = read_submission(one(type="string"), {"x": ["a"], "y": ["b"]})
    assert submission.result == {"action": "accept", "content": {"x": "a"}}


def test_a_toggle_that_must_be_answered_may_be_off() -> None:
    assert submit({"type": "boolean"}, required=True) == ({"x": False}, "")
