"""JSON for people: indented, pictures shortened, nothing in it that could fool the eye."""

import json
import re
from dataclasses import dataclass
from typing import Any

_DATA_URI = re.compile(r"(data:[^,]{0,100},)(.{64,})", re.DOTALL)
# Half a surrogate pair cannot be encoded; marks that turn text around could disguise it.
_UNSHOWABLE = re.compile("[\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class JsonView:
    """One piece of JSON on a page: what is shown, and where the whole of it can be had."""

    title: str
    text: str
    size: int
    """Length of the whole as compact JSON, in characters."""
    url: str


def json_view(title: str, value: Any, url: str) -> JsonView:
    """Prepare a value for `admin/pages/json.html`."""
    return JsonView(title, readable(value), len(json.dumps(value, separators=(",", ":"))), url)


def readable(value: Any) -> str:
    """Indented JSON with its data URIs shortened to their type and length."""
    return spelled_out(json.dumps(_shortened(value), indent=2, ensure_ascii=False))


def spelled_out(text: str) -> str:
    """The same text with characters that cannot be shown, or would mislead, as escapes."""
    return _UNSHOWABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _shortened(value: Any) -> Any:
    if isinstance(value, str):
        return _shortened_uri(value)
    if isinstance(value, dict):
        return {key: _shortened(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    return value


def _shortened_uri(text: str) -> str:
    found = _DATA_URI.fullmatch(text)
    return f"{found[1]}… {len(found[2]):,} characters" if found else text
