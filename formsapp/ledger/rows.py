"""Rows read and written many at a time, without an object for every cell.

What is read comes from the database as it is hashed and exported: times as ISO 8601 in UTC with
microseconds and a Z, ids in their usual notation, seconds with six decimals.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, models

from formsapp.ledger.digests import utc

CHUNK = 500

Row = tuple[Any, ...]


def read_rows(sql: str, params: Sequence[Any] = ()) -> Iterator[Row]:
    """Stream the rows of a query; memory stays flat whatever their number."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, params)
        while rows := cursor.fetchmany(CHUNK):
            yield from rows


def columns(model: type[models.Model], names: Sequence[str], alias: str) -> str:
    """The columns of a table, aliased, as they are to be read."""
    fields = {field.column: field for field in model._meta.concrete_fields}
    return ", ".join(_read(fields[name], f"{alias}.{name}") for name in names)


def insert_rows(model: type[models.Model], names: Sequence[str], rows: Sequence[Row]) -> None:
    """Insert rows as they are read."""
    places = ", ".join(["%s"] * len(names))
    table = connection.ops.quote_name(model._meta.db_table)
    sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})"  # noqa: S608  our own names
    with connection.cursor() as cursor:
        cursor.executemany(sql, _writable(model, names, rows))


def mark_rows(model: type[models.Model], name: str, value: str, keys: Sequence[str]) -> None:
    """Set one column of the rows with these ids to one value."""
    key = str(model._meta.pk.column)
    rows = _writable(model, (name, key), [(value, one) for one in keys])
    table = connection.ops.quote_name(model._meta.db_table)
    sql = f"UPDATE {table} SET {name} = %s WHERE {key} = %s"  # noqa: S608  our own names
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)


def update_rows(rows: Sequence[models.Model], fields: Sequence[str]) -> None:
    """Write these fields of all instances, which are of one model.

    Django's `bulk_update` builds an expression for every cell, which costs more than the rest of
    the transaction together.
    """
    if not rows:
        return
    meta = rows[0]._meta
    changed = [column for column in meta.concrete_fields if column.name in fields]
    quote = connection.ops.quote_name
    key = meta.pk
    settings = ", ".join(f"{quote(str(column.column))} = %s" for column in changed)
    where = f"{quote(str(key.column))} = %s"
    sql = f"UPDATE {quote(meta.db_table)} SET {settings} WHERE {where}"  # noqa: S608  our own names
    values = [
        [
            *(c.get_db_prep_save(getattr(row, c.attname), connection) for c in changed),
            key.get_db_prep_save(row.pk, connection),
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)


def row_time(moment: datetime) -> str:
    """A time as rows have it."""
    return utc(moment) or ""


def _read(field: Any, name: str) -> str:
    """The SQL that gives a column as rows have it."""
    sqlite = connection.vendor == "sqlite"
    if isinstance(field, models.DateTimeField):
        # SQLite keeps `2026-12-01 09:30:00.500000`, or `…:00` where there is no fraction.
        if sqlite:
            clock = f"substr(substr({name}, 12) || '.000000', 1, 15)"
            return f"substr({name}, 1, 10) || 'T' || {clock} || 'Z'"
        return f"""to_char({name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""
    if isinstance(field, models.DecimalField):
        six = f"CASE WHEN {name} IS NOT NULL THEN printf('%%.6f', {name} + 0.0) END"
        return six if sqlite else f"{name}::text"
    if isinstance(field, models.UUIDField) or _is_uuid_key(field):
        if not sqlite:
            return f"{name}::text"
        cuts = ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
        return " || '-' || ".join(f"substr({name}, {start}, {size})" for start, size in cuts)
    return name


def _is_uuid_key(field: Any) -> bool:
    return isinstance(field, models.ForeignKey) and isinstance(field.target_field, models.UUIDField)


def _writable(
    model: type[models.Model], names: Sequence[str], rows: Sequence[Row]
) -> Sequence[Sequence[Any]]:
    """Rows as the driver takes them: SQLite wants times and ids its own way."""
    if connection.vendor != "sqlite":
        return rows
    fields = {field.column: field for field in model._meta.concrete_fields}
    writers = [(place, _writer(fields[name])) for place, name in enumerate(names)]
    wanted = [(place, writer) for place, writer in writers if writer is not None]
    written = []
    for row in rows:
        values = list(row)
        for place, writer in wanted:
            if (value := values[place]) is not None:
                values[place] = writer(value)
        written.append(values)
    return written


def _writer(field: Any) -> Callable[[str], str] | None:
    if isinstance(field, models.DateTimeField):
        return lambda text: f"{text[:10]} {text[11:26]}"
    if isinstance(field, models.UUIDField) or _is_uuid_key(field):
        return lambda text: text.replace("-", "")
    return None
