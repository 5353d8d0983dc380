"""What recording and verifying cost, beside the least that could do the same work.

On the embedded database. The ledger that is verified has 1,000,000 made-up records; it is made
once, in `var/bench`, which takes a few minutes. Run as `python -m bench.ledger`; `--records N`
takes fewer, `--check` exits 1 beyond the limits.
"""

import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
RECORDS = 1_000_000
BATCH = 20_000
PEER_ENTRIES = 2_000

MIN_RECORDING = 0.1
MIN_PEER = 10
MIN_VERIFICATION = 0.3
MAX_MEMORY = 1.1

PARTS = {
    "record": "seconds to record what is pending",
    "insert": "seconds to insert the same rows with the same hash chain, and nothing else",
    "verify": "seconds to verify, and the most memory it took",
    "read": "seconds to read the same rows and hash their bytes",
}


def part(name: str, home: Path) -> tuple[float, int]:
    """Run one part in a process of its own; return its seconds and its peak memory in KiB."""
    environment = {**os.environ, "FORMLEDGER_HOME": str(home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "bench.ledger", "--part", name],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, memory = json.loads(done.stdout.splitlines()[-1])
    return seconds, memory


def run_part(name: str) -> None:
    """Do one part here, and print its seconds and this process's peak memory."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "mcpbridge.settings"
    import django  # noqa: PLC0415

    django.setup()
    from django.db import connection  # noqa: PLC0415

    connection.ensure_connection()
    seconds = {"record": _record, "insert": _insert, "verify": _verify, "read": _read}[name]()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([seconds, memory]))


def _record() -> float:
    from formsapp.ledger.recording import drain  # noqa: PLC0415

    started = perf_counter()
    assert drain() == BATCH
    return perf_counter() - started


def _insert() -> float:
    """The records of a ledger that has some, into an empty table of the same shape."""
    from django.db import connection, transaction  # noqa: PLC0415

    from formsapp.ledger.chain import RECORD_COLUMNS  # noqa: PLC0415

    columns = (*RECORD_COLUMNS, "hash")
    names = ", ".join(columns)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM ledger_auditrecord ORDER BY sequence")  # noqa: S608
        rows = cursor.fetchall()
        cursor.execute("CREATE TABLE bare AS SELECT * FROM ledger_auditrecord WHERE 0")
        cursor.execute("CREATE UNIQUE INDEX bare_sequence ON bare (sequence)")
    places = ", ".join(["%s"] * len(columns))
    insert = f"INSERT INTO bare ({names}) VALUES ({places})"  # noqa: S608
    previous = "0" * 64
    started = perf_counter()
    for start in range(0, len(rows), 200):
        batch = []
        for row in rows[start : start + 200]:
            body = dict(zip(columns, row, strict=True))
            body["previous_hash"] = previous
            text = json.dumps(body, sort_keys=True, separators=(",", ":"), default=str)
            previous = hashlib.sha256(text.encode()).hexdigest()
            batch.append((*row[:-2], row[-2], previous))
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(insert, batch)
    return perf_counter() - started


def _verify() -> float:
    from formsapp.ledger.verification import verify  # noqa: PLC0415

    started = perf_counter()
    verify()
    return perf_counter() - started


def _read() -> float:
    from formsapp.ledger.chain import RECORD_COLUMNS, TRANSCRIPT_COLUMNS  # noqa: PLC0415
    from formsapp.ledger.models import AuditRecord, Transcript  # noqa: PLC0415
    from formsapp.ledger.rows import columns, read_rows  # noqa: PLC0415

    read = columns(AuditRecord, (*RECORD_COLUMNS, "hash"), "r")
    sql = (
        f"SELECT {read}, {columns(Transcript, TRANSCRIPT_COLUMNS, 't')} "  # noqa: S608
        "FROM ledger_auditrecord r LEFT JOIN ledger_transcript t ON t.id = r.transcript_id "
        "WHERE r.sequence > %s ORDER BY r.sequence"
    )
    started, whole = perf_counter(), hashlib.sha256()
    for row in read_rows(sql, [0]):
        whole.update("".join(map(str, row)).encode())
    return perf_counter() - started


def seeded(home: Path, count: int, *options: str) -> None:
    """A ledger with made-up calls in a home that has none."""
    environment = {**os.environ, "FORMLEDGER_HOME": str(home)}
    for command in (["migrate", "-v0"], ["audit_seed", str(count), *options]):
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )


@contextmanager
def temporary_home(count: int, *options: str) -> Iterator[Path]:
    """A home with made-up calls, for as long as the block."""
    with tempfile.TemporaryDirectory() as folder:
        seeded(Path(folder), count, *options)
        yield Path(folder)


def kept_home(count: int) -> Path:
    """A home with so many made-up records, made the first time."""
    home = ROOT / "var" / "bench" / f"ledger-{count}"
    if not (home / "made").exists():
        print(f"  making {count:,} records in {home.relative_to(ROOT)} ...", flush=True)
        seeded(home, count)
        (home / "made").touch()
    return home


def recording() -> tuple[float, float]:
    """Recording relative to a bare insert, and to django-auditlog, in records a second."""
    with temporary_home(BATCH, "--pending") as home:
        record, _ = part("record", home)
        insert, _ = part("insert", home)
    done = subprocess.run(
        [sys.executable, "-m", "bench._peer", str(PEER_ENTRIES)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    peer = float(done.stdout) / PEER_ENTRIES
    print(
        f"  recording    {BATCH / record:8.0f} /s  bare insert {BATCH / insert:8.0f} /s  "
        f"django-auditlog {1 / peer:6.0f} /s"
    )
    return insert / record, peer / (record / BATCH)


def verification(count: int) -> tuple[float, float]:
    """Verifying relative to reading and hashing, and its memory to that for a tenth."""
    home, tenth = kept_home(count), kept_home(max(count // 10, 1))
    _, small = part("verify", tenth)
    seconds, memory = part("verify", home)
    read, _ = part("read", home)
    print(
        f"  verification {count / seconds:8.0f} /s  read and hash {count / read:8.0f} /s  "
        f"memory {memory / 1024:.0f} MiB, of a tenth {small / 1024:.0f} MiB"
    )
    return read / seconds, memory / small


def main() -> None:
    """Measure and print; with `--check` hold the ratios to their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 beyond the limits")
    parser.add_argument("--records", type=int, default=RECORDS)
    parser.add_argument("--part", choices=list(PARTS), help=argparse.SUPPRESS)
    options, _ = parser.parse_known_args()
    if options.part:
        run_part(options.part)
        return
    bare, peer = recording()
    speed, memory = verification(options.records)
    kept = True
    for what, ratio, limit, within in (
        ("recording to bare insert", bare, f"at least {MIN_RECORDING}", bare >= MIN_RECORDING),
        ("recording to django-auditlog", peer, f"at least {MIN_PEER}", peer >= MIN_PEER),
        ("verifying to reading", speed, f"at least {MIN_VERIFICATION}", speed >= MIN_VERIFICATION),
        ("memory at ten times the records", memory, f"at most {MAX_MEMORY}", memory <= MAX_MEMORY),
    ):
        kept = kept and within
        print(f"  {what:32} ratio {ratio:6.2f}  ({limit})")
    if options.check and not kept:
        sys.exit(1)


if __name__ == "__main__":
    main()
