import uuid
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils import timezone

from formsapp.ledger import agents
from formsapp.ledger.admin.base import FormledgerAdmin
from formsapp.ledger.admin.display import NOTHING, moment, pill
from formsapp.ledger.models import Agent


class AgentForm(forms.ModelForm):  # type: ignore[type-arg]
    """What is said about an agent when it is registered."""

    scopes = forms.MultipleChoiceField(
        choices=list(agents.SCOPES.items()),
        initial=list(agents.SCOPES),
        widget=forms.CheckboxSelectMultiple,
        help_text="What its token is good for.",
    )
    expires_at = forms.SplitDateTimeField(
        label="Expires (UTC)",
        required=False,
        widget=AdminSplitDateTime,
        help_text="Empty: the token is good until it is revoked or renewed.",
    )

    class Meta:
        model = Agent
        fields = ("name", "scopes", "expires_at")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not name.isprintable():
            raise ValidationError("A name is printable characters only.")
        return name

    def clean_scopes(self) -> str:
        return " ".join(self.cleaned_data["scopes"])

    def clean_expires_at(self) -> Any:
        at = self.cleaned_data["expires_at"]
        if at is not None and at <= timezone.now():
            raise ValidationError("This moment has passed.")
        return at


@admin.register(Agent)
class AgentAdmin(FormledgerAdmin[Agent]):
    """Agents: registered with a token that is shown once, renewed, revoked, never deleted."""

    form = AgentForm
    list_display = ("name", "state", "may", "last_used", "expires", "created")
    search_fields = ("name",)
    fields = ("name", "state", "may", "last_used", "expires", "created", "revoked")
    readonly_fields = fields[1:]
    actions = ("revoke",)

    @admin.display(description="state")
    def state(self, agent: Agent) -> str:
        if agent.revoked_at:
            return pill("error", "Revoked")
        return pill("error", "Expired") if agent.expired else pill("accept", "May call")

    @admin.display(description="scopes")
    def may(self, agent: Agent) -> str:
        return agent.scopes or NOTHING

    @admin.display(description="created (UTC)", ordering="created_at")
    def created(self, agent: Agent) -> str:
        return moment(agent.created_at)

    @admin.display(description="expires (UTC)", ordering="expires_at")
    def expires(self, agent: Agent) -> str:
        return moment(agent.expires_at)

    @admin.display(description="last used (UTC)", ordering="last_used_at")
    def last_used(self, agent: Agent) -> str:
        return moment(agent.last_used_at)

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

    def get_urls(self) -> list[URLPattern]:
        renewing = path(
            "<uuid:key>/renew/", self.admin_site.admin_view(self.renew), name="ledger_agent_renew"
        )
        return [renewing, *super().get_urls()]

    def get_fields(self, request: HttpRequest, obj: Agent | None = None) -> Any:
        return self.fields if obj else ("name", "scopes", "expires_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Agent | None = None) -> Any:
        return self.fields if obj else ()

    def save_model(self, request: HttpRequest, obj: Agent, form: Any, change: bool) -> None:
        """Register the agent; its token is kept with the request, for the page that shows it."""
        scopes = obj.scopes.split()
        token = agents.register(obj.name, scopes=scopes, expires_at=obj.expires_at)
        obj.pk = Agent.objects.get(name=obj.name).pk
        request.META["formledger.token"] = token

    def response_add(
        self, request: HttpRequest, obj: Agent, post_url_continue: str | None = None
    ) -> HttpResponse:
        return self._show_token(request, obj, request.META["formledger.token"])

    def renew(self, request: HttpRequest, key: uuid.UUID) -> HttpResponse:
        """Replace the agent's token and show the new one, once."""
        if request.method != "POST":
            return HttpResponseNotAllowed(("POST",))
        if not self.has_change_permission(request):
            raise PermissionDenied
        agent = get_object_or_404(Agent, pk=key)
        token = agents.renew(agent.name)
        self.log_change(request, agent, "Token renewed.")
        return self._show_token(request, agent, token)

    def _show_token(self, request: HttpRequest, agent: Agent, token: str) -> HttpResponse:
        """The only page that ever holds a token: not stored, not sent by redirect, not cached."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Token of {agent.name}",
            "agent": agent,
            "token": token,
        }
        response = render(request, "admin/ledger/agent/token.html", context)
        response["Cache-Control"] = "no-store"
        return response

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> Any:
        context |= {"show_save_and_continue": False, "show_save_and_add_another": False}
        context["may_renew"] = self.has_change_permission(request)
        if kwargs.get("obj") is not None:
            context |= {"title": kwargs["obj"].name, "subtitle": None}
        return super().render_change_form(request, context, *args, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: Agent | None = None) -> bool:
        """Agents are changed by the list's action and by renewing; their page is for reading."""
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Agent | None = None) -> bool:
        return False
