from typing import Any

from django.core.management.base import CommandParser

from formsapp.ledger.digests import utc
from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.redaction import apply_retention, expired


class Command(LedgerCommand):
    help = "Redact what the retention rules say (they are edited in the admin)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only list what would go")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["dry_run"]:
            self.stdout.write(f"{apply_retention()} redacted")
            return
        count = 0
        for one in expired():
            count += 1
            self.stdout.write(f"{one.transcript} {one.outcome} {utc(one.concluded_at)}")
        self.stdout.write(f"{count} would be redacted")
