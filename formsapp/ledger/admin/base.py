"""What our admin pages share."""

import uuid
from typing import TYPE_CHECKING, Any, TypeVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst

from formsapp.ledger.evidence import EvidenceField
from formsapp.ledger.models import Transcript
from formsapp.ledger.pictures import whole

M = TypeVar("M", bound=models.Model)

EVIDENCE = tuple(
    field.name for field in Transcript._meta.get_fields() if isinstance(field, EvidenceField)
)
"""The columns of a transcript that may be megabytes long: no list loads them."""

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin
else:

    class ModelAdmin(admin.ModelAdmin):
        """Django's own, subscriptable with its model as type checkers want it."""

        def __class_getitem__(cls, _model):
            return cls


class FormledgerAdmin(ModelAdmin[M]):
    """A list is called what it lists, and counts no facets."""

    list_per_page = 50
    show_facets = admin.ShowFacets.NEVER

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        return super().changelist_view(request, {**title, **(extra_context or {})})


class ReadOnlyAdmin(FormledgerAdmin[M]):
    """Rows that nobody adds, changes or deletes here, whatever their permissions say.

    A row's own page is drawn by its template from what `page` returns; no form is built. The
    columns in `json_parts` can be had whole, as JSON, by whoever may see the row.
    """

    actions = None
    change_list_template = "admin/pages/history.html"
    sortable_by = ()  # always newest first: that order has an index, others would read every row
    show_full_result_count = False
    json_parts: tuple[str, ...] = ()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: M | None = None) -> tuple[str, ...]:
        return ()

    def page(self, row: M) -> dict[str, Any]:
        """The template's context for one row, `title` included."""
        raise NotImplementedError

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> Any:
        row = kwargs.get("obj")
        if row is not None:
            context |= self.page(row)
        return super().render_change_form(request, context, *args, **kwargs)

    def get_urls(self) -> list[URLPattern]:
        part = path(
            "<uuid:key>/<slug:part>.json",
            self.admin_site.admin_view(self.json),
            name=_json_url_name(self.model),
        )
        return [part, *super().get_urls()]

    def json(self, request: HttpRequest, key: uuid.UUID, part: str) -> JsonResponse:
        """One JSON column of one row, whole."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if part not in self.json_parts:
            raise Http404
        value = self.model._default_manager.filter(pk=key).values_list(part, flat=True).first()
        if value is None:
            raise Http404
        return JsonResponse(whole(value), safe=False, json_dumps_params={"indent": 2})


def json_url(row: models.Model, part: str) -> str:
    """Where one JSON column of a row can be had whole."""
    return reverse(f"admin:{_json_url_name(type(row))}", args=(row.pk, part))


def _json_url_name(model: type[models.Model]) -> str:
    return f"{model._meta.app_label}_{model._meta.model_name}_json"
