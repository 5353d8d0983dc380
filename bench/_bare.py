"""The bare server to compare the bridge with: same SDK, one tool, nothing checked or stored."""

import json
from typing import Any, Literal, cast

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    Request,
    Result,
    ServerRequest,
    TextContent,
    Tool,
)

Context = ServerRequestContext[Any, Any]

TOOL = Tool(name="form_elicitation_v2_request", input_schema={"type": "object"})


class FormRequest(Request[dict[str, Any], Literal["openai/elicitation/create"]]):
    """A question to the host."""

    method: Literal["openai/elicitation/create"] = "openai/elicitation/create"


class Answer(Result):
    """What the host answers."""

    action: str
    content: dict[str, Any] | None = None


async def list_tools(_ctx: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
    """The one tool."""
    return ListToolsResult(tools=[TOOL])


async def call_tool(ctx: Context, params: CallToolRequestParams) -> CallToolResult:
    """Pass the question on to the host and its answer back."""
    request = FormRequest(params={"mode": "form", "requestedSchema": params.arguments})
    answer = await ctx.session.send_request(
        cast("ServerRequest", request),
        Answer,
        metadata=ServerMessageMetadata(related_request_id=ctx.request_id),
    )
    result = {"action": answer.action, "content": answer.content}
    return CallToolResult(content=[TextContent(text=json.dumps(result))], structured_content=result)


async def main() -> None:
    """Serve stdio until the host closes it."""
    server: Server[Any] = Server("bare", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
