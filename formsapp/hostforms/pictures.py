"""Pictures of options: which one shows, and which may be loaded at all."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from mcp_types import Icon

from formsapp.hostforms.form import Picture

THUMBNAIL_KEY: Final = "openai/thumbnail"
LEGACY_PREVIEW_KEY: Final = "openai/preview"
# SVG can carry scripts and is left out.
_DATA: Final = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}")


def picture(src: object) -> Picture | None:
    """The picture behind a source, if a browser may load it."""
    if not isinstance(src, str):
        return None
    if _DATA.fullmatch(src):
        return Picture(src)
    try:
        url = urlsplit(src)
    except ValueError:
        return None
    return Picture(src) if url.scheme == "https" and url.hostname else None


def thumbnail(meta: Mapping[str, Any] | None) -> Picture | None:
    """A resource's thumbnail: its own key, else the legacy preview where that is an icon.

    Source: API.md, Native resource and icon metadata.
    """
    for key in (THUMBNAIL_KEY, LEGACY_PREVIEW_KEY):
        image = (meta or {}).get(key)
        if isinstance(image, Mapping) and (shown := picture(image.get("src"))):
            return shown
    return None


def icon(icons: Sequence[Icon] | None) -> Picture | None:
    """The first icon that may be loaded."""
    return next((shown for one in icons or () if (shown := picture(one.src))), None)
