from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from formsapp.ledger import agents
from formsapp.ledger.admin.base import FormledgerAdmin
from formsapp.ledger.admin.display import moment, pill
from formsapp.ledger.models import Agent


@admin.register(Agent)
class AgentAdmin(FormledgerAdmin[Agent]):
    """Agents are registered by `manage.py agent_token`, which shows the token once."""

    list_display = ("name", "state", "created", "revoked")
    search_fields = ("name",)
    fields = ("name", "state", "created", "revoked")
    readonly_fields = fields
    actions = ("revoke",)

    @admin.display(description="state")
    def state(self, agent: Agent) -> str:
        return pill("error", "Revoked") if agent.revoked_at else pill("accept", "May call")

    @admin.display(description="created (UTC)", ordering="created_at")
    def created(self, agent: Agent) -> str:
        return moment(agent.created_at)

    @admin.display(description="revoked (UTC)", ordering="revoked_at")
    def revoked(self, agent: Agent) -> str:
        return moment(agent.revoked_at)

    @admin.action(description="Revoke: refuse their tokens from now on", permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Agent]) -> None:
        chosen = list(queryset.filter(revoked_at=None))
        for agent in chosen:
            agents.revoke(agent.name)
            self.log_change(request, agent, "Revoked.")
        names = ", ".join(agent.name for agent in chosen)
        self.message_user(request, f"Revoked: {names}." if chosen else "All were revoked before.")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Agent | None = None) -> bool:
        """The list's action is all that changes an agent; its own page is for reading."""
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Agent | None = None) -> bool:
        return False
