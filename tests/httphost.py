"""A host of the handshake era that speaks streamable HTTP to a bridge, with nothing in between."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.rawhost import FORM_CAPABILITY


class HttpHost:
    """Exchanges single messages with a bridge."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.client = httpx2.Client(
            headers={
                "Authorization": f"Bearer {token}",
                "Accept": "application/json, text/event-stream",
            },
            timeout=30,
        )

    def initialize(self) -> dict[str, Any]:
        """Shake hands and return the bridge's reply."""
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": FORM_CAPABILITY,
            "clientInfo": {"name": "httphost", "version": "1"},
        }
        reply = self.post({"id": 1, "method": "initialize", "params": params})
        reply.raise_for_status()
        self.client.headers["Mcp-Session-Id"] = reply.headers["mcp-session-id"]
        self.client.headers["Mcp-Protocol-Version"] = "2025-11-25"
        self.post({"method": "notifications/initialized"}).raise_for_status()
        return next(messages(reply))

    def post(self, message: dict[str, Any]) -> httpx2.Response:
        return self.client.post(self.url, json={"jsonrpc": "2.0", **message})

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """A request that is answered at once, and its reply."""
        reply = self.post({"id": 3, "method": method, "params": params})
        reply.raise_for_status()
        return next(messages(reply))

    @contextmanager
    def calling(self, arguments: Any) -> Iterator[Iterator[dict[str, Any]]]:
        """Call the tool: the messages on the call's stream, which is dropped at the end."""
        params = {"name": "form_elicitation_v2_request", "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}
        with self.client.stream("POST", self.url, json=message) as stream:
            yield messages(stream)

    def answer(self, form: dict[str, Any], **answer: Any) -> None:
        """Send a form's `result` or `error`."""
        self.post({"id": form["id"], **answer}).raise_for_status()

    def call(self, arguments: Any, **answer: Any) -> dict[str, Any]:
        """Call the tool, answer its form if there is one, and return the tool result."""
        with self.calling(arguments) as stream:
            for message in stream:
                if message.get("method") == "openai/elicitation/create":
                    self.answer(message, **answer)
                elif message.get("id") == 2:
                    result: dict[str, Any] = message["result"]
                    return result
        raise AssertionError("the stream ended without a result")


def messages(stream: httpx2.Response) -> Iterator[dict[str, Any]]:
    """The JSON-RPC messages of a server-sent event stream."""
    for line in stream.iter_lines():
        if line.startswith("data:") and line[5:].strip():
            yield json.loads(line[5:])
