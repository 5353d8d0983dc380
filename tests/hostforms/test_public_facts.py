"""What the public `openai/mcp-extensions` project (README, spec, tests) says of forms, held true.

The inputs are ours; each test names the fact it holds.
"""

from typing import Any

import pytest

from formsapp.hostforms import UnsupportedForm, read_form, read_submission
from tests.hostforms.native import card, native, one, resource, resources

GEAR = {"uri": "parts://gears/12", "name": "gear-12", "title": "Gear, 12 teeth"}
NUT = {"uri": "parts://nuts/m4", "name": "nut-m4"}


def result(form: dict[str, Any], **posted: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    submission = read_submission(form, posted)
    return submission.content, submission.problems


def test_answers_keep_the_types_and_bounds_of_their_fields() -> None:
    form = native(
        label={"type": "string", "minLength": 1},
        pieces={"type": "integer", "minimum": 1},
        mirrored={"type": "boolean", "default": True},
        model=resource(GEAR),
    )
    form["requestedSchema"]["required"] = ["label", "pieces", "model"]
    content, problems = result(form, label=["rack"], pieces=["3"], model=["parts://gears/12"])
    assert problems == {}
    assert content == {
        "label": "rack",
        "pieces": 3,
        "mirrored": False,
        "model": "parts://gears/12",
    }
    _, problems = result(form, pieces=["0"], model=["parts://gears/13"])
    assert set(problems) == {"label", "pieces", "model"}


def test_a_uri_is_compared_as_it_is_written() -> None:
    form = one(**resource({"uri": "https://x.example", "name": "n"}))
    assert result(form, x=["https://x.example"]) == ({"x": "https://x.example"}, {})
    assert "x" in result(form, x=["https://x.example/"])[1]


def test_the_same_constraints_hold_for_suggested_and_typed_values() -> None:
    hints = [{"const": "m4", "title": "M4"}]
    form = one(type="string", minLength=2, maxLength=3, **{"x-openai-suggestions": hints})
    assert result(form, x=["m4", ""]) == ({"x": "m4"}, {})
    assert result(form, x=["m10"]) == ({"x": "m10"}, {})
    assert "x" in result(form, x=["m"])[1]


def test_a_list_takes_several_suggestions_and_custom_text() -> None:
    hints = [{"const": "oil", "title": "Oil"}, {"const": "wax", "title": "Wax"}]
    form = one(type="array", items={"type": "string", "x-openai-suggestions": hints})
    assert result(form, x=["oil", "wax", "soap"])[0] == {"x": ["oil", "wax", "soap"]}


@pytest.mark.parametrize("picker", [{"userOptions": {}}, {"selection": "implicit"}])
def test_user_options_and_implicit_selection_let_the_person_add(picker: dict[str, Any]) -> None:
    submission = read_submission(one(**resources(**picker)), {}, {"x": ["gear.stl"]})
    assert submission.problems == {}
    assert submission.content == {"x": ["file:///picked/gear.stl"]}


def test_a_directory_is_a_uri_as_a_file_is() -> None:
    form = one(**resource(userOptions={"kind": "directory"}))
    assert result(form, x=["file:///work/gears"]) == ({"x": "file:///work/gears"}, {})


@pytest.mark.parametrize("selection", ["explicit", "implicit"])
@pytest.mark.parametrize("chosen", [[], ["parts://gears/12"] * 2])
def test_lists_of_resources_keep_their_bounds(selection: str, chosen: list[str]) -> None:
    field = {**resources(GEAR, NUT, selection=selection), "minItems": 1, "uniqueItems": True}
    assert "x" in result(one(**field), x=chosen)[1]
    assert result(one(**field), x=["parts://nuts/m4"])[1] == {}


def test_what_is_left_of_an_implicit_list_is_the_answer() -> None:
    form = one(**resources(GEAR, NUT, selection="implicit"))
    assert [option.selected for option in read_form(form).fields[0].options] == [True, True]
    assert result(form, x=["parts://nuts/m4"])[0] == {"x": ["parts://nuts/m4"]}


def test_a_thumbnail_and_a_preview_may_go_together() -> None:
    meta = {
        "openai/thumbnail": {"src": "https://x.example/gear.png"},
        "openai/preview": {
            "target": {
                "type": "mcp_app_tool",
                "name": "parts.open",
                "arguments": {"part": {"teeth": 12}},
            }
        },
    }
    option = read_form(one(**resource({**GEAR, "_meta": meta}))).fields[0].options[0]
    assert option.look == "thumbnail"
    assert option.preview is not None
    assert option.preview.detail == '{"part": {"teeth": 12}}'


def test_a_default_may_be_an_option_beside_a_picker() -> None:
    form = one(**resource(GEAR, NUT, userOptions={"accept": [".stl"]}), default=GEAR["uri"])
    assert [option.selected for option in read_form(form).fields[0].options] == [True, False]


@pytest.mark.parametrize("accept", [None, ["stl"], [".stl", ".STL"]])
def test_tokens_of_accept_are_extensions_or_types(accept: Any) -> None:
    with pytest.raises(UnsupportedForm, match="accept"):
        read_form(one(**resource(card(), userOptions={"accept": accept})))
