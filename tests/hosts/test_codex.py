"""Real Codex in front of a real bridge: stdio, HTTP, and HTTP in the 2026-07-28 era."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bridgeprocess import http_bridge
from tests.forms import TEMPLATE_FORM
from tests.hosts.codex import Codex, find_codex
from tests.processes import ROOT, manage, python

CHOICE = {"template": "https://templates.example/weekly"}
WAYS = {
    "stdio": ("2025-06-18", ()),
    "http": ("2025-06-18", ()),
    "http-2026-07-28": ("2026-07-28", ("--enable", "mcp_2026_07_28")),
}


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
        pytest.skip("Codex is not here (npm: @openai/codex; .ci/run installs it)")
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


def recorded(environment: dict[str, str]) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in python(environment, "-m", "tests.read_records").splitlines()
    ]


def test_every_answer_reaches_agent_and_ledger(
    codex: Codex, way: str, prepared: dict[str, str]
) -> None:
    answers = [
        {"action": "accept", "content": CHOICE},
        {"action": "decline"},
        {"action": "cancel"},
    ]
    for answer in answers:
        call, form = codex.ask(TEMPLATE_FORM)
        assert "template" in json.dumps(form["params"])
        assert codex.answer(call, form, answer) == answer
    call, form = codex.ask(TEMPLATE_FORM)
    wrong = {"action": "accept", "content": {"template": "https://elsewhere.example/"}}
    assert codex.answer(call, form, wrong)["error"]["code"] == "invalid_response"
    records = recorded(prepared)
    outcomes = [record["error_code"] or record["outcome"] for record in records]
    assert outcomes == ["accept", "decline", "cancel", "invalid_response"]
    assert records[0]["client"].startswith("codex-mcp-client")
    assert records[0]["agent"] == ("codex" if way != "stdio" else records[0]["agent"])


def test_a_codex_killed_while_a_form_is_open_leaves_no_lie(
    codex: Codex, way: str, prepared: dict[str, str]
) -> None:
    codex.ask(TEMPLATE_FORM)
    os.killpg(codex.process.pid, signal.SIGKILL)
    codex.process.wait(30)
    if way == "stdio":
        # The bridge's input closes, and it concludes what was open.
        for _ in range(20):
            if records := recorded(prepared):
                break
        assert [record["outcome"] for record in records] == ["error"]
    else:
        assert recorded(prepared) == []
