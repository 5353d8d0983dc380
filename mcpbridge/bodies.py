"""Messages that come over HTTP, mended as those on stdio are before the SDK's models see them."""

import re

from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mcpbridge.messages import Unreadable, read_message, write_message

# Group 1: every other escape, and pairs. What is left is a surrogate on its own.
_SURROGATES = re.compile(
    rb"(\\[^u]|\\u(?!d[89a-f])[0-9a-f]{4}|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})"
    rb"|\\ud[89a-f][0-9a-f]{2}"
)


class MendedBodies:
    """ASGI middleware for the requests of known agents; their size is limited further out.

    Where a request comes from is checked before it is read.
    """

    def __init__(self, app: ASGIApp, security: TransportSecuritySettings) -> None:
        self._app = app
        self._security = TransportSecurityMiddleware(security)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") != "POST" or not scope["user"].is_authenticated:
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        if refusal := await self._security.validate_request(request, is_post=True):
            await refusal(scope, receive, send)
            return
        body = await request.body()
        try:
            mended = _paired(write_message(read_message(body.decode("utf-8", "replace"))))
        except Unreadable as unreadable:
            reply = write_message(unreadable.reply)
            response = Response(reply, status_code=400, media_type="application/json")
            await response(scope, receive, send)
            return
        await self._app(_with_length(scope, len(mended)), _replay(mended, receive), send)


def _paired(body: bytes) -> bytes:
    """The body with NUL for each unpaired surrogate: both are refused in arguments and answers,
    but only NUL gets past the SDK's parser."""
    return _SURROGATES.sub(lambda found: found[1] or b"\\u0000", body)


def _with_length(scope: Scope, length: int) -> Scope:
    kept = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
    return {**scope, "headers": [*kept, (b"content-length", str(length).encode())]}


def _replay(body: bytes, receive: Receive) -> Receive:
    """The body as if it had just come, and after it whatever else comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
