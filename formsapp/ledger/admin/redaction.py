"""Redacting a transcript, and keeping it under legal hold, from its page."""

import uuid

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path

from formsapp.ledger.admin.base import ReadOnlyAdmin
from formsapp.ledger.models import Transcript
from formsapp.ledger.redaction import RedactionError, hold, redact

DONE = {
    "redact": "Redacted. Its digests and its place in the chain stay.",
    "hold": "Under legal hold.",
    "release": "No longer under legal hold.",
}


class RedactionAdmin(ReadOnlyAdmin[Transcript]):
    """Adds the addresses at which a transcript is redacted or held."""

    def get_urls(self) -> list[URLPattern]:
        doing = path(
            "<uuid:key>/do/<slug:what>/",
            self.admin_site.admin_view(self.do),
            name="ledger_transcript_do",
        )
        return [doing, *super().get_urls()]

    def do(self, request: HttpRequest, key: uuid.UUID, what: str) -> HttpResponse:
        """Do one of `DONE` and lead back to the transcript."""
        if request.method != "POST" or what not in DONE:
            return HttpResponseNotAllowed(("POST",))
        get_object_or_404(Transcript.objects.only("pk"), pk=key)
        if not may(request, what):
            raise PermissionDenied
        reason, by = request.POST.get("reason", "")[:500], request.user.get_username()
        try:
            if what == "redact":
                redact(key, by=by, reason=reason)
            else:
                hold(key, on=what == "hold", by=by, reason=reason)
        except RedactionError as error:
            self.message_user(request, str(error), messages.ERROR)
        else:
            self.message_user(request, DONE[what], messages.SUCCESS)
        return redirect("admin:ledger_transcript_change", key)


def may(request: HttpRequest, what: str) -> bool:
    """Whether somebody may redact, hold or release."""
    permission = "redact_transcript" if what == "redact" else "hold_transcript"
    return request.user.has_perm(f"ledger.{permission}")


def offered(request: HttpRequest, transcript: Transcript) -> list[tuple[str, str]]:
    """What this person may do to a transcript now, and how that is called."""
    if transcript.redaction is not None:
        return []
    held = ("release", "End legal hold") if transcript.legal_hold else ("hold", "Legal hold")
    redacting = (
        [("redact", "Redact")] if transcript.recorded_at and not transcript.legal_hold else []
    )
    return [(what, name) for what, name in (*redacting, held) if may(request, what)]
