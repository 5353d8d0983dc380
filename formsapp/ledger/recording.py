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
from formsapp.ledger.rows import Row, db_id, db_time, insert_rows, read_rows, text_of_time

BATCH = 200

_PENDING = (
    f"SELECT {', '.join(TRANSCRIPT_COLUMNS)} FROM {Transcript._meta.db_table} "  # noqa: S608
    "WHERE concluded_at IS NOT NULL AND recorded_at IS NULL ORDER BY concluded_at, id LIMIT %s"
)


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
    pending = list(read_rows(_PENDING, [BATCH]))
    if not pending:
        return 0
    now = timezone.now()
    known = names_of([row[16] for row in pending])
    _append(head, [_call_row(row, known.get(row[16])) for row in pending], now)
    Transcript.objects.filter(pk__in=[_key(row) for row in pending]).update(recorded_at=now)
    return len(pending)


def _append(head: ChainHead, rows: Sequence[list[Any]], now: datetime) -> None:
    """Put rows, complete but for their place, at the end of the chain, and move its head."""
    recorded_at, done = db_time(now), []
    for row in rows:
        row[0], row[15], row[20] = head.sequence + 1, recorded_at, head.hash
        head.sequence, head.hash = row[0], record_hash(record_body(row))
        done.append((*row, head.hash))
    insert_rows(AuditRecord, RECORD_COLUMNS, done)
    head.save()


def _call_row(transcript: Row, known: tuple[str, int] | None) -> list[Any]:
    key, agent, client_name, client_version, _, _, questions, outcome, code = transcript[:9]
    _, asked_at, answered_at, _, concluded_at = transcript[9:14]
    definition, version = known or ("", None)
    return [
        0,
        Kind.CALL.value,
        key,
        None,
        outcome,
        code,
        agent,
        f"{client_name} {client_version}".strip(),
        definition,
        version,
        questions,
        asked_at,
        answered_at,
        _seconds(asked_at, answered_at),
        concluded_at,
        None,
        None,
        transcript_digest(transcript),
        native_form_digest(transcript),
        answer_digest(transcript),
        "",
    ]


def _event_row(
    kind: Kind, detail: dict[str, Any], subject: uuid.UUID | None, now: datetime
) -> list[Any]:
    key = None if subject is None else db_id(subject)
    empty = [""] * 5
    return [
        0, kind.value, None, key, *empty, None, 0, None, None, None,
        db_time(now), None, dump(detail), "", "", "", "",
    ]  # fmt: skip


def _seconds(asked_at: Any, answered_at: Any) -> float | None:
    if asked_at is None or answered_at is None:
        return None
    asked, answered = (
        datetime.fromisoformat(text_of_time(t) or "") for t in (asked_at, answered_at)
    )
    return (answered - asked).total_seconds()


def _key(row: Row) -> uuid.UUID:
    return row[0] if isinstance(row[0], uuid.UUID) else uuid.UUID(row[0])


def locked_head() -> ChainHead:
    """The chain's head, locked until the transaction ends."""
    head, _ = ChainHead.objects.select_for_update().get_or_create(
        pk=1, defaults={"sequence": 0, "hash": GENESIS_HASH}
    )
    return head
