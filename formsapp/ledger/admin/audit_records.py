from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from formsapp.ledger.admin.base import EVIDENCE, ReadOnlyAdmin
from formsapp.ledger.admin.display import NOTHING, moment, seconds, short_hash
from formsapp.ledger.admin.filters import ErrorCodeFilter, OutcomeFilter
from formsapp.ledger.admin.record_page import record_page, record_pill, time_to_answer
from formsapp.ledger.admin.transcript_page import no_title
from formsapp.ledger.models import AuditRecord, Kind


@admin.register(AuditRecord)
class AuditRecordAdmin(ReadOnlyAdmin[AuditRecord]):
    """The chain, newest link first."""

    list_display = (
        "number",
        "ended",
        "code",
        "asked",
        "agent",
        "host",
        "occurred",
        "answered_in",
        "digest",
    )
    list_display_links = ("number",)
    empty_value_display = ""
    list_filter = (OutcomeFilter, ErrorCodeFilter)
    ordering = ("-sequence",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditRecord]:
        """A list needs a transcript's title, not the evidence it carries."""
        evidence = (f"transcript__{column}" for column in EVIDENCE)
        return super().get_queryset(request).select_related("transcript").defer(*evidence)

    @admin.display(description="no.")
    def number(self, record: AuditRecord) -> str:
        return f"#{record.sequence}"

    @admin.display(description="outcome")
    def ended(self, record: AuditRecord) -> str:
        return record_pill(record)

    @admin.display(description="error code", empty_value="")
    def code(self, record: AuditRecord) -> str | None:
        return record.error_code or None

    @admin.display(description="form (transcript)")
    def asked(self, record: AuditRecord) -> str:
        if record.transcript is None:
            return format_html('<span class="quiet">{}</span>', Kind(record.kind).label)
        address = reverse("admin:ledger_transcript_change", args=(record.transcript_id,))
        title = record.transcript.title or no_title(record.transcript)
        return format_html('<a href="{}"><bdi>{}</bdi></a>', address, title)

    @admin.display(description="client", empty_value=NOTHING)
    def host(self, record: AuditRecord) -> str | None:
        return record.client or None

    @admin.display(description="occurred (UTC)")
    def occurred(self, record: AuditRecord) -> str:
        return moment(record.occurred_at)

    @admin.display(description="seconds to answer", empty_value="")
    def answered_in(self, record: AuditRecord) -> str:
        return seconds(time_to_answer(record))

    @admin.display(description="hash")
    def digest(self, record: AuditRecord) -> str:
        return short_hash(record.hash)

    def page(self, row: AuditRecord) -> dict[str, Any]:
        return record_page(row)
