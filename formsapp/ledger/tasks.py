"""Celery tasks of the ledger. The messages are hints; the database carries the truth."""

import logging

from celery import shared_task
from django.conf import settings

from formsapp.ledger.checkpoints import checkpoint_if_due
from formsapp.ledger.recording import drain
from formsapp.ledger.redaction import apply_retention
from formsapp.ledger.spool import Spool
from formsapp.ledger.sweep import sweep
from formsapp.ledger.verification import BrokenChainError, verify_and_note

logger = logging.getLogger(__name__)


@shared_task(name="ledger.sweep")
def sweep_and_record() -> int:
    """Conclude what nobody else will conclude, and record it."""
    swept = sweep()
    drain()
    return swept


@shared_task(name="ledger.record")
def record() -> int:
    """Record what is concluded."""
    Spool(settings.FORMLEDGER_HOME).replay()
    recorded = drain()
    checkpoint_if_due()
    return recorded


@shared_task(name="ledger.keep")
def keep() -> int:
    """Redact what retention says."""
    return apply_retention()


@shared_task(name="ledger.verify")
def verify() -> bool:
    """Verify the whole chain and keep the result for the admin."""
    try:
        verify_and_note()
    except BrokenChainError as error:
        logger.critical("the chain is broken at %s", error)
        return False
    return True
