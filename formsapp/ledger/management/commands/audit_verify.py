import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from formsapp.ledger.checkpoints import CheckpointError, Document, check_document
from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.models import ChainHead
from formsapp.ledger.verification import (
    BrokenChainError,
    last_verified_checkpoint,
    verify_and_note,
)

BAR = 20


class Command(LedgerCommand):
    help = "Recompute the chain. Exits 0 when it is whole, 1 naming the first bad record."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--checkpoint", metavar="FILE", help="a checkpoint that was kept elsewhere must hold"
        )
        parser.add_argument(
            "--from-checkpoint",
            action="store_true",
            help="begin at the last checkpoint that was verified before",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        start = last_verified_checkpoint() if options["from_checkpoint"] else None
        held = _held(options["checkpoint"]) if options["checkpoint"] else None
        if start is not None:
            self.stdout.write(f"Beginning after the checkpoint at {start.sequence:,}.")
        self._end = getattr(ChainHead.objects.first(), "sequence", 0)
        try:
            verified = verify_and_note(start=start, held=held, progress=self._progress)
        except BrokenChainError as error:
            raise CommandError(f"The chain is broken at {error}", returncode=1) from None
        self.stdout.write(f"The chain is whole: {verified.last} records, head {verified.head}")

    def _progress(self, first: int, last: int) -> None:
        """A line for each segment, with how far that is."""
        share = min(1.0, last / self._end) if self._end else 1.0
        bar = ("#" * round(share * BAR)).ljust(BAR, ".")
        self.stdout.write(f"[{bar}] {share:4.0%}  records {first:,} to {last:,} are whole")


def _held(path: str) -> Document:
    try:
        return check_document(json.loads(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise CommandError(f"{path} is no checkpoint of Formledger.") from None
    except CheckpointError as error:
        raise CommandError(f"{path}: {error}", returncode=1) from None
