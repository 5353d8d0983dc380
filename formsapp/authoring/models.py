"""Authored forms: a definition holds one draft and the versions published from it."""

from django.db import models

from formsapp.ledger.evidence import EvidenceField
from formsapp.ledger.keys import new_key


class FormDefinition(models.Model):
    """A form as curators write it. The draft is JSON text and may be anything, even invalid."""

    id = models.UUIDField(primary_key=True, default=new_key, editable=False)
    slug = models.SlugField(max_length=64, unique=True)
    title = models.CharField(max_length=80)
    description = models.CharField(max_length=500, blank=True)
    draft = models.TextField(help_text="The tool's arguments, as JSON.")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.title


class FormVersion(models.Model):
    """A published form: the arguments an agent passes to the tool. Never changed."""

    id = models.UUIDField(primary_key=True, default=new_key, editable=False)
    definition = models.ForeignKey(
        FormDefinition, on_delete=models.PROTECT, related_name="versions"
    )
    number = models.PositiveIntegerField()
    arguments = EvidenceField()
    published_at = models.DateTimeField(auto_now_add=True)
    published_by = models.CharField(max_length=150, blank=True)
    note = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("definition", "-number")
        constraints = (
            models.UniqueConstraint("definition", "number", name="form_version_number_unique"),
        )

    def __str__(self) -> str:
        return f"{self.definition.slug} v{self.number}"
