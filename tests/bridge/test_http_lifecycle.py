"""HTTP: forms whose connection is dropped, whose bridge is stopped, and that wait for long."""

import json
import signal
import time
from typing import Any

import httpx2
import pytest

from tests.bridge.conftest import Records
from tests.bridgeprocess import http_bridge, http_bridge_process
from tests.forms import NAME_FORM
from tests.httphost import HttpHost
from tests.processes import manage, python


def connect(environment: dict[str, str], url: str) -> HttpHost:
    host = HttpHost(url, manage(environment, "agent_token", "analyst").strip())
    host.initialize()
    return host


def code_of(message: dict[str, Any]) -> str:
    code: str = message["result"]["structuredContent"]["error"]["code"]
    return code


def test_a_dropped_connection_concludes_its_form(
    bridge_environment: dict[str, str], records: Records
) -> None:
    with http_bridge(bridge_environment) as url:
        host = connect(bridge_environment, url)
        with host.calling(NAME_FORM) as stream:
            assert next(stream)["method"] == "openai/elicitation/create"
        for _ in range(50):
            if found := records():
                break
            time.sleep(0.1)
        assert [record["error_code"] for record in found] == ["transport_error"]
        # The session goes on.
        assert host.call(NAME_FORM, result={"action": "decline"})["structuredContent"] == {
            "action": "decline"
        }


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_bridge_withdraws_its_forms_and_tells_the_agents(
    bridge_environment: dict[str, str], records: Records, sent: signal.Signals
) -> None:
    with http_bridge_process(bridge_environment) as (url, process):
        host = connect(bridge_environment, url)
        with host.calling(NAME_FORM) as stream:
            form = next(stream)
            process.send_signal(sent)
            withdrawn, result = next(stream), next(stream)
            assert withdrawn["method"] == "notifications/cancelled"
            assert withdrawn["params"]["requestId"] == form["id"]
            assert code_of(result) == "transport_error"
        assert process.wait(20) == 0
    assert [record["error_code"] for record in records()] == ["transport_error"]


def test_what_a_bridge_killed_outright_left_open_is_swept(
    prepared: dict[str, str],
) -> None:
    with http_bridge_process(prepared) as (url, process):
        host = connect(prepared, url)
        with host.calling(NAME_FORM) as stream:
            next(stream)
            process.kill()
            with pytest.raises(httpx2.HTTPError):
                next(stream)
        process.wait(20)
        process.returncode = 0  # as meant
    assert manage(prepared, "audit_sweep") == "0 swept\n"
    past = "from formsapp.ledger.models import Transcript; from django.utils import timezone; "
    past += "Transcript.objects.update(deadline=timezone.now().replace(year=2001))"
    python(prepared, "manage.py", "shell", "--no-imports", "-c", past)
    assert manage(prepared, "audit_sweep") == "1 swept\n"
    manage(prepared, "audit_drain")
    assert json.loads(manage(prepared, "audit_export"))["error_code"] == "transport_error"


def test_a_silent_stream_is_kept_alive(prepared: dict[str, str]) -> None:
    with http_bridge(prepared) as url:
        host = connect(prepared, url)
        params = {"name": "form_elicitation_v2_request", "arguments": NAME_FORM}
        message = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}
        with host.client.stream("POST", host.url, json=message) as stream:
            # Proxies commonly give up after 60 s of silence.
            assert any(line.startswith(":") for line in stream.iter_lines())


def test_one_slow_host_does_not_hold_up_another(prepared: dict[str, str]) -> None:
    with http_bridge(prepared) as url:
        slow = connect(prepared, url)
        with slow.calling(NAME_FORM):  # never reads, never answers
            other = HttpHost(url, slow.client.headers["authorization"].removeprefix("Bearer "))
            other.initialize()
            for _ in range(20):
                result = other.call(NAME_FORM, result={"action": "cancel"})
                assert result["structuredContent"] == {"action": "cancel"}
