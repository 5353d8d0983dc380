"""The forms that are open now, counted against the limits."""

from datetime import datetime

from django.db.models import Count, Min
from django.utils import timezone

from formsapp.ledger.entries import Opening
from formsapp.ledger.limits import Full, Limits
from formsapp.ledger.models import Transcript


class OpenForms:
    """The open forms as of now, by agent. A form past its deadline no longer counts.

    Two processes that open forms at the same moment do not see each other's: the limits may be
    exceeded by as many as open in one transaction.
    """

    def __init__(self, limits: Limits | None) -> None:
        self._limits = limits
        self._counts: dict[str, int] = {}
        self._until: dict[str, datetime] = {}
        if limits is not None:
            self._count()

    def admit(self, opening: Opening) -> Full | None:
        """Count one more form, or say that there is no room for it."""
        if self._limits is None:
            return None
        agent = opening.call.caller.agent
        open_now = self._counts.get(agent, 0)
        if open_now >= self._limits.per_agent:
            return Full(self._limits.per_agent, of_agent=True, until=self._until[agent])
        if sum(self._counts.values()) >= self._limits.total:
            return Full(self._limits.total, of_agent=False, until=min(self._until.values()))
        self._counts[agent] = open_now + 1
        self._until.setdefault(agent, opening.deadline)
        return None

    def _count(self) -> None:
        still_open = Transcript.objects.filter(
            concluded_at__isnull=True, deadline__gt=timezone.now()
        )
        rows = still_open.order_by().values_list("agent").annotate(Count("id"), Min("deadline"))
        for agent, count, until in rows:
            self._counts[agent], self._until[agent] = count, until
