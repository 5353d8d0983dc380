"""Authored forms in the admin: written as JSON, seen as a host shows them, published."""

from formsapp.authoring.admin.definitions import FormDefinitionAdmin
from formsapp.authoring.admin.versions import FormVersionAdmin

__all__ = ["FormDefinitionAdmin", "FormVersionAdmin"]
