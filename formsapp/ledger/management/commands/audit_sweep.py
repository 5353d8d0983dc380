from typing import Any

from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.sweep import sweep


class Command(LedgerCommand):
    help = "Conclude forms past their deadline that no bridge will conclude any more."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{sweep()} swept")
