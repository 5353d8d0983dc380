"""`python -m mcpbridge` serves stdio; `python -m mcpbridge --http HOST:PORT` serves HTTP."""

import os
import sys

from mcpbridge.config import Config, ConfigError, read_config


def main() -> None:
    """Start the bridge, or say in one line on stderr why it cannot."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "mcpbridge.settings"
    try:
        config = read_config(sys.argv[1:])
        _prepare()
        _serve(config)
    except ConfigError as error:
        sys.exit(f"formledger bridge: {error}")


def _prepare() -> None:
    import django  # noqa: PLC0415  only once the command line is known to be good

    django.setup()
    from formsapp.ledger.schema import SchemaError, ensure_schema  # noqa: PLC0415

    try:
        ensure_schema()
    except SchemaError as error:
        raise ConfigError(str(error)) from None


def _serve(config: Config) -> None:
    import anyio  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415

    from formsapp.ledger.spool import Spool  # noqa: PLC0415
    from mcpbridge.ledger import Ledger  # noqa: PLC0415
    from mcpbridge.nudge import Nudge  # noqa: PLC0415
    from mcpbridge.server import build_server  # noqa: PLC0415
    from mcpbridge.waits import Waits  # noqa: PLC0415

    ledger = Ledger(config.limits, Spool(settings.FORMLEDGER_HOME))
    nudge, waits = Nudge(), Waits(config.progress_seconds)
    server = build_server(config, ledger, nudge, waits)
    try:
        if config.http is None:
            from mcpbridge.stdio import serve_stdio  # noqa: PLC0415

            anyio.run(serve_stdio, server, waits)
        else:
            from mcpbridge.health import Metrics  # noqa: PLC0415
            from mcpbridge.http import serve_http  # noqa: PLC0415

            metrics = Metrics(ledger, nudge, waits)
            anyio.run(serve_http, server, ledger, waits, metrics, config.http)
    finally:
        ledger.close()
        nudge.close()
    if config.http is None:
        # A thread may still be writing to a host that no longer reads; nobody waits for it.
        sys.stderr.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
