import json
from typing import Any

from formsapp.authoring.gallery import gallery_forms
from formsapp.authoring.models import FormDefinition
from formsapp.authoring.publishing import publish
from formsapp.ledger.management.base import LedgerCommand


class Command(LedgerCommand):
    help = "Add and publish the sample forms that are not there yet."

    def handle(self, *args: Any, **options: Any) -> None:
        added = 0
        for form in gallery_forms():
            definition, new = FormDefinition.objects.get_or_create(
                slug=form.slug,
                defaults={
                    "title": form.title,
                    "description": form.description,
                    "draft": json.dumps(form.arguments, indent=2, ensure_ascii=False),
                },
            )
            if new:
                publish(definition, note="From the sample gallery.")
                added += 1
        if options["verbosity"]:
            self.stdout.write(f"{added} sample forms added")
