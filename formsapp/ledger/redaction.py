"""Redaction: remove the content of a transcript and keep the chain whole.

Arguments, native form, title, answer and what the steps say are removed; times, outcome, agent and
host stay. Their digests are kept without the salt, so that verification goes on and nobody can
confirm a guess; the redaction is a record of its own.
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from formsapp.ledger.chain import digests_to_keep, stored_transcripts
from formsapp.ledger.digests import utc
from formsapp.ledger.models import Kind, Picture, PictureUse, RetentionRule, Transcript
from formsapp.ledger.recording import append_event, locked_head

BATCH = 100


class RedactionError(Exception):
    """The transcript cannot be redacted now. The text is one line and says why."""


def redact(key: uuid.UUID, *, by: str, reason: str) -> None:
    """Remove a transcript's content. What is redacted already stays as it is.

    Raises:
        Transcript.DoesNotExist: there is no such transcript.
        RedactionError: no reason is given, it is not recorded yet, or it is under legal hold.
    """
    if not reason.strip():
        raise RedactionError("Say why: a redaction needs a reason.")
    with transaction.atomic():
        locked_head()
        transcript = Transcript.objects.select_for_update().get(pk=key)
        if transcript.redaction is not None:
            return
        if transcript.recorded_at is None:
            raise RedactionError("It is not recorded yet: wait for its audit record.")
        if transcript.legal_hold:
            raise RedactionError("It is under legal hold.")
        _remove(transcript, by, reason.strip())
        append_event(Kind.REDACTION, {"by": by, "reason": reason.strip()}, subject=key)


def _remove(transcript: Transcript, by: str, reason: str) -> None:
    (row,) = stored_transcripts([transcript.pk])
    transcript.redaction = {
        "by": by,
        "at": utc(timezone.now()),
        "reason": reason,
        "digests": digests_to_keep(row),
    }
    transcript.title = transcript.salt = ""
    transcript.arguments = transcript.native_form = transcript.result = None
    transcript.capabilities = None
    transcript.steps = [{"kind": step["kind"], "at": step["at"]} for step in transcript.steps]
    transcript.save()
    shown = list(PictureUse.objects.filter(transcript=transcript).values_list("picture", flat=True))
    PictureUse.objects.filter(transcript=transcript).delete()
    Picture.objects.filter(pk__in=shown, pictureuse__isnull=True).delete()


def hold(key: uuid.UUID, *, on: bool, by: str, reason: str) -> None:
    """Put a transcript under legal hold, or end that.

    Raises:
        Transcript.DoesNotExist: there is no such transcript.
        RedactionError: no reason is given.
    """
    if not reason.strip():
        raise RedactionError("Say why: a legal hold needs a reason.")
    with transaction.atomic():
        locked_head()
        transcript = Transcript.objects.select_for_update().get(pk=key)
        if transcript.legal_hold == on:
            return
        transcript.legal_hold = on
        transcript.save(update_fields=["legal_hold"])
        append_event(Kind.HOLD, {"on": on, "by": by, "reason": reason.strip()}, subject=key)


@dataclass(frozen=True, slots=True)
class Expired:
    """A transcript whose content is kept longer than its rule says."""

    transcript: uuid.UUID
    outcome: str
    concluded_at: datetime


def expired() -> Iterator[Expired]:
    """Every recorded transcript whose content retention would remove now, oldest first."""
    now = timezone.now()
    due = Q(pk__in=[])
    for rule in RetentionRule.objects.all():
        due |= Q(outcome=rule.outcome, concluded_at__lt=now - timedelta(days=rule.days))
    rows = Transcript.objects.filter(
        due, recorded_at__isnull=False, redaction__isnull=True, legal_hold=False
    )
    columns = rows.order_by("concluded_at").values_list("pk", "outcome", "concluded_at")
    for pk, outcome, concluded_at in columns.iterator(chunk_size=1000):
        if concluded_at is not None:
            yield Expired(pk, outcome, concluded_at)


def apply_retention() -> int:
    """Redact what retention says; return how many transcripts that were."""
    redacted = 0
    for one in list(expired()):
        redact(one.transcript, by="retention", reason=f"kept for as long as {one.outcome} may be")
        redacted += 1
    return redacted
