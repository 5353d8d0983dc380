"""The database schema: brought up to date where it is embedded, checked where it is not."""

import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection

from formsapp.home import one_at_a_time


class SchemaError(Exception):
    """The schema cannot be used. The text is one line and says what to do."""


def ensure_schema() -> None:
    """Return once the schema is the one this code needs.

    On the embedded database missing migrations are applied; any number of processes may ask for
    that at once, one does it and the others wait.

    Raises:
        SchemaError: the database is out of reach, or a server database has an old schema.
    """
    if not settings.EMBEDDED_DATABASE:
        check_schema()
        return
    if not _missing_migrations():
        return
    with one_at_a_time(settings.FORMLEDGER_HOME, "schema"):
        if _missing_migrations():
            _migrate()


def check_schema() -> None:
    """Return if the schema is the one this code needs.

    Raises:
        SchemaError: the database is out of reach, or its schema is older.
    """
    if missing := _missing_migrations():
        raise SchemaError(
            f"The database schema is not up to date ({len(missing)} migrations missing, first: "
            f"{missing[0]}). Run: python manage.py migrate"
        )


def _missing_migrations() -> list[str]:
    """Names of migrations of the installed apps that the database has not seen, in file order."""
    try:
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
            applied = set()
            if "django_migrations" in tables:
                cursor.execute("SELECT app, name FROM django_migrations")
                applied = {f"{app}.{name}" for app, name in cursor.fetchall()}
    except DatabaseError as error:
        reason = str(error).strip().splitlines()[0]
        raise SchemaError(f"The database cannot be reached: {reason}") from None
    return [name for name in _migrations_on_disk() if name not in applied]


def _migrations_on_disk() -> Iterator[str]:
    for app in apps.get_app_configs():
        folder = Path(app.path) / "migrations"
        for module in sorted(m.name for m in pkgutil.iter_modules([str(folder)])):
            if not module.startswith("_"):
                yield f"{app.label}.{module}"


def _migrate() -> None:
    """Migrate in a process of its own: this one may have only some of the apps installed."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--no-input"]
    done = subprocess.run(
        [*command, "--verbosity=0"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "formsapp.settings"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        raise SchemaError(f"The database schema could not be brought up to date: {lines[-1]}")
