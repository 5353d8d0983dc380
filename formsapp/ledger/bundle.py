"""An evidence bundle: one call, all that proves it, in one file that is checked offline.

`formsapp/ledger/check_bundle.py` is the checker; it needs nothing of ours.
"""

import uuid
from typing import Any

from formsapp.ledger.chain import (
    NATIVE_FORM,
    TRANSCRIPT_COLUMNS,
    StoredRecord,
    stored_record,
    stored_transcripts,
)
from formsapp.ledger.checkpoints import checkpoint_at, document
from formsapp.ledger.models import AuditRecord, Kind
from formsapp.ledger.pictures import whole_text
from formsapp.ledger.recording import append_event

FORMAT = "formledger-evidence-1"


class BundleError(Exception):
    """There is nothing to bundle. The text is one line and says why."""


def bundle(transcript: uuid.UUID, *, by: str) -> dict[str, Any]:
    """The evidence of one recorded call.

    Raises:
        BundleError: there is no such transcript, or it is not recorded yet.
    """
    record = AuditRecord.objects.filter(transcript=transcript).only("sequence").first()
    if record is None:
        raise BundleError(f"There is no recorded transcript {transcript}.")
    sequence = record.sequence
    append_event(Kind.EXPORT, {"by": by, "format": "bundle", "records": 1}, subject=transcript)
    (row,) = stored_transcripts([transcript])
    return {
        "format": FORMAT,
        "record": _printed(stored_record(sequence)),
        "before": _printed(stored_record(sequence - 1)),
        "after": _printed(stored_record(sequence + 1)),
        "transcript": _printed_transcript(row),
        "checkpoint": document(checkpoint_at(sequence)),
    }


def _printed(record: StoredRecord | None) -> dict[str, Any] | None:
    return None if record is None else {**record.body, "hash": record.hash}


def _printed_transcript(row: tuple[Any, ...]) -> dict[str, Any]:
    """The transcript's columns as the digest reads them; content is the stored text itself."""
    printed = dict(zip(TRANSCRIPT_COLUMNS, row, strict=True))
    printed["native_form_sent"] = whole_text(row[NATIVE_FORM])
    return printed
