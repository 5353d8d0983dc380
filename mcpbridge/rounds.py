"""The 2026-07-28 era: servers send no requests, so the question is the result of a first round.

The host shows the form and calls again, with the answer and with the state it was given. The state
is the transcript's id and the form's deadline, sealed by the SDK's boundary.
"""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from mcp.server.context import ServerRequestContext
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, ElicitRequest, ElicitRequestFormParams, InputRequiredResult

from formsapp.contract import (
    ErrorCode,
    NativeForm,
    Result,
    read_arguments,
    supports_native_form,
)
from formsapp.ledger.entries import Call
from mcpbridge.caller import Callers
from mcpbridge.flow import FormFlow, Opened
from mcpbridge.wire import ToolCall

KEY = "form"
"""Names our one question among a round's input requests."""

# Far longer than a form may stay open: a late answer must hear `timeout`, not fail at the seal.
SEAL_SECONDS = 30 * 24 * 3600


def seal(callers: Callers) -> RequestStateBoundary:
    """The middleware that seals states: bound to tool, arguments and agent, shared by processes."""

    def agent(_ctx: ServerRequestContext[Any, Any]) -> str:
        return callers.agent()

    key = f"request state:{settings.FORMLEDGER_SEALING_KEY}"
    security = RequestStateSecurity(keys=[key], ttl=SEAL_SECONDS, bind_principal=agent)
    return RequestStateBoundary(security, default_audience="formledger")


async def run(
    flow: FormFlow, call: Call, wire: ToolCall, state: str | None
) -> Result | InputRequiredResult:
    """Answer one round: ask, ask again, or conclude.

    Raises:
        MCPError: the state names a transcript that this ledger does not have.
    """
    if state is None:
        opened = await flow.open(call, wire.arguments, supported=_shows_forms(call))
        if not isinstance(opened, Opened):
            return opened
        state = _state(opened)
        return _question(wire, state=state, native_form=opened.native_form)
    transcript, deadline = read_state(state)
    asked = await flow.resume(transcript, deadline, wire.arguments)
    if asked is None:
        raise MCPError(INVALID_PARAMS, "Invalid or expired requestState")
    if asked.result is not None:
        return asked.result  # a second delivery gets what the first one got
    if timezone.now() >= asked.deadline:
        return await flow.fail(transcript, ErrorCode.TIMEOUT)
    responses = {} if wire.responses is None else wire.responses
    if isinstance(responses, Mapping) and KEY not in responses:
        return _question(wire, state=state, native_form=asked.native_form)
    response = responses[KEY] if isinstance(responses, Mapping) else None
    return await flow.answer(transcript, read_arguments(asked.arguments), response)


def _state(opened: Opened) -> str:
    """What comes back with the answer: enough to go on while the database does not answer."""
    return f"{opened.transcript} {opened.deadline.isoformat()}"


def read_state(state: str) -> tuple[uuid.UUID, datetime]:
    """The transcript and the deadline that a state names; its seal has been checked."""
    transcript, _, deadline = state.partition(" ")
    return uuid.UUID(transcript), datetime.fromisoformat(deadline)


def _shows_forms(call: Call) -> bool:
    capabilities = call.caller.capabilities or {}
    core = capabilities.get("elicitation")
    return (
        isinstance(core, Mapping)
        and isinstance(core.get("form"), Mapping)
        and supports_native_form(capabilities.get("extensions"))
    )


def _question(wire: ToolCall, *, state: str, native_form: NativeForm) -> InputRequiredResult:
    """The form as an input request; the native form itself is put into `_meta` on the way out."""
    wire.native_form = native_form
    params = ElicitRequestFormParams(
        message=native_form["message"], requested_schema={"type": "object", "properties": {}}
    )
    return InputRequiredResult(
        input_requests={KEY: ElicitRequest(params=params)}, request_state=state
    )
