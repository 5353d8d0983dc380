from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from formsapp.ledger.models import Transcript
from formsapp.ledger.seeding import made_up_rows
from formsapp.ledger.verification import verify

pytestmark = pytest.mark.django_db


def test_made_up_calls_are_the_same_for_the_same_seed_and_a_whole_chain() -> None:
    out = StringIO()
    call_command("audit_seed", "50", stdout=out)
    assert out.getvalue() == "50 calls made, 50 recorded\n"
    assert verify().records == 50
    assert list(made_up_rows(5, number=1)) == list(made_up_rows(5, number=1))
    assert list(made_up_rows(5, number=1)) != list(made_up_rows(5, number=2))
    assert Transcript.objects.filter(outcome="accept").count() > 25


def test_a_ledger_that_is_used_is_left_alone() -> None:
    call_command("audit_seed", "1", stdout=StringIO())
    with pytest.raises(CommandError, match="not empty"):
        call_command("audit_seed", "1")
