"""Transcripts written as the bridge writes them, one entry a transaction."""

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from formsapp.contract import Result, compile_form, read_arguments
from formsapp.ledger.entries import Call, Conclusion, Opening, Refusal
from formsapp.ledger.recorder import write


def open_form(call: Call, arguments: Any, minutes: float = 15) -> None:
    """Open a transcript whose form may be answered for so long."""
    native_form = compile_form(read_arguments(arguments))
    deadline = timezone.now() + timedelta(minutes=minutes)
    write([Opening(call, arguments, native_form, deadline)])


def conclude(transcript: uuid.UUID, result: Any, answered_at: datetime | None = None) -> Result:
    """Conclude a transcript and return the result that counts."""
    written: Any = write([Conclusion(transcript, result, answered_at)])
    counts: Result = written[0]
    return counts


def refuse(call: Call, result: Result, **detail: Any) -> None:
    """Record a call that shows no form."""
    write([Refusal(call, result, detail)])
