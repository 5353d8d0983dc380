"""A full disk, a locked database, a clock set back."""

import json
import resource
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from tests.faults.calls import answer_one, calls, connected, hold, wait_until
from tests.forms import NAME_FORM
from tests.processes import manage, python
from tests.rawhost import RawHost

LIBFAKETIME = list(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
STEPS = (
    "import json; from formsapp.ledger.models import Transcript; "
    "print(json.dumps([[s['kind'] for s in t.steps] for t in Transcript.objects.order_by('id')]))"
)


def limit_files(host: RawHost, size: int) -> None:
    """Let the bridge write no file beyond a size, as a full disk or a quota would."""
    resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def spooled(environment: dict[str, str]) -> list[Path]:
    return list(Path(environment["FORMLEDGER_HOME"], "spool").glob("*.json"))


def steps(environment: dict[str, str]) -> Any:
    return json.loads(python(environment, "manage.py", "shell", "--no-imports", "-c", STEPS))


def test_a_database_that_cannot_grow(prepared: dict[str, str]) -> None:
    with connected(prepared) as host:
        answered = [answer_one(host, "Ada")]
        limit_files(host, 16_384)  # the database and its log are larger; a spooled entry is not
        answered.append(answer_one(host, "Bob"))
        assert spooled(prepared)
        limit_files(host, resource.RLIM_INFINITY)
        wait_until(lambda: not spooled(prepared))
        answered.append(answer_one(host, "Cem"))
    hold(prepared, answered)
    assert steps(prepared)[1] == [
        "received",
        "asked",
        "spooled",
        "replayed",
        "answered",
        "concluded",
        "spooled",
        "replayed",
    ]


def test_nothing_at_all_can_be_written(prepared: dict[str, str]) -> None:
    """No form is shown that is not recorded, and an answer waits until it can be written."""
    with connected(prepared) as host:
        answered = [answer_one(host, "Ada")]
        host.call(NAME_FORM)
        form = host.form()
        limit_files(host, 0)
        host.call(NAME_FORM)
        refused = host.result()["structuredContent"]["error"]
        assert refused["code"] == "transport_error"
        assert "recorded" in refused["message"]
        host.answer(form, {"action": "accept", "content": {"name": "waits"}})
        time.sleep(3)
        assert host.lines.empty()
        limit_files(host, resource.RLIM_INFINITY)
        result = host.result()
        assert result["structuredContent"]["content"] == {"name": "waits"}
        answered.append(result["_meta"]["formledger/transcript"])
        answered.append(answer_one(host, "Cem"))
    hold(prepared, answered)


def test_a_locked_sqlite_file(prepared: dict[str, str]) -> None:
    with connected(prepared) as host:
        answered = [answer_one(host, "Ada")]
        database = Path(prepared["FORMLEDGER_HOME"], "formledger.sqlite3")
        lock = sqlite3.connect(database, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        answered += [answer_one(host, f"locked {n}") for n in range(3)]
        assert spooled(prepared)
        lock.execute("ROLLBACK")
        lock.close()
        wait_until(lambda: not spooled(prepared))
        answered.append(answer_one(host, "free"))
    hold(prepared, answered)


@pytest.mark.skipif(not LIBFAKETIME, reason="libfaketime is not here (Debian: faketime)")
def test_a_clock_set_back(prepared: dict[str, str], tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("+0\n")
    environment = {
        **prepared,
        "LD_PRELOAD": str(LIBFAKETIME[0]),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
    with connected(environment) as host:
        answered = [answer_one(host, "Ada") for _ in range(3)]
        host.call(NAME_FORM)
        form = host.form()
        clock.write_text("-2h\n")
        host.answer(form, {"action": "accept", "content": {"name": "back"}})
        answered.append(host.result()["_meta"]["formledger/transcript"])
        answered += [answer_one(host, "Bob") for _ in range(3)]
    hold(prepared, answered)
    manage(prepared, "audit_verify")
    times = {record["transcript"]: record["occurred_at"] for record in calls(prepared)}
    assert times[answered[-1]] < times[answered[0]]
