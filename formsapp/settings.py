"""Django settings, all from the environment. `docs/configuration.md` lists every variable."""

import logging
import sys
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF

from formsapp.home import HomeError, keep, new_secret, new_signing_key, open_home

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

try:
    FORMLEDGER_HOME = open_home(Path(env.str("FORMLEDGER_HOME", str(BASE_DIR / "var"))))
    QUEUE_FOLDER = open_home(FORMLEDGER_HOME / "queue")
    SECRET_KEY = env.str("SECRET_KEY", "") or keep(FORMLEDGER_HOME, "secret_key", new_secret)
    # Signs checkpoints of the chain (Ed25519, PEM).
    FORMLEDGER_SIGNING_KEY = env.str("FORMLEDGER_SIGNING_KEY", "", multiline=True) or keep(
        FORMLEDGER_HOME, "signing_key.pem", new_signing_key
    )
    # Seals what leaves us and comes back, and keys the digests of answers.
    FORMLEDGER_SEALING_KEY = env.str("FORMLEDGER_SEALING_KEY", "") or keep(
        FORMLEDGER_HOME, "sealing_key", new_secret
    )
except HomeError as error:
    sys.exit(f"formledger: {error}")

DEBUG = env.bool("DEBUG", False)
# Where people reach the web app; an https address turns the secure-cookie settings on.
LOCAL_URL = f"http://127.0.0.1:{env.str('PORT', '8000')}"
FORMLEDGER_URL = env.str("FORMLEDGER_URL", LOCAL_URL).rstrip("/")
SECURE = urlsplit(FORMLEDGER_URL).scheme == "https"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = [FORMLEDGER_URL]

INSTALLED_APPS = [
    "formsapp.launch",
    "formsapp.terminal",
    "formsapp.authoring",
    "formsapp.ledger",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "formsapp.urls"
ASGI_APPLICATION = "formsapp.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASE_URL = env.str("DATABASE_URL", "") or f"sqlite:///{FORMLEDGER_HOME}/formledger.sqlite3"
if not DATABASE_URL.startswith(("sqlite:///", "postgres://", "postgresql://")):
    sys.exit("formledger: DATABASE_URL must begin with sqlite:/// or postgres://.")
DATABASES = {"default": env.db_url_config(DATABASE_URL)}
EMBEDDED_DATABASE = DATABASE_URL.startswith("sqlite:")
if EMBEDDED_DATABASE:
    DATABASES["default"]["OPTIONS"] = {
        # Take the write lock when a transaction begins: two writers queue instead of failing.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds to wait for that lock
        # WAL lets readers go on beside a writer; FULL makes a commit survive a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "admin:login"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# WhiteNoise serves the files where they lie: nothing to collect, nothing to forget.
WHITENOISE_USE_FINDERS = True

SECURE_SSL_REDIRECT = SECURE
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_HSTS_PRELOAD = SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SESSION_COOKIE_SECURE = SECURE
CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"

# Pages load our own files, and pictures from HTTPS and data URIs; nothing else from outside.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "https:", "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "filesystem://localhost")
EMBEDDED_BROKER = CELERY_BROKER_URL.startswith("filesystem:")
if EMBEDDED_BROKER:
    CELERY_BROKER_TRANSPORT = "formsapp.broker.Transport"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        # One folder both ways: what is published is what is read.
        "data_folder_in": str(QUEUE_FOLDER),
        "data_folder_out": str(QUEUE_FOLDER),
        "control_folder": str(QUEUE_FOLDER / "control"),
        "polling_interval": 0.5,
    }
    if EMBEDDED_BROKER
    else {
        # Longer than any task may run (a verification: 4 hours), so that none under way is handed
        # out again. A hint that a dead worker held is late by as much; the beat records before.
        "visibility_timeout": 5 * 3600,
        "global_keyprefix": env.str("CELERY_KEY_PREFIX", ""),
        "socket_connect_timeout": 2,
        "socket_timeout": 2,
    }
)

LOG_LEVEL = env.str("LOG_LEVEL", "INFO").upper()
if LOG_LEVEL not in logging.getLevelNamesMapping():
    sys.exit("formledger: LOG_LEVEL must be DEBUG, INFO, WARNING, ERROR or CRITICAL.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{levelname} {name}: {message}", "style": "{"}},
    # Always stderr: on a stdio bridge stdout carries the protocol and nothing else.
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
}
