"""The ledger in the admin: what happened, read by operators and changed by nobody."""

from formsapp.ledger.admin import site
from formsapp.ledger.admin.agents import AgentAdmin
from formsapp.ledger.admin.audit_records import AuditRecordAdmin
from formsapp.ledger.admin.transcripts import TranscriptAdmin
from formsapp.ledger.admin.verification import (
    CheckpointAdmin,
    RetentionRuleAdmin,
    VerificationRunAdmin,
)

__all__ = [
    "AgentAdmin",
    "AuditRecordAdmin",
    "CheckpointAdmin",
    "RetentionRuleAdmin",
    "TranscriptAdmin",
    "VerificationRunAdmin",
]

site.name_it()
