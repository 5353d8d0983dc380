"""Large data URIs, kept once by content: forms repeat the same pictures, and transcripts the forms.

In stored evidence such a string is replaced by `{"$picture": DIGEST}`. No legal form has an object
where a data URI may stand, so nothing else looks like that.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from formsapp.ledger.digests import text_digest
from formsapp.ledger.evidence import dump
from formsapp.ledger.models import Picture

LEAST_LENGTH = 2_048
"""Shorter ones are not worth a row of their own."""

REFERENCE = "$picture"


def set_aside(value: Any, found: dict[str, str]) -> Any:
    """The value with a reference for each large data URI, which is put into `found` by digest."""

    def replace(item: Any) -> Any:
        if isinstance(item, str) and len(item) >= LEAST_LENGTH and item.startswith("data:"):
            digest = text_digest(item)
            found[digest] = item
            return {REFERENCE: digest}
        return item

    return _map(value, replace)


def whole(value: Any) -> Any:
    """The value with every large data URI in its place again."""

    def replace(item: Any) -> Any:
        return content(item[REFERENCE]) if _is_reference(item) else item

    return _map(value, replace)


def whole_text(text: str | None) -> str | None:
    """As `whole`, for evidence as it is stored."""
    if text is None or f'"{REFERENCE}"' not in text:
        return text
    return dump(whole(json.loads(text)))


def _map(value: Any, replace: Callable[[Any], Any]) -> Any:
    """The value with every item replaced, from the outside in."""
    value = replace(value)
    if isinstance(value, dict) and not _is_reference(value):
        return {key: _map(item, replace) for key, item in value.items()}
    if isinstance(value, list):
        return [_map(item, replace) for item in value]
    return value


def _is_reference(item: Any) -> bool:
    return isinstance(item, dict) and item.keys() == {REFERENCE}


def content(digest: str) -> str:
    """A picture's content; one that is gone is an empty string, which no digest fits."""
    try:
        return _kept(digest)
    except Picture.DoesNotExist:
        return ""


def forget() -> None:
    """Read every picture from the database again, as verification must."""
    _kept.cache_clear()


@lru_cache(maxsize=64)
def _kept(digest: str) -> str:
    return Picture.objects.values_list("content", flat=True).get(pk=digest)
