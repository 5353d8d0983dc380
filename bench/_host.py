"""A host for measurements: speaks to a server on stdio and answers forms as fast as it can."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BARE = ("-m", "bench._bare")
BRIDGE = ("-m", "mcpbridge")

FORM = {
    "message": "Choose a report template",
    "questions": [
        {
            "id": "template",
            "type": "resource",
            "title": "Relevant report templates",
            "required": False,
            "options": [
                {"uri": f"https://templates.example/{n}", "name": n, "title": f"Document · {n}"}
                for n in ("review", "weekly", "monthly")
            ],
        }
    ],
}
ANSWER = {"action": "accept", "content": {"template": "https://templates.example/weekly"}}

_INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"extensions": {"openai/elicitation": {"form": {}}}},
    "clientInfo": {"name": "bench", "version": "1"},
}
_CALL = {"name": "form_elicitation_v2_request", "arguments": FORM}


class Host:
    """One server process and the lines between us."""

    def __init__(self, command: tuple[str, ...], environment: Mapping[str, str]) -> None:
        started = perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._send({"id": "hello", "method": "initialize", "params": _INITIALIZE})
        assert self._receive()["id"] == "hello"
        self.start_seconds = perf_counter() - started
        self._send({"method": "notifications/initialized"})

    def ask(self, call: int) -> None:
        """Call the tool and do not wait."""
        self._send({"id": call, "method": "tools/call", "params": _CALL})

    def form(self) -> int | str:
        """The id of the next form, which must be the next message."""
        message = self._receive()
        assert message["method"] == "openai/elicitation/create", message
        form: int | str = message["id"]
        return form

    def answer(self, form: int | str) -> None:
        """Answer a form."""
        self._send({"id": form, "result": ANSWER})

    def result(self) -> None:
        """The next result, which must be the next message and the answer we gave."""
        message = self._receive()
        assert message["result"]["structuredContent"] == ANSWER, message

    def run(self, calls: int, in_flight: int) -> float:
        """Ask and answer a number of forms, so many at a time; return the seconds it took."""
        started = perf_counter()
        for call in range(in_flight):
            self.ask(call)
        asked, done = in_flight, 0
        while done < calls:
            message = self._receive()
            if "method" in message:
                self.answer(message["id"])
                continue
            assert message["result"]["structuredContent"] == ANSWER, message
            done += 1
            if asked < calls:
                self.ask(asked)
                asked += 1
        return perf_counter() - started

    def memory(self) -> int:
        """Bytes of memory that the server holds and shares with nobody."""
        status = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        lines = [line.split() for line in status.splitlines() if line.startswith("Private_")]
        return sum(int(line[1]) for line in lines) * 1024

    def close(self) -> None:
        """End the server."""
        self.process.communicate()

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def _receive(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())


@contextmanager
def host(command: tuple[str, ...], environment: Mapping[str, str]) -> Iterator[Host]:
    """A host with its server, ended afterwards."""
    running = Host(command, environment)
    try:
        yield running
    finally:
        running.close()
