"""Celery tasks of the ledger. The messages are hints; the database carries the truth."""

from celery import shared_task

from formsapp.ledger.recording import drain
from formsapp.ledger.sweep import sweep


@shared_task(name="ledger.sweep")
def sweep_and_record() -> int:
    """Conclude what nobody else will conclude, and record it."""
    swept = sweep()
    drain()
    return swept


@shared_task(name="ledger.record")
def record() -> int:
    """Record what is concluded."""
    return drain()
