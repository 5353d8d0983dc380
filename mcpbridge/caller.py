"""Who is calling: read from the request, as the ledger keeps it."""

from typing import Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.context import ServerRequestContext

from formsapp.ledger.entries import Caller


class Callers:
    """Knows the agent and the host behind a request."""

    def __init__(self, stdio_agent: str) -> None:
        self._stdio_agent = stdio_agent
        self._declared: object = None
        self._dumped: dict[str, Any] | None = None

    def caller_of(self, ctx: ServerRequestContext[Any, Any]) -> Caller:
        """The agent and the host behind a request."""
        params = ctx.session.client_params
        return Caller(
            agent=self.agent(),
            transport="http" if get_access_token() else "stdio",
            protocol_version=ctx.protocol_version,
            client_name=params.client_info.name if params else "",
            client_version=params.client_info.version if params else "",
            capabilities=self._capabilities(ctx),
        )

    def agent(self) -> str:
        """The agent whose bearer token came with the request; over stdio, the one configured."""
        token = get_access_token()
        return token.client_id if token else self._stdio_agent

    def _capabilities(self, ctx: ServerRequestContext[Any, Any]) -> dict[str, Any] | None:
        """What the host declared. A session declares once, so the latest is kept and shared."""
        declared = ctx.session.client_capabilities
        if declared is not self._declared:
            self._declared = declared
            self._dumped = (
                declared.model_dump(mode="json", by_alias=True, exclude_none=True)
                if declared
                else None
            )
        return self._dumped
