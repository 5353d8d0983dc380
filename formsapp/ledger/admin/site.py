"""How the admin introduces itself."""

from django.contrib import admin


def name_it() -> None:
    """Put the product's name on every page of the admin."""
    admin.site.site_header = "Formledger"
    admin.site.site_title = "Formledger"
    admin.site.index_title = "Ledger and forms"
