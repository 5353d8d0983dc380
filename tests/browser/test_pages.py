"""The pages in a real browser: from the front page to a transcript, without a console error."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect, sync_playwright

from formsapp.ledger.entries import Call, Caller
from formsapp.ledger.recording import drain
from tests.transcripts import conclude, open_form

CHROMIUM = Path("/usr/bin/chromium")

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("removable_records"),
    pytest.mark.skipif(
        not CHROMIUM.exists(), reason=f"no browser: {CHROMIUM} is not installed (apt: chromium)"
    ),
]
ARGUMENTS = {
    "message": "Choose a report template",
    "questions": [
        {
            "id": "template",
            "type": "resource",
            "title": "Relevant report templates",
            "required": False,
            "options": [
                {
                    "uri": "https://example.com/review",
                    "name": "review",
                    "title": "Presentation · Business review",
                }
            ],
        }
    ],
}


@pytest.fixture(autouse=True)
def _blocking_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playwright keeps an event loop in this thread; the test's own queries run beside it."""
    monkeypatch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "1")


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        yield context.new_page()
        browser.close()


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser complains about: console errors, exceptions, failed requests."""
    found: list[str] = []
    page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("response", lambda r: found.append(f"{r.status} {r.url}") if r.status >= 400 else None)
    return found


def ask_and_accept() -> None:
    call = Call(Caller("writer", "stdio", client_name="Codex", client_version="0.90.1"))
    open_form(call, ARGUMENTS)
    result = {"action": "accept", "content": {"template": "https://example.com/review"}}
    conclude(call.id, result, answered_at=timezone.now())
    drain()


def log_in(page: Page) -> None:
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()


def test_from_the_front_page_to_a_transcript(
    page: Page, complaints: list[str], live_server: Any
) -> None:
    User.objects.create_superuser("ada", password="correct horse")
    ask_and_accept()

    page.goto(live_server.url)
    page.get_by_role("link", name="Audit history").click()
    log_in(page)
    expect(page.get_by_role("link", name="#1")).to_be_visible()
    page.get_by_role("link", name="Choose a report template").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("Choose a report template")
    expect(page.get_by_text("Presentation · Business review").first).to_be_visible()
    page.get_by_text("Arguments", exact=True).first.click()
    page.get_by_role("button", name="Copy Arguments").click()
    expect(page.get_by_role("button", name="Copied Arguments")).to_be_visible()
    assert "business-review" not in page.evaluate("navigator.clipboard.readText()")
    assert '"name": "review"' in page.evaluate("navigator.clipboard.readText()")

    page.get_by_role("link", name="#1").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Audit record #1")
    assert complaints == []


def test_publishing_waits_for_unsaved_changes(
    page: Page, complaints: list[str], live_server: Any
) -> None:
    User.objects.create_superuser("ada", password="correct horse")
    page.goto(f"{live_server.url}/admin/authoring/formdefinition/add/")
    log_in(page)
    page.get_by_label("Title").press_sequentially("Weekly report")
    expect(page.get_by_label("Slug")).to_have_value("weekly-report")
    page.get_by_role("button", name="Save").click()

    draft, publish = page.get_by_label("Draft:"), page.get_by_role("button", name="Publish")
    draft.fill(draft.input_value().replace("first", "today"))
    expect(publish).to_be_disabled()
    page.get_by_role("button", name="Save").click()
    expect(publish).to_be_enabled()
    publish.click()
    expect(page.get_by_text("Published as version 1.")).to_be_visible()
    assert complaints == []
