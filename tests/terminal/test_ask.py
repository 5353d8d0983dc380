"""`manage.py ask` as a person and as a script use it, with a real bridge behind it."""

import json
import os
import pty
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.forms import NAME_FORM
from tests.processes import ROOT, python

# Takes the terminal it was given as its own, and becomes the command.
ON_A_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "manage.py", "ask", *sys.argv[1:]])
"""
CHOICE = "https://templates.formledger.example/business-review"


def ask(
    environment: dict[str, str], *arguments: str, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "ask", *arguments],
        cwd=ROOT,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def recorded(environment: dict[str, str]) -> list[str]:
    """Outcomes in the order of the chain, which must be whole."""
    lines = python(environment, "-m", "tests.read_records").splitlines()
    records = [json.loads(line) for line in lines]
    return [record["error_code"] or record["outcome"] for record in records]


def test_scripts_answer_decline_and_cancel(prepared: dict[str, str], tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"template": CHOICE}))
    done = [ask(prepared, "--answers", str(answers)), ask(prepared, "--decline")]
    done.append(ask(prepared, "--cancel"))
    assert [process.returncode for process in done] == [0, 0, 0]
    assert [json.loads(process.stdout) for process in done] == [
        {"action": "accept", "content": {"template": CHOICE}},
        {"action": "decline"},
        {"action": "cancel"},
    ]
    assert "/admin/ledger/transcript/" in done[0].stderr
    assert "Audit record: #1" in done[0].stderr
    assert recorded(prepared) == ["accept", "decline", "cancel"]


def test_a_wrong_answer_is_an_error_and_exits_1(prepared: dict[str, str], tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"template": "https://elsewhere.example/"}))
    done = ask(prepared, "--answers", str(answers))
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "invalid_response"
    assert recorded(prepared) == ["invalid_response"]


def test_a_person_answers_a_form_from_a_file(prepared: dict[str, str], tmp_path: Path) -> None:
    form = tmp_path / "form.json"
    form.write_text(json.dumps(NAME_FORM))
    done = ask(prepared, str(form), typed="Ada\n\n\n")
    assert done.returncode == 0
    assert '"name": "Ada"' in done.stdout
    assert "Audit record: #1" in done.stdout
    assert recorded(prepared) == ["accept"]


def test_a_published_form_is_asked_by_its_slug(prepared: dict[str, str]) -> None:
    python(prepared, "manage.py", "load_gallery")
    assert ask(prepared, "release-checklist", "--decline").returncode == 0
    assert recorded(prepared) == ["decline"]


@contextmanager
def at_a_terminal(
    environment: dict[str, str], *arguments: str, output: int | None = None
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The command at a terminal of its own, which is what makes Ctrl-C a signal.

    With `output` only what is typed goes through the terminal, as in `ask | tee`.
    """
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", ON_A_TERMINAL, *arguments],
        cwd=ROOT,
        env=environment,
        stdin=terminal,
        stdout=terminal if output is None else output,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    try:
        yield controller, process
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def test_at_a_real_terminal(prepared: dict[str, str]) -> None:
    with at_a_terminal(prepared) as (controller, process):
        read_until(controller, "Enter skips:")
        os.write(controller, b"1\n")
        read_until(controller, "c cancels:")
        os.write(controller, b"\n")
        assert CHOICE in read_until(controller, "Audit record: #1")
        assert process.wait(60) == 0


@pytest.fixture
def long_text(tmp_path: Path) -> str:
    """A file with a form that takes text of any allowed length."""
    question = {"id": "t", "type": "text", "title": "T", "required": True, "maxLength": 16_000}
    path = tmp_path / "long.json"
    path.write_text(json.dumps({"message": "T", "questions": [question]}))
    return str(path)


def test_a_long_answer_arrives_whole(prepared: dict[str, str], long_text: str) -> None:
    with at_a_terminal(prepared, long_text) as (controller, process):
        read_until(controller, "Answer:")
        # The echo must be read meanwhile, or the terminal fills up and typing blocks.
        typing = threading.Thread(target=os.write, args=(controller, b"z" * 9000 + b"\n"))
        typing.start()
        read_until(controller, "c cancels:")
        typing.join()
        os.write(controller, b"\n")
        assert '"t": "' + "z" * 9000 + '"' in read_until(controller, "Audit record: #1")
        assert process.wait(60) == 0


def test_a_line_that_the_terminal_cuts_is_no_answer(
    prepared: dict[str, str], long_text: str
) -> None:
    reader, writer = os.pipe()
    with at_a_terminal(prepared, long_text, output=writer) as (controller, process):
        os.close(writer)
        read_until(reader, "Answer:")
        typing = threading.Thread(target=os.write, args=(controller, b"z" * 9000 + b"\n"))
        typing.start()
        read_until(controller, "z\r\n")  # the echo
        typing.join()
        assert "at most 4,094 bytes" in read_until(reader, "Answer:")
        os.write(controller, b"short\n\n")
        assert '"t": "short"' in read_until(reader, "Audit record: #1")
        assert process.wait(60) == 0
    os.close(reader)


@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_a_real_terminal_cancels(prepared: dict[str, str], key: bytes) -> None:
    with at_a_terminal(prepared) as (controller, process):
        read_until(controller, "Enter skips:")
        # Python misses a Ctrl-C in the instant between showing a prompt and reading.
        time.sleep(0.5)
        os.write(controller, key)
        shown = read_until(controller, "Audit record: #1")
        assert process.wait(60) == 0
    assert '"action": "cancel"' in shown
    assert "Traceback" not in shown
    assert recorded(prepared) == ["cancel"]


def test_a_form_withdrawn_while_the_person_types_ends_as_an_error(
    prepared: dict[str, str],
) -> None:
    with at_a_terminal({**prepared, "DATA_FORMS_TIMEOUT_MS": "500"}) as (controller, process):
        read_until(controller, "Enter skips:")
        time.sleep(1)
        os.write(controller, b"1\n")
        read_until(controller, "c cancels:")
        os.write(controller, b"\n")
        assert '"code": "timeout"' in read_until(controller, "Audit record: #1")
        assert process.wait(60) == 1
    assert recorded(prepared) == ["timeout"]


def read_until(descriptor: int, text: str) -> str:
    seen = ""
    deadline = time.monotonic() + 60
    while text not in seen:
        left = max(0, deadline - time.monotonic())
        assert select.select([descriptor], [], [], left)[0], f"{text!r} did not come: {seen}"
        seen += os.read(descriptor, 65536).decode("utf-8", "replace")
    return seen


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("no-such-form",), "no published form"),
        (("x" * 5000,), "no published form"),
        ((os.fsdecode(b"no-\xff-text"),), "no published form"),
        (("./missing.json",), "cannot be read"),
        (("--answers", "missing.json"), "cannot be read"),
        (("--answers", ""), "cannot be read"),
        (("README.md",), "is not JSON"),
    ],
)
def test_a_wrong_call_is_one_clear_line(
    prepared: dict[str, str], arguments: tuple[str, ...], reason: str
) -> None:
    done = ask(prepared, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    ["[1]", '"text"', '{"arguments": 1}', '{"message": NaN}', '{"message": "\\ud800"}', "[" * 9999],
    ids=["array", "string", "wrapped number", "NaN", "surrogate", "endless nesting"],
)
def test_a_file_that_holds_no_arguments_is_one_clear_line(
    prepared: dict[str, str], tmp_path: Path, text: str
) -> None:
    form = tmp_path / "form.json"
    form.write_text(text)
    done = ask(prepared, str(form), "--decline")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert recorded(prepared) == []


def test_scripts_get_json_that_a_terminal_can_show(
    prepared: dict[str, str], tmp_path: Path
) -> None:
    form, answers = tmp_path / "form.json", tmp_path / "answers.json"
    form.write_text(json.dumps(NAME_FORM))
    answers.write_text(json.dumps({"name": "A\x9b2J\u202eda"}))
    done = ask(prepared, str(form), "--answers", str(answers))
    assert json.loads(done.stdout)["content"] == {"name": "A\x9b2J\u202eda"}
    assert "\\u009b2J\\u202e" in done.stdout


def test_what_the_output_cannot_take_is_escaped_and_json_stays_json(
    prepared: dict[str, str], tmp_path: Path
) -> None:
    form, answers = tmp_path / "form.json", tmp_path / "answers.json"
    form.write_text(json.dumps({**NAME_FORM, "message": "Größe?"}))
    answers.write_text(json.dumps({"name": "Straße 🎉"}))
    ascii_only = {**prepared, "PYTHONIOENCODING": "ascii"}
    scripted = ask(ascii_only, str(form), "--answers", str(answers))
    assert json.loads(scripted.stdout)["content"] == {"name": "Straße 🎉"}
    asked = ask(ascii_only, str(form), typed="Ada\n\n\n")
    assert asked.returncode == 0
    assert "Gr\\u00f6\\u00dfe?" in asked.stdout
    assert recorded(prepared) == ["accept", "accept"]


@pytest.mark.parametrize("buffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_an_outcome_that_nobody_reads_is_recorded_quietly(
    prepared: dict[str, str], buffered: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "manage.py", "ask", "--decline"],
        cwd=ROOT,
        env={**prepared, "PYTHONUNBUFFERED": buffered},
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 141
    assert done.stderr == b""
    lines = python(prepared, "manage.py", "audit_export").splitlines()
    assert [json.loads(line)["outcome"] for line in lines] == ["decline"]


def test_a_bridge_that_does_not_start_says_why(prepared: dict[str, str]) -> None:
    done = ask({**prepared, "DATA_FORMS_TIMEOUT_MS": "soon"}, "--decline")
    assert done.returncode == 1
    assert "DATA_FORMS_TIMEOUT_MS" in done.stderr
    assert done.stderr.count("\n") == 1


def test_arguments_that_break_the_contract_are_refused_with_advice(
    prepared: dict[str, str], tmp_path: Path
) -> None:
    form = tmp_path / "form.json"
    form.write_text(json.dumps({"message": "x", "questions": []}))
    done = ask(prepared, str(form))
    assert done.returncode == 1
    assert json.loads(done.stdout[: done.stdout.rindex("}") + 1])["error"]["code"] == (
        "invalid_arguments"
    )
