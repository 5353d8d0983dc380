from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from formsapp.contract import ErrorCode, accepted, declined, failed
from formsapp.ledger.entries import Call, Caller
from formsapp.ledger.models import Outcome, Transcript
from tests.forms import NAME_FORM
from tests.transcripts import conclude, refuse

pytestmark = pytest.mark.django_db


def test_an_open_transcript_holds_what_was_asked(opened: Callable[[], Call]) -> None:
    call = opened()
    transcript = Transcript.objects.get(pk=call.id)
    assert transcript.arguments == NAME_FORM
    assert transcript.native_form["requestedSchema"]["required"] == ["name"]
    assert transcript.title == NAME_FORM["message"]
    assert transcript.question_count == 2
    assert [step["kind"] for step in transcript.steps] == ["received", "asked"]
    assert transcript.outcome == ""
    assert transcript.concluded_at is None


def test_the_order_of_questions_survives_the_database(opened: Callable[[], Call]) -> None:
    transcript = Transcript.objects.get(pk=opened().id)
    assert list(transcript.native_form["requestedSchema"]["properties"]) == ["name", "note"]


def test_a_conclusion_holds_result_outcome_and_times(opened: Callable[[], Call]) -> None:
    call = opened()
    answered_at = timezone.now()
    result = accepted({"name": "Ada"})
    assert conclude(call.id, result, answered_at=answered_at) == result
    transcript = Transcript.objects.get(pk=call.id)
    assert transcript.outcome == Outcome.ACCEPT
    assert transcript.result == result
    assert transcript.answered_at == answered_at
    assert [s["kind"] for s in transcript.steps] == ["received", "asked", "answered", "concluded"]


def test_the_first_conclusion_stands(opened: Callable[[], Call]) -> None:
    call = opened()
    first = accepted({"name": "Ada"})
    conclude(call.id, first)
    assert conclude(call.id, declined()) == first
    assert Transcript.objects.get(pk=call.id).outcome == Outcome.ACCEPT


def test_a_refused_call_is_a_transcript_too() -> None:
    call = Call(Caller(agent="tester", transport="http"))
    refuse(
        call, failed(ErrorCode.INVALID_ARGUMENTS, "message: required"), arguments={"a": "integer"}
    )
    transcript = Transcript.objects.get(pk=call.id)
    assert transcript.outcome == Outcome.ERROR
    assert transcript.error_code == "invalid_arguments"
    assert transcript.arguments is None
    assert transcript.steps[-1]["arguments"] == {"a": "integer"}


def test_labels_no_database_could_hold_are_made_fit() -> None:
    call = Call(Caller(agent="a\0b", transport="stdio", client_name="\ud800" * 300))
    refuse(call, failed(ErrorCode.UNSUPPORTED_CLIENT, "no forms"))
    transcript = Transcript.objects.get(pk=call.id)
    assert transcript.agent == "ab"
    assert transcript.client_name == "?" * 200


@pytest.mark.parametrize(("seconds", "suspicious"), [(0.2, True), (3, False)])
def test_a_decline_within_a_second_was_probably_never_shown(
    opened: Callable[[], Call], seconds: float, suspicious: bool
) -> None:
    call = opened()
    asked_at = Transcript.objects.get(pk=call.id).asked_at
    assert asked_at is not None
    conclude(call.id, declined(), answered_at=asked_at + timedelta(seconds=seconds))
    assert Transcript.objects.get(pk=call.id).probably_never_shown is suspicious
