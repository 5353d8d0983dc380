"""The ASGI application of the web app: `uvicorn formsapp.asgi:application`."""

import os
import sys
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "formsapp.settings")

# WhiteNoise streams files from a synchronous iterator; Django reads it in a thread, and warns.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

application = get_asgi_application()

from formsapp.ledger.schema import SchemaError, ensure_schema  # noqa: E402  needs the apps

try:
    ensure_schema()
except SchemaError as error:
    sys.exit(f"formledger: {error}")
