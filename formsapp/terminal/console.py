"""The terminal's own limits: how lines are typed, and which characters it can take."""

import codecs
import io
import json
import os
import sys
from contextlib import suppress
from typing import TextIO

from formsapp.terminal.prompts import NotUnderstood

ESCAPE = "formledger-escape"
# Of a longer line a terminal by itself hands over this much, and drops the rest unseen.
TERMINAL_LINE_BYTES = 4095


def _as_escapes(error: UnicodeError) -> tuple[str, int]:
    """What an encoding lacks, as JSON writes it: JSON stays JSON, and other text readable."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error(ESCAPE, _as_escapes)


def escape_what_cannot_be_written(stream: TextIO) -> None:
    r"""Let a stream whose encoding lacks a character write it as `\uXXXX`, not fail."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=ESCAPE)


def read_line(prompt: str) -> str:
    """Read one line as `input` does; at a terminal it can be edited and be of any length.

    Raises:
        NotUnderstood: the terminal may have cut the line.
    """
    whole = _edits_lines() or not sys.stdin.isatty()
    typed = input(prompt)
    if not whole and len(os.fsencode(typed)) >= TERMINAL_LINE_BYTES:
        raise NotUnderstood(
            f"The terminal takes at most {TERMINAL_LINE_BYTES - 1:,} bytes here. "
            "Type less, or put the answers in a file: --answers FILE."
        )
    return typed


def _edits_lines() -> bool:
    """Whether `input` reads through readline, which it does only between two terminals."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        import readline  # noqa: PLC0415  it takes over `input` for the whole process
    except ImportError:
        return False
    # The answer to one question is no suggestion for the next.
    readline.set_auto_history(False)
    return True


def stop_writing() -> None:
    """Let what is still to be written go nowhere: nobody reads it any more."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
