import json
import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from formsapp.contract import declined
from formsapp.home import new_signing_key
from formsapp.ledger import triggers
from formsapp.ledger.checkpoints import checkpoint_at, checkpoint_if_due, document
from formsapp.ledger.models import AuditRecord, ChainHead, Checkpoint, SigningKey, Transcript
from formsapp.ledger.recording import drain
from formsapp.ledger.verification import BrokenChainError, verify

pytestmark = pytest.mark.django_db

Concluded = Callable[[dict[str, Any]], Transcript]


@pytest.fixture(autouse=True)
def signing_key(settings: Any) -> str:
    settings.FORMLEDGER_SIGNING_KEY = new_signing_key()
    return settings.FORMLEDGER_SIGNING_KEY


@pytest.fixture
def chain(concluded: Concluded) -> None:
    for _ in range(4):
        concluded(declined())
    drain()


def command(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_the_first_is_made_at_once_and_the_next_after_an_hour(
    chain: None, concluded: Concluded
) -> None:
    first = checkpoint_if_due()
    assert first is not None
    assert first.sequence == 4
    assert checkpoint_if_due() is None
    concluded(declined())
    drain()
    assert checkpoint_if_due() is None
    with triggers.off():
        Checkpoint.objects.update(made_at=timezone.now() - timedelta(hours=2))
    second = checkpoint_if_due()
    assert second is not None
    assert second.sequence == 5


def test_one_is_made_when_enough_is_recorded(
    chain: None, concluded: Concluded, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint_if_due()
    monkeypatch.setattr("formsapp.ledger.checkpoints.EVERY_RECORDS", 2)
    for expected in (None, 6):
        concluded(declined())
        drain()
        made = checkpoint_if_due()
        assert (made.sequence if made else None) == expected


def test_a_printed_checkpoint_holds_against_the_same_chain(chain: None, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint.json"
    file.write_text(command("audit_checkpoint"))
    assert "4 records" in command("audit_verify", "--checkpoint", str(file))


def rewrite_everything() -> None:
    """What somebody could do who has the database and knows the code."""
    with triggers.off():
        AuditRecord.objects.all().delete()
        Checkpoint.objects.all().delete()
        ChainHead.objects.all().delete()
        Transcript.objects.update(agent="someone else", recorded_at=None)
    drain()
    verify()


def cut_the_tail() -> None:
    with triggers.off():
        AuditRecord.objects.filter(sequence=4).delete()
        Checkpoint.objects.all().delete()
    before = AuditRecord.objects.get(sequence=3)
    ChainHead.objects.update(sequence=3, hash=before.hash)
    verify()


@pytest.mark.parametrize(
    ("tamper", "named"),
    [(rewrite_everything, "record 4: rewritten"), (cut_the_tail, "record 4: missing, the tail")],
)
def test_what_the_chain_alone_does_not_show_a_checkpoint_does(
    chain: None, tmp_path: Path, tamper: Callable[[], None], named: str
) -> None:
    file = tmp_path / "checkpoint.json"
    file.write_text(command("audit_checkpoint"))
    tamper()
    with pytest.raises(CommandError, match=named):
        command("audit_verify", "--checkpoint", str(file))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"hash": "1" * 64}, "forged"),
        ({"signature": "00" * 64}, "forged"),
        ({"signature": "not hex"}, "forged"),
        ({"more": 1}, "no checkpoint"),
    ],
)
def test_a_forged_file_is_refused(
    chain: None, tmp_path: Path, change: dict[str, Any], named: str
) -> None:
    file = tmp_path / "checkpoint.json"
    file.write_text(json.dumps({**json.loads(command("audit_checkpoint")), **change}))
    with pytest.raises(CommandError, match=named):
        command("audit_verify", "--checkpoint", str(file))


@pytest.mark.parametrize("text", ["", "[]", "{", "null"])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "checkpoint.json"
    file.write_text(text)
    with pytest.raises(CommandError, match="no checkpoint of Formledger"):
        command("audit_verify", "--checkpoint", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        command("audit_verify", "--checkpoint", str(tmp_path / "nothing"))


def test_a_forged_checkpoint_in_the_database_is_named(chain: None) -> None:
    checkpoint_at(2)
    with triggers.off():
        Checkpoint.objects.update(signature="00" * 64)
    with pytest.raises(BrokenChainError, match="record 2: its checkpoint is forged"):
        verify()


def test_a_file_signed_by_a_stranger_is_refused(chain: None, tmp_path: Path, settings: Any) -> None:
    file = tmp_path / "checkpoint.json"
    file.write_text(command("audit_checkpoint"))
    settings.FORMLEDGER_SIGNING_KEY = new_signing_key()
    with triggers.off():
        Checkpoint.objects.all().delete()
        SigningKey.objects.all().delete()
    with pytest.raises(CommandError, match="not one of ours"):
        command("audit_verify", "--checkpoint", str(file))


def test_old_checkpoints_hold_after_the_key_is_rotated(
    chain: None, tmp_path: Path, settings: Any, concluded: Concluded
) -> None:
    file = tmp_path / "checkpoint.json"
    file.write_text(command("audit_checkpoint"))
    (tmp_path / "signing_key.pem").write_text(settings.FORMLEDGER_SIGNING_KEY)
    settings.FORMLEDGER_HOME = tmp_path
    old = command("audit_key").strip()
    new = command("audit_key", "--rotate").strip()
    assert old != new
    settings.FORMLEDGER_SIGNING_KEY = (tmp_path / "signing_key.pem").read_text()
    assert command("audit_key").strip() == new
    concluded(declined())
    drain()
    assert document(checkpoint_at(6))["public_key"] == new
    assert "6 records" in command("audit_verify", "--checkpoint", str(file))
    assert AuditRecord.objects.get(sequence=5).detail == {"old": old, "new": new}


def test_verification_can_begin_at_the_last_checkpoint(chain: None, concluded: Concluded) -> None:
    checkpoint_at(3)
    command("audit_verify")
    concluded(declined())
    drain()
    out = command("audit_verify", "--from-checkpoint")
    assert "after the checkpoint at 3" in out
    assert "records 4 to 5 are whole" in out
    assert re.search(r"5 records, head [0-9a-f]{64}", out)
