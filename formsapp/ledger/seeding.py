"""Made-up calls for measuring: the same for the same seed, as many as wanted."""

import random
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from formsapp.contract import compile_form, read_arguments
from formsapp.ledger.chain import TRANSCRIPT_COLUMNS
from formsapp.ledger.evidence import dump
from formsapp.ledger.models import Transcript
from formsapp.ledger.recorder import step
from formsapp.ledger.rows import Row, insert_rows, row_time

FIRST_CALL = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 2_000

_KINDS = ("Report", "Slides", "Letter", "Plan", "Minutes")
_AGENTS = ("analyst", "planner", "release-bot", "writer")
_HOSTS = (("codex-mcp-client", "0.171.0"), ("chatgpt-desktop", "2026.11"), ("ledger-cli", "3.2"))
_COLUMNS = (*TRANSCRIPT_COLUMNS, "swept", "spooled", "legal_hold")


def seed(count: int, number: int = 1) -> int:
    """Add so many concluded transcripts, not yet recorded; return how many that were."""
    made = 0
    rows = made_up_rows(count, number)
    while batch := [row for _, row in zip(range(BATCH), rows, strict=False)]:
        with transaction.atomic():
            insert_rows(Transcript, _COLUMNS, batch)
        made += len(batch)
    return made


def made_up_rows(count: int, number: int) -> Iterator[Row]:
    """Rows of concluded transcripts, as the database takes them."""
    chance = random.Random(number)  # noqa: S311  repeatable, not secret
    forms = [_form(kind) for kind in _KINDS]
    at = FIRST_CALL
    for _ in range(count):
        at += timedelta(milliseconds=chance.randint(200, 60_000))
        yield _row(chance, at, *chance.choice(forms))


def _form(kind: str) -> tuple[str, str, str]:
    """A form's title, its arguments and its native form, as they are stored."""
    options = [
        {
            "uri": f"https://templates.example/{kind.lower()}/{number}",
            "name": f"{kind.lower()}-{number}",
            "title": f"{kind} · Template {number}",
        }
        for number in range(3)
    ]
    question = {
        "id": "template",
        "type": "resource",
        "title": "Template",
        "required": False,
        "options": options,
    }
    note = {"id": "note", "type": "text", "title": "Anything else?", "required": False}
    title = f"Choose a {kind.lower()}"
    arguments = {"message": title, "questions": [question, note]}
    return title, dump(arguments), dump(compile_form(read_arguments(arguments)))


def _row(chance: random.Random, at: datetime, title: str, arguments: str, native: str) -> Row:
    answered_at = at + timedelta(seconds=round(chance.uniform(0.3, 240), 3))
    deadline = at + timedelta(minutes=15)
    outcome, code, result = _ending(chance, title.rsplit(maxsplit=1)[-1])
    client, version = chance.choice(_HOSTS)
    steps = [
        step("received", at),
        step("asked", at, deadline=deadline.isoformat(timespec="microseconds")),
        *([step("answered", answered_at)] if not code else []),
        step("concluded", answered_at, outcome=outcome),
    ]
    return (
        str(_key(chance, at)),
        chance.choice(_AGENTS),
        client,
        version,
        "2025-11-25",
        chance.choice(("stdio", "http")),
        2,
        outcome,
        code,
        row_time(at),
        row_time(at),
        None if code else row_time(answered_at),
        row_time(deadline),
        row_time(answered_at),
        title,
        '{"extensions":{"openai/elicitation":{"form":{}}}}',
        arguments,
        native,
        dump(result),
        dump(steps),
        None,
        f"{chance.getrandbits(128):032x}",
        False,
        False,
        False,
    )


def _ending(chance: random.Random, kind: str) -> tuple[str, str, Any]:
    """An outcome, an error code and the result that goes with them."""
    drawn = chance.random()
    if drawn < 0.7:
        uri = f"https://templates.example/{kind}/{chance.randint(0, 2)}"
        return "accept", "", {"action": "accept", "content": {"template": uri}}
    if drawn < 0.85:
        return "decline", "", {"action": "decline"}
    if drawn < 0.92:
        return "cancel", "", {"action": "cancel"}
    return "error", "timeout", {"error": {"code": "timeout", "message": "No answer arrived."}}


def _key(chance: random.Random, at: datetime) -> uuid.UUID:
    """A UUIDv7 of this moment."""
    milliseconds = int(at.timestamp() * 1000)
    return uuid.UUID(
        int=(milliseconds << 80)
        | (7 << 76)
        | (chance.getrandbits(12) << 64)
        | (2 << 62)
        | chance.getrandbits(62)
    )
