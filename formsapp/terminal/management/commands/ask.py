import os
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from mcp_types import CallToolResult

from formsapp.hostforms import UnsupportedForm, read_form
from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.models import AuditRecord
from formsapp.ledger.recording import drain
from formsapp.terminal.client import BridgeError, NativeParams, Show, start_bridge
from formsapp.terminal.console import (
    escape_what_cannot_be_written,
    read_line,
    stop_writing,
)
from formsapp.terminal.forms import FormNotFoundError, find_arguments, read_json
from formsapp.terminal.prompts import Person
from formsapp.terminal.safe_text import safe, safe_json

USAGE_ERROR = 2
INTERRUPTED = 130  # as a shell reports Ctrl-C
NOT_READ = 141  # as a shell reports a closed pipe
TRANSCRIPT_META_KEY = "formledger/transcript"


class Command(LedgerCommand):
    help = "Ask a form at the terminal, through a real bridge, and print the tool's result."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "form",
            nargs="?",
            help="a JSON file of tool arguments, or the slug of a published form",
        )
        ending = parser.add_mutually_exclusive_group()
        ending.add_argument("--answers", metavar="FILE", help="submit the answers in a JSON file")
        ending.add_argument("--decline", action="store_true", help="decline the form")
        ending.add_argument("--cancel", action="store_true", help="close the form")

    def execute(self, *args: Any, **options: Any) -> str | None:
        escape_what_cannot_be_written(sys.stdout)
        try:
            return super().execute(*args, **options)
        except KeyboardInterrupt:
            raise CommandError("Interrupted.", returncode=INTERRUPTED) from None
        except BrokenPipeError:
            stop_writing()
            sys.exit(NOT_READ)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            arguments = find_arguments(options["form"])
            scripted = _scripted(options)
        except FormNotFoundError as error:
            raise CommandError(safe(str(error)), returncode=USAGE_ERROR) from None
        result = self._call(arguments, (lambda _: scripted) if scripted else self._ask)
        try:
            self.stdout.write(safe_json(result.structured_content))
            self.stdout.flush()
        finally:
            drain()  # the outcome is recorded even where no worker runs and nobody reads
        self._say_where(result, self.stderr.write if scripted else self.stdout.write)
        if result.is_error:
            sys.exit(1)

    def _call(self, arguments: Any, show: Show) -> CallToolResult:
        environment = {**os.environ, "FORMLEDGER_HOME": str(settings.FORMLEDGER_HOME)}
        # The bridge has settings of its own.
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        try:
            with start_bridge(settings.BASE_DIR, environment) as bridge:
                return bridge.call(arguments, show)
        except BridgeError as error:
            raise CommandError(safe(str(error))) from None

    def _ask(self, params: NativeParams) -> dict[str, Any]:
        try:
            form = read_form(params)
        except UnsupportedForm as error:
            self.stderr.write(f"This form cannot be shown: {safe(str(error))}")
            return {"action": "cancel"}
        answer = Person(self.stdout.write, read_line).answer(form)
        self.stdout.write("")
        return answer

    def _say_where(self, result: CallToolResult, say: Callable[[str], object]) -> None:
        """Name the outcome's place in the ledger."""
        transcript = uuid.UUID((result.meta or {})[TRANSCRIPT_META_KEY])
        address = reverse("admin:ledger_transcript_change", args=(transcript,))
        record = AuditRecord.objects.get(transcript=transcript)
        say(f"Transcript: {settings.FORMLEDGER_URL}{address}")
        say(f"Audit record: #{record.sequence}  {record.hash}")


def _scripted(options: dict[str, Any]) -> dict[str, Any] | None:
    """The host's result that the options ask for; None asks the person."""
    if options["decline"]:
        return {"action": "decline"}
    if options["cancel"]:
        return {"action": "cancel"}
    if options["answers"] is not None:
        return {"action": "accept", "content": read_json(Path(options["answers"]))}
    return None
