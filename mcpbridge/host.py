"""Asking the host to show a native form: `openai/elicitation/create` while the call waits."""

from typing import Any, Literal, cast

import anyio
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import Request, ServerRequest
from pydantic import RootModel, ValidationError

from formsapp.contract import InvalidResponse, NativeForm, Problem


class HostTimeoutError(Exception):
    """The host did not answer in time; the form was withdrawn."""


class HostFailedError(Exception):
    """The host could not be asked, or answered with an error. The text is fit for the agent."""


class _FormRequest(Request[dict[str, Any], Literal["openai/elicitation/create"]]):
    method: Literal["openai/elicitation/create"] = "openai/elicitation/create"


async def ask(
    ctx: ServerRequestContext[Any, Any], native_form: NativeForm, timeout_seconds: float
) -> Any:
    """Show the form and return the host's result as it came, unchecked.

    Source: API.md, Native resource/file question API.

    Raises:
        HostTimeoutError: no answer within `timeout_seconds`.
        HostFailedError: no answer can come any more.
        InvalidResponse: what came is not a result at all.
    """
    request = cast("ServerRequest", _FormRequest(params=dict(native_form)))
    try:
        # The wait is bounded here, so that a host's own "timed out" error stays an error.
        with anyio.fail_after(timeout_seconds):
            answer = await ctx.session.send_request(
                request,
                RootModel[Any],
                # Over HTTP the question must travel on the stream of the call it belongs to.
                metadata=ServerMessageMetadata(related_request_id=ctx.request_id),
            )
    except TimeoutError:
        raise HostTimeoutError from None
    except MCPError as error:
        raise HostFailedError(
            f"The host answered the form request with error {error.error.code}."
        ) from None
    except ValidationError:
        problem = Problem("", "the host's result is not an object")
        raise InvalidResponse((problem,)) from None
    return answer.root
