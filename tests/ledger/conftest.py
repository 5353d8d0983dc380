from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from formsapp.contract import compile_form, read_arguments
from formsapp.ledger.models import Transcript
from formsapp.ledger.recorder import Call, Caller, conclude, open_transcript
from tests.forms import NAME_FORM

CALLER = Caller(
    agent="tester",
    transport="stdio",
    protocol_version="2025-11-25",
    client_name="host",
    client_version="1.0",
    capabilities={"extensions": {"openai/elicitation": {"form": {}}}},
)


@pytest.fixture
def opened() -> Callable[[], Call]:
    """Opens a transcript of NAME_FORM and returns its call."""

    def make() -> Call:
        call = Call(CALLER)
        form = read_arguments(NAME_FORM)
        deadline = timezone.now() + timedelta(minutes=15)
        open_transcript(call, NAME_FORM, form, compile_form(form), deadline)
        return call

    return make


@pytest.fixture
def concluded(opened: Callable[[], Call]) -> Callable[[dict[str, Any]], Transcript]:
    """Opens and concludes a transcript with a result, and returns it."""

    def make(result: dict[str, Any]) -> Transcript:
        call = opened()
        conclude(call.id, result, answered_at=timezone.now())
        return Transcript.objects.get(pk=call.id)

    return make
