"""From the agent's call to the audit record, through a real bridge process."""

import json
import signal
from collections.abc import Callable
from typing import Any

import pytest

from formsapp.contract import tool_descriptor
from tests.forms import NAME_FORM, TEMPLATE_FORM
from tests.rawhost import RawHost

Records = Callable[[], list[dict[str, Any]]]


def test_the_descriptor_reaches_the_agent_as_written(host: RawHost) -> None:
    host.initialize()
    host.request("tools/list", {})
    tools = host.receive()["result"]["tools"]
    assert tools == [tool_descriptor()]


@pytest.mark.parametrize(
    ("answer", "result", "outcome"),
    [
        (
            {"action": "accept", "content": {"template": "https://templates.example/weekly"}},
            {"action": "accept", "content": {"template": "https://templates.example/weekly"}},
            "accept",
        ),
        ({"action": "accept", "content": {}}, {"action": "accept", "content": {}}, "accept"),
        ({"action": "decline"}, {"action": "decline"}, "decline"),
        ({"action": "cancel", "content": {"x": "y"}}, {"action": "cancel"}, "cancel"),
    ],
)
def test_an_answer_reaches_the_agent_and_the_ledger(
    host: RawHost, records: Records, answer: Any, result: Any, outcome: str
) -> None:
    host.initialize()
    host.call(TEMPLATE_FORM)
    form = host.form()
    assert form["params"]["mode"] == "form"
    assert form["params"]["requestedSchema"]["properties"]["template"]["format"] == "uri"
    host.answer(form, answer)
    reply = host.result()
    assert reply["structuredContent"] == result
    assert json.loads(reply["content"][0]["text"]) == result
    assert not reply.get("isError")
    (record,) = records()
    assert (record["outcome"], record["error_code"]) == (outcome, "")
    assert record["client"] == "rawhost 9.9"
    assert record["transcript"] == reply["_meta"]["formledger/transcript"]
    assert record["asked_at"] <= record["answered_at"] <= record["occurred_at"]


def error_code(reply: dict[str, Any]) -> str:
    assert reply["isError"] is True
    assert json.loads(reply["content"][0]["text"]) == reply["structuredContent"]
    code: str = reply["structuredContent"]["error"]["code"]
    return code


def test_invalid_arguments_are_refused_and_recorded(host: RawHost, records: Records) -> None:
    host.initialize()
    host.call({"message": "Choose", "questions": []})
    assert error_code(host.result()) == "invalid_arguments"
    assert [r["error_code"] for r in records()] == ["invalid_arguments"]


@pytest.mark.parametrize("arguments", [None, [], "form", 5])
def test_arguments_that_are_no_object_are_refused_by_the_tool(
    host: RawHost, records: Records, arguments: Any
) -> None:
    host.initialize()
    host.call(arguments)
    assert error_code(host.result()) == "invalid_arguments"
    assert [r["error_code"] for r in records()] == ["invalid_arguments"]


@pytest.mark.parametrize("capabilities", [{}, {"elicitation": {}}, {"extensions": {"x/y": {}}}])
def test_a_host_without_native_forms_is_refused(
    host: RawHost, records: Records, capabilities: dict[str, Any]
) -> None:
    host.initialize(capabilities)
    host.call(NAME_FORM)
    assert error_code(host.result()) == "unsupported_client"
    assert [r["error_code"] for r in records()] == ["unsupported_client"]


def test_an_invalid_answer_is_refused_and_not_kept(
    host: RawHost, records: Records, bridge_environment: dict[str, str]
) -> None:
    host.initialize()
    host.call(NAME_FORM)
    host.answer(host.form(), {"action": "accept", "content": {"name": "   ", "note": "hush-hush"}})
    reply = host.result()
    assert error_code(reply) == "invalid_response"
    assert "hush-hush" not in json.dumps(reply)
    assert [r["error_code"] for r in records()] == ["invalid_response"]


def test_an_error_of_the_host_is_a_transport_error(host: RawHost, records: Records) -> None:
    host.initialize()
    host.call(NAME_FORM)
    host.send({"id": host.form()["id"], "error": {"code": -32601, "message": "Method not found"}})
    assert error_code(host.result()) == "transport_error"
    assert [r["error_code"] for r in records()] == ["transport_error"]


def test_a_host_s_own_timeout_error_is_not_our_timeout(host: RawHost) -> None:
    host.initialize()
    host.call(NAME_FORM)
    host.send({"id": host.form()["id"], "error": {"code": -32001, "message": "timed out"}})
    assert error_code(host.result()) == "transport_error"


def test_a_form_nobody_answers_times_out_and_is_withdrawn(
    bridge_environment: dict[str, str], records: Records
) -> None:
    with RawHost({**bridge_environment, "DATA_FORMS_TIMEOUT_MS": "300"}) as host:
        host.initialize()
        host.call(NAME_FORM)
        form = host.form()
        withdrawn = host.receive()
        assert withdrawn["method"] == "notifications/cancelled"
        assert withdrawn["params"]["requestId"] == form["id"]
        assert error_code(host.result()) == "timeout"
        host.call(NAME_FORM)
        host.answer(host.form(), {"action": "decline"})
        assert host.result()["structuredContent"] == {"action": "decline"}
    assert [r["error_code"] or r["outcome"] for r in records()] == ["timeout", "decline"]


def test_a_cancelled_call_is_recorded(host: RawHost, records: Records) -> None:
    host.initialize()
    call = host.call(NAME_FORM)
    form = host.form()
    host.send({"method": "notifications/cancelled", "params": {"requestId": call}})
    withdrawn = host.receive()
    assert withdrawn["method"] == "notifications/cancelled"
    assert withdrawn["params"]["requestId"] == form["id"]
    host.request("ping", {})
    host.receive()
    assert [r["error_code"] for r in records()] == ["request_cancelled"]


def test_a_closed_connection_withdraws_what_the_host_can_still_hear(
    host: RawHost, records: Records
) -> None:
    host.initialize()
    host.call(NAME_FORM)
    form = host.form()
    assert host.close() == 0
    withdrawn = host.receive()
    assert withdrawn["method"] == "notifications/cancelled"
    assert withdrawn["params"]["requestId"] == form["id"]
    assert error_code(host.result()) == "transport_error"
    assert [r["error_code"] for r in records()] == ["transport_error"]


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_bridge_withdraws_its_forms_and_tells_the_agent(
    host: RawHost, records: Records, sent: signal.Signals
) -> None:
    host.initialize()
    host.call(NAME_FORM)
    form = host.form()
    host.process.send_signal(sent)
    withdrawn = host.receive()
    assert withdrawn["method"] == "notifications/cancelled"
    assert withdrawn["params"]["requestId"] == form["id"]
    assert error_code(host.result()) == "transport_error"
    assert host.process.wait(20) == 0
    assert [r["error_code"] for r in records()] == ["transport_error"]


def test_many_calls_at_once_get_their_own_answers(host: RawHost, records: Records) -> None:
    host.initialize()
    names = {host.call({**NAME_FORM, "message": f"Who is {n}?"}): f"person {n}" for n in range(20)}
    for form in [host.form() for _ in names]:
        number = form["params"]["message"].removeprefix("Who is ").removesuffix("?")
        host.answer(form, {"action": "accept", "content": {"name": f"person {number}"}})
    for _ in names:
        reply = host.receive()
        assert reply["result"]["structuredContent"]["content"] == {"name": names[reply["id"]]}
    assert len(records()) == 20


def test_an_unknown_tool_is_a_protocol_error(host: RawHost) -> None:
    host.initialize()
    host.call({}, name="something_else")
    assert host.receive()["error"]["code"] == -32602
