"""The 2026-07-28 era: the question is a result, and the answer comes with a second call."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.forms import NAME_FORM
from tests.rawhost import FORM_CAPABILITY, RawHost

Records = Callable[[], list[dict[str, Any]]]

VERSION = "2026-07-28"
CAPABILITIES = {"elicitation": {"form": {}}, **FORM_CAPABILITY}
ACCEPT = {"action": "accept", "content": {"name": "Ada"}}


class RoundsHost:
    """A host of the new era: every request says who it is and what it can."""

    def __init__(self, host: RawHost, capabilities: dict[str, Any] | None = None) -> None:
        self._host = host
        self._meta = {
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientInfo": {"name": "roundshost", "version": "2"},
            "io.modelcontextprotocol/clientCapabilities": (
                CAPABILITIES if capabilities is None else capabilities
            ),
        }

    def call(self, arguments: Any = NAME_FORM, **more: Any) -> dict[str, Any]:
        """Call the tool and return the reply, which is a result or an error."""
        params = {"name": "form_elicitation_v2_request", "arguments": arguments, **more}
        self._host.request("tools/call", {**params, "_meta": self._meta})
        return self._host.receive()

    def question(self) -> dict[str, Any]:
        """The result of a first round."""
        result: dict[str, Any] = self.call()["result"]
        assert result["resultType"] == "input_required"
        return result

    def answer(self, question: dict[str, Any], response: Any) -> dict[str, Any]:
        (key,) = question["inputRequests"]
        state = question["requestState"]
        return self.call(inputResponses={key: response}, requestState=state)


def outcome(reply: dict[str, Any]) -> str:
    """The action or the error code of a tool result."""
    result = reply["result"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    structured = result["structuredContent"]
    code: str = structured["error"]["code"] if result.get("isError") else structured["action"]
    return code


def test_the_native_form_travels_in_meta(host: RawHost) -> None:
    (request,) = RoundsHost(host).question()["inputRequests"].values()
    assert request["method"] == "elicitation/create"
    assert request["params"]["requestedSchema"] == {"type": "object", "properties": {}}
    native = request["params"]["_meta"]["openai/elicitation"]["requestedSchema"]
    assert list(native["properties"]) == ["name", "note"]
    assert request["params"]["message"] == NAME_FORM["message"]


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (ACCEPT, "accept"),
        ({"action": "decline"}, "decline"),
        ({"action": "cancel"}, "cancel"),
        ({"action": "maybe"}, "invalid_response"),
        ({"action": "accept", "content": {"name": {"nested": 1}}}, "invalid_response"),
        ("nonsense", "invalid_response"),
        (None, "invalid_response"),
    ],
)
def test_an_answer_of_any_shape_ends_as_a_tool_result(
    host: RawHost, records: Records, response: Any, expected: str
) -> None:
    rounds = RoundsHost(host)
    question = rounds.question()
    assert outcome(rounds.answer(question, response)) == expected
    assert [r["error_code"] or r["outcome"] for r in records()] == [expected]


def test_a_second_delivery_gets_the_first_result_and_adds_nothing(
    host: RawHost, records: Records
) -> None:
    rounds = RoundsHost(host)
    question = rounds.question()
    first = rounds.answer(question, ACCEPT)
    again = rounds.answer(question, ACCEPT)
    other = rounds.answer(question, {"action": "decline"})
    contents = [reply["result"]["structuredContent"] for reply in (first, again, other)]
    assert contents == [ACCEPT] * 3
    metas = {reply["result"]["_meta"]["formledger/transcript"] for reply in (first, again)}
    assert len(metas) == len(records()) == 1


def test_an_answer_is_replayed_after_a_restart(
    host: RawHost, bridge_environment: dict[str, str], records: Records
) -> None:
    rounds = RoundsHost(host)
    question = rounds.question()
    rounds.answer(question, ACCEPT)
    host.close()
    with RawHost(bridge_environment) as second:
        reply = RoundsHost(second).answer(question, {"action": "cancel"})
    assert reply["result"]["structuredContent"] == ACCEPT
    assert len(records()) == 1


def test_a_late_answer_hears_timeout(bridge_environment: dict[str, str], records: Records) -> None:
    with RawHost({**bridge_environment, "DATA_FORMS_TIMEOUT_MS": "1"}) as host:
        rounds = RoundsHost(host)
        assert outcome(rounds.answer(rounds.question(), ACCEPT)) == "timeout"
    assert [r["error_code"] for r in records()] == ["timeout"]


def test_a_state_without_an_answer_asks_again(host: RawHost, records: Records) -> None:
    rounds = RoundsHost(host)
    question = rounds.question()
    again = rounds.call(requestState=question["requestState"])["result"]
    assert again["inputRequests"] == question["inputRequests"]
    assert outcome(rounds.answer(again, ACCEPT)) == "accept"
    assert len(records()) == 1


def test_an_answer_without_a_state_opens_a_new_form(host: RawHost) -> None:
    reply = RoundsHost(host).call(inputResponses={"form": ACCEPT})
    assert reply["result"]["resultType"] == "input_required"


def test_a_forged_or_moved_state_is_refused(
    host: RawHost, bridge_environment: dict[str, str]
) -> None:
    rounds = RoundsHost(host)
    question = rounds.question()
    state = question["requestState"]
    forged = state[:-4] + ("AAAA" if state[-4:] != "AAAA" else "BBBB")
    assert rounds.call(requestState=forged)["error"]["code"] == -32602
    other_form = {**NAME_FORM, "message": "Someone else?"}
    assert rounds.call(other_form, requestState=state)["error"]["code"] == -32602
    with RawHost({**bridge_environment, "FORMLEDGER_AGENT": "someone-else"}) as other:
        assert RoundsHost(other).call(requestState=state)["error"]["code"] == -32602


@pytest.mark.parametrize(
    "capabilities", [{}, {"elicitation": {"form": {}}}, FORM_CAPABILITY, {"elicitation": {}}]
)
def test_both_capabilities_are_needed(host: RawHost, capabilities: dict[str, Any]) -> None:
    assert outcome(RoundsHost(host, capabilities).call()) == "unsupported_client"


@pytest.mark.parametrize("arguments", [{"message": "x", "questions": []}, None, [1]])
def test_invalid_arguments_are_the_tool_s_own_error(
    host: RawHost, records: Records, arguments: Any
) -> None:
    assert outcome(RoundsHost(host).call(arguments)) == "invalid_arguments"
    assert [r["error_code"] for r in records()] == ["invalid_arguments"]
