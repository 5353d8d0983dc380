"""The steps of a transcript as a timeline: when, how long after the step before, and details."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from formsapp.ledger.admin.display import duration
from formsapp.ledger.admin.json_view import readable, spelled_out
from formsapp.ledger.models import Outcome, Transcript

LABELS = {
    "received": "Call received",
    "asked": "Host asked",
    "answered": "Host answered",
    "concluded": "Concluded",
    "spooled": "Spooled",
    "replayed": "Replayed",
}


@dataclass(frozen=True, slots=True)
class Detail:
    """Something a step says besides its time."""

    name: str
    text: str
    is_json: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One step as the page shows it."""

    label: str
    at: datetime
    gap: str
    """Time since the step before; empty for the first."""
    details: tuple[Detail, ...]

    @property
    def clock(self) -> str:
        """Time of day in UTC, to the millisecond."""
        return self.at.strftime("%H:%M:%S.%f")[:-3]


def timeline(transcript: Transcript) -> list[Step]:
    """The steps in the order they were written down."""
    return list(_steps(transcript.steps))


def _steps(steps: list[dict[str, Any]]) -> Iterator[Step]:
    before: datetime | None = None
    for step in steps:
        details = dict(step)
        kind = str(details.pop("kind"))
        at = datetime.fromisoformat(details.pop("at")).astimezone(UTC)
        gap = "" if before is None else duration(at - before)
        yield Step(LABELS.get(kind, kind.capitalize()), at, gap, _details(details))
        before = at


def _details(details: dict[str, Any]) -> tuple[Detail, ...]:
    return tuple(_detail(name.replace("_", " "), value) for name, value in details.items())


def _detail(name: str, value: Any) -> Detail:
    if isinstance(value, dict | list):
        return Detail(name, readable(value), is_json=True)
    if name == "outcome":
        value = Outcome(value).label
    elif name == "deadline":
        value = f"{datetime.fromisoformat(value).astimezone(UTC):%H:%M:%S} UTC"
    return Detail(name, spelled_out(str(value)), is_json=False)
