"""Publishing: a valid draft becomes the next version of its definition."""

import json
from typing import Any

from django.db import transaction

from formsapp.authoring.models import FormDefinition, FormVersion
from formsapp.contract import InvalidArguments, Problem, read_arguments
from formsapp.ledger.known_forms import remember


def read_draft(draft: str) -> Any:
    """The tool arguments that a draft's text stands for.

    Raises:
        InvalidArguments: the text is not JSON, or not a form the contract accepts.
    """
    try:
        arguments = json.loads(draft)
    except ValueError as error:
        raise InvalidArguments((Problem("", f"The draft is not JSON: {error}."),)) from None
    read_arguments(arguments)
    return arguments


@transaction.atomic
def publish(definition: FormDefinition, *, by: str = "", note: str = "") -> FormVersion:
    """Publish the draft as a new immutable version and return it.

    Raises:
        InvalidArguments: the draft is not a valid form; nothing is published.
    """
    locked = FormDefinition.objects.select_for_update().get(pk=definition.pk)
    arguments = read_draft(locked.draft)
    latest = locked.versions.first()
    number = latest.number + 1 if latest else 1
    remember(arguments, locked.slug, number)
    return FormVersion.objects.create(
        definition=locked,
        number=number,
        arguments=arguments,
        published_by=by,
        note=note,
    )
