from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from formsapp.contract import declined
from formsapp.ledger.entries import Call
from formsapp.ledger.models import Transcript
from formsapp.ledger.sweep import sweep
from tests.forms import NAME_FORM
from tests.ledger.conftest import CALLER
from tests.transcripts import conclude, open_form

pytestmark = pytest.mark.django_db


def opened(version: str, minutes: float) -> Call:
    call = Call(replace(CALLER, protocol_version=version))
    open_form(call, NAME_FORM, minutes=minutes)
    return call


@pytest.mark.parametrize(
    ("version", "code"), [("2025-11-25", "transport_error"), ("2026-07-28", "timeout")]
)
def test_what_nobody_concluded_is_concluded_after_its_deadline(version: str, code: str) -> None:
    call = opened(version, minutes=-2)
    assert sweep() == 1
    transcript = Transcript.objects.get(pk=call.id)
    assert (transcript.outcome, transcript.error_code) == ("error", code)
    assert transcript.swept
    assert transcript.steps[-1]["by"] == "sweep"
    assert sweep() == 0


def test_what_may_still_be_concluded_is_left_alone() -> None:
    opened("2025-11-25", minutes=1)
    opened("2025-11-25", minutes=-0.5)  # its bridge may be about to conclude it
    assert sweep() == 0


def test_what_is_concluded_stays_as_it_is() -> None:
    call = opened("2025-11-25", minutes=-2)
    conclude(call.id, declined(), timezone.now() - timedelta(minutes=3))
    assert sweep() == 0
    assert not Transcript.objects.get(pk=call.id).swept


def test_any_number_is_swept() -> None:
    for _ in range(3):
        opened("2026-07-28", minutes=-2)
    Transcript.objects.bulk_create(
        Transcript(
            agent="a", transport="stdio", opened_at=timezone.now(), deadline=timezone.now() - delay
        )
        for delay in [timedelta(hours=1)] * 400
    )
    assert sweep() == 403
