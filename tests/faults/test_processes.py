"""Bridges and workers that are killed."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.faults.calls import answer_one, calls, connected, hold, wait_until
from tests.faults.servers import own_redis
from tests.forms import NAME_FORM
from tests.processes import ROOT, manage, python

PAST = (
    "from formsapp.ledger.models import Transcript; from django.utils import timezone; "
    "Transcript.objects.filter(concluded_at=None).update(deadline=timezone.now().replace(year=2001))"
)
MANY = """
from formsapp.contract import compile_form, read_arguments
from formsapp.ledger.entries import *
from formsapp.ledger.recorder import write
from tests.forms import NAME_FORM
native = compile_form(read_arguments(NAME_FORM))
calls = [Call(Caller("load", "stdio")) for _ in range(3000)]
write([Opening(call, NAME_FORM, native, timezone.now()) for call in calls])
write([Conclusion(call.id, {"action": "decline"}) for call in calls])
"""


@pytest.fixture(params=["prepared", "prepared_postgres"], ids=["sqlite", "postgres"])
def each_database(request: pytest.FixtureRequest) -> dict[str, str]:
    """Each database."""
    found: dict[str, str] = request.getfixturevalue(request.param)
    return found


def test_a_bridge_killed_with_forms_open(each_database: dict[str, str]) -> None:
    environment = each_database
    host = connected(environment)
    answered = [answer_one(host, "Ada") for _ in range(5)]
    for _ in range(3):
        host.call(NAME_FORM)
        host.form()
    host.process.kill()
    host.process.wait(20)
    with connected(environment) as second:
        answered.append(answer_one(second, "Bob"))
    hold(environment, answered)
    python(environment, "manage.py", "shell", "--no-imports", "-c", PAST)
    assert manage(environment, "audit_sweep") == "3 swept\n"
    hold(environment, answered, more=3)


def test_a_bridge_killed_at_any_moment(each_database: dict[str, str]) -> None:
    """Whatever the agent heard is recorded; at most one call more was under way."""
    environment = each_database
    answered: list[str] = []
    for _ in range(4):
        host = connected(environment)
        deadline = time.monotonic() + random.uniform(0.05, 0.5)  # noqa: S311
        while time.monotonic() < deadline:
            answered.append(answer_one(host, "Ada"))
        host.call(NAME_FORM)
        host.answer(host.form(), {"action": "accept", "content": {"name": "late"}})
        host.process.kill()
        host.process.wait(20)
    manage(environment, "audit_drain")
    assert "whole" in manage(environment, "audit_verify")
    recorded = [record["transcript"] for record in calls(environment)]
    assert len(recorded) == len(set(recorded))
    assert set(answered) <= set(recorded)
    assert len(recorded) <= len(answered) + 4


def test_a_bridge_killed_between_commit_and_hint(prepared: dict[str, str], tmp_path: Path) -> None:
    with own_redis(tmp_path) as redis:
        environment = {**prepared, "CELERY_BROKER_URL": redis.url}
        host = connected(environment)
        answered = [answer_one(host, "Ada")]
        # The first hint waits for Celery to be imported, which takes far longer than this.
        host.process.kill()
        host.process.wait(20)
        assert redis.queued() == 0
        hold(environment, answered)


def worker(environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    """A worker with a beat that looks every 30 s, as in production."""
    command = ["worker", "--pool", "solo", "--without-gossip", "--without-mingle"]
    return subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "formsapp", *command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def hint(environment: dict[str, str]) -> None:
    send = "from formsapp.celery import app; app.send_task('ledger.record', ignore_result=True)"
    python(environment, "manage.py", "shell", "--no-imports", "-c", send)


def recorded(environment: dict[str, str]) -> int:
    count = "from formsapp.ledger.models import AuditRecord; print(AuditRecord.objects.count())"
    return int(python(environment, "manage.py", "shell", "--no-imports", "-c", count))


def test_a_worker_killed_before_inside_and_after_its_transactions(
    each_database: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "redis"
    folder.mkdir()
    with own_redis(folder) as redis:
        environment = {**each_database, "CELERY_BROKER_URL": redis.url}
        python(environment, "manage.py", "shell", "--no-imports", "-c", MANY)
        hint(environment)
        assert redis.queued() == 1
        kills = 0
        while (before := recorded(environment)) < 3000:
            process = worker(environment)
            wait_until(lambda: recorded(environment) > before or process.poll() is not None)  # noqa: B023
            if kills < 3:
                os.killpg(process.pid, signal.SIGKILL)
                kills += 1
            else:
                wait_until(lambda: recorded(environment) == 3000)
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(30)
            hint(environment)
    assert kills
    assert manage(environment, "audit_drain") == "0 recorded\n"
    hold(environment, [], more=3000)
