"""Host responses, case by case: what the tool returns, what is refused and where."""

import json
from typing import Any

import pytest

from formsapp.contract import InvalidResponse, read_arguments, read_response
from tests.contract.support import arguments_of, cases, expand


@pytest.mark.parametrize("case", list(cases("answers.json")))
def test_answers(case: dict[str, Any]) -> None:
    form = read_arguments(arguments_of(case))
    response = expand(case["response"])
    if "result" in case:
        result = read_response(form, response)
        assert result == expand(case["result"])
        json.dumps(result, ensure_ascii=False).encode()
        return
    with pytest.raises(InvalidResponse) as caught:
        read_response(form, response)
    paths = sorted(problem.path for problem in caught.value.problems)
    assert paths == sorted(case["problems"])
    assert len(caught.value.message) < 2000


@pytest.mark.rule("answer.exact")
def test_the_result_is_not_the_hosts_object() -> None:
    question = {"id": "q", "type": "files", "title": "Data", "required": False}
    form = read_arguments({"message": "Data", "questions": [question]})
    content: dict[str, Any] = {"q": ["file:///a"]}
    result = read_response(form, {"action": "accept", "content": content})
    content["q"].append("file:///b")
    content["more"] = "x"
    assert result == {"action": "accept", "content": {"q": ["file:///a"]}}
