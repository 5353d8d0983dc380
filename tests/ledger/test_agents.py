from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from formsapp.ledger.agents import AgentExistsError, authenticate, register, renew, revoke
from formsapp.ledger.entries import TokenUse
from formsapp.ledger.models import Agent
from formsapp.ledger.recorder import write

pytestmark = pytest.mark.django_db


def agent_of(token: str) -> str | None:
    agent = authenticate(token)
    return agent.name if agent else None


def test_a_token_names_its_agent() -> None:
    token = register("analyst")
    assert agent_of(token) == "analyst"
    assert agent_of(token + "x") is None
    assert agent_of("") is None


def test_the_token_itself_is_not_stored() -> None:
    token = register("analyst")
    stored = Agent.objects.values_list("name", "token_hash").get()
    assert token not in stored


def test_a_revoked_token_is_refused_until_renewed() -> None:
    token = register("analyst")
    revoke("analyst")
    assert agent_of(token) is None
    assert agent_of(renew("analyst")) == "analyst"
    assert agent_of(token) is None


def test_a_name_is_taken_once() -> None:
    register("analyst")
    with pytest.raises(AgentExistsError):
        register("analyst")


def test_the_command_prints_a_token_that_works() -> None:
    out = StringIO()
    call_command("agent_token", "analyst", stdout=out)
    assert agent_of(out.getvalue().strip()) == "analyst"
    with pytest.raises(CommandError, match="--renew"):
        call_command("agent_token", "analyst")
    with pytest.raises(CommandError, match="no agent"):
        call_command("agent_token", "nobody", "--revoke")


def test_a_token_is_refused_once_it_has_expired() -> None:
    token = register("analyst", expires_at=timezone.now() + timedelta(hours=1))
    assert agent_of(token) == "analyst"
    Agent.objects.update(expires_at=timezone.now())
    assert agent_of(token) is None
    assert agent_of(renew("analyst")) == "analyst"


def test_scopes_are_kept_in_one_order_and_must_exist() -> None:
    register("both", scopes=["forms:read", "ask", "ask"])
    assert Agent.objects.get().scopes == "ask forms:read"
    with pytest.raises(ValueError, match="no such scope: everything"):
        register("wrong", scopes=["ask", "everything"])


def test_the_command_sets_scopes_and_expiry() -> None:
    call_command("agent_token", "analyst", "--scope", "ask", "--days", "30", stdout=StringIO())
    agent = Agent.objects.get()
    assert agent.scopes == "ask"
    assert agent.expires_at is not None
    assert agent.expires_at - timezone.now() > timedelta(days=29, hours=23)
    call_command("agent_token", "analyst", "--renew", stdout=StringIO())
    agent.refresh_from_db()
    assert (agent.scopes, agent.expires_at) == ("ask", None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["analyst", "--days", "0"], "--days"),
        (["analyst", "--days", "99999"], "--days"),
        ([" "], "1 to 100 printable"),
        (["a\nb"], "1 to 100 printable"),
        (["a" * 101], "1 to 100 printable"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("agent_token", *arguments)
    assert not Agent.objects.exists()


def test_a_token_s_use_is_noted() -> None:
    register("analyst")
    now = timezone.now()
    write([TokenUse(Agent.objects.get().pk, now)])
    assert Agent.objects.get().last_used_at == now
