"""What the ledger's commands share."""

import getpass
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from formsapp.ledger.schema import SchemaError, ensure_schema


class LedgerCommand(BaseCommand):
    """A command that finds the schema ready, or says in one line what to do."""

    requires_system_checks = ()

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            ensure_schema()
        except SchemaError as error:
            raise CommandError(str(error)) from None
        return super().execute(*args, **options)


def operator() -> str:
    """Who runs the command, as the ledger names them."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user id without a name, as in some containers
        return f"uid-{os.getuid()}"
