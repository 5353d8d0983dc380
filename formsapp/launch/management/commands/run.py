import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from formsapp.launch.banner import banner
from formsapp.launch.first_start import make_what_is_missing
from formsapp.launch.ports import choose_ports
from formsapp.launch.supervisor import supervise
from formsapp.ledger.schema import SchemaError, ensure_schema


class Command(BaseCommand):
    help = "Prepare the home and run the web app, the bridge and the worker together."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        ports = choose_ports()
        try:
            ensure_schema()
        except SchemaError as error:
            raise CommandError(str(error)) from None
        credentials = make_what_is_missing()
        sys.exit(supervise(ports, lambda: print(banner(ports, credentials), flush=True)))  # noqa: T201
