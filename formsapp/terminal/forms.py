"""Finding the form to ask: a file, a published form, or a sample."""

import os
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from formsapp.authoring.gallery import gallery_form, gallery_forms
from formsapp.authoring.published import published
from formsapp.contract.text import string_problem

SAMPLE = gallery_forms()[0]


class FormNotFoundError(Exception):
    """There is no such form. The text is one line and says what to give instead."""


def find_arguments(name: str | None) -> Any:
    """The tool's arguments that `name` stands for.

    A JSON file of arguments (or one that holds them under `arguments`, as the gallery's do), the
    slug of a published form, or the slug of a sample; None is the first sample.

    Raises:
        FormNotFoundError: none of these, or the file holds no JSON object.
    """
    if name is None:
        return SAMPLE.arguments
    if Path(name).suffix or "/" in name:
        return _arguments_in(Path(name))
    # A name that is no text can name a file, and nothing in the database.
    if not string_problem(name) and (version := published(name)):
        return version.arguments
    if sample := gallery_form(name):
        return sample.arguments
    # Not Path.is_file(), which fails on names that are too long.
    if os.path.isfile(name):  # noqa: PTH113
        return _arguments_in(Path(name))
    raise FormNotFoundError(
        f"There is no published form {name!r}. Give a slug from the admin, or a JSON file."
    )


def _arguments_in(path: Path) -> Any:
    held = read_json(path)
    arguments = held.get("arguments", held) if isinstance(held, dict) else held
    if not isinstance(arguments, dict):
        raise FormNotFoundError(f"{path} does not hold the tool's arguments, a JSON object.")
    return arguments


def read_json(path: Path) -> Any:
    """What a JSON file holds.

    Read as the protocol's own messages are: what could not be sent (NaN, unpaired surrogates,
    nesting without end) is refused here.

    Raises:
        FormNotFoundError: the file cannot be read, or is not JSON.
    """
    try:
        return from_json(path.read_bytes(), allow_inf_nan=False)
    except OSError as error:
        raise FormNotFoundError(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise FormNotFoundError(f"{path} is not JSON: {error}.") from None
