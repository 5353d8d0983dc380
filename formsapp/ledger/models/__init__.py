"""The ledger's tables."""

from formsapp.ledger.models.agent import Agent
from formsapp.ledger.models.audit_record import AuditRecord, ChainHead, Kind
from formsapp.ledger.models.checkpoint import Checkpoint, SigningKey, VerificationRun
from formsapp.ledger.models.known_form import KnownForm
from formsapp.ledger.models.picture import Picture, PictureUse
from formsapp.ledger.models.retention_rule import RetentionRule
from formsapp.ledger.models.transcript import Outcome, Transcript

__all__ = [
    "Agent",
    "AuditRecord",
    "ChainHead",
    "Checkpoint",
    "Kind",
    "KnownForm",
    "Outcome",
    "Picture",
    "PictureUse",
    "RetentionRule",
    "SigningKey",
    "Transcript",
    "VerificationRun",
]
