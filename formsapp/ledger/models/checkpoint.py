from django.db import models


class SigningKey(models.Model):
    """The public half of a key that signs, or has signed, checkpoints."""

    id = models.CharField(primary_key=True, max_length=16)
    """The first digits of the SHA-256 of the raw public key."""
    public_key = models.CharField(max_length=64)
    """The raw Ed25519 public key, in hexadecimal."""
    first_used_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.id


class Checkpoint(models.Model):
    """A signed head of the chain. Never changed."""

    sequence = models.PositiveBigIntegerField(primary_key=True)
    hash = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    key = models.ForeignKey(SigningKey, on_delete=models.PROTECT)
    signature = models.CharField(max_length=128)
    """Ed25519, in hexadecimal."""

    class Meta:
        ordering = ("-sequence",)

    def __str__(self) -> str:
        return f"checkpoint #{self.sequence}"


class VerificationRun(models.Model):
    """One verification of the chain and what it found."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    first = models.PositiveBigIntegerField()
    """The first record that was recomputed."""
    last = models.PositiveBigIntegerField()
    problem = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("-started_at",)

    def __str__(self) -> str:
        return self.problem or f"whole to #{self.last}"
