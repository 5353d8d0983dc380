"""Changing many rows, each to values of its own, in one statement."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import Model


def update_rows(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Write these fields of all rows, which are of one model.

    Django's `bulk_update` builds an expression for every cell, which costs more than the rest of
    the transaction together.
    """
    if not rows:
        return
    meta = rows[0]._meta
    columns = [column for column in meta.concrete_fields if column.name in fields]
    quote = connection.ops.quote_name
    key = meta.pk
    settings = ", ".join(f"{quote(str(column.column))} = %s" for column in columns)
    where = f"{quote(str(key.column))} = %s"
    sql = f"UPDATE {quote(meta.db_table)} SET {settings} WHERE {where}"  # noqa: S608  our own names
    values = [
        [
            *(c.get_db_prep_save(getattr(row, c.attname), connection) for c in columns),
            key.get_db_prep_save(row.pk, connection),
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)
