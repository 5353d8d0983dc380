"""Which native forms a host reads, rule by rule. Source: API.md, Native resource/file question."""

from typing import Any

import pytest

from formsapp.hostforms import Control, HostField, UnsupportedForm, read_form
from tests.hostforms.native import PNG, card, native, one, resource, resources

HTTPS_PNG = {"src": "https://x.example/a.png"}


def rule(name: str, *values: Any, id: str) -> Any:  # noqa: A002  pytest's own name
    return pytest.param(*values, marks=pytest.mark.rule(name), id=id)


def read(field: dict[str, Any]) -> HostField:
    return read_form(native(x=field)).fields[0]


def string(**more: Any) -> dict[str, Any]:
    return {"type": "string", **more}


def listed(**more: Any) -> dict[str, Any]:
    return {"type": "array", **more}


CHOICES = [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]

LEGAL = [
    rule("native.string", string(), Control.TEXT, id="string"),
    rule("native.string", string(minLength=1, maxLength=3), Control.TEXT, id="lengths"),
    rule("native.string", string(pattern="^[a-z]+$", default="a"), Control.TEXT, id="pattern"),
    rule("native.string", string(pattern="\\-"), Control.TEXT, id="pattern without u"),
    *(
        rule("native.string", string(format=name), Control.TEXT, id=f"format {name}")
        for name in ("email", "uri", "date", "date-time")
    ),
    rule("native.string", string(**{"x-openai-suggestions": CHOICES}), Control.TEXT, id="hints"),
    rule("native.choice", string(enum=["a", "b"]), Control.SINGLE_CHOICE, id="enum"),
    rule(
        "native.choice",
        string(enum=["a"], enumNames=["A"]),
        Control.SINGLE_CHOICE,
        id="named enum",
    ),
    rule("native.choice", string(oneOf=CHOICES), Control.SINGLE_CHOICE, id="oneOf"),
    rule("native.choice", string(oneOf=CHOICES, default="b"), Control.SINGLE_CHOICE, id="default"),
    rule("native.choice", {"type": "integer", "enum": [1]}, Control.SINGLE_CHOICE, id="numbers"),
    rule("native.choice", listed(items={"anyOf": CHOICES}), Control.MULTIPLE_CHOICE, id="anyOf"),
    rule(
        "native.choice",
        listed(items={"type": "string", "enum": ["a"]}, minItems=0, maxItems=1, uniqueItems=True),
        Control.MULTIPLE_CHOICE,
        id="enum list",
    ),
    rule("native.number", {"type": "number", "minimum": 0.5}, Control.NUMBER, id="number"),
    rule("native.number", {"type": "integer", "default": 3}, Control.NUMBER, id="integer"),
    rule("native.number", {"type": "boolean", "default": True}, Control.TOGGLE, id="boolean"),
    rule("native.list", listed(items=string(maxLength=9)), Control.STRING_LIST, id="list"),
    rule("native.resource", resource(card()), Control.SINGLE_RESOURCE, id="resource"),
    rule("native.resource", resources(card()), Control.MULTIPLE_RESOURCE, id="resources"),
    rule("native.resource", resource(), Control.SINGLE_RESOURCE, id="no options"),
    rule(
        "native.uris",
        resource(
            card(
                title="T",
                description="D",
                mimeType="text/plain",
                size=7,
                icons=[{**HTTPS_PNG, "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark"}],
                annotations={
                    "audience": ["user"],
                    "priority": 0.5,
                    "lastModified": "2026-01-12T15:00:58Z",
                },
                _meta={"anything": [1, {"at": "all"}]},
            )
        ),
        Control.SINGLE_RESOURCE,
        id="full resource",
    ),
    rule(
        "native.default",
        {**resource(card()), "default": "https://x.example/1"},
        Control.SINGLE_RESOURCE,
        id="offered default",
    ),
    rule(
        "native.default",
        {**resources(card(), card(2)), "default": ["https://x.example/2"]},
        Control.MULTIPLE_RESOURCE,
        id="offered defaults",
    ),
    rule(
        "native.implicit",
        resources(card(), selection="implicit"),
        Control.MULTIPLE_RESOURCE,
        id="implicit",
    ),
    rule(
        "native.implicit",
        resources(card(), selection="explicit"),
        Control.MULTIPLE_RESOURCE,
        id="explicit",
    ),
    rule(
        "native.alias",
        resources(card(), type="file"),
        Control.MULTIPLE_RESOURCE,
        id="file",
    ),
    rule(
        "native.limits",
        resources(*(card(n, title="T" * 900) for n in range(60))),
        Control.MULTIPLE_RESOURCE,
        id="60 options",
    ),
]

ILLEGAL = [
    rule("native.string", string(minLength=3, maxLength=1), id="crossed lengths"),
    rule("native.string", string(pattern="("), id="broken pattern"),
    rule("native.string", string(format="ipv4"), id="unknown format"),
    rule("native.string", string(format="date", default="tomorrow"), id="unfitting default"),
    rule("native.string", string(default=None), id="null default"),
    rule("native.choice", string(enum=[]), id="empty enum"),
    rule("native.choice", string(enum=["a"], enumNames=["A", "B"]), id="too many names"),
    rule("native.choice", string(oneOf=[*CHOICES, CHOICES[0]]), id="double choice"),
    rule("native.choice", string(oneOf=[{"const": "a"}]), id="untitled choice"),
    rule("native.choice", string(enum=["a"], default="b"), id="default not among choices"),
    rule("native.choice", listed(items={"enum": ["a", "a"]}), id="double enum"),
    rule("native.number", {"type": "integer", "minLength": 1}, id="length of a number"),
    rule("native.number", {"type": "number", "minimum": 2, "maximum": 1}, id="crossed bounds"),
    rule("native.number", {"type": "integer", "default": 1.5}, id="half an integer"),
    rule("native.number", {"type": "boolean", "default": "true"}, id="textual boolean"),
    rule("native.list", listed(), id="list of nothing"),
    rule("native.list", listed(items=string(), minItems=2, maxItems=1), id="crossed counts"),
    rule("native.list", listed(items={"type": "integer"}), id="list of numbers"),
    rule("native.resource", {**resource(card()), "format": "date"}, id="no URI format"),
    rule("native.resource", {**resources(card()), "items": string()}, id="items without format"),
    rule("native.resource", string(format="uri", **{"x-openai-input": None}), id="null input"),
    rule("native.resource", resource(card(), type="folder"), id="unknown type"),
    rule("native.resource", resource(card(), surprise=1), id="unknown key"),
    rule("native.scalar", {**resource(card()), "enum": ["https://x.example/1"]}, id="enum"),
    rule(
        "native.scalar",
        {**resource(card()), "oneOf": [{"const": "https://x.example/1", "title": "T"}]},
        id="oneOf",
    ),
    rule("native.scalar", {**resource(card()), "anyOf": CHOICES}, id="anyOf"),
    rule("native.scalar", resource(card(), selection="explicit"), id="selection"),
    rule("native.uris", resource(card(), card()), id="double URI"),
    rule("native.uris", resource({"uri": "no uri", "name": "n"}), id="no URI"),
    rule("native.uris", resource({"uri": "https://x.example/1"}), id="no name"),
    rule("native.default", {**resource(card()), "default": "https://x.example/2"}, id="foreign"),
    rule(
        "native.default",
        {**resources(card(), userOptions={}), "default": ["file:///home/ada/a"]},
        id="default of the person's",
    ),
    rule("native.implicit", resource(card(), selection="implicit"), id="implicit scalar"),
    rule(
        "native.implicit",
        {**resources(card(), selection="implicit"), "default": ["https://x.example/1"]},
        id="implicit with default",
    ),
    rule("native.userOptions", resource(card(), userOptions={"kind": "disk"}), id="kind"),
    rule("native.userOptions", resource(card(), userOptions={"accept": ["text"]}), id="accept"),
    rule(
        "native.userOptions",
        resource(card(), userOptions={"accept": [".a", ".A"]}),
        id="double accept",
    ),
    rule("native.unsupported", {"type": "object"}, id="object"),
    rule("native.unsupported", string(surprise=1), id="unknown key of a field"),
]


@pytest.mark.parametrize(("field", "control"), LEGAL)
def test_what_a_host_shows(field: dict[str, Any], control: Control) -> None:
    assert read(field).control == control


@pytest.mark.parametrize("field", ILLEGAL)
@pytest.mark.rule("native.unsupported")
def test_what_no_host_shows_not_even_in_part(field: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedForm, match="x"):
        read_form(native(good={"type": "string"}, x=field))


@pytest.mark.rule("native.form")
@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        {"type": "object"},
        {"type": "array", "properties": {}},
        {"type": "object", "properties": {}, "required": ["unknown"]},
        {"type": "object", "properties": {}, "patternProperties": {}},
        {"type": "object", "properties": {}, "additionalProperties": True},
    ],
)
def test_what_is_no_form(schema: Any) -> None:
    with pytest.raises(UnsupportedForm):
        read_form({"message": "A form", "requestedSchema": schema})


@pytest.mark.rule("native.form")
def test_a_form_may_name_its_dialect() -> None:
    form = one(type="string")
    form["requestedSchema"]["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    assert len(read_form(form).fields) == 1


@pytest.mark.rule("native.limits")
def test_more_questions_than_the_tool_takes() -> None:
    form = native(**{f"q{n}": {"type": "string", "title": "T" * 200} for n in range(40)})
    assert len(read_form(form).fields) == 40


@pytest.mark.rule("native.implicit")
def test_everything_implicit_is_chosen_at_first_and_the_person_may_add() -> None:
    field = read(resources(card(), card(2), selection="implicit"))
    assert [option.selected for option in field.options] == [True, True]
    assert field.implicit
    assert field.takes_files


@pytest.mark.rule("native.implicit")
def test_omitted_selection_is_explicit() -> None:
    field = read(resources(card()))
    assert not field.implicit
    assert not field.options[0].selected


@pytest.mark.rule("native.default")
def test_defaults_show_until_there_is_an_answer() -> None:
    form = one(**resources(card(), card(2)), default=["https://x.example/2"])
    before, after = read_form(form), read_form(form, {})
    assert [option.selected for option in before.fields[0].options] == [False, True]
    assert [option.selected for option in after.fields[0].options] == [False, False]


@pytest.mark.rule("native.userOptions")
@pytest.mark.parametrize(
    ("options", "directory", "accept"),
    [
        ({}, False, ()),
        ({"kind": "file", "accept": [".pdf", "image/*"]}, False, (".pdf", "image/*")),
        ({"kind": "directory"}, True, ()),
    ],
)
def test_what_the_person_may_add(
    options: dict[str, Any], directory: bool, accept: tuple[str, ...]
) -> None:
    field = read(resource(userOptions=options))
    assert (field.takes_files, field.takes_directory, field.accept) == (True, directory, accept)


@pytest.mark.rule("native.alias")
def test_a_choice_may_have_its_picture_under_the_older_name() -> None:
    field = read(string(oneOf=[{"const": "a", "title": "A", "x-openai-preview": HTTPS_PNG}]))
    assert field.options[0].look == "thumbnail"


@pytest.mark.rule("native.alias")
def test_the_newer_name_of_a_picture_wins() -> None:
    meta = {
        "openai/preview": {"src": "https://x.example/old.png"},
        "openai/thumbnail": {"src": PNG},
    }
    shown = read(resource(card(_meta=meta))).options[0].thumbnail
    assert shown is not None
    assert shown.src == PNG


@pytest.mark.rule("native.string")
def test_a_reason_reads_as_a_sentence() -> None:
    with pytest.raises(UnsupportedForm) as refusal:
        read(string(minLength=3, maxLength=1))
    assert str(refusal.value) == "properties.x: Form field has inconsistent bounds"
