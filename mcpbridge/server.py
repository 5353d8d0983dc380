"""The MCP server: one tool, its descriptor exactly as the contract writes it."""

import json
from functools import partial
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    UNSUPPORTED_PROTOCOL_VERSION,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from formsapp.contract import TOOL_NAME, Result, is_error, tool_descriptor
from formsapp.ledger.recorder import Call
from mcpbridge import VERSION
from mcpbridge.caller import caller_of
from mcpbridge.config import Config
from mcpbridge.flow import FormFlow
from mcpbridge.host import ask
from mcpbridge.ledger import Ledger
from mcpbridge.nudge import Nudge

TRANSCRIPT_META_KEY = "formledger/transcript"
"""Where a tool result's `_meta` names its transcript, for hosts and logs; agents ignore it."""


def build_server(config: Config, ledger: Ledger, nudge: Nudge) -> Server[Any]:
    """The server for one process; every transport and session shares it."""
    flow = FormFlow(ledger, nudge, config.timeout_seconds)
    tool = Tool.model_validate(tool_descriptor())

    async def list_tools(
        _ctx: ServerRequestContext[Any, Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[tool])

    async def call_tool(
        ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams
    ) -> CallToolResult:
        if params.name != TOOL_NAME:
            raise MCPError(INVALID_PARAMS, f"Unknown tool; this server has {TOOL_NAME}.")
        call = Call(caller_of(ctx, config.agent))
        show = partial(ask, ctx, timeout_seconds=config.timeout_seconds)
        result = await flow.run(call, params.arguments or {}, show)
        return tool_result(result, call)

    server: Server[Any] = Server(
        "formledger",
        version=VERSION,
        title="Formledger",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    server.middleware.append(handshake_only)
    return server


def tool_result(result: Result, call: Call) -> CallToolResult:
    """The result twice, structured and as JSON text. Source: API.md, Results and errors."""
    return CallToolResult(
        content=[TextContent(text=json.dumps(result))],
        structured_content=dict(result),
        is_error=is_error(result),
        _meta={TRANSCRIPT_META_KEY: str(call.id)},
    )


async def handshake_only(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Send hosts of the 2026-07-28 era back to the handshake, in which forms can be asked."""
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        raise MCPError(
            UNSUPPORTED_PROTOCOL_VERSION,
            "Unsupported protocol version",
            data={
                "supported": list(HANDSHAKE_PROTOCOL_VERSIONS),
                "requested": ctx.protocol_version,
            },
        )
    return await call_next(ctx)
