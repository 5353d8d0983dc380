"""Triggers by which the database itself refuses to change or remove what is recorded.

Installed after every migration, because SQLite drops a table's triggers when it remakes the table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.models import Model

from formsapp.ledger.models import AuditRecord, Checkpoint, SigningKey

GUARDED: tuple[type[Model], ...] = (AuditRecord, Checkpoint, SigningKey)
REFUSAL = "audit records are only ever added"


def install(**_: Any) -> None:
    """Guard the tables; also a receiver of `post_migrate`."""
    existing = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for model in GUARDED:
            if model._meta.db_table in existing:
                for statement in _guards(model):
                    cursor.execute(statement)


@contextmanager
def off() -> Iterator[None]:
    """Without the guards within the block: for tests of what they guard against."""
    with connection.cursor() as cursor:
        for statement in removals():
            cursor.execute(statement)
    try:
        yield
    finally:
        install()


def _guards(model: type[Model]) -> Iterator[str]:
    table = model._meta.db_table
    unique = [field.column for field in model._meta.concrete_fields if field.unique]
    if connection.vendor == "sqlite":
        for change in ("UPDATE", "DELETE"):
            yield (
                f"CREATE TRIGGER IF NOT EXISTS {table}_no_{change.lower()} BEFORE {change} "
                f"ON {table} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
            )
        # INSERT OR REPLACE removes what is in its way without asking the DELETE trigger.
        same = " OR ".join(f"{column} = NEW.{column}" for column in unique)
        occupied = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608  our own names
        yield (
            f"CREATE TRIGGER IF NOT EXISTS {table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN {occupied} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        )
        return
    yield (
        "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$"
    )
    yield (
        f"CREATE OR REPLACE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE "
        f"ON {table} FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse()"
    )


def removals() -> Iterator[str]:
    """The statements that remove the guards."""
    for table in (model._meta.db_table for model in GUARDED):
        if connection.vendor == "sqlite":
            for change in ("update", "delete", "replace"):
                yield f"DROP TRIGGER IF EXISTS {table}_no_{change}"
        else:
            yield f"DROP TRIGGER IF EXISTS {table}_no_change ON {table}"
