"""Serving registered agents over streamable HTTP at `/mcp`."""

import socket
from typing import Any

import uvicorn
from django.conf import settings
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from formsapp.ledger.agents import agent_of
from mcpbridge.config import Address
from mcpbridge.connection import Connections
from mcpbridge.ledger import Ledger
from mcpbridge.waits import Waits

ASK_SCOPE = "ask"
SHUTDOWN_SECONDS = 3


class AgentTokens(TokenVerifier):
    """Bearer tokens of the agents registered in the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def verify_token(self, token: str) -> AccessToken | None:
        """The agent behind a token; None refuses the request."""
        agent = await self._ledger.read(agent_of, token)
        return AccessToken(token=token, client_id=agent, scopes=[ASK_SCOPE]) if agent else None


class _HttpServer(uvicorn.Server):
    """Ends the waits of open forms first: their streams would never end by themselves."""

    def __init__(self, config: uvicorn.Config, waits: Waits) -> None:
        super().__init__(config)
        self._waits = waits

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._waits.close(SHUTDOWN_SECONDS)
        await super().shutdown(sockets)


async def serve_http(server: Server[Any], ledger: Ledger, waits: Waits, address: Address) -> None:
    """Serve until SIGTERM or SIGINT."""
    url = AnyHttpUrl(f"http://{address}/mcp")
    app = server.streamable_http_app(
        streamable_http_path="/mcp",
        auth=AuthSettings(
            issuer_url=url,
            resource_server_url=url,
            required_scopes=[ASK_SCOPE],
            validate_token_resource=False,  # our tokens are for this bridge and nothing else
        ),
        token_verifier=AgentTokens(ledger),
        transport_security=_transport_security(),
        custom_starlette_routes=[Route("/healthz", _healthz)],
    )
    config = uvicorn.Config(
        Connections(app),
        host=address.host,
        port=address.port,
        log_config=None,
        log_level="warning",
        access_log=False,
        # The streams on which hosts listen never end by themselves.
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    await _HttpServer(config, waits).serve()


def _transport_security() -> TransportSecuritySettings:
    """Answer only to our own names: a page elsewhere must not reach us through a visitor."""
    hosts = [variant for host in settings.ALLOWED_HOSTS for variant in (host, f"{host}:*")]
    return TransportSecuritySettings(
        allowed_hosts=hosts,
        allowed_origins=[f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")],
    )


async def _healthz(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("ok\n")
