from typing import Any

import pytest
from django.template.loader import render_to_string

from formsapp.authoring.gallery import GalleryForm, gallery_form, gallery_forms
from formsapp.contract import compile_form, read_arguments
from formsapp.hostforms import Control, HostForm, UnsupportedForm, read_form

PNG = "data:image/png;base64,iVBORw0KGgo="


def native(**properties: Any) -> dict[str, Any]:
    return {"message": "A form", "requestedSchema": {"type": "object", "properties": properties}}


def resource(*options: dict[str, Any], **more: Any) -> dict[str, Any]:
    picker = {"type": "resource", "options": list(options), **more}
    return {"type": "string", "format": "uri", "x-openai-input": picker}


def sample(slug: str, answer: dict[str, Any] | None = None) -> HostForm:
    form = gallery_form(slug)
    assert form is not None
    return read_form(compile_form(read_arguments(form.arguments)), answer)


def test_each_question_type_has_its_control() -> None:
    assert [field.control for field in sample("all-types").fields] == [
        Control.TEXT,
        Control.SINGLE_CHOICE,
        Control.MULTIPLE_CHOICE,
        Control.SINGLE_RESOURCE,
        Control.MULTIPLE_RESOURCE,
        Control.MULTIPLE_RESOURCE,
    ]


@pytest.mark.parametrize(
    ("field", "control"),
    [
        ({"type": "boolean"}, Control.TOGGLE),
        ({"type": "integer"}, Control.NUMBER),
        ({"type": "string", "enum": ["a", "b"]}, Control.SINGLE_CHOICE),
        ({"type": "array", "items": {"type": "string", "enum": ["a"]}}, Control.MULTIPLE_CHOICE),
        ({"type": "array", "items": {"type": "string"}}, Control.STRING_LIST),
    ],
)
def test_the_wider_protocol_is_read_too(field: dict[str, Any], control: Control) -> None:
    assert read_form(native(x=field)).fields[0].control == control


def test_required_comes_from_the_form() -> None:
    form = native(a={"type": "string"}, b={"type": "string"})
    form["requestedSchema"]["required"] = ["b"]
    assert [field.required for field in read_form(form).fields] == [False, True]


def test_a_card_has_thumbnail_icon_or_neither() -> None:
    options = sample("report-template").fields[0].options
    looks = [option.look for option in options]
    assert looks == ["thumbnail"] * 4 + ["icon", "plain"]


def test_the_legacy_preview_is_a_thumbnail_where_it_is_an_icon() -> None:
    options = [
        {"uri": "https://x.example/1", "name": "n", "_meta": {"openai/preview": {"src": PNG}}},
        {
            "uri": "https://x.example/2",
            "name": "n",
            "_meta": {"openai/preview": {"type": "mcp_app_tool", "name": "open"}},
        },
    ]
    field = read_form(native(x=resource(*options))).fields[0]
    assert [option.look for option in field.options] == ["thumbnail", "plain"]


def test_a_title_falls_back_to_the_name() -> None:
    field = read_form(native(x=resource({"uri": "https://x.example/1", "name": "n"}))).fields[0]
    assert field.options[0].title == "n"
    assert field.title == "x"


@pytest.mark.parametrize(
    "source",
    [
        "javascript:alert(1)",
        "http://x.example/a.png",
        "file:///a.png",
        "data:image/svg+xml;base64,AAAA",
        "//x.example/a.png",
        "https://",
        "https://[bad",
    ],
)
def test_a_source_no_page_may_load_is_no_picture(source: str) -> None:
    option = {"uri": "https://x.example/1", "name": "n", "icons": [{"src": source}]}
    assert read_form(native(x=resource(option))).fields[0].options[0].look == "plain"


def test_answers_are_filled_in() -> None:
    form = sample(
        "all-types",
        {
            "goal": "Meet",
            "place": "city",
            "activities": ["hike"],
            "attachments": ["file:///home/ada/my%20notes.md"],
        },
    )
    goal, place, activities, agenda, _, attachments = form.fields
    assert goal.text == "Meet"
    assert [option.value for option in place.options if option.selected] == ["city"]
    assert [option.value for option in activities.options if option.selected] == ["hike"]
    assert not any(option.selected for option in agenda.options)
    assert [file.name for file in attachments.added] == ["my notes.md"]


@pytest.mark.parametrize(
    ("field", "answer", "selected"),
    [
        ({"type": "integer", "enum": [1, 2]}, 2, ["2"]),
        ({"type": "boolean", "enum": [True, False]}, False, ["false"]),
        ({"type": "string", "enum": ["a", "b"]}, "gone", []),
    ],
)
def test_answers_that_are_no_strings_select_too(
    field: dict[str, Any], answer: Any, selected: list[str]
) -> None:
    options = read_form(native(x=field), {"x": answer}).fields[0].options
    assert [option.value for option in options if option.selected] == selected


def test_an_added_file_whose_address_is_broken_is_shown_as_it_is() -> None:
    files = {
        "type": "array",
        "items": {"type": "string", "format": "uri"},
        "x-openai-input": {"type": "file", "options": [], "userOptions": {}},
    }
    field = read_form(native(x=files), {"x": ["file://[x/y"]}).fields[0]
    assert [file.name for file in field.added] == ["file://[x/y"]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"message": "x", "requestedSchema": None},
        native(x={"type": "object"}),
        native(good={"type": "string"}, bad={"type": "string", "surprise": 1}),
        {**native(x={"type": "string"}), "message": ["no", "text"]},
    ],
)
def test_one_unsupported_field_makes_the_form_unsupported(form: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedForm):
        read_form(form)


def test_a_refusal_names_the_field_and_no_value() -> None:
    with pytest.raises(UnsupportedForm, match="bad") as refusal:
        read_form(native(bad={"type": "string", "default": ["hush-hush"]}))
    assert "hush-hush" not in str(refusal.value)


def render(form: HostForm) -> str:
    return render_to_string("hostforms/form.html", {"form": form})


@pytest.mark.parametrize("form", gallery_forms(), ids=lambda form: form.slug)
def test_every_sample_can_be_drawn(form: GalleryForm) -> None:
    page = render(sample(form.slug))
    assert form.arguments["message"] in page


def test_nothing_an_agent_writes_becomes_markup() -> None:
    trick = '<script>alert(1)</script>"onload="x'
    option = {"uri": "https://x.example/1", "name": trick, "title": trick}
    form = native(x={**resource(option), "title": trick, "description": trick})
    page = render(read_form({**form, "message": trick}))
    assert "<script" not in page
    assert '"onload' not in page


def test_pictures_are_loaded_late_and_without_a_referrer() -> None:
    page = render(sample("report-template"))
    assert page.count("<img") == page.count('loading="lazy" referrerpolicy="no-referrer"') > 0


def test_single_choice_has_radios_and_multiple_checkboxes() -> None:
    page = render(sample("weekly-report", {"audience": "team", "sections": ["risks", "next"]}))
    assert page.count('type="radio"') == 3
    assert page.count('type="checkbox"') == 5 + 3
    assert page.count(" checked") == 3


@pytest.mark.parametrize("form", gallery_forms(), ids=lambda form: form.slug)
def test_nothing_is_selected_before_there_is_an_answer(form: GalleryForm) -> None:
    assert "disabled checked" not in render(sample(form.slug))


def test_a_source_no_page_may_load_never_reaches_the_page() -> None:
    bad = {"src": "javascript:alert(1)"}
    option = {"uri": "https://x.example/1", "name": "n", "icons": [bad]}
    page = render(read_form(native(x=resource({**option, "_meta": {"openai/thumbnail": bad}}))))
    assert "javascript" not in page
    assert "<img" not in page


def test_one_picture_gives_all_choices_the_picture_layout() -> None:
    choices = [
        {
            "const": "a",
            "title": "A",
            "description": "Not drawn",
            "x-openai-thumbnail": {"src": PNG},
        },
        {"const": "b", "title": "B"},
    ]
    page = render(read_form(native(x={"type": "string", "oneOf": choices})))
    assert page.count('class="hf-card ') == 2
    assert page.count('type="radio"') == 2
    assert "Not drawn" not in page


def test_a_field_of_any_name_is_labelled() -> None:
    page = render(read_form(native(**{'any "name"': {"type": "string", "title": "T"}})))
    assert 'id="hf-field-1"' in page
    assert 'for="hf-field-1"' in page
