"""Who is calling: read from the request, as the ledger keeps it."""

from typing import Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.context import ServerRequestContext

from formsapp.ledger.recorder import Caller


def caller_of(ctx: ServerRequestContext[Any, Any], stdio_agent: str) -> Caller:
    """The agent and the host behind a request."""
    capabilities = ctx.session.client_capabilities
    params = ctx.session.client_params
    return Caller(
        agent=agent_of_request(stdio_agent),
        transport="http" if get_access_token() else "stdio",
        protocol_version=ctx.protocol_version,
        client_name=params.client_info.name if params else "",
        client_version=params.client_info.version if params else "",
        capabilities=capabilities.model_dump(mode="json", by_alias=True, exclude_none=True)
        if capabilities
        else None,
    )


def agent_of_request(stdio_agent: str) -> str:
    """The agent whose bearer token came with the request; over stdio, the one configured."""
    token = get_access_token()
    return token.client_id if token else stdio_agent
