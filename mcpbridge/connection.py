"""The HTTP connection that a call came on: whoever waits for a person learns when it is dropped."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

_KEY = "formledger.connection"


@dataclass(slots=True)
class Connection:
    """One HTTP exchange: one call of the tool at most."""

    on_close: Callable[[], None] | None = None
    """Called once the response is complete, or nobody reads it any more."""


class Connections:
    """ASGI middleware that gives every HTTP request its connection."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = scope[_KEY] = Connection()
        try:
            await self._app(scope, receive, send)
        finally:
            if connection.on_close:
                connection.on_close()


def connection_of(request: object) -> Connection | None:
    """The connection a request came on; None over stdio."""
    if not isinstance(request, Request):
        return None
    connection: Connection | None = request.scope.get(_KEY)
    return connection
