"""The recorder: what the bridge writes into the ledger, each call one committed transaction.

Open before the form is shown, conclude before the agent hears, refuse what is never shown. All
functions block on the database; call them from a thread.
"""

import logging
import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from formsapp.contract import Form, NativeForm, Outcome, Result
from formsapp.ledger.evidence import dump
from formsapp.ledger.keys import new_key
from formsapp.ledger.models import Transcript

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who called: the agent, and the host as it introduced itself."""

    agent: str
    transport: str
    protocol_version: str = ""
    client_name: str = ""
    client_version: str = ""
    capabilities: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the tool as it arrived."""

    caller: Caller
    received_at: datetime = field(default_factory=timezone.now)
    id: uuid.UUID = field(default_factory=new_key)


@dataclass(frozen=True, slots=True)
class Asked:
    """A form that was asked, as the ledger has it; `result` is None while it is open."""

    arguments: Any
    native_form: NativeForm
    deadline: datetime
    result: Result | None


def step(kind: str, at: datetime, **detail: Any) -> dict[str, Any]:
    """One step of a transcript: what happened, when (ISO 8601, UTC), and details by name."""
    return {"kind": kind, "at": at.isoformat(timespec="microseconds"), **detail}


def open_transcript(
    call: Call, arguments: object, form: Form, native_form: NativeForm, deadline: datetime
) -> None:
    """Commit the transcript of a form about to be shown."""
    now = timezone.now()
    transcript = _new_transcript(call)
    transcript.title = form.message
    transcript.question_count = len(form.questions)
    transcript.arguments = arguments
    transcript.native_form = native_form
    transcript.asked_at = now
    transcript.deadline = deadline
    transcript.steps = [
        step("received", call.received_at),
        step("asked", now, deadline=deadline.isoformat(timespec="microseconds")),
    ]
    transcript.save(force_insert=True)


def asked(call_id: uuid.UUID) -> Asked | None:
    """What was asked in an earlier round; None if nothing was under this id."""
    found = Transcript.objects.filter(pk=call_id, deadline__isnull=False).first()
    if found is None or found.deadline is None:
        return None
    return Asked(found.arguments, found.native_form, found.deadline, found.result)


def conclude(
    call_id: uuid.UUID,
    result: Result,
    *,
    answered_at: datetime | None = None,
    **detail: Any,
) -> Result:
    """Commit how a call ended and return the result that counts.

    The first conclusion stands: a later one changes nothing and gets the first one's result.
    """
    with transaction.atomic():
        transcript = Transcript.objects.select_for_update().get(pk=call_id)
        if transcript.concluded_at is not None:
            first: Result = transcript.result
            return first
        if answered_at is not None:
            transcript.answered_at = answered_at
            transcript.steps.append(step("answered", answered_at))
        _conclude(transcript, result, **detail)
        transcript.save()
    return result


def refuse(call: Call, result: Result, **detail: Any) -> None:
    """Commit the transcript of a call that is answered with an error and shows no form."""
    transcript = _new_transcript(call)
    transcript.steps = [step("received", call.received_at)]
    _conclude(transcript, result, **detail)
    transcript.save(force_insert=True)


def _new_transcript(call: Call) -> Transcript:
    caller = call.caller
    return Transcript(
        id=call.id,
        agent=_label(caller.agent, 100),
        client_name=_label(caller.client_name, 200),
        client_version=_label(caller.client_version, 200),
        protocol_version=_label(caller.protocol_version, 20),
        transport=caller.transport,
        capabilities=_strict(caller.capabilities),
        opened_at=call.received_at,
    )


def _conclude(transcript: Transcript, result: Result, **detail: Any) -> None:
    now = timezone.now()
    transcript.concluded_at = now
    transcript.result = result
    if "error" in result:
        transcript.outcome, transcript.error_code = Outcome.ERROR, result["error"]["code"]
    else:
        transcript.outcome = Outcome(result["action"])
    transcript.steps.append(step("concluded", now, outcome=str(transcript.outcome), **detail))


def _strict(value: dict[str, Any] | None) -> dict[str, Any] | None:
    """A JSON value a host declared, or nothing where it is no strict JSON (NaN, infinities)."""
    try:
        dump(value)
    except ValueError:
        return None
    return value


def _label(text: str, length: int) -> str:
    """Text fit for a column and a hash: shortened, without NUL and unpaired surrogates."""
    clean = text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    return clean[:length]
