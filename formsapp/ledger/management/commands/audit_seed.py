from typing import Any

from django.core.management.base import CommandError, CommandParser

from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.models import Transcript
from formsapp.ledger.recording import drain
from formsapp.ledger.seeding import seed


class Command(LedgerCommand):
    help = "Fill an empty ledger with made-up calls, for measuring; the same for the same seed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", type=int)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--pending", action="store_true", help="leave them unrecorded")

    def handle(self, *args: Any, **options: Any) -> None:
        if Transcript.objects.exists():
            raise CommandError("This ledger is not empty: made-up calls do not belong in it.")
        made = seed(options["count"], options["seed"])
        recorded = 0 if options["pending"] else drain()
        self.stdout.write(f"{made} calls made, {recorded} recorded")
