"""Exports of audit records: streamed, and each a record of its own."""

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import IO, Any

from formsapp.ledger.chain import Body, stored_records
from formsapp.ledger.digests import utc
from formsapp.ledger.models import Kind
from formsapp.ledger.recording import append_event

FORMATS = ("jsonl", "csv")


@dataclass(frozen=True, slots=True)
class Filters:
    """Which records to export; None everywhere means all."""

    since: datetime | None = None
    """Occurred at this moment or later."""
    until: datetime | None = None
    """Occurred before this moment."""
    outcome: str | None = None
    error_code: str | None = None
    agent: str | None = None
    definition: str | None = None
    after: int = 0
    """Only records after this sequence."""

    def take(self, body: Body) -> bool:
        """Whether a record is wanted."""
        occurred = body["occurred_at"]
        return (
            (self.since is None or occurred >= (utc(self.since) or ""))
            and (self.until is None or occurred < (utc(self.until) or ""))
            and all(
                wanted is None or body[name] == wanted
                for name, wanted in (
                    ("outcome", self.outcome),
                    ("error_code", self.error_code),
                    ("agent", self.agent),
                    ("definition", self.definition),
                )
            )
        )

    def named(self) -> dict[str, Any]:
        """The filters that are set, as the export's own record keeps them."""
        values = {k: utc(v) if isinstance(v, datetime) else v for k, v in asdict(self).items()}
        return {name: value for name, value in values.items() if value not in (None, 0)}


def export(out: IO[str], form: str, filters: Filters, *, by: str) -> int:
    """Write the records and return how many there were.

    Times are UTC and say so. Cells of CSV cannot become formulas of a spreadsheet.
    """
    write = {"jsonl": _write_jsonl, "csv": _write_csv}[form]
    count = write(out, _records(filters))
    detail = {"by": by, "format": form, "filters": filters.named(), "records": count}
    append_event(Kind.EXPORT, detail)
    return count


def _records(filters: Filters) -> Iterator[Body]:
    for record in stored_records(filters.after, transcripts=False):
        if filters.take(record.body):
            yield {**record.body, "hash": record.hash}


def _write_jsonl(out: IO[str], records: Iterator[Body]) -> int:
    count = 0
    for record in records:
        out.write(json.dumps(record, separators=(",", ":")) + "\n")
        count += 1
    return count


def _write_csv(out: IO[str], records: Iterator[Body]) -> int:
    writer, count = csv.writer(out, lineterminator="\n"), 0
    for record in records:
        if not count:
            writer.writerow(record)
        writer.writerow([_cell(value) for value in record.values()])
        count += 1
    return count


def _cell(value: Any) -> Any:
    if isinstance(value, dict | list):
        value = json.dumps(value)
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r", "\n")):
        return f"'{value}"
    return value
