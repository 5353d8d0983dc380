from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from formsapp.authoring.admin.preview import preview
from formsapp.authoring.models import FormVersion
from formsapp.ledger.admin.base import ReadOnlyAdmin, json_url
from formsapp.ledger.admin.display import moment
from formsapp.ledger.admin.json_view import json_view


@admin.register(FormVersion)
class FormVersionAdmin(ReadOnlyAdmin[FormVersion]):
    """Published versions: reached from their definition, read and never changed."""

    list_display = ("__str__", "published", "published_by", "note")
    json_parts = ("arguments",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Not in the index: a version without its definition says little."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[FormVersion]:
        return super().get_queryset(request).select_related("definition")

    @admin.display(description="published (UTC)")
    def published(self, version: FormVersion) -> str:
        return moment(version.published_at)

    def page(self, row: FormVersion) -> dict[str, Any]:
        return {
            "title": f"{row.definition.title}, version {row.number}",
            "subtitle": None,
            "json_views": [json_view("Arguments", row.arguments, json_url(row, "arguments"))],
            **preview(row.arguments),
        }
