"""The chain: what a record's hash and a transcript's digest cover.

One function makes each, for writing, checking and export alike, from rows as the database has them.
"""

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from formsapp.ledger.digests import (
    answer_text_digest,
    digest,
    salted_digest,
    seconds_text,
    text_digest,
)
from formsapp.ledger.evidence import dump
from formsapp.ledger.models import AuditRecord, Transcript
from formsapp.ledger.pictures import whole_text
from formsapp.ledger.rows import Row, db_id, read_rows, text_of_id, text_of_time

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
    "hash",
)
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
PARTS = TRANSCRIPT_COLUMNS[14:20]
"""What a transcript holds of content. It enters the digest by digests of its own, salted: from a
record alone nobody can confirm what they guess."""


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
    (
        sequence,
        kind,
        transcript,
        subject,
        outcome,
        error_code,
        agent,
        client,
        definition,
        version,
        question_count,
        asked_at,
        answered_at,
        seconds_to_answer,
        occurred_at,
        recorded_at,
        detail,
        transcript_digest,
        native_form_digest,
        answer_digest,
        previous_hash,
    ) = row[:21]
    return {
        "sequence": sequence,
        "kind": kind,
        "transcript": text_of_id(transcript),
        "subject": text_of_id(subject),
        "outcome": outcome,
        "error_code": error_code,
        "agent": agent,
        "client": client,
        "definition": definition,
        "version": version,
        "question_count": question_count,
        "asked_at": text_of_time(asked_at),
        "answered_at": text_of_time(answered_at),
        "seconds_to_answer": seconds_text(seconds_to_answer),
        "occurred_at": text_of_time(occurred_at),
        "recorded_at": text_of_time(recorded_at),
        "detail": None if detail is None else json.loads(detail),
        "transcript_digest": transcript_digest,
        "native_form_digest": native_form_digest,
        "answer_digest": answer_digest,
        "previous_hash": previous_hash,
    }


def transcript_digest(row: Row) -> str:
    """SHA-256 over everything a transcript says; its content enters by digests of its own."""
    (
        key,
        agent,
        client_name,
        client_version,
        protocol_version,
        transport,
        question_count,
        outcome,
        error_code,
        opened_at,
        asked_at,
        answered_at,
        deadline,
        concluded_at,
    ) = row[:14]
    return digest(
        {
            "id": text_of_id(key),
            "agent": agent,
            "client_name": client_name,
            "client_version": client_version,
            "protocol_version": protocol_version,
            "transport": transport,
            "question_count": question_count,
            "outcome": outcome,
            "error_code": error_code,
            "opened_at": text_of_time(opened_at),
            "asked_at": text_of_time(asked_at),
            "answered_at": text_of_time(answered_at),
            "deadline": text_of_time(deadline),
            "concluded_at": text_of_time(concluded_at),
            "parts": part_digests(row),
        }
    )


def part_digests(row: Row) -> dict[str, str]:
    """The digests of a transcript's content; those kept at its redaction, where it was redacted."""
    if row[20] is not None:
        kept: dict[str, str] = json.loads(row[20])["digests"]
        return {name: kept[name] for name in PARTS}
    salt = bytes.fromhex(row[21])
    return {name: salted_digest(salt, text) for name, text in zip(PARTS, row[14:20], strict=True)}


def native_form_digest(row: Row) -> str:
    """SHA-256 of the native form as it was sent, pictures included."""
    if row[20] is not None:
        kept: str = json.loads(row[20])["digests"]["native_form_sent"]
        return kept
    return text_digest(whole_text(row[17]))


def answer_digest(row: Row) -> str:
    """The keyed digest of an accepted answer; empty for every other outcome."""
    if row[7] != "accept":
        return ""
    if row[20] is not None:
        kept: str = json.loads(row[20])["digests"]["answer"]
        return kept
    return answer_text_digest(dump(json.loads(row[18])["content"]))


def stored_records(after: int = 0, *, transcripts: bool = True) -> Iterator[StoredRecord]:
    """Stream the records after a sequence in the order of the chain, with their transcripts."""
    record_columns = ", ".join(f"r.{column}" for column in RECORD_COLUMNS)
    columns, join = record_columns, ""
    if transcripts:
        columns += "".join(f", t.{column}" for column in TRANSCRIPT_COLUMNS)
        join = f"LEFT JOIN {Transcript._meta.db_table} t ON t.id = r.transcript_id "
    sql = (
        f"SELECT {columns} FROM {AuditRecord._meta.db_table} r {join}"  # noqa: S608  our own names
        "WHERE r.sequence > %s ORDER BY r.sequence"
    )
    width = len(RECORD_COLUMNS)
    for row in read_rows(sql, [after]):
        transcript = row[width:] if transcripts and row[width] is not None else None
        yield StoredRecord(record_body(row), row[width - 1], transcript)


def stored_record(sequence: int) -> StoredRecord | None:
    """One record, with its transcript."""
    found = next(stored_records(sequence - 1), None)
    return found if found is not None and found.body["sequence"] == sequence else None


def stored_transcripts(keys: Sequence[uuid.UUID]) -> list[Row]:
    """Transcripts as the database has them, in the order of their keys."""
    places = ", ".join(["%s"] * len(keys))
    names = ", ".join(TRANSCRIPT_COLUMNS)
    sql = (
        f"SELECT {names} FROM {Transcript._meta.db_table} "  # noqa: S608  our own names
        f"WHERE id IN ({places}) ORDER BY id"
    )
    return list(read_rows(sql, [db_id(key) for key in keys]))
