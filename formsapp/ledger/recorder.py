"""The recorder: what the bridge writes into the ledger, any number of entries in one transaction.

Open before the form is shown, conclude before the agent hears, refuse what is never shown. All
functions block on the database; call them from a thread.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from formsapp.contract import NativeForm, Outcome, Result
from formsapp.ledger.entries import Call, Conclusion, Entry, Opening, Refusal, TokenUse
from formsapp.ledger.evidence import dump
from formsapp.ledger.limits import Full, Limits
from formsapp.ledger.models import Agent, Picture, PictureUse, Transcript
from formsapp.ledger.open_forms import OpenForms
from formsapp.ledger.pictures import set_aside, whole
from formsapp.ledger.rows import update_rows

Written = Result | Full | None
"""What became of an entry: a call's result, or for an opening nothing, or that there is no room."""

_CONCLUDED = (
    "concluded_at",
    "answered_at",
    "outcome",
    "error_code",
    "result",
    "steps",
    "swept",
    "spooled",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A form that was asked, as the ledger has it; `result` is None while it is open."""

    arguments: Any
    native_form: NativeForm
    deadline: datetime
    result: Result | None


def asked(transcript: uuid.UUID) -> Asked | None:
    """What was asked in an earlier round; None if nothing was under this id."""
    found = Transcript.objects.filter(pk=transcript, deadline__isnull=False).first()
    if found is None or found.deadline is None:
        return None
    return Asked(whole(found.arguments), whole(found.native_form), found.deadline, found.result)


@transaction.atomic
def write(entries: Sequence[Entry], limits: Limits | None = None) -> list[Written]:
    """Commit all entries or none, and return what became of each.

    An opening beyond the limits is not written. The first conclusion of a transcript stands: a
    later one changes nothing and gets the first one's result.

    Raises:
        Transcript.DoesNotExist: a conclusion names no transcript.
    """
    open_forms = OpenForms(limits) if any(isinstance(e, Opening) for e in entries) else None
    concluded = _locked([e.transcript for e in entries if isinstance(e, Conclusion)])
    new, changed, written = list[Transcript](), list[Transcript](), list[Written]()
    pictures: dict[uuid.UUID, dict[str, str]] = {}
    for entry in entries:
        match entry:
            case Opening():
                full = open_forms.admit(entry) if open_forms else None
                if full is None:
                    pictures[entry.call.id] = {}
                    new.append(_opened(entry, pictures[entry.call.id]))
                written.append(full)
            case Refusal():
                new.append(_refused(entry))
                written.append(entry.result)
            case Conclusion():
                transcript = concluded[entry.transcript]
                if transcript.concluded_at is None:
                    _answered(transcript, entry)
                    changed.append(transcript)
                written.append(transcript.result)
            case TokenUse():
                Agent.objects.filter(pk=entry.agent).update(last_used_at=entry.at)
                written.append(None)
    Transcript.objects.bulk_create(new)
    _keep(pictures)
    update_rows(changed, _CONCLUDED)
    return written


def _keep(pictures: dict[uuid.UUID, dict[str, str]]) -> None:
    """Keep the pictures of new transcripts, those that are new."""
    contents = {digest: text for found in pictures.values() for digest, text in found.items()}
    if not contents:
        return
    Picture.objects.bulk_create(
        [Picture(digest=digest, content=contents[digest]) for digest in sorted(contents)],
        ignore_conflicts=True,
    )
    PictureUse.objects.bulk_create(
        PictureUse(transcript_id=transcript, picture_id=digest)
        for transcript, found in pictures.items()
        for digest in found
    )


def step(kind: str, at: datetime, **detail: Any) -> dict[str, Any]:
    """One step of a transcript: what happened, when (ISO 8601, UTC), and details by name."""
    return {"kind": kind, "at": at.isoformat(timespec="microseconds"), **detail}


def _locked(transcripts: Iterable[uuid.UUID]) -> dict[uuid.UUID, Transcript]:
    ids = sorted(set(transcripts))  # in one order, so that two writers never wait for each other
    if not ids:
        return {}
    rows = Transcript.objects.select_for_update().only(*_CONCLUDED).order_by("id")
    found = {transcript.pk: transcript for transcript in rows.filter(pk__in=ids)}
    if missing := set(ids) - set(found):
        raise Transcript.DoesNotExist(f"{len(missing)} transcripts")
    return found


def _opened(opening: Opening, pictures: dict[str, str]) -> Transcript:
    transcript = _new_transcript(opening.call)
    transcript.title = opening.native_form["message"]
    transcript.question_count = len(opening.native_form["requestedSchema"]["properties"])
    transcript.arguments = set_aside(opening.arguments, pictures)
    transcript.native_form = set_aside(opening.native_form, pictures)
    transcript.asked_at = opening.at
    transcript.deadline = opening.deadline
    transcript.steps = [
        step("received", opening.call.received_at),
        step("asked", opening.at, deadline=opening.deadline.isoformat(timespec="microseconds")),
        *_spooled(transcript, opening),
    ]
    return transcript


def _refused(refusal: Refusal) -> Transcript:
    transcript = _new_transcript(refusal.call)
    transcript.steps = [step("received", refusal.call.received_at)]
    _conclude(transcript, refusal, refusal.detail)
    return transcript


def _answered(transcript: Transcript, conclusion: Conclusion) -> None:
    if conclusion.answered_at is not None:
        transcript.answered_at = conclusion.answered_at
        transcript.steps.append(step("answered", conclusion.answered_at))
    transcript.swept = conclusion.swept
    by = {"by": "sweep"} if conclusion.swept else {}
    _conclude(transcript, conclusion, {**conclusion.detail, **by})


def _conclude(transcript: Transcript, entry: Refusal | Conclusion, detail: dict[str, Any]) -> None:
    result = entry.result
    transcript.concluded_at = entry.at
    transcript.result = result
    if "error" in result:
        transcript.outcome, transcript.error_code = Outcome.ERROR, result["error"]["code"]
    else:
        transcript.outcome = Outcome(result["action"])
    transcript.steps += [
        step("concluded", entry.at, outcome=str(transcript.outcome), **detail),
        *_spooled(transcript, entry),
    ]


def _spooled(transcript: Transcript, entry: Opening | Refusal | Conclusion) -> list[dict[str, Any]]:
    """The steps of an entry that went through the spool."""
    if entry.spooled_at is None:
        return []
    transcript.spooled = True
    return [step("spooled", entry.spooled_at), step("replayed", timezone.now())]


def _new_transcript(call: Call) -> Transcript:
    caller = call.caller
    return Transcript(
        id=call.id,
        agent=label(caller.agent, 100),
        client_name=label(caller.client_name, 200),
        client_version=label(caller.client_version, 200),
        protocol_version=label(caller.protocol_version, 20),
        transport=caller.transport,
        capabilities=_strict(caller.capabilities),
        opened_at=call.received_at,
    )


def _strict(value: dict[str, Any] | None) -> dict[str, Any] | None:
    """A JSON value a host declared, or nothing where it is no strict JSON (NaN, infinities)."""
    try:
        dump(value)
    except ValueError:
        return None
    return value


def label(text: str, length: int) -> str:
    """Text fit for a column and a hash: shortened, without NUL and unpaired surrogates."""
    clean = text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    return clean[:length]
