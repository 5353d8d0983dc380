"""The bridge over streamable HTTP: registered agents only, forms on the stream of their call."""

import json
from collections.abc import Iterator
from typing import Any

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.extension import advertise
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import CallToolResult, ElicitResult

from tests.bridgeprocess import http_bridge
from tests.forms import NAME_FORM
from tests.httphost import HttpHost
from tests.processes import manage


@pytest.fixture
def bridge_url(prepared: dict[str, str]) -> Iterator[str]:
    """The address of a running HTTP bridge on the embedded database."""
    with http_bridge(prepared) as url:
        yield url


@pytest.fixture
def token(bridge_url: str, prepared: dict[str, str]) -> str:
    return manage(prepared, "agent_token", "analyst").strip()


def test_an_agent_s_form_is_asked_answered_and_recorded(
    bridge_url: str, token: str, prepared: dict[str, str]
) -> None:
    host = HttpHost(bridge_url, token)
    host.initialize()
    result = host.call(NAME_FORM, result={"action": "accept", "content": {"name": "Ada"}})
    assert result["structuredContent"] == {"action": "accept", "content": {"name": "Ada"}}
    manage(prepared, "audit_drain")
    record = json.loads(manage(prepared, "audit_export"))
    assert (record["agent"], record["client"]) == ("analyst", "httphost 1")


def test_without_a_token_of_ours_nobody_gets_in(bridge_url: str, token: str) -> None:
    for headers in ({}, {"Authorization": "Bearer flt_wrong"}, {"Authorization": "Basic x"}):
        reply = httpx2.post(bridge_url, json={}, headers=headers)
        assert reply.status_code == 401
        assert reply.headers["www-authenticate"].startswith("Bearer ")


def test_a_revoked_agent_is_refused_at_once(
    bridge_url: str, token: str, prepared: dict[str, str]
) -> None:
    host = HttpHost(bridge_url, token)
    host.initialize()
    manage(prepared, "agent_token", "analyst", "--revoke")
    assert host.post({"id": 3, "method": "tools/list"}).status_code == 401


def test_requests_for_other_hosts_and_from_other_origins_are_refused(
    bridge_url: str, token: str
) -> None:
    bearer = {"Authorization": f"Bearer {token}"}
    foreign = [{"Host": "evil.example"}, {"Origin": "https://evil.example"}]
    codes = [httpx2.post(bridge_url, json={}, headers={**bearer, **h}).status_code for h in foreign]
    assert codes == [421, 403]


def test_the_sdk_s_own_client_answers_a_form_in_the_new_era(
    bridge_url: str, token: str, prepared: dict[str, str]
) -> None:
    async def answer(_context: Any, params: Any) -> ElicitResult:
        native = params.meta["openai/elicitation"]["requestedSchema"]
        assert list(native["properties"]) == ["name", "note"]
        return ElicitResult(action="accept", content={"name": "Ada"})

    async def call() -> CallToolResult:
        bearer = create_mcp_http_client(headers={"Authorization": f"Bearer {token}"})
        client = Client(
            streamable_http_client(bridge_url, http_client=bearer),
            extensions=[advertise("openai/elicitation", {"form": {}})],
            elicitation_callback=answer,
        )
        async with client:
            assert client.protocol_version == "2026-07-28"
            return await client.call_tool("form_elicitation_v2_request", NAME_FORM)

    result = anyio.run(call)
    assert result.structured_content == {"action": "accept", "content": {"name": "Ada"}}
    manage(prepared, "audit_drain")
    assert json.loads(manage(prepared, "audit_export"))["agent"] == "analyst"
