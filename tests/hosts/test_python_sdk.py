"""The Python SDK's client in front of a real bridge, in both eras, on stdio and over HTTP."""

from contextlib import AbstractAsyncContextManager
from importlib.metadata import version
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.extension import advertise
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import ElicitResult

from tests.hosts.answers import ANSWERS, FORM, RECORDED, heard, told
from tests.hosts.reach import COMMAND, Reach, outcomes, reach
from tests.hosts.report import Row, Seen

HOST = f"Python SDK client {version('mcp')}"
CAPABILITY = {"openai/elicitation": {"form": {}}}
TOOL = "form_elicitation_v2_request"

WAYS = pytest.mark.parametrize("way", ["stdio", "http"])


def transport(reached: Reach) -> AbstractAsyncContextManager[Any]:
    """The SDK's streams to the bridge."""
    if reached.way == "stdio":
        command, *args = COMMAND
        return stdio_client(
            StdioServerParameters(
                command=command, args=args, env=reached.environment, cwd=reached.folder
            )
        )
    bearer = create_mcp_http_client(headers={"Authorization": f"Bearer {reached.token}"})
    return streamable_http_client(reached.url, http_client=bearer)


class ExtendedSession(ClientSession):
    """The SDK's session with the one method of the handshake era that it lacks."""

    answer: dict[str, Any]

    async def _on_request(self, dctx: Any, method: str, params: Any) -> dict[str, Any]:
        if method == "openai/elicitation/create":
            assert list(params["requestedSchema"]["properties"]) == ["name", "note"]
            return self.answer
        return await super()._on_request(dctx, method, params)


@WAYS
def test_an_extended_session_answers_in_the_handshake_era(
    way: str, prepared: dict[str, str], seen: Seen
) -> None:
    async def run(reached: Reach) -> None:
        async with transport(reached) as streams:
            session = ExtendedSession(*streams[:2], extensions=CAPABILITY)
            async with session:
                await session.initialize()
                for name, answer in ANSWERS.items():
                    session.answer = answer
                    result = await session.call_tool(TOOL, FORM)
                    assert told(result.structured_content) == heard(name)

    with reach(way, prepared) as reached:
        anyio.run(run, reached)
    assert outcomes(prepared) == RECORDED
    seen(Row(HOST, way, "2025-11-25, session extended"), *ANSWERS)


@WAYS
def test_the_client_answers_in_the_new_era(way: str, prepared: dict[str, str], seen: Seen) -> None:
    current: dict[str, Any] = {}

    async def answer(_context: Any, params: Any) -> ElicitResult:
        native = params.meta["openai/elicitation"]["requestedSchema"]
        assert list(native["properties"]) == ["name", "note"]
        return ElicitResult.model_validate(current)

    async def run(reached: Reach) -> None:
        client = Client(
            transport(reached),
            extensions=[advertise("openai/elicitation", {"form": {}})],
            elicitation_callback=answer,
        )
        async with client:
            assert client.protocol_version == "2026-07-28"
            for name, sent in ANSWERS.items():
                current.clear()
                current.update(sent)
                result = await client.call_tool(TOOL, FORM)
                assert told(result.structured_content) == heard(name)

    with reach(way, prepared) as reached:
        anyio.run(run, reached)
    assert outcomes(prepared) == RECORDED
    seen(Row(HOST, way, "2026-07-28"), *ANSWERS)


@WAYS
def test_the_client_as_it_comes_cannot_answer_in_the_handshake_era(
    way: str, prepared: dict[str, str], seen: Seen
) -> None:
    async def run(reached: Reach) -> list[Any]:
        codes = []
        for extensions in ([], [advertise("openai/elicitation", {"form": {}})]):
            client = Client(transport(reached), mode="legacy", extensions=extensions)
            async with client:
                result = await client.call_tool(TOOL, FORM)
                codes.append(told(result.structured_content))
        return codes

    with reach(way, prepared) as reached:
        # It answers -32601 to a method it does not know, also where it claims to know it.
        assert anyio.run(run, reached) == ["unsupported_client", "transport_error"]
    assert outcomes(prepared) == ["unsupported_client", "transport_error"]
    seen(Row(HOST, way, "2025-11-25"), "no native forms")
