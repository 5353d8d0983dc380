"""A transcript's form drawn as its host showed it, and the answer as people read it.

The one module of the ledger that knows host forms.
"""

from dataclasses import dataclass
from typing import Any

from formsapp.hostforms import HostField, HostForm, UnsupportedForm, read_form
from formsapp.ledger.models import Outcome, Transcript
from formsapp.ledger.pictures import whole


@dataclass(frozen=True, slots=True)
class Chosen:
    """One answered value: what it is called, and its identity where that is something else."""

    title: str
    identity: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and what was answered; nothing where it was skipped."""

    question: str
    chosen: tuple[Chosen, ...]


def drawing(transcript: Transcript) -> dict[str, Any]:
    """The context of `admin/pages/host_form.html`, and `answers` for an accepted form."""
    accepted = transcript.outcome == Outcome.ACCEPT and transcript.result is not None
    content = transcript.result["content"] if accepted else None
    try:
        form = read_form(whole(transcript.native_form), content)
    except UnsupportedForm as error:
        return {"host_form": None, "unsupported": str(error), "answers": []}
    return {"host_form": form, "answers": answers(form) if accepted else []}


def answers(form: HostForm) -> list[Answer]:
    """Every question of a form read with its answer, in order, answered or not."""
    return [Answer(field.title, _chosen(field)) for field in form.fields]


def _chosen(field: HostField) -> tuple[Chosen, ...]:
    typed = (Chosen(field.text),) if field.text else ()
    offered = (Chosen(option.title, option.value) for option in field.options if option.selected)
    added = (Chosen(file.name, file.uri) for file in field.added)
    return (*offered, *typed, *added)
