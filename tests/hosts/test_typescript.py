"""The TypeScript clients in front of a real bridge, on stdio and over HTTP."""

from typing import Any

import pytest

from tests.hosts.answers import ANSWERS, FORM, RECORDED, heard, told
from tests.hosts.node import package, run_job, version
from tests.hosts.reach import COMMAND, Reach, outcomes, reach
from tests.hosts.report import Row, Seen

V1, V2 = "@modelcontextprotocol/sdk", "@modelcontextprotocol/client"

CLIENTS = {
    "1.x": (V1, "sdk_v1.mjs", "legacy", "2025-11-25"),
    "2.x legacy": (V2, "client_v2.mjs", "legacy", "2025-11-25"),
    "2.x auto": (V2, "client_v2.mjs", "auto", "2026-07-28"),
}
HOSTS = {
    V1: f"TypeScript SDK {version(V1)}",
    V2: f"TypeScript client {version(V2)}",
}

pytestmark = [
    pytest.mark.parametrize("way", ["stdio", "http"]),
    pytest.mark.parametrize("client", CLIENTS),
]


def job(reached: Reach, **more: Any) -> dict[str, Any]:
    """What a script needs to reach the bridge, and what to ask."""
    command, *args = COMMAND
    stdio = {
        "command": command,
        "args": args,
        "env": reached.environment,
        "cwd": reached.folder,
        "stderr": "ignore",
    }
    return {"url": reached.url, "token": reached.token, "stdio": stdio, "form": FORM, **more}


def test_every_answer_reaches_agent_and_ledger(
    client: str, way: str, prepared: dict[str, str], seen: Seen
) -> None:
    name, script, mode, protocol = CLIENTS[client]
    package(name)
    with reach(way, prepared) as reached:
        answers = list(ANSWERS.values())
        done = run_job(script, job(reached, mode=mode, extended=True, answers=answers))
    assert done["protocol"] == protocol
    assert done["shown"] == [["name", "note"]] * len(ANSWERS)
    assert [told(result) for result in done["heard"]] == [heard(answer) for answer in ANSWERS]
    assert outcomes(prepared) == RECORDED
    seen(Row(HOSTS[name], way, protocol), *ANSWERS)


def test_a_client_that_declares_nothing_is_told_so(
    client: str, way: str, prepared: dict[str, str]
) -> None:
    name, script, mode, _ = CLIENTS[client]
    package(name)
    with reach(way, prepared) as reached:
        done = run_job(script, job(reached, mode=mode, extended=False, answers=[None]))
    assert done["shown"] == []
    assert told(done["heard"][0]) == "unsupported_client"
    assert outcomes(prepared) == ["unsupported_client"]
