"""Codex as a host: its app server, driven over JSON lines, calls our tool without any model."""

import json
import os
import queue
import shutil
import subprocess
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.hosts.node import MODULES

WAIT_SECONDS = 60
FORM_REQUEST = "mcpServer/elicitation/request"
CAPABILITIES = {
    "experimentalApi": True,
    "extensions": {"openai/elicitation": {"form": {}}},
}


def find_codex() -> str | None:
    """The Codex to test with: the one among the packages, else the one on the PATH."""
    own = MODULES / ".bin" / "codex"
    return str(own) if own.exists() else shutil.which("codex")


class Codex:
    """One `codex app-server` with a thread in which our server is configured."""

    def __init__(self, codex: str, home: Path, server: str, options: tuple[str, ...] = ()) -> None:
        home.mkdir()
        (home / "config.toml").write_text(f'approval_policy = "on-request"\n{server}')
        self.process = subprocess.Popen(
            [codex, "app-server", *options],
            cwd=home,
            env={**os.environ, "CODEX_HOME": str(home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self._id = 0
        params = {"clientInfo": {"name": "tests", "version": "1"}, "capabilities": CAPABILITIES}
        self._reply(self._request("initialize", params))
        self._send({"method": "initialized"})
        started = self._reply(self._request("thread/start", {}))
        self._thread = started["result"]["thread"]["id"]
        self._wait(lambda m: m.get("params", {}).get("status") == "ready", "our server's start")

    def __enter__(self) -> "Codex":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.terminate()
        self.process.wait(WAIT_SECONDS)

    def ask(self, arguments: Any) -> tuple[int, dict[str, Any]]:
        """Call the tool; return the call's id and Codex's request to show the form."""
        call = self._request(
            "mcpServer/tool/call",
            {
                "server": "formledger",
                "threadId": self._thread,
                "tool": "form_elicitation_v2_request",
                "arguments": arguments,
            },
        )
        form = self._wait(
            lambda m: m.get("method") == FORM_REQUEST or m.get("id") == call, "the form"
        )
        assert form.get("method") == FORM_REQUEST, form
        return call, form

    def answer(self, call: int, form: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
        """Answer the form as the person would and return the tool's structured result."""
        self._send({"id": form["id"], "result": answer})
        result: dict[str, Any] = self._reply(call)["result"]["structuredContent"]
        return result

    def _request(self, method: str, params: dict[str, Any]) -> int:
        self._id += 1
        self._send({"id": self._id, "method": method, "params": params})
        return self._id

    def _reply(self, request_id: int) -> dict[str, Any]:
        return self._wait(
            lambda m: m.get("id") == request_id and "method" not in m, f"reply {request_id}"
        )

    def _wait(self, is_it: Any, what: str) -> dict[str, Any]:
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            try:
                message = self._messages.get(timeout=1)
            except queue.Empty:
                continue
            if is_it(message):
                return message
        raise AssertionError(f"Codex did not send {what}")

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._messages.put(json.loads(line))
