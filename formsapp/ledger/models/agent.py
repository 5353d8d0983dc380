from django.db import models

from formsapp.ledger.keys import new_key


class Agent(models.Model):
    """Someone who may call the tool over HTTP, known by a bearer token.

    Only the token's SHA-256 is stored; the token itself is shown once, when it is issued.
    """

    id = models.UUIDField(primary_key=True, default=new_key, editable=False)
    name = models.CharField(max_length=100, unique=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
