"""The home: one folder that holds everything this installation makes for itself.

`FORMLEDGER_HOME` names it (default `var/` beside `manage.py`). Keys, the embedded database and
the embedded broker's queue live in it. Nothing here knows Django.
"""

import fcntl
import os
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


class HomeError(Exception):
    """The home cannot be used. The text is one line, fit to be shown to a person."""


def open_home(path: Path) -> Path:
    """Make the folder if it is missing and return it absolute.

    Raises:
        HomeError: the folder cannot be made or written.
    """
    home = path.expanduser().absolute()
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise HomeError(f"FORMLEDGER_HOME {home} cannot be made: {error.strerror}.") from error
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        raise HomeError(f"FORMLEDGER_HOME {home} is not writable for this user.")
    return home


def keep(home: Path, name: str, make: Callable[[], str]) -> str:
    """Return the text of the file `name` in the home, making it (mode 0600) the first time.

    Safe when several processes start at once: the first complete file wins and all read that one.

    Raises:
        HomeError: the file cannot be read or made.
    """
    path = home / name
    try:
        if not path.exists():
            _publish(path, make())
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise HomeError(f"{path} cannot be used: {error.strerror}.") from error


def replace(home: Path, name: str, text: str) -> None:
    """Put another text into the file `name` of the home, at once and whole."""
    handle, temporary = tempfile.mkstemp(dir=home, prefix=f".{name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    Path(temporary).replace(home / name)


def _publish(path: Path, text: str) -> None:
    """Write beside the target and link it into place: a reader never sees half a file."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(temporary, path)
    except FileExistsError:
        pass  # another process was first; its file is the one that counts
    finally:
        Path(temporary).unlink()


@contextmanager
def one_at_a_time(home: Path, name: str) -> Iterator[None]:
    """Hold the home's lock of this name: other processes that want it wait meanwhile."""
    with (home / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def new_secret() -> str:
    """64 hexadecimal digits, 256 bits from the system's generator."""
    return secrets.token_hex(32)


def new_signing_key() -> str:
    """A new Ed25519 private key, PKCS #8 in PEM."""
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415  only at first start
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PrivateKey,
    )

    return (
        Ed25519PrivateKey.generate()
        .private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        .decode("ascii")
    )
