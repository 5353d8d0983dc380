"""Addresses of the web app."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from formsapp.authoring.try_view import try_form


def front_page(request: HttpRequest) -> HttpResponse:
    """Say what this is and lead to the admin."""
    return render(request, "front_page.html")


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive; touches nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("", front_page, name="front-page"),
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("try/", try_form, name="try"),
]
