"""Published forms, as agents and other readers see them."""

from dataclasses import dataclass

from formsapp.authoring.models import FormDefinition, FormVersion


@dataclass(frozen=True, slots=True)
class PublishedForm:
    """A definition that has been published at least once."""

    slug: str
    title: str
    description: str


def published_forms(after: str, limit: int) -> list[PublishedForm]:
    """So many published definitions whose slugs come after one, in the order of slugs."""
    rows = FormDefinition.objects.filter(slug__gt=after, versions__isnull=False).distinct()
    columns = rows.order_by("slug").values_list("slug", "title", "description")
    return [PublishedForm(*row) for row in columns[:limit]]


def published(slug: str) -> FormVersion | None:
    """The newest published version of the definition with this slug."""
    return FormVersion.objects.filter(definition__slug=slug).first()
