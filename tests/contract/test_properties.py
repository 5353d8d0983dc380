"""Properties that hold for every form, judged by the schema and the host besides ourselves."""

import json
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
from tests.contract.compliance import count_example
from tests.contract.mutations import SURROGATE, mutations
from tests.contract.strategies import answers, forms
from tests.contract.support import examples, host_accepts_answers, host_schema, schema_accepts

Json = dict[str, Any]


@pytest.mark.rule("host.form", "descriptor.agrees")
@examples(300)
@given(forms())
def test_legal_forms_are_accepted_by_all_three(arguments: Json) -> None:
    count_example("legal forms")
    native = compile_form(read_arguments(arguments))
    assert schema_accepts(arguments)
    host_schema(native)
    stored = json.loads(json.dumps(native, allow_nan=False).encode())
    assert stored == native


@pytest.mark.rule("form.shape")
@examples(50)
@given(forms())
def test_reading_changes_nothing_and_repeats(arguments: Json) -> None:
    count_example("legal forms read twice")
    before = json.dumps(arguments)
    first = read_arguments(arguments)
    assert json.dumps(arguments) == before
    assert read_arguments(json.loads(before)) == first


@pytest.mark.rule("host.answer", "answer.exact")
@examples(300)
@given(st.data())
def test_legal_answers_are_accepted_by_both(data: st.DataObject) -> None:
    arguments = data.draw(forms())
    content = data.draw(answers(arguments))
    count_example("legal answers")
    form = read_arguments(arguments)
    assert read_response(form, {"action": "accept", "content": content}) == accepted(content)
    # An empty optional list is a skipped question here; the host may want its minimum.
    skipped = {name: value for name, value in content.items() if value != []}
    host_accepts_answers(compile_form(form), skipped)
    json.dumps(content, ensure_ascii=False).encode()


@pytest.mark.rule("refusal.paths", "descriptor.agrees")
@examples(500)
@given(st.data())
def test_one_mutation_is_refused_where_it_is(data: st.DataObject) -> None:
    arguments = data.draw(forms(max_questions=2))
    mutation = data.draw(st.sampled_from(mutations(arguments)))
    count_example("forms with one mutation")
    changed = mutation.apply(arguments)
    with pytest.raises(InvalidArguments) as caught:
        read_arguments(changed)
    assert {problem.path for problem in caught.value.problems} == {mutation.reported}
    assert len(caught.value.message) < 2000
    if mutation.shape:
        assert not schema_accepts(changed)


@pytest.mark.rule("descriptor.agrees")
@examples(200)
@given(st.data())
def test_what_the_schema_refuses_the_server_refuses(data: st.DataObject) -> None:
    arguments = data.draw(forms(max_questions=2))
    for _ in range(data.draw(st.integers(1, 4))):
        try:
            arguments = data.draw(st.sampled_from(mutations(arguments))).apply(arguments)
        except (AttributeError, LookupError, TypeError, ValueError, OverflowError):
            break  # The form is too broken to be mutated further.
    count_example("forms with several mutations")
    try:
        native = compile_form(read_arguments(arguments))
    except InvalidArguments:
        return
    assert schema_accepts(arguments)
    host_schema(native)


@pytest.mark.rule("refusal.paths", "unicode.unstorable")
@examples(250)
@given(st.data())
def test_one_wrong_answer_is_refused_where_it_is(data: st.DataObject) -> None:
    arguments = data.draw(forms(max_questions=2))
    content = data.draw(answers(arguments))
    question = data.draw(st.sampled_from(arguments["questions"]))
    content[question["id"]] = data.draw(st.sampled_from(wrong_answers(question)))
    count_example("forms with one wrong answer")
    with pytest.raises(InvalidResponse) as caught:
        read_response(read_arguments(arguments), {"action": "accept", "content": content})
    at = f"content.{question['id']}"
    assert {problem.path.partition("[")[0] for problem in caught.value.problems} == {at}


def wrong_answers(question: Json) -> list[Any]:
    """Answers no such question may have."""
    always: list[Any] = [None, 7, 1.5, True, {}, [None], [[]], "\0", SURROGATE, ["\0"], [SURROGATE]]
    match question["type"]:
        case "text":
            return [*always, [], ["x"], "x" * 16_001, *([""] if question["required"] else [])]
        case "single_select" | "resource":
            return [*always, [], "", " ", "nobody", "file:///x"]
        case "files":
            uri = "file:///x"
            return [*always, "", uri, [uri, uri], ["file://h/x"], [f"{uri}{n}" for n in range(25)]]
    first = question["options"][0].get("id") or question["options"][0]["uri"]
    return [*always, "", first, [first, first], ["nobody"], ["file:///x"]]
