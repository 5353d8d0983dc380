import base64
import json
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


def image_sources(value: Any) -> Iterator[str]:
    """Every image source in a JSON value, in order."""
    if isinstance(value, dict):
        if isinstance(value.get("src"), str):
            yield value["src"]
        for item in value.values():
            yield from image_sources(item)
    elif isinstance(value, list):
        for item in value:
            yield from image_sources(item)


def opened(source: str) -> Image.Image:
    assert source.startswith(PREFIX)
    picture = Image.open(BytesIO(base64.b64decode(source.removeprefix(PREFIX))))
    return picture.convert("RGBA")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.slug)
def test_contract_and_host_accept_the_form(form: GalleryForm) -> None:
    native = compile_form(read_arguments(form.arguments))
    FormSchema[FormField].model_validate(native["requestedSchema"])


def test_all_question_types_occur() -> None:
    types = {question["type"] for form in FORMS for question in form.arguments["questions"]}
    assert types == {
        "text",
        "single_select",
        "multi_select",
        "resource",
        "resources",
        "files",
    }


def test_the_report_templates_show_all_three_looks() -> None:
    form = gallery_form("report-template")
    assert form is not None
    (field,) = read_form(compile_form(read_arguments(form.arguments))).fields
    assert {option.look for option in field.options} == {"thumbnail", "icon", "plain"}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.slug)
def test_pictures_are_small_and_whole(form: GalleryForm) -> None:
    for source in image_sources(form.arguments):
        assert len(source) < 16_000
        assert opened(source).size in {(480, 270), (64, 64)}


def test_the_script_draws_what_is_committed() -> None:
    for committed, drawn in zip(FORMS, forms(), strict=True):
        pairs = zip(image_sources(committed.arguments), image_sources(drawn), strict=True)
        for before, after in pairs:
            difference = ImageChops.difference(opened(before), opened(after))
            # Encoders of different versions may differ by a shade, not by a picture.
            assert max(ImageStat.Stat(difference).mean) < 4
        assert without_pictures(committed.arguments) == without_pictures(drawn["arguments"])


def without_pictures(arguments: Any) -> str:
    text = json.dumps(arguments)
    for source in set(image_sources(arguments)):
        text = text.replace(source, "")
    return text


def test_an_unknown_slug_is_nothing() -> None:
    assert gallery_form("nothing") is None
