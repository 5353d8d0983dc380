"""The ledger's tables."""

from formsapp.ledger.models.agent import Agent
from formsapp.ledger.models.audit_record import AuditRecord, ChainHead
from formsapp.ledger.models.transcript import Outcome, Transcript

__all__ = ["Agent", "AuditRecord", "ChainHead", "Outcome", "Transcript"]
