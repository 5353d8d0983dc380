"""Tool arguments drawn as a host shows them."""

from typing import Any

from formsapp.contract import InvalidArguments, compile_form, read_arguments
from formsapp.hostforms import UnsupportedForm, read_form


def preview(arguments: Any) -> dict[str, Any]:
    """The context of `admin/pages/host_form.html`."""
    try:
        return {"host_form": read_form(compile_form(read_arguments(arguments))), "unsupported": ""}
    except (InvalidArguments, UnsupportedForm) as error:
        # A version may be older than a rule.
        return {"host_form": None, "unsupported": str(error)}
