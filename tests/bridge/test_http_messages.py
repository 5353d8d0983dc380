"""Messages over HTTP: too large, of odd shapes, and what each ends as."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.bridgeprocess import http_bridge
from tests.forms import NAME_FORM
from tests.httphost import HttpHost
from tests.processes import manage


@pytest.fixture
def host(prepared: dict[str, str]) -> Iterator[HttpHost]:
    """A host connected to a bridge over HTTP, hands shaken."""
    with http_bridge(prepared) as url:
        host = HttpHost(url, manage(prepared, "agent_token", "analyst").strip())
        host.initialize()
        yield host


def code_of(result: dict[str, Any]) -> str:
    code: str = result["structuredContent"]["error"]["code"]
    return code


def test_a_call_somewhat_too_large_hears_invalid_arguments(host: HttpHost) -> None:
    for mebibytes in (1.1, 3.9):
        result = host.call({**NAME_FORM, "message": "x" * int(mebibytes * 1024 * 1024)})
        assert code_of(result) == "invalid_arguments"


def test_a_call_far_too_large_is_refused(host: HttpHost) -> None:
    params = {"name": "form_elicitation_v2_request", "arguments": {"message": "x" * 4_200_000}}
    assert host.post({"id": 2, "method": "tools/call", "params": params}).status_code == 413


@pytest.mark.parametrize("answer", ["a string", None, [], 5, {"action": "maybe"}, {}])
def test_an_answer_of_any_shape_ends_as_invalid_response(host: HttpHost, answer: Any) -> None:
    assert code_of(host.call(NAME_FORM, result=answer)) == "invalid_response"


@pytest.mark.parametrize("error", ["broken", None, {"code": "x"}, {"code": -32601, "message": ""}])
def test_an_error_of_any_shape_ends_as_transport_error(host: HttpHost, error: Any) -> None:
    assert code_of(host.call(NAME_FORM, error=error)) == "transport_error"


@pytest.mark.parametrize("arguments", ["NaN", "1e400", '"\\ud800"', "[" * 9999 + "]" * 9999])
def test_arguments_no_model_takes_end_as_invalid_arguments(host: HttpHost, arguments: str) -> None:
    call = {"name": "form_elicitation_v2_request", "arguments": "HERE"}
    message = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call})
    reply = host.client.post(
        host.url,
        content=message.replace('"HERE"', arguments),
        headers={"Content-Type": "application/json"},
    )
    assert '"code":"invalid_arguments"' in reply.text


@pytest.mark.parametrize("body", ["{not json", "[]", '"x"', '{"jsonrpc":"2.0","id":1}'])
def test_what_is_no_message_is_refused_without_an_echo(host: HttpHost, body: str) -> None:
    reply = host.client.post(host.url, content=body, headers={"Content-Type": "application/json"})
    assert reply.status_code == 400
    assert reply.json()["error"]["code"] in {-32700, -32600}
    assert "not json" not in reply.text
