from typing import Any

from django.core.management.base import BaseCommand

from formsapp.ledger.recording import drain


class Command(BaseCommand):
    help = "Record every concluded transcript now."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{drain()} recorded")
