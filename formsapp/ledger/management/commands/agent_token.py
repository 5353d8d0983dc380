from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from formsapp.ledger.agents import SCOPES, AgentExistsError, register, renew, revoke
from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.models import Agent

MAX_DAYS = 36_500


class Command(LedgerCommand):
    help = "Register an agent and print its token once; or renew or revoke one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument(
            "--scope",
            action="append",
            choices=list(SCOPES),
            dest="scopes",
            help="what the token is good for (may be given more than once; default: everything, "
            "or with --renew what it was)",
        )
        parser.add_argument(
            "--days", type=int, metavar="N", help="refuse the token after N days (default: never)"
        )
        change = parser.add_mutually_exclusive_group()
        change.add_argument("--renew", action="store_true", help="replace the agent's token")
        change.add_argument("--revoke", action="store_true", help="refuse the agent's token")

    def handle(self, *args: Any, **options: Any) -> None:
        name, scopes = options["name"].strip(), options["scopes"]
        if not 1 <= len(name) <= 100 or not name.isprintable():
            raise CommandError("An agent's name is 1 to 100 printable characters.")
        expires_at = _expiry(options["days"])
        try:
            if options["revoke"]:
                revoke(name)
                self.stderr.write(f"The token of {name} is refused from now on.")
            elif options["renew"]:
                self.stdout.write(renew(name, scopes=scopes, expires_at=expires_at))
            else:
                self.stdout.write(register(name, scopes=scopes or SCOPES, expires_at=expires_at))
        except AgentExistsError:
            raise CommandError(f"There is an agent {name!r} already; --renew its token.") from None
        except Agent.DoesNotExist:
            raise CommandError(f"There is no agent {name!r}.") from None


def _expiry(days: int | None) -> datetime | None:
    if days is None:
        return None
    if not 1 <= days <= MAX_DAYS:
        raise CommandError(f"--days is a whole number from 1 to {MAX_DAYS}.")
    return timezone.now() + timedelta(days=days)
