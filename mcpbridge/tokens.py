"""Bearer tokens: who may call over HTTP."""

import hashlib
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DatabaseError
from django.utils import timezone
from mcp.server.auth.provider import AccessToken, TokenVerifier

from formsapp.ledger.agents import authenticate
from formsapp.ledger.entries import TokenUse
from formsapp.ledger.models import Agent
from mcpbridge.ledger import Ledger

NOTED_EVERY = timedelta(minutes=1)
REMEMBERED = timedelta(minutes=10)


class AgentTokens(TokenVerifier):
    """Bearer tokens of the agents registered in the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._noted: dict[UUID, datetime] = {}
        self._seen: dict[bytes, tuple[Agent, datetime]] = {}

    async def verify_token(self, token: str) -> AccessToken | None:
        """The agent behind a token; None refuses the request."""
        agent = await self._agent_of(token)
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

    async def _agent_of(self, token: str) -> Agent | None:
        """While the database does not answer, whoever was let in lately is let in again."""
        key = hashlib.sha256(token.encode()).digest()
        try:
            agent = await self._ledger.read(authenticate, token)
        except DatabaseError:
            agent, seen_at = self._seen.get(key, (None, timezone.now()))
            if agent is None or not agent.may_call or timezone.now() - seen_at > REMEMBERED:
                raise
            return agent
        if agent is None:
            self._seen.pop(key, None)
        else:
            self._seen[key] = (agent, timezone.now())
        return agent

    def _note(self, agent: Agent) -> None:
        now = timezone.now()
        noted = self._noted.get(agent.pk)
        if noted is None or now - noted >= NOTED_EVERY:
            self._noted[agent.pk] = now
            self._ledger.note(TokenUse(agent.pk, now))
