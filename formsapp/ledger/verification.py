"""Verification: recompute the chain and every transcript's digest, first record to last."""

from collections.abc import Iterator
from dataclasses import dataclass

from formsapp.ledger.chain import (
    GENESIS_HASH,
    answer_digest,
    evidence_digest,
    record_hash,
    transcript_digest,
)
from formsapp.ledger.models import AuditRecord, ChainHead

CHUNK = 500


class BrokenChainError(Exception):
    """The chain is not whole. The text names the first bad record and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A chain found whole: how many records it has, and the hash it ends in."""

    records: int
    head: str


def verify() -> Verified:
    """Recompute every record.

    Raises:
        BrokenChainError: at the first record that is changed, missing or out of order.
    """
    sequence, previous_hash = 0, GENESIS_HASH
    for record in _records():
        sequence += 1
        problem = _problem_of(record, sequence, previous_hash)
        if problem:
            raise BrokenChainError(problem)
        previous_hash = record.hash
    head = ChainHead.objects.first()
    if head is not None and (head.sequence, head.hash) != (sequence, previous_hash):
        raise BrokenChainError(
            f"record {sequence + 1}: missing; the chain's head says it ends at {head.sequence}"
        )
    return Verified(sequence, previous_hash)


def _records() -> Iterator[AuditRecord]:
    ordered = AuditRecord.objects.select_related("transcript").order_by("sequence")
    return ordered.iterator(chunk_size=CHUNK)


def _problem_of(record: AuditRecord, sequence: int, previous_hash: str) -> str | None:
    """What is wrong with a record at this place in the chain, if anything is."""
    if record.sequence != sequence:
        return f"record {sequence}: missing; the next one present is {record.sequence}"
    if record.previous_hash != previous_hash:
        return f"record {sequence}: does not follow the record before it"
    if record_hash(record) != record.hash:
        return f"record {sequence}: changed; its fields do not give its hash"
    return _problem_of_transcript(record)


def _problem_of_transcript(record: AuditRecord) -> str | None:
    """What in a record's transcript is no longer what was recorded, if anything is."""
    transcript = record.transcript
    parts = {
        "transcript": (transcript_digest(transcript), record.transcript_digest),
        "native form": (evidence_digest(transcript.native_form), record.native_form_digest),
        "answer": (answer_digest(transcript.result), record.answer_digest),
    }
    for part, (now, then) in parts.items():
        if now != then:
            return f"record {record.sequence}: the {part} of {transcript.pk} was changed"
    return None
