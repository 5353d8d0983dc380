from typing import Any

from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.recording import drain


class Command(LedgerCommand):
    help = "Record every concluded transcript now."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{drain()} recorded")
