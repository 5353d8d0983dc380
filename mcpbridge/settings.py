"""Django settings of the bridge: the tables it uses and nothing else, so that it starts fast."""

from formsapp.settings import *  # noqa: F403

INSTALLED_APPS = ["formsapp.ledger", "formsapp.authoring"]
