"""A tool call as it came over the wire, where the SDK's models would refuse or drop parts of it.

Arguments that are no object and answers of any shape must end as the tool's own errors, in the
ledger too; and the native form must reach the host although the SDK drops the `_meta` it is in.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from formsapp.contract import EXTENSION_ID, TOOL_NAME, NativeForm

_current: ContextVar["ToolCall"] = ContextVar("tool_call")


@dataclass(slots=True)
class ToolCall:
    """The parts of a call that bypass the SDK's models."""

    arguments: object
    responses: object
    native_form: NativeForm | None = None
    """Set by whoever answers with a question, so that it is put back into the result."""


def current_call() -> ToolCall:
    """The call being handled."""
    return _current.get()


async def keep_the_wire(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware: set arguments and input responses aside, and put the native form back."""
    params = ctx.params
    if ctx.method != "tools/call" or params is None or params.get("name") != TOOL_NAME:
        return await call_next(ctx)
    call = ToolCall(params.get("arguments", {}), params.get("inputResponses"))
    rest = {k: v for k, v in params.items() if k not in {"arguments", "inputResponses"}}
    token = _current.set(call)
    try:
        result = await call_next(replace(ctx, params=rest))
    finally:
        _current.reset(token)
    if call.native_form is not None and isinstance(result, dict):
        _put_back(result, call.native_form)
    return result


def _put_back(result: dict[str, Any], native_form: NativeForm) -> None:
    requests: Mapping[str, Any] = result.get("inputRequests") or {}
    for request in requests.values():
        meta = request["params"].setdefault("_meta", {})
        meta[EXTENSION_ID] = {"requestedSchema": native_form["requestedSchema"]}
