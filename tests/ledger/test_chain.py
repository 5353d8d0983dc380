import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from formsapp.contract import ErrorCode, accepted, cancelled, declined, failed
from formsapp.ledger import triggers
from formsapp.ledger.chain import GENESIS_HASH, record_hash, stored_records
from formsapp.ledger.models import AuditRecord, ChainHead, Transcript
from formsapp.ledger.recording import drain
from formsapp.ledger.verification import BrokenChainError, verify

pytestmark = pytest.mark.django_db

Concluded = Callable[[dict[str, Any]], Transcript]


@pytest.fixture
def chain(concluded: Concluded) -> list[AuditRecord]:
    """Three recorded transcripts, in the order of the chain."""
    for result in (accepted({"name": "Ada"}), declined(), failed(ErrorCode.TIMEOUT, "too late")):
        concluded(result)
    assert drain() == 3
    return list(AuditRecord.objects.order_by("sequence"))


def test_every_outcome_is_recorded_in_order(chain: list[AuditRecord]) -> None:
    assert [record.sequence for record in chain] == [1, 2, 3]
    assert [record.outcome for record in chain] == ["accept", "decline", "error"]
    assert [record.error_code for record in chain] == ["", "", "timeout"]


def test_records_are_linked_and_hashed(chain: list[AuditRecord]) -> None:
    assert chain[0].previous_hash == GENESIS_HASH
    assert chain[1].previous_hash == chain[0].hash
    assert all(record_hash(record.body) == record.hash for record in stored_records())


def test_draining_again_records_nothing(chain: list[AuditRecord]) -> None:
    assert drain() == 0
    assert AuditRecord.objects.count() == len(chain)


def test_an_open_transcript_is_not_recorded(opened: Callable[[], object]) -> None:
    opened()
    assert drain() == 0


def test_the_chain_goes_on_after_a_pause(chain: list[AuditRecord], concluded: Concluded) -> None:
    concluded(cancelled())
    assert drain() == 1
    assert AuditRecord.objects.get(sequence=4).previous_hash == chain[-1].hash
    assert verify().records == 4


def test_equal_answers_have_equal_digests_and_others_none(concluded: Concluded) -> None:
    for result in (accepted({"name": "Ada"}), accepted({"name": "Ada"}), declined()):
        concluded(result)
    drain()
    first, second, third = AuditRecord.objects.order_by("sequence")
    assert first.answer_digest == second.answer_digest != ""
    assert third.answer_digest == ""


@pytest.mark.parametrize(
    ("table", "change", "named"),
    [
        (AuditRecord, "outcome = 'decline' WHERE sequence = 1", "record 1: changed"),
        (AuditRecord, f"hash = '{'1' * 64}' WHERE sequence = 2", "record 2: changed"),
        (AuditRecord, f"previous_hash = '{'1' * 64}' WHERE sequence = 2", "record 2: does not"),
        (Transcript, "agent = 'someone else'", "record 1: the transcript"),
        (ChainHead, "sequence = 9", "record 4: missing"),
    ],
)
def test_a_change_is_found_and_named(
    chain: list[AuditRecord], table: type[Any], change: str, named: str
) -> None:
    with triggers.off(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table._meta.db_table} SET {change}")  # noqa: S608  our own words
    with pytest.raises(BrokenChainError, match=named):
        verify()


@pytest.mark.parametrize(
    ("sequence", "named"), [(2, "record 2: missing"), (3, "record 3: missing")]
)
def test_a_removed_record_is_found(chain: list[AuditRecord], sequence: int, named: str) -> None:
    with triggers.off():
        AuditRecord.objects.filter(sequence=sequence).delete()
    with pytest.raises(BrokenChainError, match=named):
        verify()


def test_an_inserted_record_is_found(chain: list[AuditRecord]) -> None:
    last = chain[-1]
    AuditRecord.objects.create(
        sequence=4,
        kind="export",
        occurred_at=last.occurred_at,
        recorded_at=last.recorded_at,
        previous_hash=last.hash,
        hash="",
    )
    (inserted,) = stored_records(3)
    with triggers.off():
        AuditRecord.objects.filter(sequence=4).update(hash=record_hash(inserted.body))
    with pytest.raises(BrokenChainError, match="record 4: inserted"):
        verify()


def test_reordered_records_are_found(chain: list[AuditRecord]) -> None:
    with triggers.off():
        for old, new in ((2, 9), (3, 2), (9, 3)):
            AuditRecord.objects.filter(sequence=old).update(sequence=new)
    # Record 2 names the hash of record 1 and stands third now.
    with pytest.raises(BrokenChainError, match=r"record 2: (reordered|does not follow)"):
        verify()


def test_a_transcript_that_is_gone_is_found(chain: list[AuditRecord]) -> None:
    kept = Transcript.objects.get(pk=chain[1].transcript_id)
    with connection.constraint_checks_disabled():
        gone = Transcript.objects.filter(pk=kept.pk)
        gone._raw_delete(gone.db)
        with pytest.raises(BrokenChainError, match=f"record 2: its transcript {kept.pk} is gone"):
            verify()
        Transcript.objects.bulk_create([kept])


def test_audit_verify_names_the_first_bad_record(chain: list[AuditRecord]) -> None:
    with triggers.off():
        AuditRecord.objects.filter(sequence=2).update(agent="x")
    with pytest.raises(CommandError, match="record 2") as failure:
        call_command("audit_verify")
    assert failure.value.returncode == 1


def test_an_empty_chain_is_whole() -> None:
    assert verify().records == 0


def test_audit_export_prints_the_chain(chain: list[AuditRecord]) -> None:
    out = StringIO()
    call_command("audit_export", format="jsonl", stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["sequence"] for line in lines] == [1, 2, 3]
    assert [line["hash"] for line in lines] == [record.hash for record in chain]
    assert lines[0]["transcript"] == str(chain[0].transcript_id)
    needed = {"outcome", "error_code", "occurred_at", "recorded_at"}
    assert needed <= lines[0].keys()


def test_audit_drain_records_what_is_concluded(concluded: Concluded) -> None:
    concluded(declined())
    out = StringIO()
    call_command("audit_drain", stdout=out)
    assert out.getvalue() == "1 recorded\n"
