"""Serving registered agents over streamable HTTP at `/mcp`."""

import asyncio
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from django.conf import settings
from mcp.server.auth.settings import AuthSettings
from mcp.server.lowlevel import Server
from mcp.server.transport_security import RequestBodyLimitMiddleware, TransportSecuritySettings
from pydantic import AnyHttpUrl
from starlette.middleware import Middleware
from starlette.routing import Route

from formsapp.ledger.agents import ASK
from mcpbridge.bodies import MendedBodies
from mcpbridge.config import Http
from mcpbridge.connection import Connections
from mcpbridge.health import Health, Metrics, Unavailable, healthz
from mcpbridge.ledger import Ledger
from mcpbridge.tokens import AgentTokens
from mcpbridge.waits import Waits

MAX_BODY_BYTES = 4 * 1024 * 1024
"""Well above the largest legal arguments (1 MiB), so that a call somewhat too large is told so."""

SHUTDOWN_SECONDS = 3


class _HttpServer(uvicorn.Server):
    """Ends the waits of open forms first: their streams would never end by themselves.

    It leaves as if nobody had sent a signal, where uvicorn would raise it again at the end.
    """

    def __init__(self, config: uvicorn.Config, waits: Waits) -> None:
        super().__init__(config)
        self._waits = waits

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._waits.close(SHUTDOWN_SECONDS)
        await super().shutdown(sockets)


async def serve_http(
    server: Server[Any], ledger: Ledger, waits: Waits, metrics: Metrics, http: Http
) -> None:
    """Serve until SIGTERM or SIGINT."""
    _allow_many_connections()
    url = AnyHttpUrl(http.url)
    security = _transport_security()
    app = server.streamable_http_app(
        streamable_http_path="/mcp",
        auth=AuthSettings(
            issuer_url=url,
            resource_server_url=url,
            required_scopes=[ASK],
            validate_token_resource=False,  # our tokens are for this bridge and nothing else
        ),
        token_verifier=AgentTokens(ledger),
        transport_security=security,
        max_request_body_size=MAX_BODY_BYTES,
        custom_starlette_routes=[
            Route("/healthz", healthz),
            Route("/readyz", Health(ledger).readyz),
            Route("/metrics", metrics.metrics),
        ],
    )
    app.add_middleware(Connections)
    app.add_middleware(Unavailable)
    # Innermost, behind authentication.
    app.user_middleware += [
        Middleware(RequestBodyLimitMiddleware, max_body_size=MAX_BODY_BYTES),
        Middleware(MendedBodies, security=security),
    ]
    config = uvicorn.Config(
        app,
        host=http.address.host,
        port=http.address.port,
        log_config=None,
        log_level="warning",
        access_log=False,
        # The streams on which hosts listen never end by themselves.
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    await _HttpServer(config, waits).serve()


def _allow_many_connections() -> None:
    """Every waiting call holds a connection; the usual soft limit is 1,024 of them."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _transport_security() -> TransportSecuritySettings:
    """Answer only to our own names: a page elsewhere must not reach us through a visitor."""
    hosts = [variant for host in settings.ALLOWED_HOSTS for variant in (host, f"{host}:*")]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection="*" not in hosts,
        allowed_hosts=hosts,
        allowed_origins=[f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")],
    )
