from django.db import models

from formsapp.ledger.models.transcript import Outcome, Transcript


class AuditRecord(models.Model):
    """One link of the chain: what a transcript said when it was recorded."""

    sequence = models.PositiveBigIntegerField(primary_key=True)
    transcript = models.OneToOneField(
        Transcript, on_delete=models.PROTECT, related_name="audit_record"
    )
    outcome = models.CharField(max_length=7, choices=Outcome)
    error_code = models.CharField(max_length=20, blank=True)
    agent = models.CharField(max_length=100)
    client = models.CharField(max_length=401, blank=True)
    question_count = models.PositiveSmallIntegerField()
    asked_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    occurred_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    transcript_digest = models.CharField(max_length=64)
    native_form_digest = models.CharField(max_length=64, blank=True)
    answer_digest = models.CharField(max_length=64, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ("-sequence",)
        indexes = (models.Index(fields=("outcome", "-sequence"), name="audit_record_outcome"),)

    def __str__(self) -> str:
        return f"#{self.sequence}"


class ChainHead(models.Model):
    """The one row that says where the chain ends; whoever appends holds its lock."""

    sequence = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"chain head #{self.sequence}"
