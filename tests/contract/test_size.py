"""The limit of all arguments together, counted in UTF-16 code units of compact JSON."""

import json
from typing import Any

import pytest

from formsapp.contract import InvalidArguments, compile_form, read_arguments

Json = dict[str, Any]
LIMIT = 1_048_576
IMAGE_LIMIT = 262_144


def units(arguments: object) -> int:
    text = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode("utf-16-le")) // 2


def form_at_the_limit(filler: str) -> Json:
    """Eight cards described by `filler`; four have images, the last of which fills the form."""
    head = "https://example.com/"
    cards: list[Json] = [
        {"uri": f"urn:x:{n}", "name": "n", "title": "T", "description": filler * 1000}
        for n in range(8)
    ]
    for card in cards[:4]:
        card["thumbnail"] = {"src": head.ljust(IMAGE_LIMIT, "a")}
    question = {"id": "q", "type": "resource", "title": "Q", "required": False, "options": cards}
    form = {"message": "M", "questions": [question]}
    cards[3]["thumbnail"]["src"] = head.ljust(IMAGE_LIMIT - (units(form) - LIMIT), "a")
    return form


@pytest.mark.rule("form.size")
@pytest.mark.parametrize(
    "filler", ["a", "é", "日", "\U0001d54f", '"', "\\", "\n", "/", "<"], ids=ord
)
def test_at_the_limit_and_above(filler: str) -> None:
    form = form_at_the_limit(filler)
    assert units(form) == LIMIT
    compile_form(read_arguments(form))
    form["message"] += "x"
    with pytest.raises(InvalidArguments) as caught:
        read_arguments(form)
    (problem,) = caught.value.problems
    assert problem.path == ""
    assert "1,048,577 characters of JSON; at most 1,048,576" in problem.message


@pytest.mark.rule("form.size")
def test_bytes_do_not_count() -> None:
    form = form_at_the_limit("日")
    assert len(json.dumps(form, ensure_ascii=False).encode()) > LIMIT
    read_arguments(form)


@pytest.mark.rule("form.size")
def test_size_is_said_beside_other_problems() -> None:
    with pytest.raises(InvalidArguments) as caught:
        read_arguments({"message": "x" * LIMIT, "questions": []})
    assert [problem.path for problem in caught.value.problems] == ["message", "questions", ""]
