"""A host that speaks JSON-RPC lines to a real bridge process, with nothing in between."""

import json
import queue
import subprocess
import sys
import threading
from types import TracebackType
from typing import Any

from tests.processes import ROOT

FORM_CAPABILITY = {"extensions": {"openai/elicitation": {"form": {}}}}
WAIT_SECONDS = 30


class RawHost:
    """Starts `python -m mcpbridge` on stdio and exchanges single messages with it."""

    def __init__(self, environment: dict[str, str], *, read: bool = True) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mcpbridge"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.errors: list[str] = []
        if read:
            threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()
        self._id = 0

    def __enter__(self) -> "RawHost":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> int:
        """Close the bridge's input and wait for its end; return its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(WAIT_SECONDS)

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def request(self, method: str, params: dict[str, Any]) -> int:
        """Send a request and return its id."""
        self._id += 1
        self.send({"id": self._id, "method": method, "params": params})
        return self._id

    def receive(self) -> dict[str, Any]:
        """The next message of the bridge."""
        line = self.lines.get(timeout=WAIT_SECONDS)
        assert line is not None, f"the bridge ended: {''.join(self.errors)}"
        message: dict[str, Any] = json.loads(line)
        return message

    def initialize(
        self, capabilities: dict[str, Any] | None = None, *, wait: bool = True
    ) -> dict[str, Any]:
        """Shake hands, declaring native forms unless told otherwise."""
        self.request(
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": FORM_CAPABILITY if capabilities is None else capabilities,
                "clientInfo": {"name": "rawhost", "version": "9.9"},
            },
        )
        reply = self.receive() if wait else {}
        self.send({"method": "notifications/initialized"})
        return reply

    def call(self, arguments: Any, name: str = "form_elicitation_v2_request") -> int:
        return self.request("tools/call", {"name": name, "arguments": arguments})

    def form(self) -> dict[str, Any]:
        """The form request of the bridge, which must be the next message."""
        message = self.receive()
        assert message["method"] == "openai/elicitation/create", message
        return message

    def answer(self, form: dict[str, Any], result: Any) -> None:
        self.send({"id": form["id"], "result": result})

    def result(self) -> dict[str, Any]:
        """The tool result of the bridge, which must be the next message."""
        message = self.receive()
        assert "result" in message, message
        result: dict[str, Any] = message["result"]
        return result

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(self.process.stderr)
