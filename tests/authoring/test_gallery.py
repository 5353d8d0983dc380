import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from openai_mcp_form_protocol import FormField, FormSchema
from PIL import Image, ImageChops, ImageStat

from formsapp.authoring.gallery import GalleryForm, gallery_form, gallery_forms
from formsapp.authoring.gallery.content import forms
from formsapp.contract import compile_form, read_arguments
from formsapp.hostforms import read_form

FORMS = gallery_forms()
PREFIX = "data:image/webp;base64,"
MOST_BYTES = {(480, 270): 12 * 1024, (64, 64): 2 * 1024}

each_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: form.slug)


def questions(kind: str) -> Iterator[dict[str, Any]]:
    """Every question of this type in the gallery."""
    for form in FORMS:
        yield from (asked for asked in form.arguments["questions"] if asked["type"] == kind)


def images(value: Any) -> Iterator[dict[str, str]]:
    """Every image in a JSON value, in order."""
    if isinstance(value, dict):
        if "src" in value:
            yield value
        for item in value.values():
            yield from images(item)
    elif isinstance(value, list):
        for item in value:
            yield from images(item)


def encoded(image: dict[str, str]) -> bytes:
    assert image["mimeType"] == "image/webp"
    assert image["src"].startswith(PREFIX)
    return base64.b64decode(image["src"].removeprefix(PREFIX), validate=True)


def opened(image: dict[str, str]) -> Image.Image:
    return Image.open(BytesIO(encoded(image))).convert("RGBA")


def without_pictures(entry: Any) -> str:
    text = json.dumps(entry)
    for image in images(entry):
        text = text.replace(image["src"], PREFIX)
    return text


def farthest(before: Image.Image, after: Image.Image) -> float:
    """The most that the two differ in any 8 by 8 pixels, on average, in any channel (0 to 255).

    Both are laid on white first: what is transparent has no color.
    """
    ground = Image.new("RGBA", before.size, "white")
    seen = [Image.alpha_composite(ground, one).convert("RGB") for one in (before, after)]
    blocks = ImageChops.difference(*seen).reduce(8)
    return max(high for _, high in ImageStat.Stat(blocks).extrema)


def test_the_gallery_has_its_order() -> None:
    assert [form.slug for form in FORMS] == [
        "report-template",
        "upload-data",
        "weekly-report",
        "release-checklist",
        "all-types",
    ]
    assert [gallery_form(form.slug) for form in FORMS] == FORMS


def test_an_unknown_slug_is_nothing() -> None:
    assert gallery_form("nothing") is None
    assert gallery_form("../gallery/all-types") is None


@each_form
def test_contract_and_host_accept_the_form(form: GalleryForm) -> None:
    native = compile_form(read_arguments(form.arguments))
    FormSchema[FormField].model_validate(native["requestedSchema"])


def test_all_question_types_occur() -> None:
    types = ["text", "single_select", "multi_select", "resource", "resources", "files"]
    assert all(any(questions(kind)) for kind in types)
    form = gallery_form("all-types")
    assert form is not None
    assert [question["type"] for question in form.arguments["questions"]] == types


def test_a_multi_select_has_both_limits_and_a_choice_list_has_thumbnails() -> None:
    assert any({"minItems", "maxItems"} <= asked.keys() for asked in questions("multi_select"))
    assert any(
        all("thumbnail" in option for option in asked["options"])
        for asked in questions("single_select")
    )


def test_the_report_templates_show_all_three_looks() -> None:
    form = gallery_form("report-template")
    assert form is not None
    (field,) = read_form(compile_form(read_arguments(form.arguments))).fields
    assert {option.look for option in field.options} == {"thumbnail", "icon", "plain"}


@each_form
def test_pictures_are_whole_and_small(form: GalleryForm) -> None:
    found = list(images(form.arguments))
    assert found
    for image in found:
        assert len(encoded(image)) < MOST_BYTES[opened(image).size]


def test_no_two_options_of_a_question_share_a_thumbnail() -> None:
    for form in FORMS:
        for question in form.arguments["questions"]:
            options = question.get("options", [])
            seen = [option["thumbnail"]["src"] for option in options if "thumbnail" in option]
            assert len(seen) == len(set(seen))


def test_the_script_draws_what_is_committed() -> None:
    for committed, drawn in zip(FORMS, forms(), strict=True):
        entry = {name: getattr(committed, name) for name in drawn}
        assert without_pictures(entry) == without_pictures(drawn)
        for before, after in zip(images(entry), images(drawn), strict=True):
            # Versions of Pillow may smooth an edge otherwise; they draw nothing else.
            assert farthest(opened(before), opened(after)) <= 16


def test_drawing_twice_gives_the_same_bytes() -> None:
    assert forms() == forms()


def test_reading_the_gallery_needs_no_pillow() -> None:
    code = (
        "import sys\n"
        "from formsapp.authoring.gallery import gallery_forms\n"
        "assert gallery_forms()\n"
        "sys.exit('PIL' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
