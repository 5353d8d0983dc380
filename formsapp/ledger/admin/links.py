"""A record's place in the chain: its neighbours, and whether hash and links hold."""

from dataclasses import dataclass

from formsapp.ledger.chain import (
    GENESIS_HASH,
    record_hash,
    stored_record,
    stored_transcripts,
    transcript_digest,
)
from formsapp.ledger.models import AuditRecord, Transcript


@dataclass(frozen=True, slots=True)
class Check:
    """One thing recomputed when the page was made."""

    holds: bool
    text: str


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The records before and after one, where there are any."""

    before: AuditRecord | None
    after: AuditRecord | None


def neighbours(record: AuditRecord) -> Neighbours:
    """Look up both neighbours in one query."""
    around = AuditRecord.objects.in_bulk([record.sequence - 1, record.sequence + 1])
    return Neighbours(around.get(record.sequence - 1), around.get(record.sequence + 1))


def checks(record: AuditRecord, around: Neighbours, transcript: Transcript | None) -> list[Check]:
    """Recompute the record's hash, its links to both sides and its transcript's digest."""
    found = [check_fields(record), _check_before(record, around.before)]
    if around.after is not None:
        found.append(_check_after(record, around.after))
    return [*found, check_transcript(record, transcript)] if transcript else found


def check_fields(record: AuditRecord) -> Check:
    """Whether the record's hash is the hash of its fields."""
    stored = stored_record(record.sequence)
    if stored is not None and record_hash(stored.body) == stored.hash:
        return Check(True, "The hash is the hash of these fields")
    return Check(False, "The fields were changed: they do not give this hash")


def check_transcript(record: AuditRecord, transcript: Transcript) -> Check:
    """Whether the transcript still says what it said when it was recorded."""
    (row,) = stored_transcripts([transcript.pk])
    if transcript_digest(row) == record.transcript_digest:
        return Check(True, "The transcript is as it was recorded")
    return Check(False, "The transcript was changed after it was recorded")


def _check_before(record: AuditRecord, before: AuditRecord | None) -> Check:
    if before is not None:
        holds = record.previous_hash == before.hash
        return Check(holds, f"It {_follows(holds)} #{before.sequence}")
    if record.sequence > 1:
        return Check(False, f"Record #{record.sequence - 1} is missing")
    holds = record.previous_hash == GENESIS_HASH
    return Check(holds, "It begins the chain" if holds else "It does not begin the chain")


def _check_after(record: AuditRecord, after: AuditRecord) -> Check:
    holds = after.previous_hash == record.hash
    return Check(holds, f"#{after.sequence} {_follows(holds)} it")


def _follows(holds: bool) -> str:
    return "follows" if holds else "does not follow"
