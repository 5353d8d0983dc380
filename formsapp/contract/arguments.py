"""Reads the tool's arguments. Source: API.md, Input."""

from typing import Final

from pydantic_core import to_json

from formsapp.contract import limits
from formsapp.contract.fields import (
    ABSENT,
    Shape,
    note_repeats,
    read_list,
    read_object,
    read_string,
)
from formsapp.contract.form import Form
from formsapp.contract.problems import Findings, InvalidArguments, Path
from formsapp.contract.questions import read_question
from formsapp.contract.text import label_problem

_FORM: Final = Shape("message questions")


def read_arguments(arguments: object) -> Form:
    """Read decoded JSON arguments `{message, questions}`.

    Raises InvalidArguments with every problem found. Arguments that passed once pass again, so
    the arguments themselves are what to store.
    """
    found = Findings()
    form = _read_form(arguments, found)
    _check_size(arguments, found)
    found.raise_if_any(InvalidArguments)
    return form


def _check_size(arguments: object, found: Findings) -> None:
    try:
        data = to_json(arguments)
    except ValueError:
        # Nested too deeply, or an unpaired surrogate: the readers have refused it already.
        return
    # No text has more UTF-16 code units than UTF-8 bytes.
    if len(data) <= limits.ARGUMENTS:
        return
    length = len(data.decode().encode("utf-16-le")) // 2
    if length > limits.ARGUMENTS:
        found.add(
            None,
            f"The arguments are {length:,} characters of JSON; at most {limits.ARGUMENTS:,}. "
            "Use image URLs, smaller images or fewer options.",
        )


def _read_form(arguments: object, found: Findings) -> Form:
    if not isinstance(arguments, dict):
        found.add(None, "The arguments must be an object with message and questions.")
        return Form("", ())
    read_object(arguments, None, _FORM, found)
    message = read_string(
        arguments.get("message", ABSENT), (None, "message"), limits.MESSAGE, found, label_problem
    )
    at: Path = (None, "questions")
    items = read_list(arguments.get("questions", ABSENT), at, 1, limits.QUESTIONS, found)
    questions = [read_question(item, (at, index), found) for index, item in enumerate(items)]
    note_repeats([question.id if question else "" for question in questions], at, "id", found)
    return Form(message, tuple(question for question in questions if question))
