"""Pictures of options: which one shows, and which may be loaded at all."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from mcp_types import Icon

from formsapp.hostforms.form import Picture

THUMBNAIL_KEY: Final = "openai/thumbnail"
LEGACY_PREVIEW_KEY: Final = "openai/preview"
ICON_PIXELS: Final = 56
"""How large a card draws an icon that is its picture."""

# SVG can carry scripts and is left out.
_DATA: Final = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}")
_SIZE: Final = re.compile(r"([0-9]{1,5})x[0-9]{1,5}")


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
    """The icon that fits a card best, on a light ground and on a dark one."""
    usable = [one for one in icons or () if picture(one.src)]
    light, dark = _for_theme(usable, "light"), _for_theme(usable, "dark")
    if light is None or dark is None:
        return None
    return Picture(light.src, "" if dark.src == light.src else dark.src)


def _for_theme(icons: Iterable[Icon], theme: str) -> Icon | None:
    """The best icon for a theme: made for it, else for any, else what there is."""
    ranked = sorted(icons, key=lambda one: (_foreign(one, theme), _unfit(one)))
    return ranked[0] if ranked else None


def _foreign(one: Icon, theme: str) -> int:
    if one.theme == theme:
        return 0
    return 1 if one.theme is None else 2


def _unfit(one: Icon) -> tuple[int, int]:
    """How badly an icon's sizes fit: scalable, then the least that is enough, then the largest."""
    sizes = one.sizes or []
    if "any" in sizes:
        return (0, 0)
    widths = [int(found[1]) for size in sizes if (found := _SIZE.fullmatch(size))]
    enough = [width for width in widths if width >= ICON_PIXELS]
    if enough:
        return (1, min(enough))
    return (2, -max(widths)) if widths else (1, ICON_PIXELS)
