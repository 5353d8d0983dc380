"""django-auditlog writing entries one by one: `python -m bench._peer COUNT` prints seconds.

An entry is written as auditlog writes them, when a row of a registered model is saved; what saving
the same rows takes without it is taken off.
"""

import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter

import django
from django.conf import settings
from django.core.management import call_command

PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"  # as ours


def main() -> None:
    """Measure so many entries, each committed, in a database of its own."""
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
        print(_saves(count, audited=True) - _saves(count, audited=False))


def _saves(count: int, *, audited: bool) -> float:
    """Seconds to save so many rows of a model, with or without an entry for each."""
    from auditlog.context import disable_auditlog  # noqa: PLC0415
    from auditlog.registry import auditlog  # noqa: PLC0415
    from django.contrib.auth.models import User  # noqa: PLC0415

    if not auditlog.contains(User):
        auditlog.register(User)
    name = "audited" if audited else "plain"
    with nullcontext() if audited else disable_auditlog():
        started = perf_counter()
        for number in range(count):
            User.objects.create(
                username=f"{name}-{number}", first_name="Ada", email="ada@a.example"
            )
        return perf_counter() - started


if __name__ == "__main__":
    main()
