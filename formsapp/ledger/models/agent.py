from django.db import models
from django.utils import timezone

from formsapp.ledger.keys import new_key


class Agent(models.Model):
    """Someone who may call the bridge over HTTP, known by a bearer token.

    Only the token's SHA-256 is stored; the token itself is shown once, when it is issued.
    """

    id = models.UUIDField(primary_key=True, default=new_key, editable=False)
    name = models.CharField(max_length=100, unique=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.CharField(max_length=200, default="ask forms:read")
    """What the token is good for, separated by spaces as in OAuth."""
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    """To the minute: a token in constant use is not written down at every request."""

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @property
    def expired(self) -> bool:
        """Whether the token's time is over."""
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def may_call(self) -> bool:
        """Whether the token is accepted."""
        return self.revoked_at is None and not self.expired
