"""What proves the chain: verifications, checkpoints; and what retention removes."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from formsapp.ledger.admin.base import FormledgerAdmin, ReadOnlyAdmin
from formsapp.ledger.admin.display import NOTHING, code, duration, moment, pill, short_hash
from formsapp.ledger.checkpoints import document
from formsapp.ledger.models import Checkpoint, RetentionRule, VerificationRun


@admin.register(VerificationRun)
class VerificationRunAdmin(ReadOnlyAdmin[VerificationRun]):
    """Every verification, newest first: the nightly ones and those by command."""

    list_display = ("started", "found", "records", "took", "what")
    list_display_links = None
    ordering = ("-started_at",)

    @admin.display(description="started (UTC)")
    def started(self, run: VerificationRun) -> str:
        return moment(run.started_at)

    @admin.display(description="result")
    def found(self, run: VerificationRun) -> str:
        return pill("error", "Broken") if run.problem else pill("accept", "Whole")

    @admin.display(description="records")
    def records(self, run: VerificationRun) -> str:
        return NOTHING if run.problem else f"{run.first:,} to {run.last:,}"

    @admin.display(description="took")
    def took(self, run: VerificationRun) -> str:
        return duration(run.finished_at - run.started_at)

    @admin.display(description="first bad record", empty_value="")
    def what(self, run: VerificationRun) -> str | None:
        return run.problem or None


@admin.register(Checkpoint)
class CheckpointAdmin(ReadOnlyAdmin[Checkpoint]):
    """Signed heads of the chain, each to be downloaded and kept elsewhere."""

    list_display = ("number", "digest", "made", "signed_by", "download")
    list_display_links = None
    list_select_related = ("key",)
    ordering = ("-sequence",)

    @admin.display(description="at record")
    def number(self, checkpoint: Checkpoint) -> str:
        address = reverse("admin:ledger_auditrecord_change", args=(checkpoint.sequence,))
        return format_html('<a href="{}">#{}</a>', address, checkpoint.sequence)

    @admin.display(description="hash")
    def digest(self, checkpoint: Checkpoint) -> str:
        return short_hash(checkpoint.hash)

    @admin.display(description="made (UTC)")
    def made(self, checkpoint: Checkpoint) -> str:
        return moment(checkpoint.made_at)

    @admin.display(description="key")
    def signed_by(self, checkpoint: Checkpoint) -> str:
        return code(checkpoint.key_id)

    @admin.display(description="keep elsewhere")
    def download(self, checkpoint: Checkpoint) -> str:
        address = reverse("admin:ledger_checkpoint_download", args=(checkpoint.sequence,))
        return format_html('<a href="{}" download>Download</a>', address)

    def get_urls(self) -> list[URLPattern]:
        download = path(
            "<int:sequence>/download/",
            self.admin_site.admin_view(self.download_view),
            name="ledger_checkpoint_download",
        )
        return [download, *super().get_urls()]

    def download_view(self, request: HttpRequest, sequence: int) -> HttpResponse:
        """The checkpoint as `audit_verify --checkpoint` takes it."""
        checkpoint = get_object_or_404(Checkpoint.objects.select_related("key"), pk=sequence)
        response = JsonResponse(document(checkpoint))
        name = f"formledger-checkpoint-{sequence}.json"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


@admin.register(RetentionRule)
class RetentionRuleAdmin(FormledgerAdmin[RetentionRule]):
    """For how long content is kept, by outcome; what has no rule is kept for ever."""

    list_display = ("outcome", "days")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("outcome",) if obj else ()
