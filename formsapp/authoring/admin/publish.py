import uuid

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path

from formsapp.authoring.admin.drafts import problem_count
from formsapp.authoring.models import FormDefinition
from formsapp.authoring.publishing import publish
from formsapp.contract import InvalidArguments
from formsapp.ledger.admin.base import FormledgerAdmin


class PublishForm(forms.Form):
    """What is said about a version when it is published."""

    note = forms.CharField(
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "What changed? (optional)"}),
    )


class PublishingAdmin(FormledgerAdmin[FormDefinition]):
    """Adds the address a definition's saved draft is published at."""

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
        if not self.may_publish(request, definition):
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

    def may_publish(self, request: HttpRequest, definition: FormDefinition) -> bool:
        """Publishing adds a version, so it takes the permission to add one."""
        return self.has_change_permission(request, definition) and request.user.has_perm(
            "authoring.add_formversion"
        )
