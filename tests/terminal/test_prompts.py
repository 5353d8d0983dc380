import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from formsapp.authoring.gallery import gallery_form
from formsapp.contract import compile_form, read_arguments
from formsapp.hostforms import HostForm, read_form
from formsapp.terminal import display
from formsapp.terminal.prompts import NotUnderstood, Person, understand
from formsapp.terminal.safe_text import safe, safe_json
from tests.forms import NAME_FORM, TEMPLATE_FORM


def host_form(arguments: Any) -> HostForm:
    return read_form(compile_form(read_arguments(arguments)))


class Typist:
    """A person who types prepared lines and keeps what was said."""

    def __init__(self, *lines: str | BaseException) -> None:
        self.said: list[str] = []
        self._lines: Iterator[str | BaseException] = iter(lines)

    def answer(self, arguments: Any) -> dict[str, Any]:
        return Person(self.said.append, self._read).answer(host_form(arguments))

    @property
    def screen(self) -> str:
        return "\n".join(self.said)

    def _read(self, prompt: str) -> str:
        self.said.append(prompt)
        line = next(self._lines)
        if isinstance(line, BaseException):
            raise line
        return line


def test_text_is_answered_and_optional_text_is_skipped_with_enter() -> None:
    typist = Typist("Ada", "", "")
    assert typist.answer(NAME_FORM) == {"action": "accept", "content": {"name": "Ada"}}
    assert "Note: skipped" in typist.screen


def test_what_does_not_fit_is_asked_again() -> None:
    typist = Typist("", "x" * 41, "Ada", "", "")
    assert typist.answer(NAME_FORM)["content"] == {"name": "Ada"}
    assert "needs an answer" in typist.screen
    assert "At most 40 characters" in typist.screen


def test_cards_show_title_and_uri_and_are_chosen_by_number() -> None:
    typist = Typist("9", "one", "7" * 5000, "2", "")
    answer = typist.answer(TEMPLATE_FORM)
    assert answer["content"] == {"template": "https://templates.example/weekly"}
    assert "2. Document · Weekly" in typist.screen
    assert "https://templates.example/weekly" in typist.screen
    assert typist.screen.count("Type a number from 1 to 2") == 3


@pytest.mark.parametrize(
    ("lines", "action"),
    [
        ((":decline",), "decline"),
        ((":cancel",), "cancel"),
        ((EOFError(),), "cancel"),
        ((KeyboardInterrupt(),), "cancel"),
        (("Ada", "", "d"), "decline"),
        (("Ada", "", "c"), "cancel"),
    ],
)
def test_a_person_may_leave_anywhere(lines: tuple[Any, ...], action: str) -> None:
    assert Typist(*lines).answer(NAME_FORM) == {"action": action}


def test_every_type_of_the_gallery_can_be_answered(tmp_path: Path) -> None:
    form = gallery_form("all-types")
    assert form is not None
    file = tmp_path / "notes & more.md"
    file.touch()
    typist = Typist("Meet", "2", "1, 3", "1", "2", str(file), "")
    assert typist.answer(form.arguments)["content"] == {
        "goal": "Meet",
        "place": "mountains",
        "activities": ["workshop", "hike"],
        "agenda": "https://templates.formledger.example/two-day-agenda",
        "budgets": ["https://templates.formledger.example/travel-budget"],
        "attachments": [file.as_uri()],
    }


def test_lists_are_held_to_their_limits() -> None:
    form = gallery_form("weekly-report")
    assert form is not None
    typist = Typist("1", "1", "1,1", "1,2,3,4,5", "5,1", "", "", "")
    content = typist.answer(form.arguments)["content"]
    assert content["sections"] == ["thanks", "highlights"]
    assert "2 to 4" in typist.screen
    assert "Each may be chosen once" in typist.screen


def test_a_file_must_exist() -> None:
    form = gallery_form("upload-data")
    assert form is not None
    typist = Typist("/no/such/file", "~nobody-here/file", "1", "")
    answer = typist.answer(form.arguments)
    assert answer["content"] == {"data": ["https://data.formledger.example/sample-orders.csv"]}
    assert typist.screen.count("There is no file") == 2


def test_what_is_no_text_is_asked_again() -> None:
    broken = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    typist = Typist(broken, "Ada", "", broken, "")
    assert typist.answer(NAME_FORM)["content"] == {"name": "Ada"}
    assert typist.screen.count("not text in UTF-8") == 2


def test_a_file_may_have_a_comma_in_its_name(tmp_path: Path) -> None:
    form = gallery_form("upload-data")
    assert form is not None
    file = tmp_path / "orders, 2026.csv"
    file.touch()
    typist = Typist("x" * 5000, f"1, {tmp_path}", str(file), "")
    assert typist.answer(form.arguments)["content"] == {"data": [file.as_uri()]}
    assert typist.screen.count("There is no file") == 2
    assert ".csv" in typist.screen


@pytest.mark.parametrize(
    ("typed", "reason"),
    [("ab", "At least 3 characters"), ("a\0bc", "NUL"), ("abc\udcff", "surrogate")],
)
def test_text_is_held_to_the_native_form(typed: str, reason: str) -> None:
    schema = {"type": "object", "properties": {"x": {"type": "string", "minLength": 3}}}
    field = read_form({"message": "m", "requestedSchema": schema}).fields[0]
    assert understand(field, "abc") == "abc"
    with pytest.raises(NotUnderstood, match=reason):
        understand(field, typed)


@pytest.mark.parametrize(
    ("resource", "kind"),
    [
        ({"mimeType": "text/html"}, "web page"),
        ({"mimeType": "application/x-own"}, "application/x-own"),
        ({"uri": "https://x.example/a/Deck.PPTX?v=1"}, "presentation"),
        ({"uri": "https://x.example/a.csv"}, "text/csv"),
        ({"uri": "https://x.example"}, "link"),
    ],
)
def test_a_card_says_what_it_is(resource: dict[str, str], kind: str) -> None:
    option = {"uri": "https://x.example/1", "name": "n", **resource}
    picker = {"type": "resource", "options": [option]}
    field = {"type": "string", "format": "uri", "title": "T", "x-openai-input": picker}
    schema = {"type": "object", "properties": {"x": field}}
    form = read_form({"message": "m", "requestedSchema": schema})
    assert f"  1. n  [{kind}]" in list(display.question(form.fields[0]))


def test_no_line_of_a_description_passes_for_an_option() -> None:
    field = {"type": "string", "title": "T", "description": "One.\n  1. Fake"}
    schema = {"type": "object", "properties": {"x": field}}
    form = read_form({"message": "m", "requestedSchema": schema})
    shown = list(display.question(form.fields[0]))
    assert shown[-2:] == ["  │ One.", "  │   1. Fake"]


def test_json_is_shown_without_tricks_and_still_means_the_same() -> None:
    value = {"a": "\x1b[2J\x9b\u202e", "b": "Straße"}
    shown = safe_json(value)
    assert json.loads(shown) == value
    assert '"Straße"' in shown
    assert not any(hidden in shown for hidden in "\x1b\x9b\u202e")


def test_a_form_cannot_play_tricks_on_the_terminal() -> None:
    assert safe("a\x1b[2Jb\rc\u202ed\ne") == "a\\x1b[2Jb\\rc\\u202ed\\ne"
    assert safe("Straße · 日本 🎉") == "Straße · 日本 🎉"
