import uuid
from typing import Any

from django.core.management.base import CommandError, CommandParser

from formsapp.ledger.management.base import LedgerCommand, operator
from formsapp.ledger.models import Transcript
from formsapp.ledger.redaction import RedactionError, hold, redact


class Command(LedgerCommand):
    help = "Remove a transcript's content and keep the chain whole; or put it under legal hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("transcript", type=uuid.UUID)
        parser.add_argument("--reason", required=True)
        kind = parser.add_mutually_exclusive_group()
        kind.add_argument("--hold", action="store_true", help="keep it instead")
        kind.add_argument("--release", action="store_true", help="end its legal hold instead")

    def handle(self, *args: Any, **options: Any) -> None:
        key, by, reason = options["transcript"], operator(), options["reason"]
        try:
            if options["hold"] or options["release"]:
                hold(key, on=options["hold"], by=by, reason=reason)
            else:
                redact(key, by=by, reason=reason)
        except Transcript.DoesNotExist:
            raise CommandError(f"There is no transcript {key}.") from None
        except RedactionError as error:
            raise CommandError(str(error)) from None
