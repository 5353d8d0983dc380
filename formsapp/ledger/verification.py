"""Verification: recompute the chain and every transcript's digest, first record to last."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils import timezone

from formsapp.ledger import pictures
from formsapp.ledger.chain import (
    GENESIS_HASH,
    REDACTION,
    Body,
    StoredRecord,
    answer_digest,
    native_form_digest,
    record_hash,
    stored_records,
    transcript_digest,
)
from formsapp.ledger.checkpoints import Document, document, signed_bytes
from formsapp.ledger.models import AuditRecord, ChainHead, Checkpoint, Kind, VerificationRun
from formsapp.ledger.signing import is_signed

SEGMENT = 10_000
"""Progress is told this often, and at every checkpoint."""

Progress = Callable[[int, int], None]
"""Called with the first and the last record of a segment that was found whole."""


class BrokenChainError(Exception):
    """The chain is not whole. The text names the first bad record and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A chain found whole: from which record to which, and the hash it ends in."""

    first: int
    last: int
    head: str

    @property
    def records(self) -> int:
        return self.last - self.first + 1


def verify(
    *,
    start: Checkpoint | None = None,
    held: Document | None = None,
    progress: Progress = lambda _first, _last: None,
) -> Verified:
    """Recompute every record, or every one after a checkpoint that is trusted.

    `held` is a checkpoint that was kept elsewhere, its signature checked: the chain must have
    exactly that record.

    Raises:
        BrokenChainError: at the first record that is changed, missing or out of order.
    """
    pictures.forget()
    chain = _Chain(start, held)
    for record in stored_records(chain.sequence):
        chain.take(record)
        if chain.segment_ends():
            progress(*chain.next_segment())
    chain.finish()
    if chain.sequence >= chain.segment_first:
        progress(chain.segment_first, chain.sequence)
    return Verified(chain.first, chain.sequence, chain.hash)


def verify_and_note(**options: object) -> Verified:
    """As `verify`, and keep the result for the admin.

    Raises:
        BrokenChainError: as `verify`.
    """
    started_at, problem, verified = timezone.now(), "", None
    try:
        verified = verify(**options)  # type: ignore[arg-type]
    except BrokenChainError as error:
        problem = str(error)
        raise
    finally:
        VerificationRun.objects.create(
            started_at=started_at,
            finished_at=timezone.now(),
            first=verified.first if verified else 0,
            last=verified.last if verified else 0,
            problem=problem[:500],
        )
    return verified


def last_verified_checkpoint() -> Checkpoint | None:
    """The newest checkpoint that lies within what was last found whole; None to begin anew."""
    run = VerificationRun.objects.filter(problem="").first()
    if run is None:
        return None
    found = Checkpoint.objects.filter(sequence__lte=run.last).select_related("key").first()
    return found if found is not None and _is_ours(found) else None


class _Chain:
    """Where a verification is."""

    def __init__(self, start: Checkpoint | None, held: Document | None) -> None:
        self.sequence = start.sequence if start else 0
        self.hash = start.hash if start else GENESIS_HASH
        self.first = self.segment_first = self.sequence + 1
        self._held = held
        made = Checkpoint.objects.filter(sequence__gt=self.sequence).select_related("key")
        self._checkpoints: Iterator[Checkpoint] = made.order_by("sequence").iterator(chunk_size=500)
        self._checkpoint = next(self._checkpoints, None)
        self._at_checkpoint = False

    def take(self, record: StoredRecord) -> None:
        """Check the next record and step over it."""
        self.sequence += 1
        if problem := self._problem_of(record):
            raise BrokenChainError(f"record {self.sequence}: {problem}")
        self.hash = record.hash
        self._at_checkpoint = self._checkpoint is not None and (
            self._checkpoint.sequence == self.sequence
        )
        if self._at_checkpoint:
            self._check_checkpoint()
        if self._held is not None and self._held["sequence"] == self.sequence:
            self._check_held()

    def segment_ends(self) -> bool:
        return self._at_checkpoint or self.sequence % SEGMENT == 0

    def next_segment(self) -> tuple[int, int]:
        """The bounds of the segment that ends here; the next one begins."""
        ended = (self.segment_first, self.sequence)
        self.segment_first = self.sequence + 1
        return ended

    def finish(self) -> None:
        """Check that the chain ends where it should."""
        ends = self._checkpoint or self._held
        head = ChainHead.objects.first()
        if head is None and self.sequence:
            raise BrokenChainError(f"record {self.sequence}: the chain has no head")
        if head is not None and head.sequence > self.sequence:
            self._cut(f"the chain's head says it ends at {head.sequence}")
        if head is not None and (head.sequence, head.hash) != (self.sequence, self.hash):
            raise BrokenChainError(
                f"record {head.sequence + 1}: inserted; the chain's head says it ends at "
                f"{head.sequence}"
            )
        if self._checkpoint is not None:
            self._cut(f"there is a checkpoint at {self._checkpoint.sequence}")
        if ends is not None and self._held is not None and self._held["sequence"] > self.sequence:
            self._cut(f"the checkpoint held against it is at {self._held['sequence']}")

    def _cut(self, why: str) -> None:
        raise BrokenChainError(f"record {self.sequence + 1}: missing, the tail was cut; {why}")

    def _problem_of(self, record: StoredRecord) -> str | None:
        """What is wrong with a record at this place in the chain, if anything is."""
        body = record.body
        if body["sequence"] != self.sequence:
            return f"missing; the next one present is {body['sequence']}"
        follows = body["previous_hash"] == self.hash
        if record_hash(body) != record.hash:
            return _how_changed(record, follows=follows)
        if not follows:
            return "does not follow the record before it"
        if body["kind"] == Kind.CALL:
            return _problem_of_transcript(record)
        return None

    def _check_checkpoint(self) -> None:
        checkpoint = self._checkpoint
        if checkpoint is None:
            return
        if not _is_ours(checkpoint):
            raise BrokenChainError(
                f"record {self.sequence}: its checkpoint is forged; the signature does not fit"
            )
        if checkpoint.hash != self.hash:
            raise BrokenChainError(
                f"record {self.sequence}: rewritten; its checkpoint has another hash"
            )
        self._checkpoint = next(self._checkpoints, None)

    def _check_held(self) -> None:
        if self._held is not None and self._held["hash"] != self.hash:
            raise BrokenChainError(
                f"record {self.sequence}: rewritten; the checkpoint held against it has another "
                "hash"
            )


def _is_ours(checkpoint: Checkpoint) -> bool:
    message = signed_bytes(document(checkpoint))
    return is_signed(checkpoint.key.public_key, checkpoint.signature, message)


def _how_changed(record: StoredRecord, *, follows: bool) -> str:
    """Changed, or moved here from another place."""
    successor = AuditRecord.objects.filter(previous_hash=record.hash).first()
    if successor is not None:
        before = successor.sequence - 1
        elsewhere: Body = {**record.body, "sequence": before}
        if before != record.body["sequence"] and record_hash(elsewhere) == record.hash:
            return f"reordered; what stands here is record {before}"
    if not follows:
        return "does not follow the record before it"
    return "changed; its fields do not give its hash"


def _problem_of_transcript(record: StoredRecord) -> str | None:
    """What in a record's transcript is no longer what was recorded, if anything is."""
    row, body = record.transcript, record.body
    if row is None:
        return f"its transcript {body['transcript']} is gone"
    if transcript_digest(row) != body["transcript_digest"]:
        return f"the transcript of {body['transcript']} was changed"
    if native_form_digest(row) != body["native_form_digest"]:
        return f"the native form of {body['transcript']} was changed"
    if answer_digest(row) != body["answer_digest"]:
        return f"the answer of {body['transcript']} was changed"
    if row[REDACTION] is not None and not _is_redaction_recorded(body["transcript"]):
        return f"the content of {body['transcript']} was removed without a record of it"
    return None


def _is_redaction_recorded(transcript: str) -> bool:
    return AuditRecord.objects.filter(kind=Kind.REDACTION, subject=uuid.UUID(transcript)).exists()
