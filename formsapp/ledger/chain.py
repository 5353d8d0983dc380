"""The chain: what a record's hash and a transcript's digest cover.

One function makes each, for writing, checking and export alike, from rows as they are read.
"""

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from formsapp.ledger.digests import answer_text_digest, content_digest, digest, text_digest
from formsapp.ledger.evidence import dump
from formsapp.ledger.models import AuditRecord, Transcript
from formsapp.ledger.pictures import whole_text
from formsapp.ledger.rows import Row, columns, read_rows

GENESIS_HASH = "0" * 64
"""What the first record names as its previous hash."""

Body = dict[str, Any]

RECORD_COLUMNS = (
    "sequence",
    "kind",
    "transcript_id",
    "subject",
    "outcome",
    "error_code",
    "agent",
    "client",
    "definition",
    "version",
    "question_count",
    "asked_at",
    "answered_at",
    "seconds_to_answer",
    "occurred_at",
    "recorded_at",
    "detail",
    "transcript_digest",
    "native_form_digest",
    "answer_digest",
    "previous_hash",
)
RECORD_NAMES = tuple(
    "transcript" if column == "transcript_id" else column for column in RECORD_COLUMNS
)
"""What the columns are called in a body."""

DETAIL = RECORD_COLUMNS.index("detail")

TRANSCRIPT_COLUMNS = (
    "id",
    "agent",
    "client_name",
    "client_version",
    "protocol_version",
    "transport",
    "question_count",
    "outcome",
    "error_code",
    "opened_at",
    "asked_at",
    "answered_at",
    "deadline",
    "concluded_at",
    "title",
    "capabilities",
    "arguments",
    "native_form",
    "result",
    "steps",
    "redaction",
    "salt",
)
PLAIN = TRANSCRIPT_COLUMNS[:14]
"""What a transcript says of itself; it enters the digest as it is."""

CONTENT = slice(14, 20)
"""What a transcript holds of content. It enters the digest by one of its own, salted: from a record
alone nobody can confirm what they guess."""

_ACCEPTED = '{"action":"accept","content":'

OUTCOME, NATIVE_FORM, RESULT, REDACTION, SALT = (
    TRANSCRIPT_COLUMNS.index(name)
    for name in ("outcome", "native_form", "result", "redaction", "salt")
)


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record, the hash it carries, and the transcript it records as that is now."""

    body: Body
    hash: str
    transcript: Row | None


def record_hash(body: Body) -> str:
    """The hash a record with these fields must carry: over all of them, but not itself."""
    return digest(body)


def record_body(row: Sequence[Any]) -> Body:
    """Every field of a record but its own hash, as it is hashed and exported."""
    body = dict(zip(RECORD_NAMES, row, strict=False))
    if row[DETAIL] is not None:
        body["detail"] = json.loads(row[DETAIL])
    return body


def transcript_digest(row: Row) -> str:
    """SHA-256 over everything a transcript says; its content enters by a digest of its own."""
    body = dict(zip(PLAIN, row, strict=False))
    body["content"] = _content_digest(row)
    return digest(body)


def native_form_digest(row: Row) -> str:
    """SHA-256 of the native form as it was sent, pictures included."""
    if row[REDACTION] is not None:
        return kept_digests(row)["native_form"]
    return text_digest(whole_text(row[NATIVE_FORM]))


def answer_digest(row: Row) -> str:
    """The keyed digest of an accepted answer; empty for every other outcome."""
    if row[OUTCOME] != "accept":
        return ""
    if row[REDACTION] is not None:
        return kept_digests(row)["answer"]
    return answer_text_digest(_content_text(row[RESULT]))


def _content_text(result: str) -> str:
    """The stored text of an accepted answer's content."""
    # As the contract writes results the content comes last, and its text need not be parsed.
    if result.startswith(_ACCEPTED):
        return result[len(_ACCEPTED) : -1]
    return dump(json.loads(result)["content"])


def digests_to_keep(row: Row) -> dict[str, str]:
    """What stays of a transcript's content when it is redacted."""
    return {
        "content": _content_digest(row),
        "native_form": native_form_digest(row),
        "answer": answer_digest(row),
    }


def kept_digests(row: Row) -> dict[str, str]:
    """What stayed of a redacted transcript's content."""
    kept: dict[str, str] = json.loads(row[REDACTION])["digests"]
    return kept


def _content_digest(row: Row) -> str:
    if row[REDACTION] is not None:
        return kept_digests(row)["content"]
    return content_digest(row[SALT], row[CONTENT])


def stored_records(after: int = 0, *, transcripts: bool = True) -> Iterator[StoredRecord]:
    """Stream the records after a sequence in the order of the chain, with their transcripts."""
    read, join = columns(AuditRecord, (*RECORD_COLUMNS, "hash"), "r"), ""
    if transcripts:
        read += ", " + columns(Transcript, TRANSCRIPT_COLUMNS, "t")
        join = f"LEFT JOIN {Transcript._meta.db_table} t ON t.id = r.transcript_id "
    sql = (
        f"SELECT {read} FROM {AuditRecord._meta.db_table} r {join}"  # noqa: S608  our own names
        "WHERE r.sequence > %s ORDER BY r.sequence"
    )
    width = len(RECORD_COLUMNS)
    for row in read_rows(sql, [after]):
        transcript = row[width + 1 :] if transcripts and row[width + 1] is not None else None
        yield StoredRecord(record_body(row), row[width], transcript)


def stored_record(sequence: int) -> StoredRecord | None:
    """One record, with its transcript."""
    found = next(stored_records(sequence - 1), None)
    return found if found is not None and found.body["sequence"] == sequence else None


def stored_transcripts(keys: Sequence[uuid.UUID]) -> list[Row]:
    """Transcripts as they are read, in the order of their keys."""
    prepared = [Transcript._meta.pk.get_db_prep_value(key, connection) for key in keys]
    sql = (
        f"SELECT {columns(Transcript, TRANSCRIPT_COLUMNS, 't')} "  # noqa: S608  our own names
        f"FROM {Transcript._meta.db_table} t "
        f"WHERE t.id IN ({', '.join(['%s'] * len(keys))}) ORDER BY t.id"
    )
    return list(read_rows(sql, prepared))
