"""`python -m tests.read_records`: record, verify and export in one process, for tests."""

import os
import sys
from io import StringIO

import django
from django.core.management import call_command

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "formsapp.settings")
    django.setup()
    call_command("audit_drain", stdout=StringIO())
    call_command("audit_verify", stdout=StringIO())
    call_command("audit_export", stdout=sys.stdout)
