"""Whether a host shows native forms. Source: API.md, What the model sees, and what is internal."""

from collections.abc import Mapping

from formsapp.contract.names import EXTENSION_ID


def supports_native_form(capabilities_extensions: object) -> bool:
    """Read `capabilities.extensions`: `openai/elicitation` is an object whose `form` is one too.

    Any other value, None included, means no.
    """
    if not isinstance(capabilities_extensions, Mapping):
        return False
    extension = capabilities_extensions.get(EXTENSION_ID)
    return isinstance(extension, Mapping) and isinstance(extension.get("form"), Mapping)
