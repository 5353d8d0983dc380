import json
from typing import Any

from django.core.management.base import CommandError

from formsapp.ledger.checkpoints import checkpoint_at, document
from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.models import ChainHead
from formsapp.ledger.recording import drain
from formsapp.ledger.signing import SigningKeyError


class Command(LedgerCommand):
    help = "Print a signed head of the chain, to be kept elsewhere; see audit_verify --checkpoint."

    def handle(self, *args: Any, **options: Any) -> None:
        drain()
        head = ChainHead.objects.first()
        if head is None or not head.sequence:
            raise CommandError("Nothing is recorded yet.")
        try:
            made = checkpoint_at(head.sequence)
        except SigningKeyError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(json.dumps(document(made)))
