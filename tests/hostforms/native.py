"""Native forms that the tests build, part by part."""

from typing import Any

PNG = "data:image/png;base64,iVBORw0KGgo="


def native(**properties: Any) -> dict[str, Any]:
    """A form of these fields."""
    return {"message": "A form", "requestedSchema": {"type": "object", "properties": properties}}


def one(**field: Any) -> dict[str, Any]:
    """A form of one field, called x."""
    return native(x=field)


def card(number: int = 1, **more: Any) -> dict[str, Any]:
    """A resource option."""
    return {"uri": f"https://x.example/{number}", "name": f"n{number}", **more}


def resource(*options: dict[str, Any], **picker: Any) -> dict[str, Any]:
    """A field that takes one of some resources."""
    picker = {"type": "resource", "options": list(options), **picker}
    return {"type": "string", "format": "uri", "x-openai-input": picker}


def resources(*options: dict[str, Any], **picker: Any) -> dict[str, Any]:
    """A field that takes any of some resources."""
    scalar = resource(*options, **picker)
    return {
        "type": "array",
        "items": {"type": "string", "format": "uri"},
        "x-openai-input": scalar["x-openai-input"],
    }
