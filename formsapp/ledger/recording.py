"""Recording: concluded transcripts become audit records, oldest first."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from formsapp.ledger.chain import (
    GENESIS_HASH,
    RECORD_COLUMNS,
    TRANSCRIPT_COLUMNS,
    answer_digest,
    native_form_digest,
    record_body,
    record_hash,
    transcript_digest,
)
from formsapp.ledger.evidence import dump
from formsapp.ledger.known_forms import names_of
from formsapp.ledger.models import AuditRecord, ChainHead, Kind, Transcript
from formsapp.ledger.rows import Row, columns, insert_rows, mark_rows, read_rows, row_time

BATCH = 2_000

_SEQUENCE, _RECORDED_AT, _PREVIOUS = (
    RECORD_COLUMNS.index(name) for name in ("sequence", "recorded_at", "previous_hash")
)
_ARGUMENTS = TRANSCRIPT_COLUMNS.index("arguments")


def drain() -> int:
    """Record every concluded transcript that is not yet recorded; return how many.

    Any number of processes may drain at once: each batch is one transaction under the lock of
    the chain's head, so the chain never forks and no transcript is recorded twice.
    """
    recorded = 0
    while batch := _record_batch():
        recorded += batch
    return recorded


@transaction.atomic
def append_event(kind: Kind, detail: dict[str, Any], subject: uuid.UUID | None = None) -> int:
    """Record something that was done to the ledger, and return its place in the chain."""
    head = locked_head()
    now = timezone.now()
    row = _event_row(kind, detail, subject, now)
    _append(head, [row], now)
    return head.sequence


@transaction.atomic
def _record_batch() -> int:
    head = locked_head()
    pending = list(read_rows(_pending(), [BATCH]))
    if not pending:
        return 0
    now = timezone.now()
    known = names_of([row[_ARGUMENTS] for row in pending])
    _append(head, [_call_row(row, known.get(row[_ARGUMENTS])) for row in pending], now)
    mark_rows(Transcript, "recorded_at", row_time(now), [row[0] for row in pending])
    return len(pending)


def _pending() -> str:
    return (
        f"SELECT {columns(Transcript, TRANSCRIPT_COLUMNS, 't')} "  # noqa: S608  our own names
        f"FROM {Transcript._meta.db_table} t "
        "WHERE t.concluded_at IS NOT NULL AND t.recorded_at IS NULL "
        "ORDER BY t.concluded_at, t.id LIMIT %s"
    )


def _append(head: ChainHead, rows: Sequence[list[Any]], now: datetime) -> None:
    """Put rows, complete but for their place, at the end of the chain, and move its head."""
    recorded_at, done = row_time(now), []
    for row in rows:
        head.sequence += 1
        row[_SEQUENCE], row[_RECORDED_AT], row[_PREVIOUS] = head.sequence, recorded_at, head.hash
        head.hash = record_hash(record_body(row))
        done.append((*row, head.hash))
    insert_rows(AuditRecord, (*RECORD_COLUMNS, "hash"), done)
    head.save()


def _call_row(transcript: Row, known: tuple[str, int] | None) -> list[Any]:
    call = dict(zip(TRANSCRIPT_COLUMNS, transcript, strict=True))
    definition, version = known or ("", None)
    return _row(
        kind=Kind.CALL.value,
        transcript_id=call["id"],
        outcome=call["outcome"],
        error_code=call["error_code"],
        agent=call["agent"],
        client=f"{call['client_name']} {call['client_version']}".strip(),
        definition=definition,
        version=version,
        question_count=call["question_count"],
        asked_at=call["asked_at"],
        answered_at=call["answered_at"],
        seconds_to_answer=_seconds(call["asked_at"], call["answered_at"]),
        occurred_at=call["concluded_at"],
        transcript_digest=transcript_digest(transcript),
        native_form_digest=native_form_digest(transcript),
        answer_digest=answer_digest(transcript),
    )


def _event_row(
    kind: Kind, detail: dict[str, Any], subject: uuid.UUID | None, now: datetime
) -> list[Any]:
    return _row(
        kind=kind.value,
        subject=None if subject is None else str(subject),
        occurred_at=row_time(now),
        detail=dump(detail),
    )


_EMPTY: dict[str, Any] = {
    **dict.fromkeys(RECORD_COLUMNS),
    **dict.fromkeys(("outcome", "error_code", "agent", "client", "definition"), ""),
    **dict.fromkeys(("transcript_digest", "native_form_digest", "answer_digest"), ""),
    "question_count": 0,
}


def _row(**values: Any) -> list[Any]:
    """A record's row, complete but for its place in the chain."""
    return list({**_EMPTY, **values}.values())


def _seconds(asked_at: str | None, answered_at: str | None) -> str | None:
    if asked_at is None or answered_at is None:
        return None
    taken = datetime.fromisoformat(answered_at) - datetime.fromisoformat(asked_at)
    return f"{taken.total_seconds():.6f}"


def locked_head() -> ChainHead:
    """The chain's head, locked until the transaction ends."""
    head, _ = ChainHead.objects.select_for_update().get_or_create(
        pk=1, defaults={"sequence": 0, "hash": GENESIS_HASH}
    )
    return head
