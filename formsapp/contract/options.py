"""Reads options and their images. Source: API.md, Choice options; API.md, Resource options."""

from typing import Final

from formsapp.contract import limits
from formsapp.contract.fields import (
    ABSENT,
    Fields,
    Shape,
    note_repeats,
    read_id,
    read_label,
    read_list,
    read_object,
    read_prose,
    read_string,
)
from formsapp.contract.form import Choice, Image, Resource
from formsapp.contract.problems import Findings, Path
from formsapp.contract.uris import image_source_problem, resource_uri_problem

_CHOICE: Final = Shape("id title description thumbnail preview")
_RESOURCE: Final = Shape("uri name title description mimeType icons thumbnail")
_IMAGE: Final = Shape("src mimeType")

# What stands for an option that is not even an object; a form with one is never returned.
_NO_CHOICE: Final = Choice("", "", None, None)
_NO_RESOURCE: Final = Resource("", "", "", None, None, None, None)
_NO_IMAGE: Final = Image("", None)


def read_choices(fields: Fields, at: Path, found: Findings) -> tuple[Choice, ...]:
    """Read the 1–24 choices of a select question; their ids are distinct."""
    at = (at, "options")
    items = read_list(fields.get("options", ABSENT), at, 1, limits.OPTIONS, found)
    choices = tuple(_read_choice(item, (at, index), found) for index, item in enumerate(items))
    note_repeats([choice.id for choice in choices], at, "id", found)
    return choices


def read_resources(fields: Fields, at: Path, low: int, found: Findings) -> tuple[Resource, ...]:
    """Read `low`–24 resources, none at all if `low` is 0. Their URIs differ; spelling counts."""
    if low == 0 and "options" not in fields:
        return ()
    at = (at, "options")
    items = read_list(fields.get("options", ABSENT), at, low, limits.OPTIONS, found)
    resources = tuple(_read_resource(item, (at, index), found) for index, item in enumerate(items))
    note_repeats([resource.uri for resource in resources], at, "uri", found)
    return resources


def _read_choice(value: object, at: Path, found: Findings) -> Choice:
    fields = read_object(value, at, _CHOICE, found)
    if fields is None:
        return _NO_CHOICE
    if "preview" in fields and "thumbnail" in fields:
        found.add((at, "preview"), "is an older name for thumbnail; send only thumbnail")
    thumbnail = _read_image(fields, "thumbnail", at, found)
    preview = _read_image(fields, "preview", at, found)
    return Choice(
        id=read_id(fields.get("id", ABSENT), (at, "id"), found),
        title=read_label(fields.get("title", ABSENT), (at, "title"), limits.OPTION_TITLE, found),
        description=read_prose(fields, "description", at, limits.OPTION_DESCRIPTION, found),
        thumbnail=thumbnail or preview,
    )


def _read_resource(value: object, at: Path, found: Findings) -> Resource:
    fields = read_object(value, at, _RESOURCE, found)
    if fields is None:
        return _NO_RESOURCE
    return Resource(
        uri=read_string(
            fields.get("uri", ABSENT), (at, "uri"), limits.RESOURCE_URI, found, resource_uri_problem
        ),
        name=read_label(fields.get("name", ABSENT), (at, "name"), limits.RESOURCE_NAME, found),
        title=read_label(fields.get("title", ABSENT), (at, "title"), limits.OPTION_TITLE, found),
        description=read_prose(fields, "description", at, limits.OPTION_DESCRIPTION, found),
        mime_type=_read_mime_type(fields, at, found),
        icons=_read_icons(fields, at, found),
        thumbnail=_read_image(fields, "thumbnail", at, found),
    )


def _read_icons(fields: Fields, at: Path, found: Findings) -> tuple[Image, ...] | None:
    if "icons" not in fields:
        return None
    at = (at, "icons")
    items = read_list(fields["icons"], at, 0, limits.ICONS, found)
    return tuple(_read_source(item, (at, index), found) for index, item in enumerate(items))


def _read_image(fields: Fields, name: str, at: Path, found: Findings) -> Image | None:
    return _read_source(fields[name], (at, name), found) if name in fields else None


def _read_source(value: object, at: Path, found: Findings) -> Image:
    fields = read_object(value, at, _IMAGE, found)
    if fields is None:
        return _NO_IMAGE
    return Image(
        src=read_string(
            fields.get("src", ABSENT), (at, "src"), limits.IMAGE_SOURCE, found, image_source_problem
        ),
        mime_type=_read_mime_type(fields, at, found),
    )


def _read_mime_type(fields: Fields, at: Path, found: Findings) -> str | None:
    if "mimeType" not in fields:
        return None
    return read_string(fields["mimeType"], (at, "mimeType"), limits.MIME_TYPE, found)
