"""Trying a form: what an agent would send, what the host would show, what the agent would hear.

Nothing of it enters the ledger. Plain functions; the page is in `formsapp/authoring/try_view.py`.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from formsapp.contract import (
    InvalidArguments,
    InvalidResponse,
    Problem,
    compile_form,
    failed,
    read_arguments,
    read_response,
)
from formsapp.contract.results import ErrorCode
from formsapp.hostforms import HostForm, Posted, UnsupportedForm, read_form, read_submission

ARGUMENTS, NATIVE = "arguments", "native"
"""What was pasted: the tool's arguments, or a native form."""


@dataclass(slots=True)
class Trial:
    """A pasted form and how far it came."""

    mode: str
    text: str
    problems: tuple[Problem, ...] = ()
    native: Any = None
    """The native form, where the text stands for one."""
    form: HostForm | None = None
    response: Any = None
    """What the host would answer."""
    result: Any = None
    """What the agent would hear; of a native form there is no agent."""
    wrong: dict[str, str] = field(default_factory=dict)
    """Per field, what is wrong with the answer."""


def show(mode: str, text: str) -> Trial:
    """Read a pasted form as far as it can be read."""
    trial = Trial(mode, text)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        trial.problems = (Problem("", f"This is not JSON: {error}."),)
        return trial
    try:
        trial.native = _native(mode, value)
        trial.form = read_form(trial.native)
    except InvalidArguments as error:
        trial.problems = error.problems
    except UnsupportedForm as error:
        trial.problems = (Problem("", f"A host would not show this form: {error}"),)
    return trial


def answer(trial: Trial, action: str, posted: Posted, files: Posted) -> Trial:
    """Answer a form that is shown, as the person would."""
    if trial.form is None:
        return trial
    if action != "accept":
        trial.response = {"action": action}
    else:
        submission = read_submission(trial.native, posted, files)
        trial.wrong = submission.problems
        trial.form = read_form(trial.native, submission.content, submission.problems)
        if submission.problems:
            return trial
        trial.response = submission.result
    if trial.mode == ARGUMENTS:
        trial.result = _result(json.loads(trial.text), trial.response)
    return trial


def _native(mode: str, value: Any) -> Any:
    if mode == ARGUMENTS:
        return compile_form(read_arguments(value))
    if not isinstance(value, dict):
        raise UnsupportedForm("it must be an object with message and requestedSchema")
    # A whole request, or its params, or the schema alone.
    value = value.get("params", value)
    if isinstance(value, dict) and "requestedSchema" not in value and "properties" in value:
        return {"message": "", "requestedSchema": value}
    return value


def _result(arguments: Any, response: Any) -> Any:
    try:
        return read_response(read_arguments(arguments), response)
    except InvalidResponse as error:
        return failed(ErrorCode.INVALID_RESPONSE, error.message)
