"""Which published form a call's arguments were, found by digest."""

import json
from collections.abc import Iterable
from typing import Any

from formsapp.ledger.digests import digest
from formsapp.ledger.models import KnownForm
from formsapp.ledger.pictures import set_aside

Name = tuple[str, int]
"""A definition's slug and a version's number."""


def remember(arguments: Any, definition: str, version: int) -> None:
    """From now on calls with these arguments are known as this version of this form."""
    KnownForm.objects.update_or_create(
        digest=digest(set_aside(arguments, {})),
        defaults={"definition": definition, "version": version},
    )


def names_of(stored: Iterable[str | None]) -> dict[str, Name]:
    """The names of those stored arguments that are a published form's, in one query."""
    digests = {text: digest(json.loads(text)) for text in set(stored) if text is not None}
    known = KnownForm.objects.in_bulk(set(digests.values()))
    return {
        text: (form.definition, form.version)
        for text, key in digests.items()
        if (form := known.get(key))
    }
