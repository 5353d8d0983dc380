"""Any number of processes may drain at once: the chain never forks."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from formsapp.contract import declined
from formsapp.ledger import recording
from formsapp.ledger.models import AuditRecord, Transcript
from formsapp.ledger.verification import verify


@pytest.mark.usefixtures("removable_records")
@pytest.mark.django_db(transaction=True)
def test_many_drains_at_once(
    concluded: Callable[[dict[str, Any]], Transcript], monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.settings_dict["NAME"].startswith("file:"):
        pytest.skip("an in-memory database has one connection; the PostgreSQL run covers this")
    monkeypatch.setattr(recording, "BATCH", 3)
    for _ in range(30):
        concluded(declined())
    counts: list[int] = []

    def work() -> None:
        counts.append(recording.drain())
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) == 30
    assert AuditRecord.objects.count() == 30
    assert verify().records == 30
