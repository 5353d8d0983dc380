"""The chain: how a transcript becomes an audit record, and what a record's hash covers.

Every digest is SHA-256 in lower-case hexadecimal. What is hashed is RFC 8785 canonical JSON.
"""

import hashlib
import hmac
from datetime import UTC, datetime
from typing import Any

import rfc8785
from django.conf import settings

from formsapp.ledger.evidence import dump
from formsapp.ledger.models import AuditRecord, Transcript

GENESIS_HASH = "0" * 64
"""What the first record names as its previous hash."""


def utc(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC with microseconds and a Z."""
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of a value made of strings, integers and containers."""
    return hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def evidence_digest(value: object) -> str:
    """SHA-256 of evidence as it is stored; empty where there is none."""
    return "" if value is None else hashlib.sha256(dump(value).encode("ascii")).hexdigest()


def answer_digest(result: Any) -> str:
    """HMAC-SHA-256 of an accepted answer; empty for every other outcome.

    Keyed, so that nobody without the key can confirm a guessed answer from the record.
    """
    if not isinstance(result, dict) or result.get("action") != "accept":
        return ""
    key = f"answer digest:{settings.FORMLEDGER_SEALING_KEY}".encode()
    return hmac.new(key, dump(result["content"]).encode("ascii"), hashlib.sha256).hexdigest()


def transcript_digest(transcript: Transcript) -> str:
    """SHA-256 over everything a transcript says; bulky evidence enters by its own digest."""
    return digest(
        {
            "id": str(transcript.id),
            "agent": transcript.agent,
            "client_name": transcript.client_name,
            "client_version": transcript.client_version,
            "protocol_version": transcript.protocol_version,
            "transport": transcript.transport,
            "capabilities": evidence_digest(transcript.capabilities),
            "title": transcript.title,
            "question_count": transcript.question_count,
            "arguments": evidence_digest(transcript.arguments),
            "native_form": evidence_digest(transcript.native_form),
            "result": evidence_digest(transcript.result),
            "steps": evidence_digest(transcript.steps),
            "opened_at": utc(transcript.opened_at),
            "asked_at": utc(transcript.asked_at),
            "answered_at": utc(transcript.answered_at),
            "deadline": utc(transcript.deadline),
            "concluded_at": utc(transcript.concluded_at),
            "outcome": transcript.outcome,
            "error_code": transcript.error_code,
        }
    )


def record_body(record: AuditRecord) -> dict[str, Any]:
    """Every field of a record but its own hash, as it is hashed and exported."""
    return {
        "sequence": record.sequence,
        "transcript": str(record.transcript_id),
        "outcome": record.outcome,
        "error_code": record.error_code,
        "agent": record.agent,
        "client": record.client,
        "question_count": record.question_count,
        "asked_at": utc(record.asked_at),
        "answered_at": utc(record.answered_at),
        "occurred_at": utc(record.occurred_at),
        "recorded_at": utc(record.recorded_at),
        "transcript_digest": record.transcript_digest,
        "native_form_digest": record.native_form_digest,
        "answer_digest": record.answer_digest,
        "previous_hash": record.previous_hash,
    }


def record_hash(record: AuditRecord) -> str:
    """The hash a record must carry. The one function for writing, checking and export."""
    return digest(record_body(record))


def next_record(
    transcript: Transcript, sequence: int, previous_hash: str, now: datetime
) -> AuditRecord:
    """The link that records a concluded transcript after the one that ends in `previous_hash`."""
    if transcript.concluded_at is None:
        raise ValueError("only a concluded transcript is recorded")
    record = AuditRecord(
        sequence=sequence,
        transcript=transcript,
        outcome=transcript.outcome,
        error_code=transcript.error_code,
        agent=transcript.agent,
        client=transcript.client,
        question_count=transcript.question_count,
        asked_at=transcript.asked_at,
        answered_at=transcript.answered_at,
        occurred_at=transcript.concluded_at,
        recorded_at=now,
        transcript_digest=transcript_digest(transcript),
        native_form_digest=evidence_digest(transcript.native_form),
        answer_digest=answer_digest(transcript.result),
        previous_hash=previous_hash,
    )
    record.hash = record_hash(record)
    return record
