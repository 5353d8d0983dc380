"""What the page of one transcript shows."""

from typing import Any

from django.utils import timezone

from formsapp.ledger.admin.base import json_url
from formsapp.ledger.admin.display import duration, outcome_pill
from formsapp.ledger.admin.drawing import drawing
from formsapp.ledger.admin.json_view import JsonView, json_view
from formsapp.ledger.admin.links import check_transcript
from formsapp.ledger.admin.timeline import timeline
from formsapp.ledger.models import Outcome, Transcript
from formsapp.ledger.pictures import whole

PARTS = {
    "arguments": "Arguments",
    "native_form": "Native form",
    "result": "Result",
    "capabilities": "Declared capabilities",
}


def transcript_page(transcript: Transcript) -> dict[str, Any]:
    """The context of `admin/ledger/transcript/change_form.html`."""
    record = getattr(transcript, "audit_record", None)
    return {
        "title": transcript.title or no_title(transcript),
        "subtitle": None,
        "pill": outcome_pill(transcript.outcome),
        "notices": notices(transcript),
        "taken": None if transcript.time_to_answer is None else duration(transcript.time_to_answer),
        "steps": timeline(transcript),
        "json_views": _json_views(transcript),
        "record": record,
        "record_check": None if record is None else check_transcript(record, transcript),
        **({} if transcript.native_form is None else drawing(transcript)),
    }


def no_title(transcript: Transcript) -> str:
    """What stands in the title's place."""
    return "No form was shown" if transcript.redaction is None else "Redacted"


def notices(transcript: Transcript) -> list[tuple[str, str]]:
    """What a reader must not miss, as kind and text."""
    if transcript.redaction is not None:
        redaction = transcript.redaction
        return [("warning", f"Redacted by {redaction['by']}: {redaction['reason']}")]
    held = [("warning", "Under legal hold: kept whatever retention says.")]
    return [*(held if transcript.legal_hold else []), *_notices(transcript)]


def _notices(transcript: Transcript) -> list[tuple[str, str]]:
    if not transcript.outcome:
        return [("open", _waiting(transcript))]
    if transcript.outcome == Outcome.ERROR:
        message = transcript.result["error"]["message"]
        return [("error", f"{message} (concluded by the sweep)" if transcript.swept else message)]
    if transcript.probably_never_shown and transcript.time_to_answer is not None:
        label = Outcome(transcript.outcome).label
        taken = duration(transcript.time_to_answer)
        return [("warning", f"{label} in {taken} — probably never shown to a person.")]
    return []


def _waiting(transcript: Transcript) -> str:
    if transcript.deadline is None:
        return "Waiting for the host's answer."
    left = transcript.deadline - timezone.now()
    at = f"{transcript.deadline:%Y-%m-%d %H:%M:%S} UTC"
    if left.total_seconds() > 0:
        return f"Waiting for the host's answer until {at}, {duration(left)} from now."
    return f"No answer yet, and its deadline passed {duration(-left)} ago, at {at}."


def _json_views(transcript: Transcript) -> list[JsonView]:
    return [
        json_view(title, whole(value), json_url(transcript, part))
        for part, title in PARTS.items()
        if (value := getattr(transcript, part)) is not None
    ]
