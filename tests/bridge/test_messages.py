"""Lines on stdio: nothing a host writes goes unanswered."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from mcp_types import JSONRPCResponse

from mcpbridge.messages import MAX_DEPTH, Unreadable, read_message, write_message
from tests.forms import NAME_FORM
from tests.rawhost import FORM_CAPABILITY, RawHost

Records = Callable[[], list[dict[str, Any]]]


@pytest.mark.parametrize("result", ["a string", None, [], 5, True])
def test_a_result_of_any_shape_ends_as_invalid_response(
    prepared: dict[str, str], result: Any
) -> None:
    with RawHost(prepared) as host:
        host.initialize()
        host.call(NAME_FORM)
        host.answer(host.form(), result)
        assert host.result()["structuredContent"]["error"]["code"] == "invalid_response"


@pytest.mark.parametrize("error", ["broken", None, {"code": "x", "message": 1}, {}])
def test_an_error_of_any_shape_ends_as_transport_error(
    prepared: dict[str, str], error: Any
) -> None:
    with RawHost(prepared) as host:
        host.initialize()
        host.call(NAME_FORM)
        host.send({"id": host.form()["id"], "error": error})
        assert host.result()["structuredContent"]["error"]["code"] == "transport_error"


def test_unpaired_surrogates_and_nul_are_refused_and_answered(prepared: dict[str, str]) -> None:
    with RawHost(prepared) as host:
        host.initialize()
        for text in ("\ud800", "a\0b"):
            host.call({**NAME_FORM, "message": text})
            assert host.result()["structuredContent"]["error"]["code"] == "invalid_arguments"
            host.call(NAME_FORM)
            host.answer(host.form(), {"action": "accept", "content": {"name": text}})
            assert host.result()["structuredContent"]["error"]["code"] == "invalid_response"


def test_what_no_model_takes_is_still_answered(prepared: dict[str, str]) -> None:
    with RawHost(prepared) as host:
        host.initialize()
        deep = "[" * 50_000 + "]" * 50_000
        call = {"name": "form_elicitation_v2_request", "arguments": {"message": "DEEP"}}
        request = json.dumps({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": call})
        for arguments in (deep, "NaN", "1e400", '"\\ud800"'):
            raw(host, request.replace('"DEEP"', arguments))
            reply = host.receive()
            assert reply["id"] == 77
            assert reply["result"]["structuredContent"]["error"]["code"] == "invalid_arguments"
        raw(host, "{not json")
        assert host.receive()["error"]["code"] == -32700
        raw(host, '[{"jsonrpc":"2.0"}]')
        assert host.receive()["error"]["code"] == -32600
        raw(host, '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[]}')
        reply = host.receive()
        assert (reply["id"], reply["error"]["code"]) == (5, -32600)
        host.request("ping", {})
        assert host.receive()["result"] == {}


def raw(host: RawHost, line: str) -> None:
    assert host.process.stdin is not None
    host.process.stdin.write(line + "\n")
    host.process.stdin.flush()


@pytest.mark.parametrize(
    "capabilities",
    [
        {"extensions": {"openai/elicitation": True}},
        {"extensions": {"openai/elicitation": {"form": True}, "x/y": 1}},
        {"extensions": "none"},
        "everything",
        None,
    ],
)
def test_capabilities_of_any_shape_mean_not_supported(
    prepared: dict[str, str], capabilities: Any
) -> None:
    with RawHost(prepared) as host:
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": capabilities,
            "clientInfo": {"name": "odd", "version": "1"},
        }
        host.request("initialize", params)
        assert "result" in host.receive()
        host.call(NAME_FORM)
        assert host.result()["structuredContent"]["error"]["code"] == "unsupported_client"


def test_capabilities_that_are_no_strict_json_are_not_kept(
    prepared: dict[str, str],
) -> None:
    with RawHost(prepared) as host:
        host.initialize({**FORM_CAPABILITY, "experimental": {"x": {"y": float("nan")}}})
        host.call(NAME_FORM)
        host.answer(host.form(), {"action": "decline"})
        assert host.result()["structuredContent"] == {"action": "decline"}


def test_lines_are_ascii_so_that_no_host_splits_them() -> None:
    message = JSONRPCResponse(jsonrpc="2.0", id=1, result={"text": "a\u2028b\u2029é"})
    line = write_message(message)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert json.loads(line)["result"]["text"] == "a\u2028b\u2029é"


def test_what_is_legal_passes_unchanged() -> None:
    line = '{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"x":["]}\\"[{"]}}'
    assert read_message(line).model_dump(by_alias=True, exclude_unset=True) == json.loads(line)


def test_nesting_is_cut_where_nothing_legal_can_be() -> None:
    params = '{"a":"\\ud800","b":' + "[" * (MAX_DEPTH + 9) + "]" * (MAX_DEPTH + 9) + ',"c":1}'
    message: Any = read_message('{"jsonrpc":"2.0","id":1,"method":"m","params":' + params + "}")
    assert message.params["c"] == 1
    assert str(message.params["b"]).count("[") == MAX_DEPTH - 2


@pytest.mark.parametrize("line", ["{", "[]", "5", '"x"', "nul", '{"jsonrpc":"1.0"}', "{}" * 3])
def test_what_is_no_message_is_refused_with_a_reply(line: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_message(line)
    assert refusal.value.reply.error.code in {-32700, -32600}


def test_a_host_that_stops_reading_cannot_keep_the_bridge_alive(prepared: dict[str, str]) -> None:
    host = RawHost(prepared, read=False)
    big = {**NAME_FORM, "message": "x" * 70}
    host.initialize(wait=False)
    assert host.process.stdout is not None
    host.process.stdout.readline()
    for _ in range(300):
        host.call(big)
    host.process.terminate()
    assert host.process.wait(20) == 0
