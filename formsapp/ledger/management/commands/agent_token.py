from typing import Any

from django.core.management.base import CommandError, CommandParser

from formsapp.ledger.agents import AgentExistsError, register, renew, revoke
from formsapp.ledger.management.base import LedgerCommand
from formsapp.ledger.models import Agent


class Command(LedgerCommand):
    help = "Register an agent and print its token once; or renew or revoke one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        change = parser.add_mutually_exclusive_group()
        change.add_argument("--renew", action="store_true", help="replace the agent's token")
        change.add_argument("--revoke", action="store_true", help="refuse the agent's token")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        try:
            if options["revoke"]:
                revoke(name)
                self.stderr.write(f"The token of {name} is refused from now on.")
            else:
                self.stdout.write(renew(name) if options["renew"] else register(name))
        except AgentExistsError:
            raise CommandError(f"There is an agent {name!r} already; --renew its token.") from None
        except Agent.DoesNotExist:
            raise CommandError(f"There is no agent {name!r}.") from None
