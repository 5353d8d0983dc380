"""The Preview control: what a host could open to show more of a resource.

Source: API.md, Native resource and icon metadata.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from openai_mcp_form_protocol import McpAppToolTarget, PreviewTarget
from pydantic import TypeAdapter, ValidationError

from formsapp.hostforms.form import Preview
from formsapp.hostforms.pictures import LEGACY_PREVIEW_KEY

TARGET_KEY: Final = "openai/target"
_TARGET: Final[TypeAdapter[Any]] = TypeAdapter(PreviewTarget)


def preview(meta: Mapping[str, Any] | None) -> Preview | None:
    """The first target found: `openai/preview` itself or its `target`, else `openai/target`."""
    for candidate in _candidates(meta or {}):
        try:
            target = _TARGET.validate_python(candidate)
        except ValidationError:
            continue
        if isinstance(target, McpAppToolTarget):
            arguments = "" if target.arguments is None else json.dumps(target.arguments)
            return Preview("mcp_app_tool", target.name, arguments)
        return Preview("resource_link", target.title or target.name, target.uri)
    return None


def _candidates(meta: Mapping[str, Any]) -> Iterator[Any]:
    shown = meta.get(LEGACY_PREVIEW_KEY)
    if isinstance(shown, Mapping):
        yield shown
        yield shown.get("target")
    yield meta.get(TARGET_KEY)
