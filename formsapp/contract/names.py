"""The names both sides of the wire agree on.

Source: API.md, Model-facing tool; API.md, Native resource/file question API.
"""

from typing import Final

TOOL_NAME: Final = "form_elicitation_v2_request"
"""The tool's name. A host may put a server namespace before it."""

ELICITATION_METHOD: Final = "openai/elicitation/create"
"""The method of the request that asks a host to show a native form."""

EXTENSION_ID: Final = "openai/elicitation"
"""The key under `capabilities.extensions` where a host says that it shows native forms."""
