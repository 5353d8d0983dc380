"""Calls through a bridge, and what the ledger must have of them afterwards."""

import json
import re
import time
from collections import Counter
from typing import Any

from tests.forms import NAME_FORM
from tests.processes import manage
from tests.rawhost import RawHost


def answer_one(host: RawHost, name: str) -> str:
    """Ask a form, answer it, and return the transcript's id; the agent must hear the answer."""
    host.call(NAME_FORM)
    host.answer(host.form(), {"action": "accept", "content": {"name": name}})
    result = host.result()
    assert result["structuredContent"] == {"action": "accept", "content": {"name": name}}
    transcript: str = result["_meta"]["formledger/transcript"]
    return transcript


def connected(environment: dict[str, str]) -> RawHost:
    """A host whose bridge is ready."""
    host = RawHost(environment)
    host.initialize()
    return host


def hold(environment: dict[str, str], answered: list[str], *, more: int = 0) -> None:
    """Every answered call is recorded once, besides `more` others, and the chain is whole."""
    manage(environment, "audit_drain")
    verified = manage(environment, "audit_verify")
    counted = re.search(r"whole: (\d+) records", verified)
    assert counted is not None
    records = calls(environment)
    times = Counter(record["transcript"] for record in records)
    assert {key: times[key] for key in answered} == dict.fromkeys(answered, 1)
    assert len(records) == len(answered) + more
    accepted = [r for r in records if r["transcript"] in answered]
    assert {r["outcome"] for r in accepted} <= {"accept"}


def calls(environment: dict[str, str]) -> list[dict[str, Any]]:
    """The exported records of calls."""
    lines = manage(environment, "audit_export").splitlines()
    return [record for line in lines if (record := json.loads(line))["kind"] == "call"]


def wait_until(condition: Any, seconds: float = 60) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)
