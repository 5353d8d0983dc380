"""Finding the form to ask: a file, a published form, or a sample."""

import json
from pathlib import Path
from typing import Any

from formsapp.authoring.gallery import gallery_form
from formsapp.authoring.publishing import published

SAMPLE = "report-template"


class FormNotFoundError(Exception):
    """There is no such form. The text is one line and says what to give instead."""


def find_arguments(name: str | None) -> Any:
    """The tool's arguments that `name` stands for.

    A JSON file of arguments (or one that holds them under `arguments`, as the gallery's do), the
    slug of a published form, or the slug of a sample; None is the first sample.

    Raises:
        FormNotFoundError: none of these, or the file holds no JSON.
    """
    if name is None:
        name = SAMPLE
    elif Path(name).suffix or "/" in name:
        arguments = read_json(Path(name))
        wrapped = isinstance(arguments, dict) and "arguments" in arguments
        return arguments["arguments"] if wrapped else arguments
    if version := published(name):
        return version.arguments
    if sample := gallery_form(name):
        return sample.arguments
    raise FormNotFoundError(
        f"There is no published form {name!r}. Give a slug from the admin, or a JSON file."
    )


def read_json(path: Path) -> Any:
    """What a JSON file holds.

    Raises:
        FormNotFoundError: the file cannot be read, or is not JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FormNotFoundError(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise FormNotFoundError(f"{path} is not JSON: {error}.") from None
