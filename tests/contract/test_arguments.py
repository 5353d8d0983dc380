"""Arguments, case by case: what is accepted, what is refused and where, and by the schema, too."""

from typing import Any

import pytest

from formsapp.contract import InvalidArguments, compile_form, read_arguments
from tests.contract.support import arguments_of, cases, host_schema, schema_accepts

ALL = list(
    cases(
        "arguments_form.json",
        "arguments_questions.json",
        "arguments_options.json",
        "arguments_uris.json",
        "arguments_images.json",
        "arguments_unicode.json",
    )
)


@pytest.mark.rule("descriptor.agrees")
@pytest.mark.parametrize("case", ALL)
def test_arguments(case: dict[str, Any]) -> None:
    arguments = arguments_of(case)
    if case["problems"]:
        with pytest.raises(InvalidArguments) as caught:
            read_arguments(arguments)
        paths = sorted(problem.path for problem in caught.value.problems)
        assert paths == sorted(case["problems"]), caught.value.message
        assert len(caught.value.message) < 2000
        assert not (case.get("shape") and schema_accepts(arguments))
    else:
        host_schema(compile_form(read_arguments(arguments)))
        assert schema_accepts(arguments)
