from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from formsapp.ledger.admin.base import EVIDENCE
from formsapp.ledger.admin.display import NOTHING, moment, outcome_pill, seconds
from formsapp.ledger.admin.filters import ErrorCodeFilter, OutcomeOrOpenFilter, TransportFilter
from formsapp.ledger.admin.redaction import RedactionAdmin, offered
from formsapp.ledger.admin.search import ids_beginning_with
from formsapp.ledger.admin.transcript_page import no_title, transcript_page
from formsapp.ledger.models import Transcript


class TranscriptList(ChangeList):
    """The list loads what its columns show and leaves the evidence in the database."""

    def get_queryset(self, *args: Any, **kwargs: Any) -> QuerySet[Any]:
        return super().get_queryset(*args, **kwargs).defer(*EVIDENCE)


@admin.register(Transcript)
class TranscriptAdmin(RedactionAdmin):
    """Every call of the tool, newest first, and the page that tells one call's story."""

    list_display = (
        "asked",
        "ended",
        "code",
        "agent",
        "host",
        "opened",
        "answered_in",
        "transport",
        "record",
    )
    list_display_links = ("asked",)
    list_filter = (OutcomeOrOpenFilter, ErrorCodeFilter, TransportFilter)
    ordering = ("-id",)
    json_parts = EVIDENCE
    search_fields = ("agent__istartswith", "client_name__istartswith", "title__icontains")
    search_help_text = "Form title, or how the agent, client or transcript id begins."

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return TranscriptList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Transcript]:
        return super().get_queryset(request).select_related("audit_record")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Transcript], search_term: str
    ) -> tuple[QuerySet[Transcript], bool]:
        """A term that can only be an id is looked up by key; others by agent, client and form."""
        ids = ids_beginning_with(search_term)
        if ids is not None:
            return queryset.filter(pk__range=ids), False
        return super().get_search_results(request, queryset, search_term)

    @admin.display(description="form")
    def asked(self, transcript: Transcript) -> str:
        if not transcript.title:
            return format_html('<span class="quiet">{}</span>', no_title(transcript))
        return format_html("<bdi>{}</bdi>", transcript.title)

    @admin.display(description="outcome")
    def ended(self, transcript: Transcript) -> str:
        return outcome_pill(transcript.outcome)

    @admin.display(description="error code", empty_value="")
    def code(self, transcript: Transcript) -> str | None:
        return transcript.error_code or None

    @admin.display(description="client", empty_value=NOTHING)
    def host(self, transcript: Transcript) -> str | None:
        return transcript.client or None

    @admin.display(description="opened (UTC)")
    def opened(self, transcript: Transcript) -> str:
        return moment(transcript.opened_at)

    @admin.display(description="seconds to answer", empty_value="")
    def answered_in(self, transcript: Transcript) -> str:
        return seconds(transcript.time_to_answer)

    @admin.display(description="record")
    def record(self, transcript: Transcript) -> str:
        record = getattr(transcript, "audit_record", None)
        if record is None:
            return format_html('<span class="quiet">{}</span>', "not yet")
        address = reverse("admin:ledger_auditrecord_change", args=(record.pk,))
        return format_html('<a href="{}">#{}</a>', address, record.sequence)

    def page(self, row: Transcript) -> dict[str, Any]:
        return transcript_page(row)

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> Any:
        row = kwargs.get("obj")
        if row is not None:
            context |= {"actions_offered": offered(request, row)}
        return super().render_change_form(request, context, *args, **kwargs)
