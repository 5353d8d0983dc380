"""The MCP server: one tool, its descriptor exactly as the contract writes it."""

import json
import logging
import uuid
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from formsapp.contract import TOOL_NAME, ErrorCode, Result, failed, is_error, tool_descriptor
from formsapp.ledger.entries import Call
from mcpbridge import VERSION, handshake, rounds
from mcpbridge.caller import Callers
from mcpbridge.config import Config
from mcpbridge.flow import FormFlow
from mcpbridge.ledger import Ledger
from mcpbridge.nudge import Nudge
from mcpbridge.resources import INSTRUCTIONS, FormResources
from mcpbridge.waits import Waits
from mcpbridge.wire import current_call, keep_the_wire

logger = logging.getLogger(__name__)

TRANSCRIPT_META_KEY = "formledger/transcript"
"""Where a tool result's `_meta` names its transcript, for hosts and logs; agents ignore it."""


def build_server(config: Config, ledger: Ledger, nudge: Nudge, waits: Waits) -> Server[Any]:
    """The server for one process; every transport and session shares it."""
    callers = Callers(config.agent)
    flow = FormFlow(ledger, nudge, config.timeout_seconds)
    forms = FormResources(ledger)
    tool = Tool.model_validate(tool_descriptor())

    async def list_tools(
        _ctx: ServerRequestContext[Any, Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[tool])

    async def call_tool(
        ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        if params.name != TOOL_NAME:
            raise MCPError(INVALID_PARAMS, f"Unknown tool; this server has {TOOL_NAME}.")
        call = Call(callers.caller_of(ctx))
        state = params.request_state if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS else None
        result = await _answer(flow, waits, ctx, call, state)
        if isinstance(result, InputRequiredResult):
            return result
        return tool_result(result, rounds.read_state(state)[0] if state else call.id)

    server: Server[Any] = Server(
        "formledger",
        version=VERSION,
        title="Formledger",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=forms.list,
        on_read_resource=forms.read,
        # Our schema asks for no HTTP headers; without this every call would list the tools first.
        get_tool_input_schema=lambda _name: None,
    )
    server.middleware += [rounds.seal(callers), keep_the_wire]
    return server


async def _answer(
    flow: FormFlow, waits: Waits, ctx: ServerRequestContext[Any, Any], call: Call, state: str | None
) -> Result | InputRequiredResult:
    wire = current_call()
    try:
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return await rounds.run(flow, call, wire, state)
        return await handshake.run(flow, waits, ctx, call, wire.arguments)
    except MCPError:
        raise
    except Exception as error:  # noqa: BLE001  whatever it is, the agent is due a tool result
        # Nothing is shown that is not recorded. The error's own text may hold the row, and so the
        # answer: its kind must do.
        logger.error("a call could not be recorded (%s)", type(error).__name__)
        return failed(ErrorCode.TRANSPORT_ERROR, "The form could not be recorded; try again.")


def tool_result(result: Result, transcript: uuid.UUID | str) -> CallToolResult:
    """The result twice, structured and as JSON text. Source: API.md, Results and errors."""
    return CallToolResult(
        content=[TextContent(text=json.dumps(result))],
        structured_content=dict(result),
        is_error=is_error(result),
        _meta={TRANSCRIPT_META_KEY: str(transcript)},
    )
