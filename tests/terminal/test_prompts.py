from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from formsapp.authoring.gallery import gallery_form
from formsapp.contract import compile_form, read_arguments
from formsapp.hostforms import HostForm, read_form
from formsapp.terminal.prompts import Person
from formsapp.terminal.safe_text import safe
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
    typist = Typist("9", "one", "2", "")
    answer = typist.answer(TEMPLATE_FORM)
    assert answer["content"] == {"template": "https://templates.example/weekly"}
    assert "2. Document · Weekly" in typist.screen
    assert "https://templates.example/weekly" in typist.screen
    assert typist.screen.count("Type a number from 1 to 2") == 2


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
    assert Typist(broken, "Ada", "", "").answer(NAME_FORM)["content"] == {"name": "Ada"}


def test_a_form_cannot_play_tricks_on_the_terminal() -> None:
    assert safe("a\x1b[2Jb\rc\u202ed\ne") == "a\\x1b[2Jb\\rc\\u202ed\\ne"
    assert safe("Straße · 日本 🎉") == "Straße · 日本 🎉"
