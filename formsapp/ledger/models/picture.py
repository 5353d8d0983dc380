from django.db import models

from formsapp.ledger.models.transcript import Transcript


class Picture(models.Model):
    """A large data URI of a form, kept once for all the transcripts that show it."""

    digest = models.CharField(primary_key=True, max_length=64)
    """SHA-256 of the content."""
    content = models.TextField()

    def __str__(self) -> str:
        return self.digest[:8]


class PictureUse(models.Model):
    """A transcript shows a picture."""

    transcript = models.ForeignKey(Transcript, on_delete=models.CASCADE)
    # No index of its own before the constraint's: transcripts are looked up by it.
    picture = models.ForeignKey(Picture, on_delete=models.PROTECT)

    class Meta:
        constraints = (models.UniqueConstraint("transcript", "picture", name="picture_use_unique"),)

    def __str__(self) -> str:
        return f"{self.transcript_id} {self.picture_id}"
