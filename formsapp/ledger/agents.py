"""Agents and their bearer tokens."""

import hashlib
import secrets

from django.db import IntegrityError, transaction
from django.utils import timezone

from formsapp.ledger.models import Agent

TOKEN_PREFIX = "flt_"  # noqa: S105  lets people and secret scanners recognise a token


class AgentExistsError(Exception):
    """There is an agent of that name already."""


def register(name: str) -> str:
    """Register an agent and return its token, which is not stored and cannot be shown again.

    Raises:
        AgentExistsError: the name is taken.
    """
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            Agent.objects.create(name=name, token_hash=_hash(token))
    except IntegrityError:
        raise AgentExistsError(name) from None
    return token


def renew(name: str) -> str:
    """Replace an agent's token, ending a revocation, and return the new one.

    Raises:
        Agent.DoesNotExist: no agent has that name.
    """
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    changed = Agent.objects.filter(name=name).update(token_hash=_hash(token), revoked_at=None)
    if not changed:
        raise Agent.DoesNotExist(name)
    return token


def revoke(name: str) -> None:
    """Refuse an agent's token from now on.

    Raises:
        Agent.DoesNotExist: no agent has that name.
    """
    if not Agent.objects.filter(name=name).update(revoked_at=timezone.now()):
        raise Agent.DoesNotExist(name)


def agent_of(token: str) -> str | None:
    """The name of the agent a token belongs to; None if it is unknown or revoked."""
    agent = Agent.objects.filter(token_hash=_hash(token), revoked_at=None).first()
    return agent.name if agent else None


def _hash(token: str) -> str:
    # Tokens are 256 random bits: a plain hash cannot be searched backwards.
    return hashlib.sha256(token.encode()).hexdigest()
