from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "formsapp.ledger"
    label = "ledger"
    verbose_name = "Ledger"
