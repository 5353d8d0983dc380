"""What the ledger's commands share."""

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
