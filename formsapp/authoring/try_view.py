"""`/try/`: paste or pick a form, see it as a host shows it, answer it, see what the agent hears."""

import json
from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from formsapp.authoring.admin.drafts import STARTER
from formsapp.authoring.models import FormDefinition
from formsapp.authoring.trying import ARGUMENTS, NATIVE, Trial, answer, show
from formsapp.contract import tool_descriptor
from formsapp.ledger.admin.json_view import readable

ANSWER_PREFIX, FILES_PREFIX = "answer:", "files:"
"""Before a field's name, in the names of its inputs."""
MAX_TEXT = 4 * 1024 * 1024


@require_http_methods(["GET", "POST"])
@login_required
@permission_required("authoring.view_formdefinition", raise_exception=True)
def try_form(request: HttpRequest) -> HttpResponse:
    """The page."""
    trial = _trial(request)
    context = {
        **admin.site.each_context(request),
        "title": "Try it",
        "trial": trial,
        "modes": ((ARGUMENTS, "Tool arguments"), (NATIVE, "Native form")),
        "definitions": FormDefinition.objects.values_list("slug", "title"),
        "native": readable(trial.native) if trial.form else "",
        "response": _pretty(trial.response),
        "result": _pretty(trial.result),
        "descriptor": readable(tool_descriptor()),
    }
    return render(request, "try.html", context)


def _trial(request: HttpRequest) -> Trial:
    if request.method != "POST":
        return _picked(request)
    mode = NATIVE if request.POST.get("try_mode") == NATIVE else ARGUMENTS
    trial = show(mode, request.POST.get("try_text", "")[:MAX_TEXT])
    action = request.POST.get("try_action", "")
    if action in {"accept", "decline", "cancel"}:
        return answer(
            trial, action, _posted(request, ANSWER_PREFIX), _posted(request, FILES_PREFIX)
        )
    return trial


def _picked(request: HttpRequest) -> Trial:
    """A definition's draft, the starter, or nothing yet."""
    definition = FormDefinition.objects.filter(slug=request.GET.get("form", "")).first()
    if definition is not None:
        return show(ARGUMENTS, definition.draft)
    return show(ARGUMENTS, STARTER)


def _posted(request: HttpRequest, prefix: str) -> dict[str, list[str]]:
    """What was posted, by the names of fields; files come as names only, never as content."""
    return {
        name.removeprefix(prefix): [str(value) for value in values]
        for name, values in request.POST.lists()
        if name.startswith(prefix)
    }


def _pretty(value: Any) -> str:
    return "" if value is None else json.dumps(value, indent=2)
