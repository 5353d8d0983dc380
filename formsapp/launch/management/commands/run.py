import sys
from typing import Any

from formsapp.launch.banner import banner
from formsapp.launch.first_start import make_what_is_missing
from formsapp.launch.ports import choose_ports
from formsapp.launch.supervisor import supervise
from formsapp.ledger.management.base import LedgerCommand


class Command(LedgerCommand):
    help = "Prepare the home and run the web app, the bridge and the worker together."

    def handle(self, *args: Any, **options: Any) -> None:
        ports = choose_ports()
        credentials = make_what_is_missing()
        sys.exit(supervise(ports, lambda: print(banner(ports, credentials), flush=True)))  # noqa: T201
