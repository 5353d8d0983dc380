from django.core.validators import MinValueValidator
from django.db import models

from formsapp.ledger.models.transcript import Outcome


class RetentionRule(models.Model):
    """For how long the content of transcripts with an outcome is kept."""

    outcome = models.CharField(primary_key=True, max_length=7, choices=Outcome)
    days = models.PositiveIntegerField(validators=[MinValueValidator(1)])

    class Meta:
        ordering = ("outcome",)

    def __str__(self) -> str:
        return f"{self.get_outcome_display()}: {self.days} days"
