import json
from typing import Any

from django.core.management.base import CommandParser

from formsapp.ledger.chain import record_body
from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.models import AuditRecord


class Command(LedgerCommand):
    help = "Print the audit records in the order of the chain."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=["jsonl"], default="jsonl")

    def handle(self, *args: Any, **options: Any) -> None:
        for record in AuditRecord.objects.order_by("sequence").iterator(chunk_size=1000):
            line = {**record_body(record), "hash": record.hash}
            self.stdout.write(json.dumps(line, separators=(",", ":")))
