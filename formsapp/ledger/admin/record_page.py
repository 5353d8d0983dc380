"""What the page of one audit record shows."""

from datetime import timedelta
from typing import Any

from formsapp.ledger.admin.display import NOTHING, code, duration, moment, outcome_pill, pill
from formsapp.ledger.admin.json_view import readable
from formsapp.ledger.admin.links import checks, neighbours
from formsapp.ledger.admin.transcript_page import no_title
from formsapp.ledger.models import AuditRecord, Kind, Transcript


def record_page(record: AuditRecord) -> dict[str, Any]:
    """The context of `admin/ledger/auditrecord/change_form.html`."""
    around = neighbours(record)
    key = record.transcript_id or record.subject
    transcript = Transcript.objects.filter(pk=key).first() if key else None
    return {
        "title": f"Audit record #{record.sequence}",
        "subtitle": None,
        "pill": record_pill(record),
        "around": around,
        "checks": checks(record, around, transcript if record.transcript_id else None),
        "transcript": transcript,
        "transcript_title": transcript and (transcript.title or no_title(transcript)),
        "facts": _facts(record),
        "hashes": _hashes(record),
    }


def record_pill(record: AuditRecord) -> str:
    """How a call ended, or what else was recorded."""
    if record.kind == Kind.CALL:
        return outcome_pill(record.outcome)
    return pill("open", Kind(record.kind).label)


def time_to_answer(record: AuditRecord) -> timedelta | None:
    """From the moment the form was asked to the host's answer, as recorded."""
    if record.asked_at is None or record.answered_at is None:
        return None
    return record.answered_at - record.asked_at


def _facts(record: AuditRecord) -> list[tuple[str, str]]:
    if record.kind != Kind.CALL:
        return _event_facts(record)
    taken = time_to_answer(record)
    failed = [("Error code", code(record.error_code))] if record.error_code else []
    form = f"{record.definition} v{record.version}" if record.definition else "not a published form"
    return [
        *failed,
        ("Agent", record.agent),
        ("Client", record.client or NOTHING),
        ("Form", form),
        ("Questions", str(record.question_count)),
        ("Asked (UTC)", moment(record.asked_at)),
        ("Answered (UTC)", moment(record.answered_at)),
        ("Time to answer", NOTHING if taken is None else duration(taken)),
        ("Occurred (UTC)", moment(record.occurred_at)),
        ("Recorded (UTC)", moment(record.recorded_at)),
    ]


def _event_facts(record: AuditRecord) -> list[tuple[str, str]]:
    details = (record.detail or {}).items()
    return [
        *((name.capitalize(), _text(value)) for name, value in details),
        ("Recorded (UTC)", moment(record.recorded_at)),
    ]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else readable(value)


def _hashes(record: AuditRecord) -> list[tuple[str, str]]:
    return [
        ("Hash", code(record.hash)),
        ("Previous hash", code(record.previous_hash)),
        ("Transcript digest", code(record.transcript_digest)),
        ("Native form digest", code(record.native_form_digest)),
        ("Answer digest (keyed)", code(record.answer_digest)),
    ]
