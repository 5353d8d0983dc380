from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from formsapp.ledger.entries import Call, Caller
from formsapp.ledger.models import Transcript
from tests.forms import NAME_FORM
from tests.transcripts import conclude, open_form

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
        open_form(call, NAME_FORM)
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
