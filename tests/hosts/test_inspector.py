"""The Inspector's command line in front of a real bridge: it lists, and shows no native forms."""

import json
from pathlib import Path
from typing import Any

import pytest

from formsapp.contract import TOOL_NAME, tool_descriptor
from tests.hosts.answers import FORM, told
from tests.hosts.node import node, package, version
from tests.hosts.reach import COMMAND, Reach, outcomes, reach
from tests.hosts.report import Row, Seen
from tests.processes import manage

NAME = "@modelcontextprotocol/inspector"


def inspect(reached: Reach, home: Path, *arguments: str) -> Any:
    """Run the Inspector once and return the JSON it prints first."""
    target = [
        reached.url,
        "--transport",
        "http",
        "--header",
        f"Authorization: Bearer {reached.token}",
    ]
    if reached.way == "stdio":
        variables = [f"{name}={reached.environment[name]}" for name in ("FORMLEDGER_HOME",)]
        target = [*COMMAND, "--cwd", reached.folder, *(x for v in variables for x in ("-e", v))]
    script = str(package(NAME) / ".." / ".." / ".bin" / "mcp-inspector")
    done = node(script, "--cli", *target, *arguments, home=home)
    return json.JSONDecoder().raw_decode(done.stdout)[0]


@pytest.mark.parametrize("way", ["stdio", "http"])
def test_the_inspector_sees_tool_and_forms_and_is_told_why_none_is_shown(
    way: str, prepared: dict[str, str], tmp_path: Path, seen: Seen
) -> None:
    package(NAME)
    manage(prepared, "load_gallery")
    with reach(way, prepared) as reached:
        assert inspect(reached, tmp_path, "--method", "tools/list")["tools"] == [tool_descriptor()]
        resources = inspect(reached, tmp_path, "--method", "resources/list")["resources"]
        assert "form://weekly-report" in [resource["uri"] for resource in resources]
        arguments = [f"message={FORM['message']}", f"questions={json.dumps(FORM['questions'])}"]
        call = ["--method", "tools/call", "--tool-name", TOOL_NAME, "--tool-arg", *arguments]
        result = inspect(reached, tmp_path, *call)
    assert told(result["structuredContent"]) == "unsupported_client"
    assert outcomes(prepared) == ["unsupported_client"]
    seen(Row(f"Inspector CLI {version(NAME)}", way, "2025-11-25"), "listing", "no native forms")
