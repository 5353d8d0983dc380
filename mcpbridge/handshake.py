"""The handshake era (up to 2025-11-25): the question is a request to the host while the call waits.

Source: API.md, Native resource/file question API.
"""

from dataclasses import dataclass
from typing import Any, Literal, cast

import anyio
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import CONNECTION_CLOSED, Request, ServerRequest
from pydantic import RootModel, ValidationError

from formsapp.contract import ErrorCode, NativeForm, Result, supports_native_form
from formsapp.ledger.entries import Call
from mcpbridge.connection import connection_of
from mcpbridge.flow import FormFlow, Opened
from mcpbridge.waits import STOPPING, Wait, Waits

Context = ServerRequestContext[Any, Any]


class _FormRequest(Request[dict[str, Any], Literal["openai/elicitation/create"]]):
    method: Literal["openai/elicitation/create"] = "openai/elicitation/create"


@dataclass(frozen=True, slots=True)
class _Failure:
    """The host's error in place of an answer."""

    message: str


async def run(flow: FormFlow, waits: Waits, ctx: Context, call: Call, arguments: object) -> Result:
    """Answer one call of the tool, waiting for the person in between."""
    if waits.closing:
        return await flow.refuse(call, ErrorCode.TRANSPORT_ERROR, STOPPING)
    wait = waits.begin()
    try:
        extensions = (call.caller.capabilities or {}).get("extensions")
        opened = await flow.open(call, arguments, supported=supports_native_form(extensions))
        if not isinstance(opened, Opened):
            return opened
        return await _ask_and_conclude(flow, wait, ctx, opened)
    finally:
        waits.finish(wait)


async def _ask_and_conclude(flow: FormFlow, wait: Wait, ctx: Context, opened: Opened) -> Result:
    # The wait is bounded here, so that a host's own "timed out" error stays an error.
    wait.scope.deadline = anyio.current_time() + flow.timeout_seconds
    response: object = None
    try:
        with wait.scope:
            response = await _ask_while_connected(ctx, opened.native_form, wait)
    except anyio.get_cancelled_exc_class():
        await flow.fail(opened.transcript, ErrorCode.REQUEST_CANCELLED)
        raise
    if wait.scope.cancelled_caught:
        return await flow.fail(opened.transcript, wait.code, wait.message)
    if isinstance(response, _Failure):
        code = ErrorCode.TRANSPORT_ERROR
        return await flow.fail(opened.transcript, code, response.message)
    return await flow.answer(opened.transcript, opened.form, response)


async def _ask_while_connected(ctx: Context, native_form: NativeForm, wait: Wait) -> object:
    """Ask; a dropped connection ends the wait, and the caller hears of progress if it wants to."""
    if connection := connection_of(ctx.request):
        connection.on_close = lambda: wait.end("The connection was dropped before an answer.")
    if ctx.meta is None or ctx.meta.get("progress_token") is None:
        return await _ask(ctx, native_form)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_report_progress, ctx, wait.progress_seconds)
        response = await _ask(ctx, native_form)
        tasks.cancel_scope.cancel()
    return response


async def _ask(ctx: Context, native_form: NativeForm) -> object:
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
    except MCPError as error:
        return _failure(error)
    return answer.root


def _failure(error: MCPError) -> _Failure:
    if error.error.code == CONNECTION_CLOSED:
        return _Failure("The connection to the host closed before an answer.")
    return _Failure(f"The host answered the form request with error {error.error.code}.")


async def _report_progress(ctx: Context, seconds: int) -> None:
    """Say now and then that the call still waits: hosts and proxies give up on silence."""
    started = anyio.current_time()
    while True:
        waited = round(anyio.current_time() - started)
        await ctx.session.report_progress(waited, message="Waiting for the person to answer.")
        await anyio.sleep(seconds)
