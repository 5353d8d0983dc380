"""Many forms open at once: limits, progress, and every answer to its own call."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.forms import NAME_FORM
from tests.rawhost import RawHost

Records = Callable[[], list[dict[str, Any]]]

MANY = 10_000


def numbered(number: int) -> dict[str, Any]:
    return {**NAME_FORM, "message": f"Who is {number}?"}


def test_ten_thousand_forms_wait_in_one_process(prepared: dict[str, str]) -> None:
    with RawHost({**prepared, "FORMLEDGER_MAX_OPEN_FORMS_PER_AGENT": str(MANY)}) as host:
        host.initialize()
        asking = threading.Thread(target=lambda: [host.call(numbered(n)) for n in range(MANY)])
        asking.start()
        forms = [host.form() for _ in range(MANY)]
        asking.join()
        for form in reversed(forms):
            name = form["params"]["message"].removeprefix("Who is ")
            host.answer(form, {"action": "accept", "content": {"name": name}})
        for _ in range(MANY):
            reply = host.receive()
            # `initialize` was request 1, so the call that asks about n is request n + 2.
            content = reply["result"]["structuredContent"]["content"]
            assert content == {"name": f"{reply['id'] - 2}?"}


@pytest.mark.parametrize(
    ("variable", "words"),
    [
        ("FORMLEDGER_MAX_OPEN_FORMS_PER_AGENT", "open for this agent (at most 2)"),
        ("FORMLEDGER_MAX_OPEN_FORMS", "are open (at most 2)"),
    ],
)
def test_too_many_open_forms_are_told_so_at_once(
    bridge_environment: dict[str, str], records: Records, variable: str, words: str
) -> None:
    with RawHost({**bridge_environment, variable: "2"}) as host:
        host.initialize()
        host.call(NAME_FORM)
        host.call(NAME_FORM)
        first, _ = host.form(), host.form()
        host.call(NAME_FORM)
        error = host.result()["structuredContent"]["error"]
        assert error["code"] == "transport_error"
        assert words in error["message"]
        assert "ends in 900 s at the latest" in error["message"] or "899 s" in error["message"]
        host.answer(first, {"action": "decline"})
        assert host.result()["structuredContent"] == {"action": "decline"}
        host.call(NAME_FORM)
        host.form()
    assert [r["error_code"] for r in records()][:2] == ["transport_error", ""]


def test_another_agent_has_room_where_one_has_none(prepared: dict[str, str]) -> None:
    limited = {**prepared, "FORMLEDGER_MAX_OPEN_FORMS_PER_AGENT": "1"}
    with RawHost(limited) as one, RawHost({**limited, "FORMLEDGER_AGENT": "other"}) as other:
        for host in (one, other):
            host.initialize()
            host.call(NAME_FORM)
            host.form()


def test_progress_is_reported_where_the_caller_asked_for_it(prepared: dict[str, str]) -> None:
    with RawHost(prepared) as host:
        host.initialize()
        params = {"name": "form_elicitation_v2_request", "arguments": NAME_FORM}
        host.request("tools/call", {**params, "_meta": {"progressToken": "p-1"}})
        messages = [host.receive(), host.receive()]
        by_method = {message["method"]: message for message in messages}
        progress = by_method["notifications/progress"]["params"]
        assert progress["progressToken"] == "p-1"
        assert progress["message"] == "Waiting for the person to answer."
        form = by_method["openai/elicitation/create"]
        host.send({"id": form["id"], "error": {"code": -32000, "message": "no"}})
        assert host.result()["structuredContent"]["error"]["code"] == "transport_error"


def test_progress_goes_on_and_does_not_extend_the_wait(prepared: dict[str, str]) -> None:
    environment = {
        **prepared,
        "DATA_FORMS_TIMEOUT_MS": "2500",
        "FORMLEDGER_PROGRESS_SECONDS": "1",
    }
    with RawHost(environment) as host:
        host.initialize()
        params = {"name": "form_elicitation_v2_request", "arguments": NAME_FORM}
        host.request("tools/call", {**params, "_meta": {"progressToken": 7}})
        values = []
        while "result" not in (message := host.receive()):
            if message["method"] == "notifications/progress":
                values.append(message["params"]["progress"])
        assert json.loads(message["result"]["content"][0]["text"])["error"]["code"] == "timeout"
        assert values == sorted(set(values))
        assert len(values) >= 2
