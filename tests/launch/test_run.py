"""`make run` as a newcomer meets it: one command, four addresses, Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.forms import NAME_FORM
from tests.ports import free_port
from tests.processes import ROOT, manage
from tests.rawhost import RawHost

START_SECONDS = 90
STOP_SECONDS = 30


class Running:
    """`manage.py run` in a process of its own, with what it printed so far."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.output = ""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "run"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_until_ready(self) -> str:
        deadline = time.monotonic() + START_SECONDS
        while "Stop with Ctrl-C." not in self.output:
            assert self.process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(0.1)
        return self.output

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(STOP_SECONDS)
        self._reader.join(STOP_SECONDS)
        return code

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            code: int = response.status
            return code
    except urllib.error.HTTPError as error:
        return error.code


@pytest.fixture
def run_environment(environment: dict[str, str]) -> dict[str, str]:
    ports = {"PORT": str(free_port()), "BRIDGE_PORT": str(free_port())}
    return {**environment, **ports}


@pytest.fixture
def running(run_environment: dict[str, str]) -> Iterator[Running]:
    running = Running(run_environment)
    yield running
    if running.process.poll() is None:
        running.stop()


def test_everything_answers_and_ends_with_ctrl_c(
    running: Running, run_environment: dict[str, str]
) -> None:
    output = running.wait_until_ready()
    web = f"http://127.0.0.1:{run_environment['PORT']}"
    bridge = f"http://127.0.0.1:{run_environment['BRIDGE_PORT']}"
    assert status(f"{web}/") == 200
    assert status(f"{web}/admin/") == 200
    assert status(f"{web}/static/admin/css/base.css") == 200
    assert status(f"{bridge}/mcp") == 401
    assert status(f"{bridge}/healthz") == 200
    assert "tool_timeout_sec" in output
    token = re.search(r"Agent token +(flt_\S+)", output)
    password = re.search(r"Password +(\S+)", output)
    assert token
    assert password
    assert running.stop() == 0
    assert "Traceback" not in running.output
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", int(run_environment["PORT"])))

    again = Running(run_environment)
    output = again.wait_until_ready()
    assert token[1] not in output
    assert password[1] not in output
    assert "as before" in output
    assert again.stop() == 0


def test_the_worker_records_what_is_concluded(
    running: Running, run_environment: dict[str, str]
) -> None:
    running.wait_until_ready()
    with RawHost(run_environment) as host:
        host.initialize()
        host.call(NAME_FORM)
        host.answer(host.form(), {"action": "decline"})
        host.result()
        deadline = time.monotonic() + 20
        while not (exported := manage(run_environment, "audit_export")):
            assert time.monotonic() < deadline, running.output
            time.sleep(0.2)
    assert '"outcome":"decline"' in exported


def test_two_first_starts_at_once_share_one_home(run_environment: dict[str, str]) -> None:
    ports = {"PORT": str(free_port()), "BRIDGE_PORT": str(free_port())}
    both = [Running(run_environment), Running({**run_environment, **ports})]
    outputs = [running.wait_until_ready() for running in both]
    assert sum("Password" in output for output in outputs) == 1
    assert [running.stop() for running in both] == [0, 0]


def test_a_worker_that_dies_ends_the_run(running: Running, run_environment: dict[str, str]) -> None:
    running.wait_until_ready()
    pid = re.search(r"worker started \(pid=(\d+)\)", running.output)
    assert pid
    os.kill(int(pid[1]), signal.SIGKILL)
    assert running.process.wait(STOP_SECONDS) != 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"DATABASE_URL": "foo://bar"},
        {"DATABASE_URL": "nonsense"},
        {"LOG_LEVEL": "loud"},
        {"PORT": "abc"},
    ],
)
def test_a_wrong_setting_is_one_clear_line(
    run_environment: dict[str, str], wrong: dict[str, str]
) -> None:
    running = Running({**run_environment, **wrong})
    assert running.process.wait(START_SECONDS) != 0
    running._reader.join()
    assert running.output.count("\n") == 1
    assert next(iter(wrong)) in running.output


def test_a_busy_port_is_one_clear_line(run_environment: dict[str, str]) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", int(run_environment["BRIDGE_PORT"])))
        listener.listen()
        running = Running(run_environment)
        assert running.process.wait(START_SECONDS) != 0
    running._reader.join()
    assert running.output.count("\n") == 1
    assert run_environment["BRIDGE_PORT"] in running.output


def test_an_unwritable_home_is_one_clear_line(
    run_environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    running = Running({**run_environment, "FORMLEDGER_HOME": str(file / "home")})
    assert running.process.wait(START_SECONDS) != 0
    running._reader.join()
    assert running.output.count("\n") == 1
    assert "FORMLEDGER_HOME" in running.output
