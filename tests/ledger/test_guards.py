"""The database itself refuses to change or remove what is recorded."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from formsapp.contract import declined
from formsapp.ledger.checkpoints import checkpoint_at
from formsapp.ledger.models import AuditRecord, Transcript
from formsapp.ledger.recording import drain

pytestmark = pytest.mark.django_db

CHANGES = [
    "UPDATE ledger_auditrecord SET agent = 'x'",
    "DELETE FROM ledger_auditrecord",
    "UPDATE ledger_checkpoint SET hash = 'x'",
    "DELETE FROM ledger_checkpoint",
    "DELETE FROM ledger_signingkey",
]


def attempt(change: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        if "TRUNCATE" in change:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # nothing else is pending
        cursor.execute(change)


@pytest.mark.parametrize("change", CHANGES)
def test_raw_sql_cannot_change_what_is_recorded(
    concluded: Callable[[dict[str, Any]], Transcript], change: str
) -> None:
    concluded(declined())
    drain()
    checkpoint_at(1)
    with pytest.raises(DatabaseError, match="only ever added"):
        attempt(change)
    assert AuditRecord.objects.get().agent == "tester"


def test_replacing_a_record_is_refused_too(
    concluded: Callable[[dict[str, Any]], Transcript],
) -> None:
    concluded(declined())
    drain()
    if connection.vendor == "sqlite":
        change = "INSERT OR REPLACE INTO ledger_auditrecord SELECT * FROM ledger_auditrecord"
    else:
        change = "TRUNCATE ledger_auditrecord CASCADE"
    with pytest.raises(DatabaseError, match="only ever added"):
        attempt(change)
