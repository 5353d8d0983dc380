import csv
import json
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from formsapp.authoring.models import FormVersion
from formsapp.contract import ErrorCode, accepted, declined, failed
from formsapp.ledger import check_bundle
from formsapp.ledger.entries import Call
from formsapp.ledger.models import AuditRecord, Kind, Transcript
from formsapp.ledger.recording import drain
from formsapp.ledger.redaction import redact
from formsapp.ledger.verification import verify
from tests.ledger.conftest import CALLER
from tests.transcripts import conclude, open_form

pytestmark = pytest.mark.django_db

Concluded = Callable[[dict[str, Any]], Transcript]


@pytest.fixture
def chain(concluded: Concluded) -> list[Transcript]:
    results = (accepted({"name": "Ada"}), declined(), failed(ErrorCode.TIMEOUT, "too late"))
    transcripts = [concluded(result) for result in results]
    Transcript.objects.filter(pk=transcripts[1].pk).update(agent="=HYPERLINK(1)")
    drain()
    return transcripts


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("audit_export", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("filters", "sequences"),
    [
        ([], [1, 2, 3]),
        (["--outcome", "decline"], [2]),
        (["--error-code", "timeout"], [3]),
        (["--agent", "tester"], [1, 3]),
        (["--after", "2"], [3]),
        (["--since", "2999-01-01"], []),
        (["--until", "2999-01-01T00:00:00+02:00"], [1, 2, 3]),
        (["--definition", "weekly-report"], []),
    ],
)
def test_filters_choose_records(
    chain: list[Transcript], filters: list[str], sequences: list[int]
) -> None:
    lines = run(*filters).splitlines()
    assert [json.loads(line)["sequence"] for line in lines] == sequences


def test_an_export_is_recorded_itself(chain: list[Transcript]) -> None:
    run("--outcome", "decline")
    event = AuditRecord.objects.get(kind=Kind.EXPORT)
    assert event.detail is not None
    assert event.detail["filters"] == {"outcome": "decline"}
    assert event.detail["records"] == 1
    assert event.detail["by"]
    assert verify().records == 4


def test_csv_has_no_formulas_and_times_with_their_zone(chain: list[Transcript]) -> None:
    rows = list(csv.DictReader(StringIO(run("--format", "csv"))))
    assert [row["sequence"] for row in rows] == ["1", "2", "3"]
    assert rows[1]["agent"] == "'=HYPERLINK(1)"
    assert all(row["occurred_at"].endswith("Z") for row in rows)
    assert rows[0]["seconds_to_answer"].count(".") == 1


@pytest.fixture
def evidence(chain: list[Transcript], tmp_path: Path) -> Path:
    file = tmp_path / "evidence.json"
    file.write_text(run("--bundle", str(chain[1].pk)))
    return file


def check(file: Path, *arguments: str) -> tuple[int, str]:
    """Run the checker as a stranger would: one copied file and nothing of ours."""
    checker = file.parent / "check.py"
    shutil.copy(check_bundle.__file__, checker)
    done = subprocess.run(
        [sys.executable, "-I", str(checker), str(file), *arguments],
        cwd=file.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_bundle_is_checked_offline(evidence: Path) -> None:
    out = StringIO()
    call_command("audit_key", stdout=out)
    code, said = check(evidence, "--key", out.getvalue().strip())
    assert code == 0, said
    assert "FAIL" not in said
    for claim in ("transcript is as it was recorded", "record after it", "key is the one given"):
        assert claim in said
    assert check(evidence, "--key", "00" * 32)[0] == 1


@pytest.mark.parametrize(
    ("part", "name", "value"),
    [
        ("record", "outcome", "accept"),
        ("transcript", "agent", "someone else"),
        ("transcript", "steps", "[]"),
        ("transcript", "result", '{"action":"accept","content":{}}'),
        ("transcript", "native_form_sent", "{}"),
        ("before", "agent", "x"),
        ("after", "agent", "x"),
        ("checkpoint", "made_at", "2001-01-01T00:00:00.000000Z"),
        ("checkpoint", "sequence", 1),
    ],
)
def test_a_changed_bundle_is_found(evidence: Path, part: str, name: str, value: Any) -> None:
    bundle = json.loads(evidence.read_text())
    bundle[part][name] = value
    evidence.write_text(json.dumps(bundle))
    code, said = check(evidence)
    assert code == 1
    assert "FAIL" in said


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format":"formledger-evidence-1"}'])
def test_what_is_no_bundle_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "evidence.json"
    file.write_text(text)
    assert check(file) == (2, f"{file} is no evidence bundle.\n")


def test_a_redacted_call_can_still_be_proved(chain: list[Transcript], tmp_path: Path) -> None:
    redact(chain[0].pk, by="ada", reason="x")
    file = tmp_path / "evidence.json"
    file.write_text(run("--bundle", str(chain[0].pk)))
    assert "Ada" not in file.read_text()
    code, said = check(file)
    assert code == 0, said


def test_a_bundle_of_nothing_is_refused(chain: list[Transcript]) -> None:
    with pytest.raises(CommandError, match="no recorded transcript"):
        run("--bundle", str(uuid.uuid4()))
    with pytest.raises(CommandError, match="no transcript id"):
        run("--bundle", "x")


def test_the_form_is_named_where_it_was_a_published_one() -> None:
    call_command("load_gallery", verbosity=0)
    version = FormVersion.objects.get(definition__slug="weekly-report")
    for arguments in (version.arguments, {**version.arguments, "message": "Another"}):
        call = Call(CALLER)
        open_form(call, arguments)
        conclude(call.id, declined())
    drain()
    records = AuditRecord.objects.order_by("sequence")
    names = [(record.definition, record.version) for record in records]
    assert names == [("weekly-report", 1), ("", None)]
