"""Checks what the host sent back and makes the tool's result of it.

Answers are evidence: they come back exactly as the person gave them. Source: API.md, Input (the
accepted answers); API.md, Example and native mapping; API.md, Results and errors.
"""

from collections.abc import Callable, Collection
from typing import Any

from formsapp.contract.fields import read_string
from formsapp.contract.form import (
    FilesQuestion,
    Form,
    MultiSelectQuestion,
    Question,
    ResourceQuestion,
    ResourcesQuestion,
    SingleSelectQuestion,
    TextQuestion,
)
from formsapp.contract.problems import Findings, InvalidResponse, Path, json_kind
from formsapp.contract.results import Answer, Result, accepted, cancelled, declined
from formsapp.contract.text import is_blank
from formsapp.contract.uris import picked_file_problem

_Judge = Callable[[str], str | None]


def read_response(form: Form, response: object) -> Result:
    """Read the host's decoded JSON result `{action, content?}` for this form.

    Returns the tool's result. Raises InvalidResponse if the action is unknown or any answer does
    not fit; then no answer counts. Whatever a decline or cancel carries along is dropped unread.
    """
    found = Findings()
    result = _read_response(form, response, found)
    found.raise_if_any(InvalidResponse)
    return result


def _read_response(form: Form, response: object, found: Findings) -> Result:
    if not isinstance(response, dict):
        found.add(None, f"The response must be an object, not {json_kind(response)}.")
        return cancelled()
    action = response.get("action")
    if action == "decline":
        return declined()
    if action == "accept":
        return accepted(_read_content(form, response.get("content"), found))
    if action != "cancel":
        found.add((None, "action"), "must be accept, decline or cancel")
    return cancelled()


def _read_content(form: Form, content: object, found: Findings) -> dict[str, Answer]:
    at: Path = (None, "content")
    if content is None:
        content = {}
    if not isinstance(content, dict):
        found.add(at, f"must be an object, not {json_kind(content)}")
        return {}
    answers: dict[str, Answer] = {}
    for question in form.questions:
        if question.id in content:
            answer = content[question.id]
            answers[question.id] = _read_answer(question, answer, (at, question.id), found)
        elif question.required:
            found.add((at, question.id), "is missing; the question is required")
    if len(content) > len(answers):
        found.add(at, "has answers to questions that the form does not have")
    return answers


def _read_answer(question: Question, answer: Any, at: Path, found: Findings) -> Answer:
    match question:
        case TextQuestion():
            return _read_text(question, answer, at, found)
        case SingleSelectQuestion():
            return _read_one(answer, at, _one_of(_ids(question), "option ids"), found)
        case MultiSelectQuestion():
            return _read_many(question, answer, at, _one_of(_ids(question), "option ids"), found)
        case ResourceQuestion():
            return _read_one(answer, at, _one_of(_uris(question), "offered URIs"), found)
        case ResourcesQuestion():
            return _read_many(question, answer, at, _one_of(_uris(question), "offered URIs"), found)
        case FilesQuestion():
            return _read_many(question, answer, at, _offered_or_picked(_uris(question)), found)


def _read_text(question: TextQuestion, answer: object, at: Path, found: Findings) -> str:
    text = read_string(answer, at, question.max_length, found)
    if question.required and isinstance(answer, str) and is_blank(text):
        found.add(at, "is blank; the question is required")
    return text


def _read_one(answer: object, at: Path, judge: _Judge, found: Findings) -> str:
    if not isinstance(answer, str):
        found.add(at, f"must be a string, not {json_kind(answer)}")
        return ""
    if problem := judge(answer):
        found.add(at, problem)
    return answer


def _read_many(
    question: MultiSelectQuestion | ResourcesQuestion | FilesQuestion,
    answer: Any,
    at: Path,
    judge: _Judge,
    found: Findings,
) -> list[str]:
    if not isinstance(answer, list):
        found.add(at, f"must be an array, not {json_kind(answer)}")
        return []
    # An empty list skips an optional question, whatever minItems says.
    if not answer and not question.required:
        return []
    low, high = question.min_items, question.max_items
    if not low <= len(answer) <= high:
        found.add(at, f"has {len(answer):,} items; must have {low} to {high}")
        return []
    items = [_read_one(item, (at, index), judge, found) for index, item in enumerate(answer)]
    if len(set(items)) < len(items):
        found.add(at, "has the same item more than once")
    return items


def _one_of(offered: Collection[str], what: str) -> _Judge:
    return lambda answer: None if answer in offered else f"is not one of the {what}"


def _offered_or_picked(offered: Collection[str]) -> _Judge:
    return lambda answer: None if answer in offered else picked_file_problem(answer)


def _ids(question: SingleSelectQuestion | MultiSelectQuestion) -> frozenset[str]:
    return frozenset(choice.id for choice in question.options)


def _uris(question: ResourceQuestion | ResourcesQuestion | FilesQuestion) -> frozenset[str]:
    return frozenset(resource.uri for resource in question.options)
