from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from formsapp.ledger.agents import AgentExistsError, agent_of, register, renew, revoke
from formsapp.ledger.models import Agent

pytestmark = pytest.mark.django_db


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
