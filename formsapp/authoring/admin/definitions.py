from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect

from formsapp.authoring.admin.drafts import STARTER, DraftState, draft_state
from formsapp.authoring.admin.preview import preview
from formsapp.authoring.admin.publish import PublishForm, PublishingAdmin
from formsapp.authoring.models import FormDefinition, FormVersion
from formsapp.ledger.admin.display import NOTHING, moment, pill

WIDGETS = {
    "description": forms.Textarea(attrs={"rows": 2}),
    # JSON: lines are kept as they are, and no word in it is misspelt.
    "draft": forms.Textarea(
        attrs={"rows": 28, "class": "draft", "spellcheck": "false", "wrap": "off"}
    ),
}


@admin.register(FormDefinition)
class FormDefinitionAdmin(PublishingAdmin):
    """Definitions: edit the draft, see it as a host shows it, publish it."""

    fields = ("title", "slug", "description", "draft")
    list_display = ("title", "slug", "latest", "draft_is", "updated")
    search_fields = ("title", "slug")

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
                "publish_form": PublishForm() if self.may_publish(request, definition) else None,
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


def _state_of(definition: Any) -> DraftState:
    """The state of a definition that carries its latest version's number and arguments."""
    return draft_state(definition.draft, definition.latest_number, definition.latest_arguments)
