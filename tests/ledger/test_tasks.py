"""What the beat asks for, run as tasks."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from formsapp.celery import app
from formsapp.contract import accepted, declined
from formsapp.ledger import tasks, triggers
from formsapp.ledger.entries import Call, Conclusion, Opening
from formsapp.ledger.models import (
    AuditRecord,
    Checkpoint,
    RetentionRule,
    Transcript,
    VerificationRun,
)
from formsapp.ledger.spool import Spool
from tests.ledger.conftest import CALLER

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def home(settings: Any, tmp_path: Path) -> Path:
    settings.FORMLEDGER_HOME = tmp_path
    return tmp_path


def test_every_beat_names_a_task() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_no_task_may_run_longer_than_the_broker_waits(settings: Any) -> None:
    limits = [app.conf.task_time_limit]
    limits += [
        entry.get("options", {}).get("time_limit", 0) for entry in app.conf.beat_schedule.values()
    ]
    assert max(limits) < 5 * 3600


def test_recording_replays_the_spool_and_makes_a_checkpoint(home: Path) -> None:
    spool, call = Spool(home), Call(CALLER)
    native: Any = {"message": "Who?", "requestedSchema": {"properties": {"a": {}}}}
    spool.put([Conclusion(call.id, declined())])  # the clock was set back meanwhile
    spool.put([Opening(call, {"message": "Who?"}, native, timezone.now())])
    assert tasks.record() == 1
    assert tasks.record() == 0
    assert spool.empty
    transcript = Transcript.objects.get(pk=call.id)
    assert transcript.spooled
    assert [s["kind"] for s in transcript.steps if s["kind"] in {"spooled", "replayed"}] == [
        "spooled",
        "replayed",
    ] * 2
    assert Checkpoint.objects.get().sequence == 1


def test_a_spool_replayed_twice_changes_nothing(home: Path) -> None:
    spool, call = Spool(home), Call(CALLER)
    native: Any = {"message": "Who?", "requestedSchema": {"properties": {"a": {}}}}
    spool.put([Opening(call, {}, native, timezone.now()), Conclusion(call.id, declined())])
    kept = {path.name: path.read_text() for path in (home / "spool").glob("*.json")}
    assert spool.replay() == 2
    for name, text in kept.items():
        (home / "spool" / name).write_text(text)
    before = Transcript.objects.values().get()
    spool.replay()
    assert Transcript.objects.values().get() == before


def test_the_night_s_tasks(concluded: Callable[[dict[str, Any]], Transcript]) -> None:
    transcript = concluded(accepted({"name": "Ada"}))
    Transcript.objects.update(concluded_at=timezone.now() - timedelta(days=9))
    tasks.record()
    RetentionRule.objects.create(outcome="accept", days=7)
    assert tasks.keep() == 1
    assert Transcript.objects.get(pk=transcript.pk).redaction["by"] == "retention"
    assert tasks.verify() is True
    with triggers.off():
        AuditRecord.objects.filter(sequence=1).update(agent="x")
    assert tasks.verify() is False
    assert [run.problem != "" for run in VerificationRun.objects.order_by("started_at")] == [
        False,
        True,
    ]
