"""Showing a native form as lines of text."""

from collections.abc import Iterator

from formsapp.hostforms import HostField, HostForm, Option
from formsapp.terminal.safe_text import safe

KINDS = {
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "presentation",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "spreadsheet",
    "text/html": "web page",
}


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
    if field.description:
        yield f"  {safe(field.description)}"
    for number, option in enumerate(field.options, start=1):
        yield from _option(number, option, is_card=field.resources)


def _option(number: int, option: Option, *, is_card: bool) -> Iterator[str]:
    if not is_card:
        about = f" — {safe(option.description)}" if option.description else ""
        yield f"  {number}. {safe(option.title)}{about}"
        return
    kind = KINDS.get(option.mime_type, option.mime_type)
    yield f"  {number}. {safe(option.title)}" + (f"  [{safe(kind)}]" if kind else "")
    yield f"     {safe(option.value)}"
