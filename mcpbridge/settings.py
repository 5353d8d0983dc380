"""Django settings of the bridge: the tables it uses and nothing else, so that it starts fast."""

from formsapp.settings import *  # noqa: F403

INSTALLED_APPS = ["formsapp.ledger", "formsapp.authoring"]

# A call does not wait for long for a database that does not answer: its entry goes to the spool.
if EMBEDDED_DATABASE:  # noqa: F405
    DATABASES["default"]["OPTIONS"]["timeout"] = 5  # noqa: F405
else:
    DATABASES["default"].setdefault("OPTIONS", {}).update(  # noqa: F405
        connect_timeout=3,
        options="-c statement_timeout=10s -c lock_timeout=5s",
        # A server that vanished without a word is noticed within seconds.
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=3,
        tcp_user_timeout=10_000,
    )
