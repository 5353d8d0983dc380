"""What only the first start makes: the gallery, an administrator, an agent."""

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from formsapp.home import one_at_a_time
from formsapp.ledger.agents import register
from formsapp.ledger.models import Agent

ADMIN_NAME = "admin"
AGENT_NAME = "local-agent"


@dataclass(frozen=True, slots=True)
class NewCredentials:
    """Secrets made in this start, to be shown once; None where one was there already."""

    password: str | None
    token: str | None


def make_what_is_missing() -> NewCredentials:
    """Load the gallery and make sure that someone can log in and some agent can call."""
    with one_at_a_time(settings.FORMLEDGER_HOME, "first-start"):
        call_command("load_gallery", verbosity=0)
        return NewCredentials(_new_admin(), _new_agent())


def _new_admin() -> str | None:
    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    users.create_superuser(ADMIN_NAME, password=password)
    return password


def _new_agent() -> str | None:
    return None if Agent.objects.exists() else register(AGENT_NAME)
