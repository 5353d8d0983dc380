"""Real Codex in front of a real bridge: stdio, HTTP, and HTTP in the 2026-07-28 era."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bridgeprocess import http_bridge
from tests.forms import TEMPLATE_FORM
from tests.hosts.codex import Codex, find_codex
from tests.hosts.node import version
from tests.hosts.reach import outcomes, recorded
from tests.hosts.report import Row, Seen
from tests.processes import ROOT, manage

CHOICE = {"template": "https://templates.example/weekly"}
WAYS = {
    "stdio": ("2025-06-18", ()),
    "http": ("2025-06-18", ()),
    "http-2026-07-28": ("2026-07-28", ("--enable", "mcp_2026_07_28")),
}
HOST = f"Codex {version('@openai/codex')}"


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    """How Codex reaches the bridge."""
    name: str = request.param
    return name


@pytest.fixture
def codex(
    way: str, prepared: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Codex]:
    """Codex, connected to a bridge on the embedded database."""
    binary = find_codex()
    if binary is None:
        pytest.skip("Codex is not here (npm install --prefix tests/hosts; .ci/run does it)")
    options = WAYS[way][1]
    if way == "stdio":
        with Codex(binary, tmp_path / "codex", stdio_server(prepared), options) as host:
            yield host
        return
    monkeypatch.setenv("FORMLEDGER_TOKEN", manage(prepared, "agent_token", "codex").strip())
    with (
        http_bridge(prepared) as url,
        Codex(binary, tmp_path / "codex", http_server(url), options) as host,
    ):
        yield host


def stdio_server(environment: dict[str, str]) -> str:
    """The configuration of a bridge that Codex starts."""
    return (
        f'[mcp_servers.formledger]\ncommand = "{sys.executable}"\nargs = ["-m", "mcpbridge"]\n'
        f'cwd = "{ROOT}"\nenv = {{ FORMLEDGER_HOME = "{environment["FORMLEDGER_HOME"]}" }}\n'
        "tool_timeout_sec = 1600\n"
    )


def http_server(url: str) -> str:
    """The configuration of a bridge that runs already."""
    return (
        f'[mcp_servers.formledger]\nurl = "{url}"\n'
        'bearer_token_env_var = "FORMLEDGER_TOKEN"\ntool_timeout_sec = 1600\n'
    )


def row(way: str) -> Row:
    return Row(HOST, way.partition("-")[0], WAYS[way][0])


def test_every_answer_reaches_agent_and_ledger(
    codex: Codex, way: str, prepared: dict[str, str], seen: Seen
) -> None:
    answers = {
        "accept": {"action": "accept", "content": CHOICE},
        "decline": {"action": "decline"},
        "cancel": {"action": "cancel"},
    }
    for answer in answers.values():
        call, form = codex.ask(TEMPLATE_FORM)
        assert "template" in json.dumps(form["params"])
        assert codex.answer(call, form, answer) == answer
    call, form = codex.ask(TEMPLATE_FORM)
    wrong = {"action": "accept", "content": {"template": "https://elsewhere.example/"}}
    assert codex.answer(call, form, wrong)["error"]["code"] == "invalid_response"
    records = recorded(prepared)
    ended = [record["error_code"] or record["outcome"] for record in records]
    assert ended == ["accept", "decline", "cancel", "invalid_response"]
    assert records[0]["client"].startswith("codex-mcp-client")
    assert records[0]["agent"] == ("codex" if way != "stdio" else records[0]["agent"])
    seen(row(way), *answers, "invalid answer")


def test_a_codex_killed_while_a_form_is_open_is_recorded(
    codex: Codex, way: str, prepared: dict[str, str], seen: Seen
) -> None:
    codex.ask(TEMPLATE_FORM)
    os.killpg(codex.process.pid, signal.SIGKILL)
    codex.process.wait(30)
    if way == "http-2026-07-28":
        # No call waits in this era: the transcript stays open until its deadline.
        assert outcomes(prepared) == []
        return
    for _ in range(30):
        if ended := outcomes(prepared):
            break
    assert ended == ["transport_error"]
    seen(row(way), "killed while open")
