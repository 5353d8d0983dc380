"""Filters of the history. Their choices are known beforehand: no query finds them."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from formsapp.contract import ErrorCode
from formsapp.ledger.models import Outcome


class FieldFilter(admin.SimpleListFilter):
    """Rows whose field of the filter's name has the chosen value."""

    template = "admin/pages/filter.html"
    parameter_name: str
    choices_offered: tuple[tuple[str, str], ...] = ()

    def lookups(self, request: HttpRequest, model_admin: Any) -> tuple[tuple[str, str], ...]:
        return self.choices_offered

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset if value is None else queryset.filter(**{self.parameter_name: value})


class OutcomeFilter(FieldFilter):
    title = "outcome"
    parameter_name = "outcome"
    choices_offered = tuple(Outcome.choices)


class OutcomeOrOpenFilter(OutcomeFilter):
    """Transcripts may also be open: no outcome yet."""

    choices_offered = (("open", "Open"), *OutcomeFilter.choices_offered)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "open":
            return queryset.filter(outcome="")
        return super().queryset(request, queryset)


class ErrorCodeFilter(FieldFilter):
    title = "error code"
    parameter_name = "error_code"
    choices_offered = tuple((str(code), str(code)) for code in ErrorCode)


class TransportFilter(FieldFilter):
    title = "transport"
    parameter_name = "transport"
    choices_offered = (("stdio", "stdio"), ("http", "HTTP"))
