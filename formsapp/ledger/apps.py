from django.apps import AppConfig
from django.db.models.signals import post_migrate


class LedgerConfig(AppConfig):
    name = "formsapp.ledger"
    label = "ledger"
    verbose_name = "Ledger"

    def ready(self) -> None:
        from formsapp.ledger import triggers  # noqa: PLC0415  models are there from now on

        post_migrate.connect(triggers.install, sender=self, dispatch_uid="ledger.triggers")
