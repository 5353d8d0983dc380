import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path

from formsapp.authoring.admin.drafts import STARTER, DraftState, draft_state, problem_count
from formsapp.authoring.admin.preview import preview
from formsapp.authoring.models import FormDefinition, FormVersion
from formsapp.authoring.publishing import publish
from formsapp.contract import InvalidArguments
from formsapp.ledger.admin.base import ModelAdmin
from formsapp.ledger.admin.display import NOTHING, moment, pill

WIDGETS = {
    "description": forms.Textarea(attrs={"rows": 2}),
    # JSON: lines are kept as they are, and no word in it is misspelt.
    "draft": forms.Textarea(
        attrs={"rows": 28, "class": "draft", "spellcheck": "false", "wrap": "off"}
    ),
}


class PublishForm(forms.Form):
    """What is said about a version when it is published."""

    note = forms.CharField(
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "What changed? (optional)"}),
    )


@admin.register(FormDefinition)
class FormDefinitionAdmin(ModelAdmin[FormDefinition]):
    """Definitions: edit the draft, see it as a host shows it, publish it."""

    fields = ("title", "slug", "description", "draft")
    list_display = ("title", "slug", "latest", "draft_is", "updated")
    search_fields = ("title", "slug")
    list_per_page = 50
    show_facets = admin.ShowFacets.NEVER

    def get_queryset(self, request: HttpRequest) -> QuerySet[FormDefinition]:
        newest = FormVersion.objects.filter(definition=OuterRef("pk")).order_by("-number")
        return (
            super()
            .get_queryset(request)
            .annotate(
                latest_number=Subquery(newest.values("number")[:1]),
                latest_arguments=Subquery(newest.values("arguments")[:1]),
            )
        )

    @admin.display(description="published", ordering="latest_number")
    def latest(self, definition: Any) -> str:
        return NOTHING if definition.latest_number is None else f"v{definition.latest_number}"

    @admin.display(description="draft")
    def draft_is(self, definition: FormDefinition) -> str:
        state = _state_of(definition)
        return pill(state.kind, state.text)

    @admin.display(description="changed (UTC)", ordering="updated_at")
    def updated(self, definition: FormDefinition) -> str:
        return moment(definition.updated_at)

    def get_form(
        self,
        request: HttpRequest,
        obj: FormDefinition | None = None,
        change: bool = False,
        **kwargs: Any,
    ) -> Any:
        return super().get_form(request, obj, change, widgets=WIDGETS, **kwargs)

    def get_readonly_fields(
        self, request: HttpRequest, obj: FormDefinition | None = None
    ) -> tuple[str, ...]:
        """A slug is what others call the form by: it is fixed once made."""
        return () if obj is None else ("slug",)

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: FormDefinition | None = None
    ) -> dict[str, Sequence[str]]:
        return {"slug": ("title",)} if obj is None else {}

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"draft": STARTER, **super().get_changeform_initial_data(request)}

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> Any:
        """Show the saved draft's problems or preview, and the versions, beside the form."""
        definition = kwargs.get("obj")
        context |= {"show_save_and_continue": False, "show_save_and_add_another": False}
        if definition is not None:
            state = _state_of(definition)
            context |= {
                "title": definition.title,
                "subtitle": None,
                "state": state,
                "pill": pill(state.kind, state.text),
                "versions": definition.versions.defer("arguments"),
                "publish_form": PublishForm() if self._may_publish(request, definition) else None,
                **({} if state.problems else preview(state.arguments)),
            }
        return super().render_change_form(request, context, *args, **kwargs)

    def response_post_save_add(
        self, request: HttpRequest, obj: FormDefinition
    ) -> HttpResponseRedirect:
        """Saving leads back to the same page: there the draft is checked and drawn."""
        if not self.has_view_or_change_permission(request, obj):
            return redirect("admin:index")
        return redirect("admin:authoring_formdefinition_change", obj.pk)

    response_post_save_change = response_post_save_add

    def get_urls(self) -> list[URLPattern]:
        publishing = path(
            "<uuid:key>/publish/",
            self.admin_site.admin_view(self.publish),
            name="authoring_formdefinition_publish",
        )
        return [publishing, *super().get_urls()]

    def publish(self, request: HttpRequest, key: uuid.UUID) -> HttpResponse:
        """Publish the saved draft and lead back to the definition."""
        if request.method != "POST":
            return HttpResponseNotAllowed(("POST",))
        definition = get_object_or_404(FormDefinition, pk=key)
        if not self._may_publish(request, definition):
            raise PermissionDenied
        form = PublishForm(request.POST)
        if form.is_valid():
            self._publish(request, definition, form.cleaned_data["note"])
        else:
            self.message_user(request, "Not published: the note is too long.", messages.ERROR)
        return redirect("admin:authoring_formdefinition_change", key)

    def _publish(self, request: HttpRequest, definition: FormDefinition, note: str) -> None:
        try:
            version = publish(definition, by=request.user.get_username(), note=note)
        except InvalidArguments as error:
            text = f"Not published: {problem_count(error.problems)} in the draft."
            self.message_user(request, text, messages.ERROR)
            return
        self.log_change(request, definition, f"Published version {version.number}.")
        self.message_user(request, f"Published as version {version.number}.", messages.SUCCESS)

    def _may_publish(self, request: HttpRequest, definition: FormDefinition) -> bool:
        """Publishing adds a version, so it takes the permission to add one."""
        return self.has_change_permission(request, definition) and request.user.has_perm(
            "authoring.add_formversion"
        )


def _state_of(definition: Any) -> DraftState:
    """The state of a definition that carries its latest version's number and arguments."""
    return draft_state(definition.draft, definition.latest_number, definition.latest_arguments)
