import json
import uuid
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser

from formsapp.contract import ErrorCode
from formsapp.ledger.bundle import BundleError, bundle
from formsapp.ledger.export import FORMATS, Filters, export
from formsapp.ledger.management.base import LedgerCommand, operator
from formsapp.ledger.models import Outcome


class Command(LedgerCommand):
    help = "Print audit records in the order of the chain, or the evidence of one call."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=FORMATS, default="jsonl")
        parser.add_argument("--since", type=_moment, metavar="TIME", help="occurred then or later")
        parser.add_argument("--until", type=_moment, metavar="TIME", help="occurred before")
        parser.add_argument("--outcome", choices=Outcome.values)
        parser.add_argument("--error-code", choices=[str(code) for code in ErrorCode])
        parser.add_argument("--agent")
        parser.add_argument("--definition", metavar="SLUG", help="calls of this published form")
        parser.add_argument("--after", type=int, default=0, metavar="SEQUENCE")
        parser.add_argument("--bundle", metavar="ID", help="one transcript with all that proves it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["bundle"]:
            self._bundle(options["bundle"])
            return
        names = ("since", "until", "outcome", "error_code", "agent", "definition", "after")
        filters = Filters(**{name: options[name] for name in names})
        export(self.stdout, options["format"], filters, by=operator())  # type: ignore[arg-type]

    def _bundle(self, text: str) -> None:
        try:
            found = bundle(uuid.UUID(text), by=operator())
        except ValueError:
            raise CommandError(f"{text} is no transcript id.") from None
        except BundleError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(json.dumps(found, indent=2))


def _moment(text: str) -> datetime:
    """An ISO 8601 time; without a zone it is UTC."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
