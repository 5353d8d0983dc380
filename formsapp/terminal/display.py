"""Showing a native form as lines of text."""

import mimetypes
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from formsapp.hostforms import HostField, HostForm, Option
from formsapp.terminal.safe_text import safe, safe_lines

KINDS = {
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "presentation",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "spreadsheet",
    "text/html": "web page",
}
SUFFIXES = {".pptx": "presentation", ".docx": "document", ".xlsx": "spreadsheet"}


def header(form: HostForm) -> Iterator[str]:
    """The form's message, underlined; nothing where it is empty."""
    if form.message:
        message = safe(form.message)
        yield ""
        yield message
        yield "─" * len(message)


def question(field: HostField) -> Iterator[str]:
    """A question with its description and its numbered options."""
    yield ""
    yield f"{safe(field.title)} ({'required' if field.required else 'optional'})"
    yield from safe_lines(field.description)
    for number, option in enumerate(field.options, start=1):
        yield from _option(number, option, is_card=field.resources)


def _option(number: int, option: Option, *, is_card: bool) -> Iterator[str]:
    if not is_card:
        description = " ".join(option.description.split())
        about = f" — {safe(description)}" if description else ""
        yield f"  {number}. {safe(option.title)}{about}"
        return
    yield f"  {number}. {safe(option.title)}  [{safe(_kind(option))}]"
    yield f"     {safe(option.value)}"


def _kind(option: Option) -> str:
    """What a resource is: by its MIME type, else by its file name, else a link."""
    if option.mime_type:
        return KINDS.get(option.mime_type, option.mime_type)
    try:
        suffix = PurePosixPath(urlsplit(option.value).path).suffix.lower()
    except ValueError:  # an address that Python cannot take apart
        suffix = ""
    guessed = mimetypes.guess_type(f"file{suffix}")[0] or "link"
    return SUFFIXES.get(suffix) or KINDS.get(guessed, guessed)
