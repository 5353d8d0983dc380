"""Asking a person at the terminal, question by question."""

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from formsapp.contract.text import string_problem
from formsapp.hostforms import HostField, HostForm
from formsapp.terminal import display
from formsapp.terminal.safe_text import safe

DECLINE = ":decline"
CANCEL = ":cancel"

Answer = str | list[str] | None
Say = Callable[[str], None]
Read = Callable[[str], str]
"""Reads one line after a prompt, as `input` does; raises EOFError at the end of input.

A line that did not come whole is a NotUnderstood, one that is no text a UnicodeDecodeError.
"""


class Declined(Exception):  # noqa: N818  what the person said, not an error
    """The person declined the form."""


class Cancelled(Exception):  # noqa: N818  what the person said, not an error
    """The person closed the form."""


class NotUnderstood(Exception):  # noqa: N818  what was typed does not fit; the text says why
    """What was typed is no answer to the question."""


class Person:
    """Someone who reads what is said and types lines."""

    def __init__(self, say: Say, read: Read) -> None:
        self._say = say
        self._read = read

    def answer(self, form: HostForm) -> dict[str, Any]:
        """Show a form, ask its questions, and return the host's result."""
        try:
            content = self._ask_all(form)
        except Declined:
            return {"action": "decline"}
        except (Cancelled, EOFError, KeyboardInterrupt):
            self._say("")
            return {"action": "cancel"}
        return {"action": "accept", "content": content}

    def _ask_all(self, form: HostForm) -> dict[str, Any]:
        self._tell(display.header(form))
        self._say(f"({DECLINE} and {CANCEL} work at every question.)")
        content = {}
        for field in form.fields:
            self._tell(display.question(field))
            answer = self._ask(field)
            if answer is not None:
                content[field.name] = answer
        self._confirm(form, content)
        return content

    def _ask(self, field: HostField) -> Answer:
        while True:
            try:
                return understand(field, self._line(f"{_hint(field)}: "))
            except NotUnderstood as reason:
                self._say(f"  {reason}")

    def _confirm(self, form: HostForm, content: dict[str, Any]) -> None:
        self._say("\nYour answers:")
        for field in form.fields:
            self._say(f"  {safe(field.title)}: {_summary(field, content.get(field.name))}")
        while True:
            typed = self._line("Enter submits, d declines, c cancels: ").strip().lower()
            if typed == "":
                return
            if typed == "d":
                raise Declined
            if typed == "c":
                raise Cancelled

    def _line(self, prompt: str) -> str:
        typed = self._whole_line(prompt)
        if typed.strip() == DECLINE:
            raise Declined
        if typed.strip() == CANCEL:
            raise Cancelled
        return typed

    def _whole_line(self, prompt: str) -> str:
        while True:
            try:
                return self._read(prompt)
            except NotUnderstood as reason:
                self._say(f"  {reason}")
            except UnicodeDecodeError as error:
                self._say(f"  That is not text in {error.encoding.upper()}.")

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)


def understand(field: HostField, typed: str) -> Answer:
    """The answer that a typed line gives to a question; None skips it.

    Raises:
        NotUnderstood: it does not fit; the text says what would.
    """
    if not typed.strip():
        if field.required:
            raise NotUnderstood("This question needs an answer.")
        return None
    if field.multiple:
        return _several(field, typed)
    if field.takes_files:
        return _one(field, typed.strip())
    if field.options:
        return _one_of(field, typed)
    return _text(field, typed)


def _text(field: HostField, typed: str) -> str:
    if problem := string_problem(typed):
        raise NotUnderstood(f"The answer {problem}.")
    if field.min_length is not None and len(typed) < field.min_length:
        raise NotUnderstood(f"At least {field.min_length} characters; these are {len(typed)}.")
    if field.max_length is not None and len(typed) > field.max_length:
        raise NotUnderstood(f"At most {field.max_length} characters; these are {len(typed)}.")
    return typed


def _one_of(field: HostField, typed: str) -> str:
    number = typed.strip()
    # Python refuses to read numbers of thousands of digits; none of ours has ten.
    if re.fullmatch(r"[0-9]{1,9}", number) and 1 <= int(number) <= len(field.options):
        return field.options[int(number) - 1].value
    raise NotUnderstood(f"Type a number from 1 to {len(field.options)}.")


def _several(field: HostField, typed: str) -> list[str]:
    # A file whose own name has a comma is one answer.
    whole = field.takes_files and _is_file(typed.strip())
    parts = [typed] if whole else typed.split(",")
    chosen = [_one(field, part.strip()) for part in parts if part.strip()]
    if len(set(chosen)) < len(chosen):
        raise NotUnderstood("Each may be chosen once.")
    least, most = field.min_items or 0, field.max_items
    if len(chosen) < least or (most is not None and len(chosen) > most):
        raise NotUnderstood(f"Choose {_amount(least, most)}.")
    return chosen


def _one(field: HostField, part: str) -> str:
    is_number = part.isdigit() and bool(field.options)
    return _one_of(field, part) if is_number or not field.takes_files else _file(part)


def _file(path: str) -> str:
    if not _is_file(path):
        raise NotUnderstood(f"There is no file {safe(path)}.")
    return Path(_expanded(path)).absolute().as_uri()


def _is_file(path: str) -> bool:
    # Not Path.is_file(), which fails on names that are too long or out of reach.
    return os.path.isfile(_expanded(path))  # noqa: PTH113


def _expanded(path: str) -> str:
    # Not Path.expanduser(), which fails where there is no such user.
    return os.path.expanduser(path)  # noqa: PTH111


def _hint(field: HostField) -> str:
    hint = _what(field)
    if field.multiple:
        hint = f"{hint}, comma-separated ({_amount(field.min_items or 0, field.max_items)})"
    if field.accept:
        hint = f"{hint}; {safe(' '.join(field.accept))}"
    return hint if field.required else f"{hint}, Enter skips"


def _what(field: HostField) -> str:
    kinds = (["number"] if field.options else []) + (["file path"] if field.takes_files else [])
    if not kinds:
        return "Answer"
    return " or ".join(f"{kind}s" if field.multiple else kind for kind in kinds).capitalize()


def _amount(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {least}" if least else "any number"
    if least == most:
        return f"exactly {most}"
    return f"{least} to {most}" if least else f"up to {most}"


def _summary(field: HostField, answer: Answer) -> str:
    if answer is None:
        return "skipped"
    values = answer if isinstance(answer, list) else [answer]
    titles = {option.value: option.title for option in field.options}
    return ", ".join(safe(titles.get(value, value)) for value in values)
