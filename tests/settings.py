"""Settings for tests: a home of their own, and a database name no other run shares."""

import os
import tempfile
from pathlib import Path

_home = Path(tempfile.gettempdir()) / f"formledger-tests-{os.getuid()}"
os.environ["FORMLEDGER_HOME"] = str(_home)

from formsapp.settings import *  # noqa: E402, F403
from formsapp.settings import DATABASES, EMBEDDED_DATABASE  # noqa: E402

if not EMBEDDED_DATABASE:
    DATABASES["default"]["TEST"] = {"NAME": f"test_formledger_{os.getpid()}"}

# Tests make many users and check none of their passwords' strength.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
