"""Unusual text is refused, or kept exactly: in the native form, in answers, in storage."""

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formsapp.contract import (
    InvalidArguments,
    InvalidResponse,
    accepted,
    compile_form,
    read_arguments,
    read_response,
)
from formsapp.contract.text import WHITE_SPACE, label_problem, prose_problem, string_problem
from tests.contract.compliance import count_example
from tests.contract.support import examples

Json = dict[str, Any]
ECMASCRIPT_WHITE_SPACE = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
# Planes 4 to 13 are unassigned, 15 and 16 are for private use: a sample of each will do.
EVERY_CHARACTER = [chr(p) for p in (*range(0x40000), *range(0xDFFF0, 0xF0010), 0x10FFFF)]


def form_with(text: str) -> Json:
    card = {"uri": "urn:x", "name": text, "title": text, "description": text}
    question = {"id": "q", "type": "resource", "title": text, "required": False, "options": [card]}
    return {"message": text, "questions": [question]}


@pytest.mark.rule("unicode.unstorable", "unicode.kept")
@examples(500)
@given(st.text(st.characters(codec=None), min_size=1, max_size=5))
def test_any_text_in_a_form_is_refused_or_kept(text: str) -> None:
    count_example("texts in every label")
    try:
        native = compile_form(read_arguments(form_with(text)))
    except InvalidArguments as error:
        error.message.encode()
        return
    assert native["message"] == text
    (field,) = native["requestedSchema"]["properties"].values()
    (option,) = field["x-openai-input"]["options"]
    assert option["description"] == text
    assert field["title"] == option["name"] == option["title"] == text.strip(WHITE_SPACE)
    assert storable(native)


@pytest.mark.rule("unicode.unstorable", "answer.exact")
@examples(500)
@given(st.text(st.characters(codec=None), max_size=8))
def test_any_text_as_an_answer_is_refused_or_kept(text: str) -> None:
    count_example("texts as answers")
    question = {"id": "q", "type": "text", "title": "Q", "required": False}
    form = read_arguments({"message": "M", "questions": [question]})
    try:
        result = read_response(form, {"action": "accept", "content": {"q": text}})
    except InvalidResponse:
        assert "\0" in text or any("\ud800" <= character <= "\udfff" for character in text)
        return
    assert result == accepted({"q": text})
    assert storable(result)


def storable(value: object) -> bool:
    """Whether a value survives JSON and has nothing that PostgreSQL refuses."""
    text = json.dumps(value, ensure_ascii=False)
    return json.loads(text.encode()) == value and "\\u0000" not in text


@pytest.mark.rule("unicode.unstorable")
def test_exactly_nul_and_surrogates_are_unstorable() -> None:
    refused = [ord(c) for c in EVERY_CHARACTER if string_problem(f"a{c}")]
    assert refused == [0, *range(0xD800, 0xE000)]


@pytest.mark.rule("unicode.control")
def test_exactly_controls_are_refused_in_prose() -> None:
    refused = {c for c in EVERY_CHARACTER if prose_problem(f"a{c}b")}
    controls = {c for c in EVERY_CHARACTER if unicodedata.category(c) == "Cc"}
    surrogates = {c for c in EVERY_CHARACTER if unicodedata.category(c) == "Cs"}
    assert refused == (controls - set("\t\n\r")) | surrogates


@pytest.mark.rule("unicode.label")
def test_exactly_overrides_and_isolates_are_refused_in_labels_besides() -> None:
    refused = {
        c for c in EVERY_CHARACTER if label_problem(f"a{c}b") and not prose_problem(f"a{c}b")
    }
    assert refused == {chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


@pytest.mark.rule("unicode.label")
def test_what_shows_nothing() -> None:
    nothing = {c for c in EVERY_CHARACTER if not prose_problem(c) and label_problem(c)}
    for character in nothing:
        category = unicodedata.category(character)
        known = (
            character in "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f"
        )
        selector = 0xFE00 <= ord(character) <= 0xFE0F or 0xE0000 <= ord(character) <= 0xE0FFF
        reserved = category == "Cn" and (
            0xFFF0 <= ord(character) <= 0xFFF8 or ord(character) == 0x2065
        )
        assert category in {"Zs", "Zl", "Zp", "Cf", "Cc"} or known or selector or reserved, hex(
            ord(character)
        )
    for shows in ("a", "é", "日", "\u0301", "\U0001f4c8", "\ufffd", "\ue000", "\u0378", "٠", "।"):
        assert shows not in nothing
    for hides in (
        " ",
        "\u3000",
        "\u200b",
        "\u2060",
        "\ufeff",
        "\u3164",
        "\u2800",
        "\ufe0f",
        "\xad",
    ):
        assert hides in nothing


@pytest.mark.rule("question.title")
def test_trimming_removes_what_python_or_ecmascript_calls_white_space() -> None:
    python = {c for c in EVERY_CHARACTER if c.isspace()}
    assert set(WHITE_SPACE) == python | set(ECMASCRIPT_WHITE_SPACE)


@pytest.mark.rule("unicode.kept")
def test_nothing_is_normalised() -> None:
    for text in ("e\u0301", "é", "ﬁ", "Å", "\u212b", "한글", "\u1112\u1161\u11ab"):
        native = compile_form(read_arguments(form_with(text)))
        assert native["message"] == text
        assert next(iter(native["requestedSchema"]["properties"].values()))["title"] == text


@pytest.mark.rule("unicode.unstorable")
def test_a_pair_of_escapes_is_one_character() -> None:
    paired = json.loads('"\\ud83d\\udcc8"')
    assert paired == "\U0001f4c8"
    assert compile_form(read_arguments(form_with(paired)))["message"] == paired
