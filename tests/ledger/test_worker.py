"""A real Celery worker, on the embedded broker and on Redis."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.forms import NAME_FORM
from tests.processes import ROOT, manage
from tests.rawhost import RawHost


@contextmanager
def worker(environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A worker without beat: what it records, it was told to."""
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "formsapp", "worker", "--concurrency", "1"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def wait_for_records(environment: dict[str, str], count: int) -> None:
    deadline = time.monotonic() + 60
    whole = f"whole: {count} records"
    while whole not in manage(environment, "audit_verify"):
        assert time.monotonic() < deadline, "nothing was recorded"
        time.sleep(0.3)


@pytest.fixture(params=["embedded", "redis"])
def broker_environment(request: pytest.FixtureRequest, prepared: dict[str, str]) -> dict[str, str]:
    if request.param == "redis":
        prepared.update(request.getfixturevalue("redis_broker"))
    return prepared


def test_a_hint_makes_the_worker_record(broker_environment: dict[str, str]) -> None:
    with worker(broker_environment), RawHost(broker_environment) as host:
        host.initialize()
        for _ in range(3):
            host.call(NAME_FORM)
            host.answer(host.form(), {"action": "decline"})
            host.result()
        wait_for_records(broker_environment, 3)
    assert "3 records" in manage(broker_environment, "audit_verify")


def test_the_last_hint_is_sent_before_the_bridge_ends(broker_environment: dict[str, str]) -> None:
    with worker(broker_environment):
        with RawHost(broker_environment) as host:
            host.initialize()
            host.call(NAME_FORM)
            host.answer(host.form(), {"action": "decline"})
            host.result()
        wait_for_records(broker_environment, 1)


def test_hints_sent_while_no_worker_runs_are_not_needed(broker_environment: dict[str, str]) -> None:
    with RawHost(broker_environment) as host:
        host.initialize()
        host.call(NAME_FORM)
        host.answer(host.form(), {"action": "cancel"})
        host.result()
    assert manage(broker_environment, "audit_drain") == "1 recorded\n"


def test_a_broker_out_of_reach_does_not_hold_up_a_call(prepared: dict[str, str]) -> None:
    prepared["CELERY_BROKER_URL"] = "redis://127.0.0.1:1/0"
    with RawHost(prepared) as host:
        host.initialize()
        host.call(NAME_FORM)
        host.answer(host.form(), {"action": "decline"})
        assert host.result()["structuredContent"] == {"action": "decline"}
    assert manage(prepared, "audit_drain") == "1 recorded\n"
