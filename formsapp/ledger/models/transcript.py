from datetime import timedelta

from django.db import models
from django.db.models import Q

from formsapp.ledger.evidence import EvidenceField
from formsapp.ledger.keys import new_key, new_salt


class Outcome(models.TextChoices):
    """How a call ended."""

    ACCEPT = "accept", "Accepted"
    DECLINE = "decline", "Declined"
    CANCEL = "cancel", "Cancelled"
    ERROR = "error", "Error"


class Transcript(models.Model):
    """One call of the tool, step by step, from the arguments to what the agent was told."""

    id = models.UUIDField(primary_key=True, default=new_key, editable=False)

    agent = models.CharField(max_length=100)
    client_name = models.CharField(max_length=200, blank=True)
    client_version = models.CharField(max_length=200, blank=True)
    protocol_version = models.CharField(max_length=20, blank=True)
    transport = models.CharField(max_length=10)
    capabilities = EvidenceField(null=True, blank=True)

    title = models.CharField("form", max_length=80, blank=True)
    question_count = models.PositiveSmallIntegerField(default=0)
    arguments = EvidenceField(null=True, blank=True)
    native_form = EvidenceField(null=True, blank=True)
    result = EvidenceField(null=True, blank=True)
    steps = EvidenceField(default=list)

    opened_at = models.DateTimeField()
    asked_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    concluded_at = models.DateTimeField(null=True, blank=True)

    outcome = models.CharField(max_length=7, choices=Outcome, blank=True)
    error_code = models.CharField(max_length=20, blank=True)
    swept = models.BooleanField(default=False)
    """Whether the sweep concluded it; the last step says so too."""
    spooled = models.BooleanField(default=False)
    """Whether some of it was written to the spool first, as the database did not answer."""
    salt = models.CharField(max_length=32, default=new_salt, blank=True)
    """Of the digests of its content, in hexadecimal; removed with the content."""
    legal_hold = models.BooleanField(default=False)
    """Kept whatever retention says, and not to be redacted."""
    redaction = EvidenceField(null=True, blank=True)
    """Who removed the content, when and why, and the digests of what was removed."""
    recorded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        permissions = (
            ("redact_transcript", "Can redact a transcript"),
            ("hold_transcript", "Can put a transcript under legal hold"),
        )
        indexes = (
            models.Index(
                fields=("concluded_at", "id"),
                name="transcript_unrecorded",
                condition=Q(concluded_at__isnull=False, recorded_at__isnull=True),
            ),
            models.Index(
                fields=("agent", "deadline"),
                name="transcript_open",
                condition=Q(concluded_at__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return str(self.id)

    @property
    def client(self) -> str:
        """The host's name and version, as one label."""
        return f"{self.client_name} {self.client_version}".strip()

    @property
    def time_to_answer(self) -> timedelta | None:
        """From the moment the form was asked to the host's answer."""
        if self.asked_at is None or self.answered_at is None:
            return None
        return self.answered_at - self.asked_at

    @property
    def probably_never_shown(self) -> bool:
        """Declined or cancelled in under a second: hosts are known to answer for a person."""
        taken = self.time_to_answer
        return (
            self.outcome in {Outcome.DECLINE, Outcome.CANCEL}
            and taken is not None
            and taken < timedelta(seconds=1)
        )
