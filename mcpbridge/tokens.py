"""Bearer tokens: who may call over HTTP."""

from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone
from mcp.server.auth.provider import AccessToken, TokenVerifier

from formsapp.ledger.agents import authenticate
from formsapp.ledger.entries import TokenUse
from formsapp.ledger.models import Agent
from mcpbridge.ledger import Ledger

NOTED_EVERY = timedelta(minutes=1)


class AgentTokens(TokenVerifier):
    """Bearer tokens of the agents registered in the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._noted: dict[UUID, datetime] = {}

    async def verify_token(self, token: str) -> AccessToken | None:
        """The agent behind a token; None refuses the request."""
        agent = await self._ledger.read(authenticate, token)
        if agent is None:
            return None
        self._note(agent)
        expires_at = int(agent.expires_at.timestamp()) if agent.expires_at else None
        return AccessToken(
            token=token,
            client_id=agent.name,
            scopes=agent.scopes.split(),
            expires_at=expires_at,
        )

    def _note(self, agent: Agent) -> None:
        now = timezone.now()
        noted = self._noted.get(agent.pk)
        if noted is None or now - noted >= NOTED_EVERY:
            self._noted[agent.pk] = now
            self._ledger.note(TokenUse(agent.pk, now))
