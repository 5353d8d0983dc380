"""The exact shapes of results, and the names on the wire."""

import pytest

from formsapp.contract import (
    ELICITATION_METHOD,
    EXTENSION_ID,
    TOOL_NAME,
    ErrorCode,
    Outcome,
    accepted,
    cancelled,
    declined,
    failed,
    is_error,
    supports_native_form,
)


@pytest.mark.rule("tool.name")
def test_names() -> None:
    assert TOOL_NAME == "form_elicitation_v2_request"
    assert ELICITATION_METHOD == "openai/elicitation/create"
    assert EXTENSION_ID == "openai/elicitation"


@pytest.mark.rule("result.shape")
def test_shapes() -> None:
    assert accepted({"a": "x", "b": ["y"]}) == {
        "action": "accept",
        "content": {"a": "x", "b": ["y"]},
    }
    assert declined() == {"action": "decline"}
    assert cancelled() == {"action": "cancel"}
    result = failed(ErrorCode.TIMEOUT, "No answer came in time.")
    assert result == {"error": {"code": "timeout", "message": "No answer came in time."}}
    assert type(result["error"]["code"]) is str


@pytest.mark.rule("result.shape")
def test_only_errors_are_errors() -> None:
    assert is_error(failed(ErrorCode.INVALID_RESPONSE, "x"))
    assert not any(is_error(result) for result in (accepted({}), declined(), cancelled()))


@pytest.mark.rule("result.shape")
def test_codes_and_outcomes() -> None:
    assert {str(code) for code in ErrorCode} == {
        "invalid_arguments",
        "unsupported_client",
        "invalid_response",
        "request_cancelled",
        "timeout",
        "transport_error",
    }
    assert {str(outcome) for outcome in Outcome} == {"accept", "decline", "cancel", "error"}


@pytest.mark.rule("capability")
@pytest.mark.parametrize(
    ("extensions", "supported"),
    [
        ({"openai/elicitation": {"form": {}}}, True),
        ({"openai/elicitation": {"form": {"x": 1}, "url": {}}, "other": {}}, True),
        ({"openai/elicitation": {}}, False),
        ({"openai/elicitation": {"form": None}}, False),
        ({"openai/elicitation": {"form": True}}, False),
        ({"openai/elicitation": {"form": []}}, False),
        ({"openai/elicitation": True}, False),
        ({"openai/elicitation": None}, False),
        ({"openai/elicitation": ["form"]}, False),
        ({"elicitation": {"form": {}}}, False),
        ({}, False),
        (None, False),
        ("openai/elicitation", False),
        ([], False),
        (7, False),
    ],
)
def test_capability(extensions: object, supported: bool) -> None:
    assert supports_native_form(extensions) is supported
