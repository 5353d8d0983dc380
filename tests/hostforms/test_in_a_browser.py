"""Host forms as a browser lays them out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect, sync_playwright

from formsapp.hostforms import read_form
from tests.processes import ROOT

CHROMIUM = Path("/usr/bin/chromium")
PNG = "data:image/png;base64,iVBORw0KGgo="
CSS = (ROOT / "static/hostforms/hostforms.css").read_text()
LONG = "Unbreakable" * 40

pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists(), reason=f"no browser: {CHROMIUM} is not installed (apt: chromium)"
)


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser.new_page(viewport={"width": 400, "height": 800})
        browser.close()


def draw(page: Page, theme: str = "light", **properties: Any) -> None:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    form = read_form({"message": "A form", "requestedSchema": schema})
    drawn = render_to_string("hostforms/form.html", {"form": form})
    page.set_content(f'<html data-theme="{theme}"><style>{CSS}</style>{drawn}')


def cards(title: str) -> dict[str, Any]:
    option = {"uri": "https://x.example/1", "name": "n", "title": title}
    return {
        "type": "string",
        "format": "uri",
        "title": title,
        "x-openai-input": {
            "type": "resource",
            "options": [{**option, "_meta": {"openai/thumbnail": {"src": PNG}}}],
        },
    }


def test_long_words_never_widen_the_page(page: Page) -> None:
    choice = {"type": "string", "title": LONG, "oneOf": [{"const": "a", "title": LONG}]}
    draw(page, choice=choice, cards=cards(LONG), text={"type": "string", "title": LONG})
    assert page.evaluate("document.documentElement.scrollWidth") == 400


def test_the_strip_shows_on_hover_and_on_focus(page: Page) -> None:
    draw(page, cards=cards("Presentation"))
    strip = page.locator(".hf-strip")
    expect(strip).to_have_css("opacity", "0")
    page.locator(".hf-card").hover()
    expect(strip).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(strip).to_have_css("opacity", "0")
    page.keyboard.press("Tab")
    expect(strip).to_have_css("opacity", "1")


def test_right_to_left_titles_start_at_the_right(page: Page) -> None:
    draw(page, cards=cards("القوالب المناسبة"))
    legend = page.locator("legend")
    expect(legend).to_have_css("direction", "rtl")
    widths = [page.locator(part).bounding_box() for part in ("legend", "fieldset")]
    assert len({box["width"] for box in widths if box}) == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_admin_theme_wins_over_the_system(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "light" else "light")
    draw(page, theme, text={"type": "string"})
    expect(page.locator(".hf-form")).to_have_css("color-scheme", theme)
