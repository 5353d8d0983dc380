"""Celery tasks of the ledger. The messages are hints; the database carries the truth."""

from celery import shared_task

from formsapp.ledger.recording import drain


@shared_task(name="ledger.record")
def record() -> int:
    """Record what is concluded."""
    return drain()
