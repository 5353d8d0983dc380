"""HTTP: who gets in, for what, and how a bridge says that it is ready."""

import json
from collections.abc import Iterator

import httpx2
import pytest

from tests.bridgeprocess import http_bridge
from tests.forms import NAME_FORM
from tests.httphost import HttpHost
from tests.processes import manage, python

EXPIRE = "from formsapp.ledger.models import Agent; from django.utils import timezone; "
EXPIRE += "Agent.objects.update(expires_at=timezone.now())"
LAST_USE = "from formsapp.ledger.models import Agent; print(Agent.objects.get().last_used_at)"


@pytest.fixture
def url(prepared: dict[str, str]) -> Iterator[str]:
    with http_bridge(prepared) as url:
        yield url


def shell(environment: dict[str, str], code: str) -> str:
    return python(environment, "manage.py", "shell", "--no-imports", "-c", code)


def test_the_challenge_leads_to_the_metadata_of_the_resource(url: str) -> None:
    reply = httpx2.post(url, json={})
    assert reply.status_code == 401
    challenge = reply.headers["www-authenticate"]
    assert challenge.startswith('Bearer error="invalid_token"')
    address = challenge.partition('resource_metadata="')[2].rstrip('"')
    metadata = httpx2.get(address).json()
    assert metadata["resource"] == url
    assert metadata["scopes_supported"] == ["ask"]
    assert metadata["bearer_methods_supported"] == ["header"]


def test_a_token_without_the_scope_ask_is_refused(url: str, prepared: dict[str, str]) -> None:
    token = manage(prepared, "agent_token", "reader", "--scope", "forms:read").strip()
    reply = HttpHost(url, token).post({"id": 1, "method": "initialize", "params": {}})
    assert reply.status_code == 403
    assert 'error="insufficient_scope"' in reply.headers["www-authenticate"]


def test_an_expired_token_is_refused_at_once(url: str, prepared: dict[str, str]) -> None:
    host = HttpHost(url, manage(prepared, "agent_token", "analyst", "--days", "1").strip())
    host.initialize()
    shell(prepared, EXPIRE)
    assert host.post({"id": 3, "method": "tools/list"}).status_code == 401


def test_the_use_of_a_token_is_noted(url: str, prepared: dict[str, str]) -> None:
    host = HttpHost(url, manage(prepared, "agent_token", "analyst").strip())
    assert shell(prepared, LAST_USE).strip() == "None"
    host.initialize()
    host.call(NAME_FORM, result={"action": "decline"})
    assert shell(prepared, LAST_USE).startswith("20")


def test_one_agent_cannot_use_another_s_session(url: str, prepared: dict[str, str]) -> None:
    one = HttpHost(url, manage(prepared, "agent_token", "one").strip())
    one.initialize()
    two = HttpHost(url, manage(prepared, "agent_token", "two").strip())
    two.client.headers["Mcp-Session-Id"] = one.client.headers["Mcp-Session-Id"]
    assert two.post({"id": 3, "method": "tools/list"}).status_code == 404


def test_a_bridge_says_whether_it_can_work(prepared_postgres: dict[str, str]) -> None:
    with http_bridge(prepared_postgres) as url:
        ready = url.replace("/mcp", "/readyz")
        assert httpx2.get(ready).status_code == 200
        token = manage(prepared_postgres, "agent_token", "analyst").strip()
        drop = "from django.db import connection; c = connection.cursor(); "
        shell(prepared_postgres, drop + "c.execute('DROP TABLE django_migrations CASCADE')")
        reply = httpx2.get(ready)
        assert reply.status_code == 503
        assert "manage.py migrate" in reply.text
        shell(prepared_postgres, drop + "c.execute('DROP TABLE ledger_agent CASCADE')")
        reply = HttpHost(url, token).post({"id": 1, "method": "initialize", "params": {}})
        assert reply.status_code == 503
        assert reply.headers["retry-after"] == "5"
        assert httpx2.get(url.replace("/mcp", "/healthz")).status_code == 200


def test_counts_are_told_without_names(url: str, prepared: dict[str, str]) -> None:
    host = HttpHost(url, manage(prepared, "agent_token", "analyst").strip())
    host.initialize()
    with host.calling(NAME_FORM) as stream:
        next(stream)
        text = httpx2.get(url.replace("/mcp", "/metrics")).text
    assert "formledger_calls_waiting 1\n" in text
    assert "formledger_hints_lost_total 0\n" in text
    assert "analyst" not in text


def test_published_forms_need_the_scope_forms_read(url: str, prepared: dict[str, str]) -> None:
    manage(prepared, "load_gallery")
    reader = HttpHost(url, manage(prepared, "agent_token", "reader").strip())
    reader.initialize()
    assert len(reader.request("resources/list", {})["result"]["resources"]) == 5
    asker = HttpHost(url, manage(prepared, "agent_token", "asker", "--scope", "ask").strip())
    asker.initialize()
    for method, params in (("list", {}), ("read", {"uri": "form://weekly-report"})):
        error = asker.request(f"resources/{method}", params)["error"]
        assert "forms:read" in json.dumps(error)
