"""Agents and their bearer tokens."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from formsapp.ledger.models import Agent

TOKEN_PREFIX = "flt_"  # noqa: S105  lets people and secret scanners recognise a token

ASK = "ask"
FORMS_READ = "forms:read"
SCOPES = {
    ASK: "Ask people forms through the bridge",
    FORMS_READ: "List and read published forms",
}
"""What a token can be good for, and how that reads."""


class AgentExistsError(Exception):
    """There is an agent of that name already."""


def register(
    name: str, *, scopes: Iterable[str] = SCOPES, expires_at: datetime | None = None
) -> str:
    """Register an agent and return its token, which is not stored and cannot be shown again.

    Raises:
        AgentExistsError: the name is taken.
        ValueError: there is no such scope.
    """
    token = _new_token()
    try:
        with transaction.atomic():
            Agent.objects.create(
                name=name, token_hash=_hash(token), scopes=_joined(scopes), expires_at=expires_at
            )
    except IntegrityError:
        raise AgentExistsError(name) from None
    return token


def renew(
    name: str, *, scopes: Iterable[str] | None = None, expires_at: datetime | None = None
) -> str:
    """Replace an agent's token, ending a revocation and setting a new expiry; return the token.

    Raises:
        Agent.DoesNotExist: no agent has that name.
        ValueError: there is no such scope.
    """
    token = _new_token()
    changes = {"token_hash": _hash(token), "revoked_at": None, "expires_at": expires_at}
    if scopes is not None:
        changes["scopes"] = _joined(scopes)
    if not Agent.objects.filter(name=name).update(**changes):
        raise Agent.DoesNotExist(name)
    return token


def revoke(name: str) -> None:
    """Refuse an agent's token from now on.

    Raises:
        Agent.DoesNotExist: no agent has that name.
    """
    if not Agent.objects.filter(name=name).update(revoked_at=timezone.now()):
        raise Agent.DoesNotExist(name)


def authenticate(token: str) -> Agent | None:
    """The agent a token belongs to; None if it is unknown, expired or revoked."""
    agent = Agent.objects.filter(token_hash=_hash(token)).first()
    return agent if agent is not None and agent.may_call else None


def _joined(scopes: Iterable[str]) -> str:
    wanted = set(scopes)
    if unknown := wanted - set(SCOPES):
        raise ValueError(f"no such scope: {', '.join(sorted(unknown))}")
    return " ".join(scope for scope in SCOPES if scope in wanted)


def _new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def _hash(token: str) -> str:
    # Tokens are 256 random bits: a plain hash cannot be searched backwards.
    return hashlib.sha256(token.encode()).hexdigest()
