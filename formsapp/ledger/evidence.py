"""JSON kept exactly as it was: the text column that holds evidence.

A database's own JSON type may reorder keys, and the order of a form's properties is the order its
questions are shown in; PostgreSQL's also refuses NUL. So evidence is stored as ASCII JSON text.
"""

import json
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    _TextField = models.TextField[Any, Any]
else:
    _TextField = models.TextField  # subscripting is for type checkers only


def dump(value: object) -> str:
    """Compact ASCII JSON, keys in their own order. Raises ValueError on NaN and infinities."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


class EvidenceField(_TextField):
    """A JSON value in a text column; `None` is SQL NULL."""

    # What the type checker lets a model's attribute be set to and give: any JSON.
    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: str | None, *_: object) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else dump(value)

    def value_to_string(self, obj: models.Model) -> str:
        return dump(self.value_from_object(obj))


def shape_of(value: object, depth: int = 6) -> Any:
    """Describe a JSON value by keys, types and lengths, without its values.

    What was refused is kept this way: enough to see what went wrong, nothing to leak.
    """
    if isinstance(value, str):
        return f"string of {len(value)}"
    if isinstance(value, dict):
        if depth == 0:
            return f"object of {len(value)}"
        return {str(key)[:64]: shape_of(item, depth - 1) for key, item in list(value.items())[:32]}
    if isinstance(value, list):
        if depth == 0 or not value:
            return f"array of {len(value)}"
        return [shape_of(item, depth - 1) for item in value[:24]]
    return {bool: "boolean", int: "integer", float: "number", type(None): "null"}.get(
        type(value), "unknown"
    )
