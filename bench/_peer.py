"""django-auditlog writing entries one by one: `python -m bench._peer COUNT` prints seconds."""

import sys
import tempfile
from pathlib import Path
from time import perf_counter

import django
from django.conf import settings
from django.core.management import call_command

PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"  # as ours


def main() -> None:
    """Write so many entries, each committed, into a database of its own."""
    count = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        settings.configure(
            INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "auditlog"],
            DATABASES={
                "default": {
                    "ENGINE": "django.db.backends.sqlite3",
                    "NAME": Path(folder) / "peer.sqlite3",
                    "OPTIONS": {
                        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                    },
                }
            },
            DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
            USE_TZ=True,
            SECRET_KEY="bench",  # noqa: S106
        )
        django.setup()
        call_command("migrate", verbosity=0)
        from auditlog.models import LogEntry  # noqa: PLC0415
        from django.contrib.auth.models import Group  # noqa: PLC0415

        group = Group.objects.create(name="group")
        changes = {name: [None, "x" * 32] for name in ("outcome", "agent", "client", "digest")}
        started = perf_counter()
        for _ in range(count):
            LogEntry.objects.log_create(group, action=LogEntry.Action.CREATE, changes=changes)
        print(perf_counter() - started)


if __name__ == "__main__":
    main()
