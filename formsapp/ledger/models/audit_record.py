from django.db import models

from formsapp.ledger.evidence import EvidenceField
from formsapp.ledger.models.transcript import Outcome, Transcript


class Kind(models.TextChoices):
    """What a record records."""

    CALL = "call", "Call"
    REDACTION = "redaction", "Redaction"
    HOLD = "hold", "Legal hold"
    EXPORT = "export", "Export"
    KEY = "key", "Signing key"


class AuditRecord(models.Model):
    """One link of the chain: what a transcript said when it was recorded, or what was done since.

    Rows are only ever inserted: triggers refuse everything else (`formsapp/ledger/triggers.py`).
    """

    sequence = models.PositiveBigIntegerField(primary_key=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.CALL)
    transcript = models.OneToOneField(
        Transcript, on_delete=models.PROTECT, related_name="audit_record", null=True
    )
    """The call that is recorded."""
    subject = models.UUIDField(null=True)
    """The transcript that something was done to."""
    outcome = models.CharField(max_length=7, choices=Outcome, blank=True)
    error_code = models.CharField(max_length=20, blank=True)
    agent = models.CharField(max_length=100, blank=True)
    client = models.CharField(max_length=401, blank=True)
    definition = models.CharField(max_length=64, blank=True)
    """The slug of the published form whose arguments these were."""
    version = models.PositiveIntegerField(null=True)
    question_count = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    seconds_to_answer = models.DecimalField(max_digits=14, decimal_places=6, null=True)
    occurred_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    detail = EvidenceField(null=True)
    """What was done and by whom, where it is no call."""
    transcript_digest = models.CharField(max_length=64, blank=True)
    native_form_digest = models.CharField(max_length=64, blank=True)
    answer_digest = models.CharField(max_length=64, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("-sequence",)
        indexes = (
            models.Index(fields=("outcome", "-sequence"), name="audit_record_outcome"),
            models.Index(
                fields=("subject",),
                name="audit_record_subject",
                condition=models.Q(subject__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"#{self.sequence}"


class ChainHead(models.Model):
    """The one row that says where the chain ends; whoever appends holds its lock."""

    sequence = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"chain head #{self.sequence}"
