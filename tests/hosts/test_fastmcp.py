"""FastMCP's client in front of a real bridge, on stdio and over HTTP."""

from importlib.metadata import version
from typing import Any

import anyio
import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.client.extension import advertise
from mcp_types import ElicitResult

from tests.hosts.answers import ANSWERS, FORM, RECORDED, heard, told
from tests.hosts.reach import COMMAND, Reach, outcomes, reach
from tests.hosts.report import Row, Seen

HOST = f"FastMCP client {version('fastmcp-slim')}"
TOOL = "form_elicitation_v2_request"


def transport(reached: Reach) -> StdioTransport | StreamableHttpTransport:
    if reached.way == "stdio":
        command, *args = COMMAND
        return StdioTransport(
            command, args, env=reached.environment, cwd=reached.folder, keep_alive=False
        )
    return StreamableHttpTransport(reached.url, auth=reached.token)


@pytest.mark.parametrize("way", ["stdio", "http"])
def test_fastmcp_answers_in_the_new_era(way: str, prepared: dict[str, str], seen: Seen) -> None:
    current: dict[str, Any] = {}

    async def answer(_message: str, _type: Any, params: Any, _context: Any) -> ElicitResult:
        native = params.meta["openai/elicitation"]["requestedSchema"]
        assert list(native["properties"]) == ["name", "note"]
        return ElicitResult.model_validate(current)

    async def run(reached: Reach) -> None:
        client = Client(
            transport(reached),
            extensions=[advertise("openai/elicitation", {"form": {}})],
            elicitation_handler=answer,
        )
        async with client:
            assert client.protocol_version == "2026-07-28"
            for name, sent in ANSWERS.items():
                current.clear()
                current.update(sent)
                result = await client.call_tool(TOOL, FORM, raise_on_error=False)
                assert told(result.structured_content) == heard(name)

    with reach(way, prepared) as reached:
        anyio.run(run, reached)
    assert outcomes(prepared) == RECORDED
    seen(Row(HOST, way, "2026-07-28"), *ANSWERS)


@pytest.mark.parametrize("way", ["stdio", "http"])
def test_fastmcp_as_it_comes_shows_no_native_forms(
    way: str, prepared: dict[str, str], seen: Seen
) -> None:
    async def run(reached: Reach) -> Any:
        async with Client(transport(reached), mode="legacy") as client:
            result = await client.call_tool(TOOL, FORM, raise_on_error=False)
            return told(result.structured_content)

    with reach(way, prepared) as reached:
        assert anyio.run(run, reached) == "unsupported_client"
    seen(Row(HOST, way, "2025-11-25"), "no native forms")
