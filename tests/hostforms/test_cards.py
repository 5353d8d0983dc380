"""How fields and cards are drawn, rule by rule."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from formsapp.hostforms import read_form
from tests.hostforms.native import PNG, card, native, one, resource, resources

LIGHT, DARK, SMALL = (f"https://x.example/{name}.png" for name in ("light", "dark", "small"))


def draw(form: dict[str, Any], **answer: Any) -> str:
    read = read_form(form, answer or None)
    return render_to_string("hostforms/form.html", {"form": read, "answerable": True})


def drawn_card(**more: Any) -> str:
    return draw(native(x=resource(card(**more))))


def sources(page: str) -> list[str]:
    return re.findall(r'<img class="([a-z-]+)[^"]*" src="([^"]+)"', page)


def iconed(*icons: dict[str, Any]) -> list[str]:
    return [src for _, src in sources(drawn_card(icons=list(icons)))]


@pytest.mark.rule("card.look")
@pytest.mark.parametrize(
    ("meta", "icons", "pictures"),
    [
        (
            {"openai/thumbnail": {"src": LIGHT}, "openai/preview": {"src": DARK}},
            [],
            [("hf-thumbnail", LIGHT)],
        ),
        ({"openai/preview": {"src": DARK}}, [{"src": SMALL}], [("hf-thumbnail", DARK)]),
        ({}, [{"src": SMALL}], [("hf-icon", SMALL)]),
        ({"openai/thumbnail": {"src": "http://x.example/plain.png"}}, [], []),
        ({}, [], []),
    ],
    ids=["thumbnail first", "legacy preview next", "icon next", "no picture", "nothing"],
)
def test_which_picture_a_card_has(
    meta: dict[str, Any], icons: list[dict[str, Any]], pictures: list[tuple[str, str]]
) -> None:
    page = drawn_card(_meta=meta, icons=icons)
    assert [found for found in sources(page) if found[0] != "hf-strip-icon"] == pictures
    assert 'class="hf-fallback"' in page


@pytest.mark.rule("card.strip")
def test_the_strip_has_icon_and_title_and_the_title_is_below_too() -> None:
    page = drawn_card(
        title="Shown", icons=[{"src": SMALL}], _meta={"openai/thumbnail": {"src": LIGHT}}
    )
    strip = page.partition('class="hf-strip"')[2].partition('class="hf-caption"')
    assert SMALL in strip[0]
    assert "Shown" in strip[0]
    assert "Shown" in strip[2]


@pytest.mark.rule("card.strip")
def test_no_strip_without_a_thumbnail() -> None:
    assert "hf-strip" not in drawn_card(icons=[{"src": SMALL}])


@pytest.mark.rule("card.title")
@pytest.mark.parametrize(("more", "title"), [({}, "n1"), ({"title": "Long " * 50}, "Long " * 50)])
def test_the_whole_title_stays_reachable(more: dict[str, Any], title: str) -> None:
    page = drawn_card(**more)
    assert f'title="{title}">{title}</span>' in page


@pytest.mark.rule("card.icon")
@pytest.mark.parametrize(
    ("icons", "drawn"),
    [
        ([{"src": SMALL, "sizes": ["16x16"]}, {"src": LIGHT, "sizes": ["64x64"]}], [LIGHT]),
        ([{"src": SMALL, "sizes": ["512x512"]}, {"src": LIGHT, "sizes": ["64x64"]}], [LIGHT]),
        ([{"src": SMALL, "sizes": ["64x64"]}, {"src": LIGHT, "sizes": ["any"]}], [LIGHT]),
        ([{"src": SMALL, "sizes": ["16x16"]}, {"src": LIGHT, "sizes": ["48x48"]}], [LIGHT]),
        ([{"src": DARK, "theme": "dark"}, {"src": LIGHT, "theme": "light"}], [LIGHT, DARK]),
        ([{"src": DARK, "theme": "dark"}, {"src": SMALL}], [SMALL, DARK]),
        ([{"src": DARK, "theme": "dark"}], [DARK]),
        ([{"src": "javascript:alert(1)"}, {"src": SMALL}], [SMALL]),
    ],
)
def test_which_icon_a_card_has(icons: list[dict[str, Any]], drawn: list[str]) -> None:
    assert iconed(*icons) == drawn


@pytest.mark.rule("card.quiet")
def test_what_a_card_does_not_say() -> None:
    page = drawn_card(
        description="hush-description",
        annotations={"audience": ["user"], "priority": 0.123},
        mimeType="application/x-hush",
        size=4711,
        _meta={"hush/key": "hush-value"},
    )
    assert not re.search(r"hush|0\.123|4711", page)


@pytest.mark.rule("card.preview")
@pytest.mark.parametrize(
    ("meta", "opens"),
    [
        (
            {"openai/preview": {"type": "resource_link", "uri": "ui://a", "name": "one"}},
            ("one", "ui://a"),
        ),
        (
            {
                "openai/preview": {
                    "target": {"type": "mcp_app_tool", "name": "two", "arguments": {"id": 7}}
                },
                "openai/target": {"type": "mcp_app_tool", "name": "three"},
            },
            ("two", "{&quot;id&quot;: 7}"),
        ),
        (
            {
                "openai/preview": {"src": PNG},
                "openai/target": {"type": "resource_link", "uri": "ui://b", "name": "three"},
            },
            ("three", "ui://b"),
        ),
        (
            {
                "openai/target": {
                    "type": "resource_link",
                    "uri": "ui://c",
                    "name": "n",
                    "title": "four",
                }
            },
            ("four", "ui://c"),
        ),
    ],
)
def test_what_a_preview_would_open(meta: dict[str, Any], opens: tuple[str, str]) -> None:
    page = drawn_card(_meta=meta)
    shown = page.partition('class="hf-preview"')[2]
    assert all(part in shown for part in opens)


@pytest.mark.rule("card.preview")
@pytest.mark.parametrize("target", [None, "ui://a", {"type": "web"}, {"type": "mcp_app_tool"}, []])
def test_no_preview_without_a_target(target: Any) -> None:
    assert "hf-preview" not in drawn_card(_meta={"openai/target": target})


@pytest.mark.rule("show.controls")
@pytest.mark.parametrize(
    ("field", "control"),
    [
        ({"type": "string", "enum": ["a", "b"]}, "radio"),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, "checkbox"),
        (resource(card(), card(2)), "radio"),
        (resources(card(), card(2)), "checkbox"),
    ],
    ids=["choice", "choices", "resource", "resources"],
)
def test_radios_and_checkboxes(field: dict[str, Any], control: str) -> None:
    assert re.findall(r'<input type="(\w+)"', draw(one(**field))) == [control, control]


@pytest.mark.rule("show.controls")
def test_no_option_that_stands_for_no_answer() -> None:
    page = draw(one(**resource(card())), x="https://x.example/1")
    assert page.count("<input") == page.count(" checked") == 1
    assert "reset" not in page.lower()
    assert "clear" not in page.lower()


@pytest.mark.rule("show.removable")
def test_implicit_selection_starts_with_everything_chosen() -> None:
    page = draw(one(**resources(card(), card(2), selection="implicit")))
    assert page.count("hf-removable") > page.count(" checked") == 2
    assert "hf-card" not in page.replace("hf-card-title", "")


@pytest.mark.rule("show.pictures")
def test_one_picture_gives_all_options_the_picture_layout() -> None:
    pictured = {"const": "a", "title": "A", "x-openai-thumbnail": {"src": PNG}}
    plain = {"const": "b", "title": "B"}
    page = draw(native(x={"type": "string", "oneOf": [pictured, plain]}))
    assert re.findall(r"hf-card-(thumbnail|icon|plain)\b", page) == ["thumbnail", "plain"]
    assert page.count('class="hf-fallback"') == 2
    assert "hf-cards" not in draw(native(x={"type": "string", "oneOf": [plain]}))


@pytest.mark.rule("show.header")
def test_no_header_for_an_empty_message() -> None:
    form = one(type="string", title="The label")
    assert '<h3 class="hf-message" dir="auto">A form</h3>' in draw(form)
    page = draw({**form, "message": ""})
    assert "hf-message" not in page
    assert "The label" in page


@pytest.mark.rule("show.required")
@pytest.mark.parametrize("required", [[], ["x"]])
def test_required_questions_are_marked(required: list[str]) -> None:
    form = one(type="string")
    form["requestedSchema"]["required"] = required
    assert ("(required)" in draw(form)) == bool(required)


SUGGESTIONS = {"x-openai-suggestions": [{"const": "a", "title": "An a"}]}


@pytest.mark.rule("show.suggestions")
@pytest.mark.parametrize(
    ("field", "controls"),
    [
        ({"type": "string", **SUGGESTIONS}, ["radio", "text"]),
        ({"type": "array", "items": {"type": "string", **SUGGESTIONS}}, ["checkbox", "textarea"]),
    ],
    ids=["text", "list"],
)
def test_a_suggestion_can_be_chosen_and_anything_else_be_typed(
    field: dict[str, Any], controls: list[str]
) -> None:
    page = draw(one(**field))
    assert [
        kind or tag for tag, kind in re.findall(r'<(textarea|input) (?:[^>]*type="(\w+)")?', page)
    ] == controls
    assert page.count('name="answer:x"') == 2
    assert "An a" in page


@pytest.mark.rule("show.suggestions")
def test_pictures_of_suggestions_are_shown() -> None:
    hint = {"const": "a", "title": "An a", "x-openai-thumbnail": {"src": PNG}}
    page = draw(one(type="string", **{"x-openai-suggestions": [hint]}))
    assert "hf-card-thumbnail" in page


@pytest.mark.rule("show.suggestions")
def test_what_was_typed_stays_beside_what_was_chosen() -> None:
    page = draw(one(type="array", items={"type": "string", **SUGGESTIONS}), x=["a", "b", "c"])
    assert page.count(" checked") == 1
    assert ">\nb\nc</textarea>" in page


@pytest.mark.rule("show.suggestions")
def test_resource_fields_show_no_suggestions() -> None:
    hush = [{"const": "https://x.example/hush", "title": "hush"}]
    assert "hush" not in draw(one(**resource(card()), **{"x-openai-suggestions": hush}))
