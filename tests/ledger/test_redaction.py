import uuid
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from formsapp.contract import accepted, declined
from formsapp.ledger import triggers
from formsapp.ledger.models import AuditRecord, Kind, RetentionRule, Transcript
from formsapp.ledger.recording import drain
from formsapp.ledger.redaction import RedactionError, apply_retention, expired, hold, redact
from formsapp.ledger.verification import BrokenChainError, verify

pytestmark = pytest.mark.django_db

Concluded = Callable[[dict[str, Any]], Transcript]


@pytest.fixture
def recorded(concluded: Concluded) -> Transcript:
    transcript = concluded(accepted({"name": "Ada"}))
    drain()
    return Transcript.objects.get(pk=transcript.pk)


def text_of(transcript: Transcript) -> str:
    row = Transcript.objects.filter(pk=transcript.pk).values().get()
    return str(row)


def test_a_redaction_removes_content_and_keeps_the_chain_whole(recorded: Transcript) -> None:
    assert "Ada" in text_of(recorded)
    redact(recorded.pk, by="ada", reason="asked for by the person")
    found = Transcript.objects.get(pk=recorded.pk)
    assert (found.title, found.arguments, found.native_form, found.result) == ("", None, None, None)
    assert found.salt == ""
    assert "Ada" not in text_of(found)
    assert "Who is this for" not in text_of(found)
    assert [set(step) for step in found.steps] == [{"kind", "at"}] * 4
    assert verify().records == 2
    event = AuditRecord.objects.get(kind=Kind.REDACTION)
    assert event.subject == recorded.pk
    assert event.detail == {"by": "ada", "reason": "asked for by the person"}


def test_redacting_twice_changes_nothing(recorded: Transcript) -> None:
    redact(recorded.pk, by="ada", reason="once")
    redact(recorded.pk, by="bob", reason="twice")
    assert AuditRecord.objects.filter(kind=Kind.REDACTION).count() == 1
    assert verify().records == 2


def test_a_redaction_needs_a_reason_a_record_and_no_hold(
    recorded: Transcript, opened: Callable[[], Any]
) -> None:
    with pytest.raises(RedactionError, match="reason"):
        redact(recorded.pk, by="ada", reason="  ")
    with pytest.raises(RedactionError, match="not recorded"):
        redact(opened().id, by="ada", reason="x")
    hold(recorded.pk, on=True, by="ada", reason="lawsuit")
    with pytest.raises(RedactionError, match="legal hold"):
        redact(recorded.pk, by="ada", reason="x")
    hold(recorded.pk, on=False, by="ada", reason="settled")
    redact(recorded.pk, by="ada", reason="x")
    details = AuditRecord.objects.filter(kind=Kind.HOLD).order_by("sequence")
    assert [event.detail["on"] for event in details] == [True, False]
    with pytest.raises(Transcript.DoesNotExist):
        redact(uuid.uuid4(), by="ada", reason="x")


def test_what_was_kept_of_redacted_content_cannot_be_changed(recorded: Transcript) -> None:
    redact(recorded.pk, by="ada", reason="x")
    found = Transcript.objects.get(pk=recorded.pk)
    found.redaction["digests"]["content"] = "0" * 64
    found.save()
    with pytest.raises(BrokenChainError, match="record 1: the transcript"):
        verify()


def test_content_removed_without_a_record_of_it_is_found(recorded: Transcript) -> None:
    redact(recorded.pk, by="ada", reason="x")
    with triggers.off():
        AuditRecord.objects.filter(kind=Kind.REDACTION).update(subject=uuid.uuid4())
    with pytest.raises(BrokenChainError, match="removed without a record"):
        verify()


def aged(concluded: Concluded, result: dict[str, Any], days: int) -> Transcript:
    transcript = concluded(result)
    Transcript.objects.filter(pk=transcript.pk).update(
        concluded_at=timezone.now() - timedelta(days=days)
    )
    return transcript


def test_retention_redacts_by_age_and_outcome(concluded: Concluded) -> None:
    old = aged(concluded, accepted({"name": "Ada"}), 40)
    held = aged(concluded, accepted({"name": "Bob"}), 40)
    young = aged(concluded, accepted({"name": "Cem"}), 20)
    other = aged(concluded, declined(), 40)
    drain()
    hold(held.pk, on=True, by="ada", reason="lawsuit")
    assert list(expired()) == []
    RetentionRule.objects.create(outcome="accept", days=30)
    assert [one.transcript for one in expired()] == [old.pk]
    out = StringIO()
    call_command("audit_retention", "--dry-run", stdout=out)
    assert "1 would be redacted" in out.getvalue()
    assert str(old.pk) in out.getvalue()
    assert apply_retention() == 1
    assert apply_retention() == 0
    kept = Transcript.objects.filter(redaction__isnull=True).values_list("pk", flat=True)
    assert set(kept) == {held.pk, young.pk, other.pk}
    verify()


def test_the_command_redacts_and_holds(recorded: Transcript) -> None:
    key = str(recorded.pk)
    call_command("audit_redact", key, "--hold", "--reason", "lawsuit")
    with pytest.raises(CommandError, match="legal hold"):
        call_command("audit_redact", key, "--reason", "x")
    call_command("audit_redact", key, "--release", "--reason", "settled")
    call_command("audit_redact", key, "--reason", "x")
    assert Transcript.objects.get(pk=key).redaction["reason"] == "x"
    with pytest.raises(CommandError, match="no transcript"):
        call_command("audit_redact", str(uuid.uuid4()), "--reason", "x")
