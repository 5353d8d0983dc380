"""Rows as the database has them, read and written many at a time.

Django's instances and bulk methods build objects for every cell; hashing a million rows needs the
rows only. Values of rows are the driver's; `text_of_time` and `text_of_id` make them alike.
"""

import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Model

from formsapp.ledger.digests import utc

CHUNK = 500

Row = tuple[Any, ...]


def read_rows(sql: str, params: Sequence[Any] = ()) -> Iterator[Row]:
    """Stream the rows of a query; memory stays flat whatever their number."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, params)
        while rows := cursor.fetchmany(CHUNK):
            yield from rows


def insert_rows(model: type[Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Insert rows of the driver's values."""
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns))
    places = ", ".join(["%s"] * len(columns))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608  our own names
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)


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


def text_of_time(value: datetime | str | None) -> str | None:
    """A column's time as ISO 8601 in UTC with microseconds and a Z."""
    if isinstance(
        value, str
    ):  # SQLite: `2026-12-01 09:30:00.5`, without the fraction where it is 0
        date, _, clock = value.partition(" ")
        whole, _, fraction = clock.partition(".")
        return f"{date}T{whole}.{fraction:0<6}Z"
    return utc(value)


def text_of_id(value: uuid.UUID | str | None) -> str | None:
    """A column's UUID in the usual notation."""
    if isinstance(value, str):  # SQLite: 32 hexadecimal digits
        return f"{value[:8]}-{value[8:12]}-{value[12:16]}-{value[16:20]}-{value[20:]}"
    return None if value is None else str(value)


def db_time(moment: datetime) -> Any:
    """A time as the driver writes it."""
    return connection.ops.adapt_datetimefield_value(moment)


def db_id(value: uuid.UUID) -> Any:
    """A UUID as the driver writes it."""
    return value if connection.features.has_native_uuid_field else value.hex
