"""The checks of Django itself: `python -m tests.lint`, part of `make lint`."""

import os
import secrets
import subprocess
import sys
import tempfile

PRODUCTION = {
    "DATABASE_URL": "postgres://formledger@127.0.0.1:5432/formledger",
    "CELERY_BROKER_URL": "redis://127.0.0.1:6379/0",
    "ALLOWED_HOSTS": "forms.example.org",
    "FORMLEDGER_URL": "https://forms.example.org",
    "DEBUG": "0",
}


def manage(environment: dict[str, str], *arguments: str) -> None:
    """Run one management command and stop at the first that fails."""
    print("manage.py", *arguments, flush=True)  # noqa: T201
    command = [sys.executable, "manage.py", *arguments]
    if code := subprocess.run(command, env={**os.environ, **environment}, check=False).returncode:
        sys.exit(code)


def main() -> None:
    """Check that migrations are complete and that production settings are safe."""
    with tempfile.TemporaryDirectory() as home:
        base = {"FORMLEDGER_HOME": home, "SECRET_KEY": secrets.token_urlsafe(64)}
        manage(base, "makemigrations", "--check", "--dry-run")
        manage({**base, **PRODUCTION}, "check", "--deploy", "--fail-level", "WARNING")


if __name__ == "__main__":
    main()
