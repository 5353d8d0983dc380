"""The handshake era (up to 2025-11-25): the question is a request to the host while the call waits.

Source: API.md, Native resource/file question API.
"""

from typing import Any, Literal, cast

import anyio
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import Request, ServerRequest
from pydantic import RootModel, ValidationError

from formsapp.contract import ErrorCode, NativeForm, Result, supports_native_form
from formsapp.ledger.recorder import Call
from mcpbridge.flow import FormFlow, Opened


class _FormRequest(Request[dict[str, Any], Literal["openai/elicitation/create"]]):
    method: Literal["openai/elicitation/create"] = "openai/elicitation/create"


async def run(
    flow: FormFlow, ctx: ServerRequestContext[Any, Any], call: Call, arguments: object
) -> Result:
    """Answer one call of the tool, waiting for the person in between."""
    extensions = (call.caller.capabilities or {}).get("extensions")
    opened = await flow.open(call, arguments, supported=supports_native_form(extensions))
    if not isinstance(opened, Opened):
        return opened
    try:
        # The wait is bounded here, so that a host's own "timed out" error stays an error.
        with anyio.fail_after(flow.timeout_seconds):
            response = await _ask(ctx, opened.native_form)
    except TimeoutError:
        return await flow.fail(opened.transcript, ErrorCode.TIMEOUT)
    except MCPError as error:
        message = f"The host answered the form request with error {error.error.code}."
        return await flow.fail(opened.transcript, ErrorCode.TRANSPORT_ERROR, message)
    except anyio.get_cancelled_exc_class():
        await flow.fail(opened.transcript, ErrorCode.REQUEST_CANCELLED)
        raise
    return await flow.answer(opened.transcript, opened.form, response)


async def _ask(ctx: ServerRequestContext[Any, Any], native_form: NativeForm) -> Any:
    """Show the form and return the host's result as it came, unchecked.

    The SDK withdraws the form from the host when this is cancelled.
    """
    request = cast("ServerRequest", _FormRequest(params=dict(native_form)))
    # Over HTTP the question must travel on the stream of the call it belongs to.
    metadata = ServerMessageMetadata(related_request_id=ctx.request_id)
    try:
        answer = await ctx.session.send_request(request, RootModel[Any], metadata=metadata)
    except ValidationError:
        return None  # no object at all, and so no answer
    return answer.root
