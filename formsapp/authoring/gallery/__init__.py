"""The sample gallery: real forms to start from, with pictures of their own.

The JSON files are written by `python -m formsapp.authoring.gallery.draw`.
"""

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

SLUGS = ("report-template", "upload-data", "weekly-report", "release-checklist", "all-types")


@dataclass(frozen=True, slots=True)
class GalleryForm:
    """A sample form: `arguments` are the tool's, ready to pass."""

    slug: str
    title: str
    description: str
    arguments: dict[str, Any]


def gallery_forms() -> list[GalleryForm]:
    """Every sample, in the order of the gallery."""
    return [_read(slug) for slug in SLUGS]


def gallery_form(slug: str) -> GalleryForm | None:
    """The sample with this slug, if there is one."""
    return _read(slug) if slug in SLUGS else None


def _read(slug: str) -> GalleryForm:
    text = resources.files(__name__).joinpath(f"{slug}.json").read_text(encoding="utf-8")
    return GalleryForm(**json.loads(text))
