import os
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from formsapp.home import new_signing_key, replace
from formsapp.ledger.checkpoints import register_key
from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.models import Kind
from formsapp.ledger.recording import append_event
from formsapp.ledger.signing import SigningKeyError, current_key, public_key_of


class Command(LedgerCommand):
    help = "Print the public key that signs checkpoints, or make a new one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rotate",
            action="store_true",
            help="sign with a new key from now on; the old public key goes on to verify",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            key = current_key()
        except SigningKeyError as error:
            raise CommandError(str(error)) from None
        if not options["rotate"]:
            self.stdout.write(key.public_key)
            return
        if os.environ.get("FORMLEDGER_SIGNING_KEY"):
            raise CommandError(
                "FORMLEDGER_SIGNING_KEY is set: put a new key there (Ed25519, PKCS #8, PEM)."
            )
        register_key(key)
        pem = new_signing_key()
        public = public_key_of(pem)
        append_event(Kind.KEY, {"old": key.public_key, "new": public})
        replace(settings.FORMLEDGER_HOME, "signing_key.pem", pem)
        self.stdout.write(public)
        self.stderr.write("Restart the worker, so that it signs with the new key.")
