from django.db import models


class KnownForm(models.Model):
    """The arguments of a published form, by digest, so that records can name the form.

    Written by whoever publishes; the ledger does not know the forms themselves.
    """

    digest = models.CharField(primary_key=True, max_length=64)
    definition = models.CharField(max_length=64)
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.definition} v{self.version}"
