"""Files and folders that the person adds: their URIs, and the picker's filter."""

import mimetypes
from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import quote, unquote, urlsplit

_PICKED: Final = "/picked/"
"""Where picked files are said to be: browsers tell their names only."""


def file_uri(name: str) -> str:
    """The URI of a file that was picked by its name, or of a path that was typed."""
    path = name.strip().replace("\\", "/")
    if path.startswith("/"):
        return f"file://{quote(path)}"
    if path[1:3] == ":/" and "fakepath" not in path:
        return f"file:///{quote(path, safe='/:')}"
    return f"file://{_PICKED}{quote(path.rpartition('/')[2])}"


def file_name(uri: str) -> str:
    """The last part of a URI's path, or all of what is no URI with a path."""
    try:
        path = urlsplit(uri).path if "://" in uri else ""
    except ValueError:  # no URI after all
        path = ""
    return unquote(path.rstrip("/").rpartition("/")[2]) or uri


def accepted(uris: Iterable[str], filters: Sequence[str]) -> bool:
    """Whether a picker with these filters offers all the files: by extension or by MIME type.

    Source: HTML, the `accept` attribute of file inputs.
    """
    return not filters or all(_fits(file_name(uri).lower(), filters) for uri in uris)


def _fits(name: str, filters: Sequence[str]) -> bool:
    kind = mimetypes.guess_type(name)[0] or ""
    for token in (one.lower() for one in filters):
        if token.startswith(".") and name.endswith(token):
            return True
        if kind and (kind == token or (token.endswith("/*") and kind.startswith(token[:-1]))):
            return True
    return False
